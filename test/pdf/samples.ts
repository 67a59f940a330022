// Documents of every kind that we print: our own, and the official ones if available.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { officialFiles, readOfficial } from '../official-documents.ts'

export type Sample = { name: string; bytes: Buffer }

const officialFolders = ['billing', 'mls', 'tdd/ae', 'tdd/om', 'tdd/sk', 'tdd/vida']

export const officialSamples: Sample[] = officialFolders
  .flatMap(officialFiles)
  .map((name) => ({ name, bytes: readOfficial(name) }))

const fixtures = join(import.meta.dirname, '../fixtures')

export const ownSamples: Sample[] = ['billing', 'pdf'].flatMap((folder) =>
  readdirSync(join(fixtures, folder))
    .filter((file) => file.endsWith('.xml'))
    .map((name) => ({ name, bytes: readFileSync(join(fixtures, folder, name)) })),
)
