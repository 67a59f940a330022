// Compares the results of the compiled rules of an official set with those of Saxon-HE and
// the same stylesheets.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { isExplained } from './explained.ts'
import { corpusFolder, isSame, type OursSaid, officialSet, type Said } from './official.ts'
import type { Saxon } from './saxon.ts'

/**
 * How many answers were alike, and how many of them were findings, errors, or
 * explained differences.
 */
export type Compared = {
  alike: number
  findings: number
  errors: number
  explained: string[]
  different: string[]
}

/** Asks both about each file, and describes where they differ. */
export async function compare(
  saxon: Saxon,
  id: string,
  files: readonly string[],
): Promise<Compared> {
  const set = await officialSet(id)
  const documents = files.map((file) => readFileSync(file))
  const ours = documents.map((document) => set.ask(document))
  const compared: Compared = { alike: 0, findings: 0, errors: 0, explained: [], different: [] }
  for (const [sheet, stylesheet] of set.stylesheets.entries()) {
    const theirs = await saxon.ask(stylesheet, files)
    for (const [at, said] of theirs.entries()) {
      const own = ours[at]![sheet]!
      const line = () => `${set.id}, document ${at}: ${explain(own, said)}`
      if (isSame(own, said)) count(compared, said)
      else if (isExplained(own, said, documents[at]!)) compared.explained.push(line())
      else compared.different.push(line())
    }
  }
  return compared
}

function count(compared: Compared, said: Said): void {
  compared.alike++
  if ('error' in said) compared.errors++
  else compared.findings += said.findings.length
}

function explain(ours: OursSaid, theirs: Said): string {
  const errors = ours.errors.map(({ rule, code }) => `error ${code} in ${rule}`)
  const a = [...ours.findings, ...errors]
  const b =
    'findings' in theirs
      ? theirs.findings
      : [`error ${theirs.error} in ${theirs.rule ?? 'no rule'}`]
  const only = (left: string[], right: string[]) =>
    left.filter((each) => !right.includes(each)).join(', ')
  return `only ours: ${only(a, b) || 'nothing'}; only theirs: ${only(b, a) || 'nothing'}`
}

/** The documents in a folder of the corpus. */
export function filesIn(folder: string): string[] {
  const names = readdirSync(path.join(corpusFolder, folder)).filter((name) => name.endsWith('.xml'))
  return names.map((name) => path.join(corpusFolder, folder, name))
}
