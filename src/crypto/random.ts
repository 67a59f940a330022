// The only source of randomness that is not a key.
import { randomBytes } from 'node:crypto'

/** A UUID version 7 (RFC 9562, 5.7): 48 bits of Unix milliseconds, then random bits; ids of one millisecond are not ordered. */
export function newUuid(now: Date): string {
  const bytes = randomBytes(16)
  bytes.writeUIntBE(now.getTime(), 0, 6)
  bytes[6] = (bytes[6]! & 0x0f) | 0x70
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

/** `bytes` random bytes in lower-case hexadecimal. */
export function randomHex(bytes: number): string {
  return randomBytes(bytes).toString('hex')
}
