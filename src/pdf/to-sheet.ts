// From the bytes of a document to the sheet that shows it.
import { createHash } from 'node:crypto'
import { parseXml, shortened, type XmlElement, XmlError } from '../xml/index.ts'
import { formatFor } from './format.ts'
import { wordsFor } from './labels/index.ts'
import type { Locale } from './labels/locales.ts'
import { newReading, peek } from './reading.ts'
import type { Block, Sheet } from './sheet.ts'
import { dayOf, genericBlocks, headOf, isUbl, isUncefact, spaced } from './sheets/generic.ts'
import { authorOf, documentName, invoiceBlocks } from './sheets/invoice.ts'
import { otherValues } from './sheets/other.ts'
import { isMls, responseBlocks, responseName } from './sheets/response.ts'
import { isTaxData, taxDataBlocks, taxDataName } from './sheets/tax-data.ts'
import { type Draft, isolated } from './values.ts'
import { visible } from './visible.ts'

/**
 * `document`: any document of UBL or UN/CEFACT; `mls`: a message level status; `tdd`: a tax data
 * document; `any`: whichever it is.
 */
export type PrintKind = 'document' | 'mls' | 'tdd' | 'any'

export type SheetOptions = {
  kind: PrintKind
  locale: Locale
  images: boolean
  /** For a screen: codes that have a name are shown by their names alone. */
  inWords?: boolean
}

export type ToSheet =
  | { kind: 'sheet'; sheet: Sheet }
  | { kind: 'wrong-document'; namespace: string; local: string }
  | { kind: 'no-xml'; reason: XmlError['reason']; message: string; line: number; column: number }

export function toSheet(bytes: Uint8Array, options: SheetOptions): ToSheet {
  let root: XmlElement
  try {
    // Documents name stylesheets in processing instructions; they are ignored here.
    root = parseXml(bytes, { instructions: 'keep' }).root
  } catch (error) {
    if (!(error instanceof XmlError)) throw error
    const { reason, message, line, column } = error
    return { kind: 'no-xml', reason, message, line, column }
  }
  if (!isPrinted(root, options.kind)) {
    return { kind: 'wrong-document', namespace: root.namespace, local: root.local }
  }
  return { kind: 'sheet', sheet: layOut(bytes, root, options) }
}

function isPrinted(root: XmlElement, kind: PrintKind): boolean {
  if (kind === 'mls') return isMls(root)
  if (kind === 'tdd') return isTaxData(root)
  return isUbl(root) || isUncefact(root) || (kind === 'any' && isTaxData(root))
}

function layOut(bytes: Uint8Array, root: XmlElement, options: SheetOptions): Sheet {
  const { locale, images, inWords = false } = options
  const words = wordsFor(locale)
  const format = formatFor(locale)
  const draft: Draft = {
    reading: newReading(),
    words,
    format,
    currency: undefined,
    taxSchemes: new Set(),
    inWords,
  }
  const { blocks, pictures, name } = blocksOf(draft, root)
  const others = otherValues(draft, root)
  const number = visible(numberOf(root))
  const heading = number ? `${isolated(name)} ${isolated(shortened(number, numberMax))}` : name
  const digest = createHash('sha256').update(bytes).digest('hex')
  return {
    locale,
    title: number ? `${name} ${number}` : name,
    heading,
    author: authorOf(root),
    createdAt: createdAt(root),
    footer: words.rendering.replace('{document}', () => heading).replace('{digest}', digest),
    blocks: [...blocks, ...others, ...(images ? pictures : [])],
  }
}

// Head and foot of a page have room for one line; the title has the number in full.
const numberMax = 61

type Blocks = { blocks: Block[]; pictures: Block[]; name: string }

function blocksOf(draft: Draft, root: XmlElement): Blocks {
  const { local } = root
  if (local === 'Invoice' || local === 'CreditNote')
    return { ...invoiceBlocks(draft, root), name: documentName(draft, root) }
  if (isTaxData(root)) return { ...taxDataBlocks(draft, root), name: taxDataName(draft, root) }
  if (local === 'ApplicationResponse') {
    const blocks = responseBlocks(draft, root)
    return { blocks, pictures: [], name: responseName(draft, root) }
  }
  return { blocks: genericBlocks(draft, root), pictures: [], name: spaced(local) }
}

function numberOf(root: XmlElement): string {
  return (
    peek(headOf(root), 'ID') ??
    peek(root, 'UUID') ??
    peek(root, 'ReportedTransaction', 'TransportHeaderID') ??
    ''
  )
}

const dateTime = ['IssueDateTime', 'DateTimeString']

// The same document gives the same bytes at any time, so the file has the document's own date.
function createdAt(root: XmlElement): Date {
  const issued = peek(root, 'IssueDate') ?? dayOf(peek(headOf(root), ...dateTime) ?? '')
  const day = /^[0-9]{4}-[0-9]{2}-[0-9]{2}/.exec(issued ?? '')?.[0]
  const time = /^[0-9]{2}:[0-9]{2}:[0-9]{2}/.exec(peek(root, 'IssueTime') ?? '')?.[0]
  const date = new Date(`${day}T${time ?? '00:00:00'}Z`)
  return Number.isNaN(date.getTime()) ? new Date(0) : date
}
