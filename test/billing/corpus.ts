// The official example documents, which lie beside the project and are no part of it.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const folder = path.resolve('../shared/corpus/billing')

/** In CI the examples must be there: a test that is skipped has not passed. */
export const isCorpusMissing = !existsSync(folder) && process.env.CI === undefined

export const corpusNote = isCorpusMissing
  ? ` (skipped: no examples in ${path.relative('.', folder)})`
  : ''

/** The names of the examples; none where they are missing. */
export function exampleNames(): string[] {
  return isCorpusMissing
    ? []
    : readdirSync(folder)
        .filter((name) => name.endsWith('.xml'))
        .sort()
}

export function exampleBytes(name: string): Buffer {
  return readFileSync(path.join(folder, name))
}
