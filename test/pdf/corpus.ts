// The public samples, kept outside the project: documents of every kind that we print.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const corpus = join(import.meta.dirname, '../../../shared/corpus')
const folders = ['billing', 'mls', 'tdd/ae', 'tdd/om', 'tdd/sk', 'tdd/vida']

export type Sample = { name: string; bytes: Buffer }

/** Empty where there is no corpus; fails instead where one must be. */
export function samples(): Sample[] {
  if (!existsSync(corpus)) {
    if (process.env.CI) throw new Error(`There is no corpus at ${corpus}`)
    console.warn(`Skipped: there is no corpus at ${corpus}`)
    return []
  }
  return folders.flatMap((folder) =>
    readdirSync(join(corpus, folder))
      .filter((file) => file.endsWith('.xml'))
      .sort()
      .map((file) => ({
        name: `${folder}/${file}`,
        bytes: readFileSync(join(corpus, folder, file)),
      })),
  )
}
