// What certificates, revocation lists and OCSP responses share: signed content, the signature, and
// a period of validity.
import { type KeyObject, verify } from 'node:crypto'
import { contentOf, type DerValue, derTags, readParts } from './der.ts'
import { oidOf } from './extensions.ts'
import { isStrongRsa } from './rsa.ts'

/** sha256WithRSAEncryption, sha384…, sha512…: 1.2.840.113549.1.1.11 to 13, in hexadecimal DER. */
export const signatureDigests: Readonly<Record<string, 'sha256' | 'sha384' | 'sha512'>> = {
  '2a864886f70d01010b': 'sha256',
  '2a864886f70d01010c': 'sha384',
  '2a864886f70d01010d': 'sha512',
}

/** SEQUENCE { signed, AlgorithmIdentifier, BIT STRING, … }. */
type SignedDer = {
  signed: DerValue
  algorithm: DerValue
  signature: Buffer
  rest: DerValue[]
}

export function readSigned(value: DerValue): SignedDer {
  const [signed, algorithm, bits, ...rest] = readParts(value, derTags.sequence)
  if (!signed || !algorithm) throw new Error('The DER structure is not the expected one')
  const signature = contentOf(bits, derTags.bitString).subarray(1)
  return { signed, algorithm, signature, rest }
}

/** Whether the signature verifies with the key: RSA with SHA-256 or better. */
export function isSignedBy({ signed, algorithm, signature }: SignedDer, key: KeyObject): boolean {
  const digest = signatureDigests[oidOf(readParts(algorithm, derTags.sequence)[0])]
  return digest !== undefined && isStrongRsa(key) && verify(digest, signed.raw, key, signature)
}

/** thisUpdate and nextUpdate of a list or response. */
export type Period = { thisUpdate: Date; nextUpdate: Date }

// For clocks that differ.
const aheadMsMax = 5 * 60_000

/** Throws when it begins in the future, or ends before it begins. */
export function checkPeriod({ thisUpdate, nextUpdate }: Period, now: Date): void {
  if (!(thisUpdate.getTime() <= now.getTime() + aheadMsMax))
    throw new Error(`It is from the future: ${thisUpdate.toISOString()}`)
  if (!(nextUpdate >= thisUpdate)) throw new Error('It ends before it begins')
}

/** UTCTime or GeneralizedTime, with seconds and in UTC (RFC 5280, 4.1.2.5). */
export function readTime(value: DerValue | undefined): Date {
  const text = value?.content.toString('latin1') ?? ''
  const digits = value?.tag === derTags.utcTime ? `${century(text)}${text}` : text
  const isTime = value?.tag === derTags.utcTime || value?.tag === derTags.generalizedTime
  const parts = isTime && /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/.exec(digits)
  if (!parts) throw new Error('The time is malformed')
  const [, year, month, day, hour, minute, second] = parts
  const written = `${year}-${month}-${day}T${hour}:${minute}:${second}.000Z`
  const date = new Date(written)
  // Date.UTC turns a day that does not exist into another one.
  if (Number.isNaN(date.getTime()) || date.toISOString() !== written)
    throw new Error('The time is malformed')
  return date
}

function century(text: string): string {
  return text < '50' ? '20' : '19'
}
