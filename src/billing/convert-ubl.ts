// The bytes of a UBL document as the JSON that submit takes, with every way in which they
// can fail to be one.
import { type FromUbl, fromUbl } from './from-ubl/document.ts'
import type { Kind } from './kinds.ts'
import { parseDocument, type UnreadDocument } from './read-document.ts'
import { kindOfRoot, wrongRoot } from './summarize.ts'

export type ConvertedUbl = { kind: 'read'; of: Kind } & Pick<FromUbl, 'document' | 'unmapped'>

/**
 * Missing or wrong content of an Invoice or CreditNote is no failure here: it is missing or
 * wrong in the JSON too.
 */
export function convertUbl(bytes: Buffer): ConvertedUbl | UnreadDocument {
  const xml = parseDocument(bytes)
  if ('kind' in xml) return xml
  if (kindOfRoot(xml.root) === undefined) {
    const { root, faults } = wrongRoot(xml)
    const { line, column } = faults[0]!
    return { kind: 'wrong-root', ...root, faults, line, column }
  }
  const { kind, document, unmapped } = fromUbl(xml)
  return { kind: 'read', of: kind, document, unmapped }
}
