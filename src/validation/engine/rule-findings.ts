// The results of scripts as findings: in document order, with paths and positions.
import type { XmlDocument } from '../../xml/index.ts'
import { kinds, type RuleNode } from '../runtime/node.ts'
import { positionsIn } from '../structure/positions.ts'
import type { Finding } from '../verdict.ts'
import { linkTo } from './link.ts'
import type { RawFinding } from './script.ts'

/** A longer report is not read; the rest is counted. */
const findingsMax = 1_000

/**
 * Findings of the rules: at most findingsMax, and one that says how many more there are. `flags`
 * replaces the flags of some rules.
 */
export function toFindings(
  raw: RawFinding[],
  document: XmlDocument,
  flags: Readonly<Record<string, string>> = {},
): Finding[] {
  const positionOf = positionsIn(document.text)
  const ordered = raw
    .map((finding) => ({ ...finding, flag: flags[finding.id] ?? finding.flag }))
    .sort((a, b) => a.node.order - b.node.order)
  const paths = newPaths()
  const shown = pick(ordered).map(({ id, flag, node, message, error }): Finding => {
    const element = elementOf(node)
    const place = element?.source ? positionOf(element.source.start) : {}
    const where = { xpath: paths(node), ...place }
    if (error !== undefined) {
      const reason = error instanceof Error ? error.message : String(error)
      const text = `The rule ${id} could not be evaluated: ${reason}`
      return { layer: 'rules', rule: 'rule-error', severity: 'error', message: text, ...where }
    }
    const link = linkTo(id)
    return {
      layer: 'rules',
      rule: id,
      severity: isWarning(flag) ? 'warning' : 'error',
      message: message.replace(/\s+/g, ' ').trim(),
      ...where,
      ...(link ? { link } : {}),
    }
  })
  const left = raw.length - shown.length
  return left === 0 ? shown : [...shown, rest(left)]
}

// If not all can be listed, errors come first, so that warnings never hide the verdict.
function pick(ordered: RawFinding[]): RawFinding[] {
  if (ordered.length <= findingsMax) return ordered
  const isError = (raw: RawFinding) => !isWarning(raw.flag) || raw.error !== undefined
  const errors = ordered.filter(isError)
  const kept = new Set([...errors, ...ordered.filter((raw) => !isError(raw))].slice(0, findingsMax))
  return ordered.filter((raw) => kept.has(raw))
}

function rest(count: number): Finding {
  return {
    layer: 'rules',
    rule: 'findings-not-listed',
    severity: 'warning',
    message: `${count} more findings are not listed.`,
    xpath: '/',
  }
}

/** Anything but a warning or less counts as an error, whatever flag the rule file gives it. */
function isWarning(flag: string): boolean {
  return ['warning', 'warn', 'information', 'info'].includes(flag.toLowerCase())
}

function elementOf(node: RuleNode): RuleNode | null {
  return node.kind === kinds.element ? node : node.parent
}

// Like xpathOf of the xml room: local names, counted among siblings with the same local name.
// Counts are kept, so that a thousand findings on a thousand lines do not each walk over all lines.
function newPaths(): (node: RuleNode) => string {
  const paths = new Map<RuleNode, string>()
  const pathOf = (node: RuleNode): string => {
    if (node.kind === kinds.document) return ''
    if (node.kind === kinds.attribute) return `${pathOf(node.parent!)}/@${node.local}`
    const known = paths.get(node)
    if (known !== undefined) return known
    const parent = node.parent!
    const above = pathOf(parent)
    const counts = new Map<string, number>()
    for (const sibling of parent.elements) {
      const count = (counts.get(sibling.local) ?? 0) + 1
      counts.set(sibling.local, count)
      paths.set(sibling, `${above}/${sibling.local}[${count}]`)
    }
    return paths.get(node) ?? above
  }
  return (node) => pathOf(node) || '/'
}
