// Collects findings on the structure with their positions, and stops when there are more
// than anyone reads.
import { type XmlDocument, type XmlElement, xpathOf } from '../../xml/index.ts'
import type { Finding } from '../verdict.ts'
import { positionsIn } from './positions.ts'

const findingsMax = 100
/** Longer than any name or value in an honest document. */
const lettersMax = 1000

type Fault = {
  message: string
  value?: string
  expected?: string
  /** The local name of the faulty attribute. */
  attribute?: string
}

export type Report = {
  add(element: XmlElement, rule: string, fault: Fault): void
  /** True when no more findings are accepted, so that the rest need not be checked. */
  isFull(): boolean
  /** In document order. */
  findings(): Finding[]
}

/** Every finding is an error: structure is never only nearly right. */
export function startReport(document: XmlDocument): Report {
  const found: { at: number; finding: Finding }[] = []
  const positionOf = positionsIn(document.text)
  let isFull = false

  function add(element: XmlElement, rule: string, { attribute, ...fault }: Fault): void {
    if (isFull) return
    isFull = found.length === findingsMax
    const xpath = xpathOf(element)
    const finding: Finding = {
      layer: 'structure',
      ...(isFull ? tooMany : { rule, ...clipped(fault) }),
      severity: 'error',
      xpath: attribute && !isFull ? `${xpath}/@${attribute}` : xpath,
      ...positionOf(element.start),
    }
    found.push({ at: isFull ? Number.POSITIVE_INFINITY : element.start, finding })
  }

  return {
    add,
    isFull: () => isFull,
    findings: () => found.sort((a, b) => a.at - b.at).map(({ finding }) => finding),
  }
}

function clipped<T extends Record<string, string>>(fault: T): T {
  const short = Object.entries(fault).map(([name, text]) => [name, clip(text)])
  return Object.fromEntries(short) as T
}

function clip(text: string): string {
  return text.length > lettersMax ? `${text.slice(0, lettersMax)}…` : text
}

const tooMany = {
  rule: 'structure.too-many',
  message: `There are more than ${findingsMax} faults of structure; the rest was not checked.`,
}
