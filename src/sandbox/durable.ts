// Small files that must be whole after a crash: written beside, synced, then renamed over the old
// one.
import { closeSync, fsyncSync, openSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Replaces the file at `path`; afterwards it holds either the old bytes or the new ones, whatever
 * happens.
 */
export function replaceFile(path: string, text: string): void {
  const beside = `${path}.new`
  writeFileSync(beside, text)
  syncPath(beside)
  renameSync(beside, path)
  syncPath(dirname(path))
}

/** Makes what was written to a file, or renamed in a folder, outlive a power cut. */
export function syncPath(path: string): void {
  const descriptor = openSync(path, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
