// Digests. Text is digested as its UTF-8 bytes.
import { createHash } from 'node:crypto'

export function sha256(data: Uint8Array | string): Buffer {
  return createHash('sha256').update(data).digest()
}
