// Small files that must be whole after a crash: written to a temporary file, synced, then renamed.
import { closeSync, fsyncSync, openSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Replaces the file at `path`. Whatever happens, it contains either the old bytes or the new ones.
 */
export function replaceFile(path: string, text: string): void {
  const beside = `${path}.new`
  writeFileSync(beside, text, { mode: 0o600 })
  syncPath(beside)
  renameSync(beside, path)
  syncPath(dirname(path))
}

/** Makes a written file, or a rename in a folder, survive a power cut. */
export function syncPath(path: string): void {
  const descriptor = openSync(path, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
