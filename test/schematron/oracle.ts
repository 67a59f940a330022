// What is known about the unit documents of the official rules: what their authors expect, and what
// Saxon-HE reported with the official stylesheets; and the list in docs/validation.md of the rules
// in which we differ, which comparisons allow for.
import { readFileSync } from 'node:fs'
import { readOfficial } from '../official-documents.ts'
import { brokenRules } from './own-rules.ts'

const page = readFileSync('docs/validation.md', 'utf8')

/** The rule ids listed in docs/validation.md, by heading. */
export const documented = {
  notCovered: idsBelow('### Not covered'),
  different: idsBelow('### Different'),
  unlikeSaxon: idsBelow('## Compiled rules beside Saxon'),
}

export type Expectation = { file: string; id: string; expected: 'success' | 'error' | 'warning' }

/** Units of order and catalogue rules, which we do not have, are skipped. */
const isBilling = /^((Invoice|CreditNote)-unit-UBL|unit-UBL-\w+)\//

export function expectations(): Expectation[] {
  const lines = linesOf<{ file: string; expect: { k: Expectation['expected']; id: string }[] }>(
    'units/expectations.jsonl',
  )
  return lines
    .filter(({ file }) => isBilling.test(file))
    .flatMap(({ file, expect }) =>
      expect.map(({ k, id }) => ({ file: `units/${file}`, id, expected: k })),
    )
}

/** Whether our rules do what the author of the unit expects of one of them. */
export function holds({ file, id, expected }: Expectation): boolean {
  const flag = brokenRules(readOfficial(file), 'en16931', 'peppol-billing').get(id)
  if (expected === 'success') return flag === undefined
  return flag === (expected === 'error' ? 'fatal' : 'warning')
}

/** `error` if a rule of the official stylesheet failed itself, so that there is no verdict. */
type Saxon = {
  file: string
  findings?: [id: string, flag: string, location: string][]
  error?: string
}

export type Comparison = { file: string; ours: string[]; official: string[] }

/**
 * Our findings beside the official ones, each as 'id flag', for the documents that Saxon
 * judged by a rule set.
 */
export function comparisons(verdicts: string, ruleSet: string, every = 1): Comparison[] {
  const judged = linesOf<Saxon>(`verdicts/${verdicts}.jsonl`).filter(({ file }) =>
    isBilling.test(file.replace('units/', '')),
  )
  return judged
    .filter(({ error }, index) => error === undefined && index % every === 0)
    .map(({ file, findings = [] }) => ({
      file,
      ours: [...brokenRules(readOfficial(file), ruleSet)].map((one) => one.join(' ')).sort(),
      official: [...new Set(findings.map(([id, flag]) => `${id} ${flag}`))].sort(),
    }))
}

/** The findings of only one side, except for rules in which we are known to differ. */
export function unexplained({ file, ours, official }: Comparison): string[] {
  const { different, notCovered } = documented
  const known = new Set([...different, ...notCovered])
  const oneSided = [
    ...ours.filter((one) => !official.includes(one)).map((one) => `only ours: ${one}`),
    ...official.filter((one) => !ours.includes(one)).map((one) => `only official: ${one}`),
  ]
  return oneSided
    .filter((one) => !known.has(one.split(' ').at(-2)!))
    .map((one) => `${file}: ${one}`)
}

function idsBelow(heading: string): string[] {
  const [, section] = page.split(`${heading}\n`)
  if (section === undefined) throw new Error(`docs/validation.md has no section '${heading}'`)
  const rows = section.split(/\n#/)[0]!.matchAll(/^\| (?!Rule)([^|]+) \|/gm)
  return [...rows].flatMap(([, cell = '']) => cell.match(/\b[A-Za-z]+(-[A-Za-z0-9]+)+\b/g) ?? [])
}

function linesOf<T>(file: string): T[] {
  return readOfficial(file)
    .toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as T)
}
