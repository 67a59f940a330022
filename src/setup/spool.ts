// Temporary files for data too large for memory: written once, read as often as needed.
import { randomUUID } from 'node:crypto'
import { type FileHandle, open, unlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Spool, Spooled } from '../as4/index.ts'

const chunkBytes = 64 * 1024

/**
 * A spool with its files in `folder`. They are unlinked once they are open, so no other process
 * can open them, and nothing is left behind however the process ends. `remove` frees the space.
 */
export function openSpool(folder: string = tmpdir()): Spool {
  return async (bytes) => {
    const file = await openNameless(folder)
    try {
      let size = 0
      for await (const chunk of bytes) {
        await writeAll(file, chunk)
        size += chunk.length
      }
      return spooled(file, size)
    } catch (error) {
      await file.close()
      throw error
    }
  }
}

async function openNameless(folder: string): Promise<FileHandle> {
  const path = join(folder, `fourcorner-${randomUUID()}`)
  const file = await open(path, 'wx+', 0o600)
  await unlink(path)
  return file
}

// One write may accept less than it was given.
async function writeAll(file: FileHandle, chunk: Uint8Array): Promise<void> {
  for (let at = 0; at < chunk.length; ) {
    const { bytesWritten } = await file.write(chunk, at)
    at += bytesWritten
  }
}

function spooled(file: FileHandle, size: number): Spooled {
  let closing: Promise<void> | undefined
  return {
    size,
    async *read() {
      for (let at = 0; at < size; ) {
        const { bytesRead, buffer } = await file.read(
          Buffer.allocUnsafe(chunkBytes),
          0,
          chunkBytes,
          at,
        )
        if (bytesRead === 0) throw new Error('A temporary file is shorter than it was')
        at += bytesRead
        yield buffer.subarray(0, bytesRead)
      }
    },
    remove() {
      closing ??= file.close()
      return closing
    },
  }
}
