// UUIDs of version 5 (RFC 9562): made from what identifies a document, so that the same document
// always has the same one.
import { hash } from 'node:crypto'
import type { CompleteDocument } from '../complete-document.ts'

/** The namespace of documents, which never changes: c0a8f3de-7c1b-4f0e-9a55-2f6f0d3a41b7. */
const namespace = Buffer.from('c0a8f3de7c1b4f0e9a552f6f0d3a41b7', 'hex')

export function uuidOfDocument({
  seller: { endpoint },
  typeCode,
  number,
  issueDate,
}: CompleteDocument): string {
  return uuidOf([endpoint.scheme, endpoint.id, typeCode, number, issueDate].join('\n'))
}

/** Digits 13 and 17 say the version and the variant. */
function uuidOf(name: string): string {
  const digits = hash('sha1', Buffer.concat([namespace, Buffer.from(name)]))
  const variant = ((Number.parseInt(digits[16]!, 16) & 0x3) | 0x8).toString(16)
  return (
    `${digits.slice(0, 8)}-${digits.slice(8, 12)}-5${digits.slice(13, 16)}-` +
    `${variant}${digits.slice(17, 20)}-${digits.slice(20, 32)}`
  )
}
