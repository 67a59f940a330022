// Digests. Text is digested as its UTF-8 bytes.
import { createHash, hash, timingSafeEqual } from 'node:crypto'

export function sha256(data: Uint8Array | string): Buffer {
  return hash('sha256', data, 'buffer')
}

/** SHA-256 over pieces that come one after the other. */
export type Sha256 = { update(piece: Uint8Array): void; digest(): Buffer }

export function startSha256(): Sha256 {
  const digest = createHash('sha256')
  return { update: (piece) => void digest.update(piece), digest: () => digest.digest() }
}

/** Compares two digests in a time that tells nothing of where they differ. */
export function isSameDigest(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && timingSafeEqual(one, other)
}
