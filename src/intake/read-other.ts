// A document of any type: XML, which travels from its root's '<' to its closing '>', or a file,
// which travels in base64 in an element around it.
import { type OtherSummary, readAnyDocument } from '../billing/index.ts'
import { binaryContentOf, openBinaryContent, ownDutyOf } from '../peppol/index.ts'
import { Problem } from '../problem.ts'
import { gatherInSlices } from '../threads/index.ts'
import { type ReadDocument, readXml, unreadable } from './read-document.ts'

/** A file that is not XML, as received. */
export type SubmittedFile = { format: 'file'; name: string; mediaType: string; bytes: Buffer }

/** XML has a `root`, everything else is a `file`. */
export type ReadOther = {
  /** What travels. */
  ubl: Buffer
  other: OtherSummary
  root?: { namespace: string; local: string }
  file?: SubmittedFile
}

/**
 * An Invoice or CreditNote is read as readUbl does. Throws Problem `request.malformed-xml`,
 * `request.forbidden-xml`, `request.too-large`, `request.unsupported-media-type`,
 * `document.ambiguous`.
 */
export function readAnyXml(bytes: Buffer): ReadDocument | ReadOther {
  const read = readAnyDocument(bytes)
  if (read.kind === 'read') return readXml(read)
  if (read.kind !== 'other') throw unreadable('any', read)
  const { summary, root, document } = read
  return { ubl: document, other: summary, root }
}

/** The element that carries the file, and nothing that it says. */
export async function wrapFile(file: SubmittedFile): Promise<ReadOther> {
  const { bytes, mediaType } = file
  return { ubl: await gatherInSlices(binaryContentOf(bytes, mediaType)), other: {}, file }
}

/**
 * The file in a document that has travelled; undefined for XML. Throws Error when it cannot be
 * decoded.
 */
export async function carriedFile(
  document: Buffer,
): Promise<{ mediaType: string; bytes: Buffer } | undefined> {
  const carried = openBinaryContent(document)
  if (!carried) return undefined
  return { mediaType: carried.mediaType, bytes: await gatherInSlices(carried.pieces()) }
}

/** Throws Problem `document.type-mismatch` for what access points send in their own name. */
export function refuseOwnDuty(stated: {
  root: string
  customizationId?: string | undefined
}): void {
  const { root, customizationId } = stated
  const duty = ownDutyOf({ root, ...(customizationId ? { customizationId } : {}) })
  if (!duty) return
  throw new Problem('document.type-mismatch', {
    detail: `This is ${duty}: the gateway makes and sends those itself; they cannot be submitted.`,
  })
}
