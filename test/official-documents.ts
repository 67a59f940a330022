// Example documents of OpenPEPPOL and CEN, the units of their rules, and verdicts on them. They are
// not ours to publish and are kept beside the project; without them their tests are skipped
// (skips.ts), in CI they fail.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { describe, it } from 'vitest'
import { mustRun } from './skips.ts'

const folder = path.resolve('../shared/corpus')
const isAbsent = !existsSync(folder)

/** A describe block that needs official documents: one skipped test if there are none. */
export function describeWithOfficialDocuments(name: string, block: () => void): void {
  if (isAbsent && !mustRun('official documents'))
    it.skip(`${name} (needs ../shared/corpus)`, () => {})
  else describe(name, block)
}

export function readOfficial(file: string): Buffer {
  return readFileSync(path.join(folder, file))
}

/**
 * The XML files in a folder and its subfolders, sorted, as readOfficial takes them; none if absent.
 */
export function officialFiles(below: string): string[] {
  if (isAbsent && !mustRun('official documents')) return []
  return readdirSync(path.join(folder, below), { recursive: true, encoding: 'utf8' })
    .map((file) => path.join(below, file))
    .filter((file) => file.endsWith('.xml') && statSync(path.join(folder, file)).isFile())
    .sort()
}
