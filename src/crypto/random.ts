// Randomness that is not a key.
import { randomBytes, randomUUID } from 'node:crypto'

/**
 * A UUID version 7 (RFC 9562, 5.7): 48 bits of Unix milliseconds, then random bits. Ids of the same
 * millisecond are not ordered.
 */
export function newUuid(now: Date): string {
  const millis = now.getTime().toString(16).padStart(12, '0')
  // randomUUID() makes version 4, drawing random bytes for many ids at once. Everything after the
  // version digit is kept.
  return `${millis.slice(0, 8)}-${millis.slice(8)}-7${randomUUID().slice('xxxxxxxx-xxxx-4'.length)}`
}

/** `bytes` random bytes in lower-case hexadecimal. */
export function randomHex(bytes: number): string {
  return randomBytes(bytes).toString('hex')
}
