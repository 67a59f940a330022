// Digests. A string is digested as UTF-8.
import { createHash, hash, timingSafeEqual } from 'node:crypto'

export function sha256(data: Uint8Array | string): Buffer {
  return hash('sha256', data, 'buffer')
}

/** SHA-256 over consecutive chunks. */
export type Sha256 = { update(chunk: Uint8Array): void; digest(): Buffer }

export function startSha256(): Sha256 {
  const digest = createHash('sha256')
  return { update: (chunk) => void digest.update(chunk), digest: () => digest.digest() }
}

/** Compares two digests in constant time. */
export function isSameDigest(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && timingSafeEqual(one, other)
}
