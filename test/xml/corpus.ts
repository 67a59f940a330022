// The shared corpus lies beside the project. Where it is absent its tests are skipped, except in
// CI, where they fail.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { describe } from 'vitest'

const folder = path.resolve('../shared/corpus')
const isAbsent = !existsSync(folder)

/** A describe block that needs the corpus. */
export function describeWithCorpus(name: string, block: () => void): void {
  if (isAbsent && !process.env.CI)
    describe.skip(`${name} (skipped: ../shared/corpus is absent)`, block)
  else describe(name, block)
}

export function readCorpus(file: string): Buffer {
  return readFileSync(path.join(folder, file))
}

/** All files of a folder of the corpus and below with that ending, as paths inside the corpus. */
export function corpusFiles(below: string, ending: string): string[] {
  if (isAbsent) return []
  return readdirSync(path.join(folder, below), { recursive: true, encoding: 'utf8' })
    .map((file) => path.join(below, file))
    .filter((file) => file.endsWith(ending) && statSync(path.join(folder, file)).isFile())
    .sort()
}
