// Our own pack: compiled in the built program; in the source tree, rule files that are
// compiled when read.
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { manifestName } from './manifest.ts'

/** The folder of its manifest. */
export function ownPackFolder(): string {
  const built = new URL('../../schematron/own/', import.meta.url)
  const source = new URL('../../../schematron/own/', import.meta.url)
  return fileURLToPath(existsSync(new URL(manifestName, built)) ? built : source)
}
