// Documents of PINT, XRechnung, NLCIUS, French CTC and tax data against the verdicts of Saxon-HE
// that are stored with the corpus: the result of the schema, the rules that fire, and their flags.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { limits } from '../../../src/config/limits.ts'
import { openValidator, type Validator, type Verdict } from '../../../src/validation/index.ts'
import { parseXml } from '../../../src/xml/index.ts'
import { randomNumbers } from '../structure/mutant.ts'
import { changerOf } from './changed.ts'
import { corpusFolder, describeWithRules, officialSet, rulesFolder } from './official.ts'

type Flagged = [rule: string, flag: 'fatal' | 'warning']
type Stored = {
  file: string
  set: string
  xsd: 'valid' | 'invalid'
  findings: Flagged[]
  /** With another version of EN 16931. */
  alternative?: Flagged[]
  /** So many layers of the publisher stopped; what they would have found is not known. */
  layerErrors?: number
}

/** Rule sets that contradict those in force. */
const outdated = ['pint-om', 'tdd-om', 'tdd-vida']

/** What each rule set has beside EN 16931, PINT and BIS, and the documents that it is for. */
const ownSets: [id: string, folder: string][] = [
  ...['pint-ae', 'pint-aunz', 'pint-eu', 'pint-jp', 'pint-my', 'pint-om', 'pint-sg'].map(
    (id): [string, string] => [id, id],
  ),
  ...['tdd-ae', 'tdd-om', 'tdd-sk', 'tdd-vida', 'xrechnung-ubl', 'xrechnung-cii'].map(
    (id): [string, string] => [id, id],
  ),
  ['nlcius-ubl', 'nlcius-ubl'],
  ['nlcius-gaccount', 'nlcius-ubl'],
  ['nlcius-cii', 'nlcius-cii'],
  ['fr-ctc-ubl', 'france-ubl'],
  ['fr-ctc-extended-ubl', 'france-ubl'],
  ['fr-ctc-cii', 'france-cii'],
  ['fr-ctc-extended-cii', 'france-cii'],
  ['fr-ctc-cdar', 'france-cdar'],
]

const folder = path.join(corpusFolder, 'pint')
const seed = Number(process.env.VALIDATION_SEED ?? 20261128)
const changesMax = 8_000

describeWithRules('documents of each type', () => {
  let stored: Stored[]
  let validator: Validator
  beforeAll(async () => {
    const lines = readFileSync(path.join(folder, 'expectations.jsonl'), 'utf8').trim().split('\n')
    stored = lines.map((line) => JSON.parse(line) as Stored)
    const options = { engine: 'compiled', limits: limits.validation } as const
    validator = await openValidator({ ...options, rulesDir: rulesFolder })
  })
  afterAll(() => validator.close())

  const judge = (file: string, withOutdated: boolean) =>
    validator.validate(read(file), { layers: 'all', withOutdated })

  test('have the findings of the official rules', async () => {
    const different: string[] = []
    for (const each of stored) {
      const verdict = await judge(each.file, true)
      if (!agrees(verdict, each)) different.push(`${each.file}: ${explain(verdict, each)}`)
    }
    expect(stored).toHaveLength(649)
    // The verdicts are those of 1.0.3; ours have what 1.0.4 changes.
    expect(different).toEqual([
      expect.stringMatching(/^tdd-ae\/.*-10~003.*; only ours: ibr-tdd-17 fatal; only theirs: $/),
    ])
  })

  test('are refused only by rules that are in force', async () => {
    const refused: string[] = []
    const judged = { yes: 0, no: 0 }
    for (const { file, set, xsd, findings, layerErrors } of stored) {
      const isFailed = xsd === 'invalid' || layerErrors !== undefined
      const hasFatal = isFailed || findings.some(([, flag]) => flag === 'fatal')
      const verdict = await judge(file, false).catch((error: { lacksRules?: boolean }) => error)
      const isJudged = 'findings' in verdict
      judged[isJudged ? 'yes' : 'no']++
      if (isJudged ? !verdict.valid && !hasFatal : verdict.lacksRules !== true) refused.push(file)
      expect([file, isJudged]).toEqual([file, !outdated.includes(set)])
    }
    expect(refused).toEqual([])
    expect(judged).toEqual({ yes: 553, no: 96 })
  })

  test.each(ownSets)('changed, fire a third of what %s alone asserts', async (id, from) => {
    const set = await officialSet(id)
    const shared = new Set((await Promise.all(sharedSets.map(idsOf))).flat())
    const own = (await idsOf(id)).filter((rule) => !shared.has(rule))
    const fired = new Set<string>()
    const ask = (bytes: Uint8Array) => {
      for (const { findings } of set.ask(bytes))
        for (const finding of findings) fired.add(finding.slice(0, finding.indexOf('|')))
    }
    const countOfOwn = () => own.filter((rule) => fired.has(rule)).length
    const documents = documentsIn(from)
    for (const document of documents) ask(document)
    const random = randomNumbers(seed)
    const change = changerOf(documents, donorsFor(documents), wordsOf(set.stylesheets))
    let changes = 0
    for (; changes < changesMax && countOfOwn() * 3 < own.length; changes++) ask(change(random))
    console.log(`${id}: ${countOfOwn()} of ${own.length} fired, ${changes} documents changed`)
    expect(own.length).toBeGreaterThan(0)
    expect(countOfOwn() * 3).toBeGreaterThanOrEqual(own.length)
  })
})

const sharedSets = ['en16931', 'en16931-cii', 'pint', 'peppol-billing']

function read(file: string): Buffer {
  return readFileSync(path.join(folder, file))
}

function documentsIn(set: string): Buffer[] {
  return readdirSync(path.join(folder, set)).map((name) => read(path.join(set, name)))
}

/** Samples of every set that have the root elements of these. */
function donorsFor(documents: readonly Buffer[]): Buffer[] {
  const namespaceOf = (bytes: Buffer) => parseXml(bytes, { instructions: 'keep' }).root.namespace
  const namespaces = new Set(documents.map(namespaceOf))
  const sets = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  const all = sets.flatMap(({ name }) => documentsIn(name))
  return all.filter((bytes) => bytes.length < 60_000 && namespaces.has(namespaceOf(bytes)))
}

/** The strings in the tests of the rules: codes, patterns and schemes. */
function wordsOf(stylesheets: readonly string[]): string[] {
  const tests = stylesheets.flatMap((file) => [
    ...readFileSync(file, 'utf8').matchAll(/ test="([^"]*)"/g),
  ])
  const words = tests.flatMap(([, text = '']) => [...text.matchAll(/'([^']{1,40})'/g)])
  return [...new Set(words.map(([, word = '']) => word))]
}

async function idsOf(id: string): Promise<string[]> {
  const { scripts } = await officialSet(id)
  const listed = scripts.flatMap((file) => [
    ...readFileSync(file, 'utf8').matchAll(/^\["([^"]+)", "[a-z]*"\],?$/gm),
  ])
  return [...new Set(listed.map(([, rule = '']) => rule))]
}

function agrees(verdict: Verdict, { xsd, findings, alternative, layerErrors }: Stored): boolean {
  if (schemaResult(verdict) !== xsd) return false
  if (xsd === 'invalid') return true
  const ours = ourFindings(verdict)
  const isSame = (stated: Flagged[]) => {
    const theirs = asLines(stated)
    if (layerErrors === undefined) return theirs.join('\n') === ours.join('\n')
    return ours.includes('rule-error fatal') && theirs.every((line) => ours.includes(line))
  }
  return isSame(findings) || (alternative !== undefined && isSame(alternative))
}

function schemaResult({ findings }: Verdict): Stored['xsd'] {
  return findings.some(({ layer }) => layer !== 'rules') ? 'invalid' : 'valid'
}

function ourFindings({ findings }: Verdict): string[] {
  return asLines(
    findings.map(({ rule, severity }) => [rule, severity === 'error' ? 'fatal' : 'warning']),
  )
}

/** An assertion without an id is `-` there, and has a name of ours here. */
function asLines(findings: Flagged[]): string[] {
  const lines = findings.map(([rule, flag]) => `${/^assert-/.test(rule) ? '-' : rule} ${flag}`)
  return [...new Set(lines)].sort()
}

function explain(verdict: Verdict, { xsd, findings }: Stored): string {
  const [ours, theirs] = [ourFindings(verdict), asLines(findings)]
  const only = (left: string[], right: string[]) =>
    left.filter((line) => !right.includes(line)).join(', ')
  return (
    `schema ${schemaResult(verdict)}, theirs ${xsd}; only ours: ${only(ours, theirs)}; ` +
    `only theirs: ${only(theirs, ours)}`
  )
}
