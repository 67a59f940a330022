// Writes DER (X.690), as far as OCSP requests and revocation lists need it.
import { derTags } from './der.ts'

/** A value with that tag; its content is the given values in order. */
export function writeDer(tag: number, ...contents: Uint8Array[]): Buffer {
  const content = Buffer.concat(contents)
  return Buffer.concat([Buffer.from([tag, ...lengthOf(content.length)]), content])
}

export function writeSequence(...values: Uint8Array[]): Buffer {
  return writeDer(derTags.sequence, ...values)
}

/** An object identifier from its content in hexadecimal. */
export function writeOid(hex: string): Buffer {
  return writeDer(derTags.objectIdentifier, Buffer.from(hex, 'hex'))
}

/** AlgorithmIdentifier with the parameters NULL. */
export function writeAlgorithm(oid: string): Buffer {
  return writeSequence(writeOid(oid), writeDer(derTags.null))
}

/** UTCTime through 2049, GeneralizedTime later (RFC 5280, 4.1.2.5). */
export function writeTime(date: Date): Buffer {
  const digits = date.toISOString().replace(/\.\d+|[-:T]/g, '')
  const isShort = date.getUTCFullYear() < 2050
  const text = Buffer.from(isShort ? digits.slice(2) : digits)
  return writeDer(isShort ? derTags.utcTime : derTags.generalizedTime, text)
}

function lengthOf(length: number): number[] {
  if (length < 0x80) return [length]
  const bytes: number[] = []
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256)
  return [0x80 | bytes.length, ...bytes]
}
