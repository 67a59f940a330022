// The compiled official rules against the verdicts of Saxon-HE stored with the corpus, and against
// what the official unit tests expect. Only the official pack and the corpus are needed.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import {
  corpusFolder,
  describeWithRules,
  isSame,
  officialSet,
  ownSet,
  readDocument,
  type Said,
} from './official.ts'

type Stored = {
  file: string
  findings?: [rule: string, flag: string, location: string][]
  error?: string
}

function readLines<T>(file: string): T[] {
  const text = readFileSync(path.join(corpusFolder, file), 'utf8').trim()
  return text.split('\n').map((line) => JSON.parse(line) as T)
}

function asSaid({ findings, error }: Stored): Said {
  return error === undefined
    ? { findings: findings!.map((each) => each.join('|')).sort() }
    : { error }
}

describeWithRules('the stored verdicts of Saxon-HE', () => {
  test.each([
    { file: 'units-cen-1.3.16', id: 'en16931', version: '1.3.16', at: 0, count: 2260 },
    { file: 'units-peppol-3.0.21', id: 'peppol-billing', version: '3.0.21', at: 0, count: 2260 },
    { file: 'tdd-sk', id: 'tdd-sk', version: '1.0.0', at: 2, count: 9 },
    { file: 'tdd-ae', id: 'tdd-ae', version: '1.0.3', at: 0, count: 6 },
    { file: 'tdd-vida', id: 'tdd-vida', version: '1.0.0', at: 2, count: 18 },
  ])(
    'are those of $id $version on every file of $file',
    async ({ file, id, version, at, count }) => {
      const set = await officialSet(id)
      const stored = readLines<Stored>(`verdicts/${file}.jsonl`)
      const different = stored.filter((each) => {
        return !isSame(set.ask(readDocument(each.file))[at], asSaid(each))
      })
      expect(set.version).toBe(version)
      expect(stored).toHaveLength(count)
      expect(different.map((each) => each.file)).toEqual([])
    },
  )

  // The obtainable official rules are an older version, so ours take their place.
  test('are those of our own rules on every Message Level Status', async () => {
    const set = await ownSet('peppol-mls')
    const stored = readLines<Stored>('verdicts/mls-1.0.1.jsonl')
    const different = stored.filter(
      (each) => !isSame(set.ask(readDocument(each.file))[0], asSaid(each)),
    )
    expect(set.version).toBe('1.0.1')
    expect(stored).toHaveLength(8)
    expect(different.map((each) => each.file)).toEqual([])
    const changed = readDocument(stored[0]!.file)
      .toString()
      .replace('schemeID="0242"', 'schemeID="0088"')
    expect(set.ask(Buffer.from(changed))[0]!.findings).not.toEqual([])
  })
})

type Expectation = { file: string; expect: { k: 'success' | 'error' | 'warning'; id: string }[] }

// Older than the rules in force: three ids are gone, two asserts changed their flag (README of the
// corpus). Where such an id is expected not to be found, that is so, but it proves nothing.
const gone = ['BR-CO-25', 'COMMON-R048', 'PEPPOL-COMMON-R048', 'PEPPOL-T115-R001', 'T115-R001']
const changedFlag = ['DK-R-003', 'PEPPOL-T114-R008', 'T114-R008']
const outdated = 6

const setsByFolder: Record<string, string[]> = {
  'unit-order': ['peppol-order'],
  'unit-common': ['peppol-order'],
  'unit-order-change': ['peppol-order-change'],
  'unit-order-cancellation': ['peppol-order-cancellation'],
  'unit-order-response': ['peppol-order-response'],
  'unit-order-response-advanced': ['peppol-order-response-advanced'],
  'unit-order-agreement': ['peppol-order-agreement'],
  'unit-catalogue': ['peppol-catalogue'],
  'unit-punch-out': ['peppol-punch-out'],
  'unit-despatch-advice': ['peppol-despatch-advice'],
  'unit-invoice-response': ['peppol-invoice-response'],
}
const billingSets = ['en16931', 'peppol-billing']

describeWithRules('the official unit tests', () => {
  test('hold, except for those that are older than the rules', async () => {
    const failed: string[] = []
    let count = 0
    for (const { file, expect: expectations } of readLines<Expectation>(
      'units/expectations.jsonl',
    )) {
      const ids = setsByFolder[file.split('/')[0]!] ?? billingSets
      const sets = await Promise.all(ids.map(officialSet))
      const bytes = readDocument(`units/${file}`)
      const findings = sets.flatMap((set) => set.ask(bytes)).flatMap((said) => said.findings)
      for (const expectation of expectations) {
        count++
        if (!holds(expectation, findings)) failed.push(`${file} ${expectation.k} ${expectation.id}`)
      }
    }
    const isOutdated = (line: string) =>
      [...gone, ...changedFlag].some((id) => line.endsWith(` ${id}`))
    expect(count).toBe(2271)
    expect(failed.filter((line) => !isOutdated(line))).toEqual([])
    expect(failed.filter(isOutdated)).toHaveLength(outdated)
  })
})

function holds({ k, id }: Expectation['expect'][number], findings: string[]): boolean {
  const flag = { success: '', error: 'fatal', warning: 'warning' }[k]
  if (flag === '') return !findings.some((finding) => finding.startsWith(`${id}|`))
  return findings.some((finding) => finding.startsWith(`${id}|${flag}|`))
}
