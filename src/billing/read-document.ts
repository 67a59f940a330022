// Reads the bytes of a business document once: whether they are one, what it says about itself, and
// which bytes travel.
import { parseXml, type XmlDocument, XmlError, type XmlErrorReason } from '../xml/index.ts'
import { type DocumentDoubt, documentDoubts } from './doubts.ts'
import { kinds } from './kinds.ts'
import type { Position, SummaryFault } from './read-soundly.ts'
import { kindOfRoot, type Summary, summarize } from './summarize.ts'
import { isUncefact, summarizeCii } from './summarize-cii.ts'
import { type OtherSummary, summarizeOther } from './summarize-other.ts'

export type BusinessDocument = {
  kind: 'read'
  summary: Summary
  root: { namespace: string; local: string }
  /**
   * From the root's '<' to its closing '>': what an SBD can carry, and what is hashed and compared.
   */
  document: Buffer
  /** What deserves a look and refuses nothing. */
  doubts: DocumentDoubt[]
}

/** A document of any other type. */
export type OtherDocument = Omit<BusinessDocument, 'kind' | 'summary' | 'doubts'> & {
  kind: 'other'
  summary: OtherSummary
}

/** Line and column are those of the first fault; each of `faults` has its own. */
export type UnreadDocument =
  | ({ kind: 'no-xml'; reason: XmlErrorReason; message: string } & Position)
  | ({ kind: 'wrong-root'; namespace: string; local: string; faults: SummaryFault[] } & Position)
  | ({ kind: 'faulty'; faults: SummaryFault[] } & Position)

/**
 * Processing instructions are kept: they name stylesheets, and no byte of the document may change.
 */
export function readBusinessDocument(bytes: Buffer): BusinessDocument | UnreadDocument {
  const xml = parseDocument(bytes)
  return 'kind' in xml ? xml : readBusinessTree(xml, bytes)
}

/** The same as readBusinessDocument for an Invoice or CreditNote; all others may be of any type. */
export function readAnyDocument(bytes: Buffer): BusinessDocument | OtherDocument | UnreadDocument {
  const xml = parseDocument(bytes)
  if ('kind' in xml) return xml
  if (kindOfRoot(xml.root)) return readBusinessTree(xml, bytes)
  const { namespace, local } = xml.root
  const read = isUncefact(xml.root) ? summarizeCii(xml) : summarizeOther(xml)
  if ('faults' in read) {
    const { line, column } = read.faults[0]!
    return { kind: 'faulty', faults: read.faults, line, column }
  }
  const document = bytes.subarray(xml.rootStart, xml.rootEnd)
  return { kind: 'other', summary: read.summary, root: { namespace, local }, document }
}

function readBusinessTree(xml: XmlDocument, bytes: Buffer): BusinessDocument | UnreadDocument {
  const { namespace, local } = xml.root
  const read = summarize(xml)
  if ('faults' in read) {
    const { faults } = read
    const { line, column } = faults[0]!
    return read.root
      ? { kind: 'wrong-root', ...read.root, faults, line, column }
      : { kind: 'faulty', faults, line, column }
  }
  const document = bytes.subarray(xml.rootStart, xml.rootEnd)
  const doubts = documentDoubts(xml, kinds[read.summary.kind])
  return { kind: 'read', summary: read.summary, root: { namespace, local }, document, doubts }
}

/** The tree, or why there is none. */
export function parseDocument(
  bytes: Buffer,
): XmlDocument | Extract<UnreadDocument, { kind: 'no-xml' }> {
  try {
    return parseXml(bytes, { instructions: 'keep' })
  } catch (error) {
    if (!(error instanceof XmlError)) throw error
    const { reason, message, line, column } = error
    return { kind: 'no-xml', reason, message, line, column }
  }
}
