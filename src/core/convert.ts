// JSON to UBL and back, for callers who want to see what a document becomes. Nothing is stored.
import { type BillingDocument, type ConvertedUbl, convertUbl, type Kind } from '../billing/index.ts'
import { Problem } from '../problem.ts'
import { readDocument, unreadable } from './read-document.ts'

/** The UBL bytes that `submit` would send. Throws Problem `document.totals-inconsistent` and what readDocument throws. */
export function convertToUbl(kind: Kind, document: BillingDocument): Buffer {
  const { ubl, inconsistencies } = readDocument(kind, { format: 'json', bytes: Buffer.alloc(0), document })
  if (inconsistencies.length > 0)
    throw new Problem('document.totals-inconsistent', { errors: inconsistencies })
  return ubl
}

/**
 * The JSON that `submit` would take for this UBL, and what of it has no place there. Throws Problem
 * `request.malformed-xml`, `request.forbidden-xml`, `request.unsupported-media-type`, `document.type-mismatch`.
 */
export function convertToJson(ubl: Buffer): Pick<ConvertedUbl, 'document' | 'unmapped'> {
  const read = convertUbl(ubl)
  if (read.kind !== 'read') throw unreadable('Invoice or CreditNote', read)
  return { document: read.document, unmapped: read.unmapped }
}
