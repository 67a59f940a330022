// Digests. Text is digested as its UTF-8 bytes.
import { createHash, timingSafeEqual } from 'node:crypto'

export function sha256(data: Uint8Array | string): Buffer {
  return createHash('sha256').update(data).digest()
}

/** Compares two digests in a time that tells nothing of where they differ. */
export function isSameDigest(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && timingSafeEqual(one, other)
}
