// JSON to UBL and back, for callers who want to see what a document becomes. Nothing is stored.
import { type ConvertedUbl, convertUbl } from '../billing/index.ts'
import { Problem } from '../problem.ts'
import { type ReadDocument, unreadable } from './read-document.ts'

/** The UBL bytes that `submit` would send. Throws Problem `document.totals-inconsistent`. */
export function convertToUbl({ ubl, inconsistencies: { reported } }: ReadDocument): Buffer {
  if (reported.length > 0) throw new Problem('document.totals-inconsistent', { errors: reported })
  return ubl
}

/**
 * The JSON that `submit` would take for this UBL, and the parts that have no place in it. Throws
 * Problem `request.malformed-xml`, `request.forbidden-xml`, `request.too-large`,
 * `request.unsupported-media-type`, `document.type-mismatch`.
 */
export function convertToJson(ubl: Buffer): Pick<ConvertedUbl, 'document' | 'unmapped'> {
  const read = convertUbl(ubl)
  if (read.kind !== 'read') throw unreadable('Invoice or CreditNote', read)
  return { document: read.document, unmapped: read.unmapped }
}
