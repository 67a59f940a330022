// UUIDs of version 5 (RFC 9562): made from what identifies a document, so that the same document
// always has the same one.
import { createHash } from 'node:crypto'
import type { CompleteDocument } from '../complete-document.ts'

/** The namespace of documents; any UUID will do, and it never changes. */
const namespace = 'c0a8f3de-7c1b-4f0e-9a55-2f6f0d3a41b7'

export function uuidOfDocument({
  seller: { endpoint },
  typeCode,
  number,
  issueDate,
}: CompleteDocument): string {
  return uuidOf([endpoint.scheme, endpoint.id, typeCode, number, issueDate].join('\n'))
}

function uuidOf(name: string): string {
  const bytes = createHash('sha1')
    .update(Buffer.from(namespace.replaceAll('-', ''), 'hex'))
    .update(name)
    .digest()
    .subarray(0, 16)
  bytes[6] = (bytes[6]! & 0x0f) | 0x50
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
