// The tax data that we build from the official documents of each country, by the official schemas
// and rules of tax data; and what we refuse to write.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { limits } from '../../../src/config/limits.ts'
import { buildTaxData, type RegimeName, type TaxDataFacts } from '../../../src/reporting/index.ts'
import { openValidator, type Validator } from '../../../src/validation/index.ts'
import { facts } from '../../reporting/taxdata/facts.ts'
import {
  corpusFolder,
  describeWithRules,
  readDocument,
  rulesFolder,
} from '../validation/official.ts'

const slovak = [
  ...['Allowance-example', 'Vat-category-S', 'base-creditnote-correction', 'base-example'],
  ...['base-negative-inv-correction', 'vat-category-E', 'vat-category-O', 'vat-category-Z'],
].map((name) => `billing/${name}.xml`)

type Sample = {
  file: string
  set: string
  kind: string
  xsd: string
  findings: [string, string][]
}

/** Samples of PINT AE: those that its rules take, and others of its schema or of none. */
function emirati(): { sound: string[]; unsound: string[]; shapeless: string[] } {
  const samples = readFileSync(join(corpusFolder, 'pint/expectations.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((row) => JSON.parse(row) as Sample)
    .filter(({ set, kind }) => set === 'pint-ae' && kind === 'sample')
  const isSound = ({ findings }: Sample) => !findings.some(([, flag]) => flag === 'fatal')
  const isShaped = ({ xsd }: Sample) => xsd === 'valid'
  const filesOf = (some: Sample[]) => some.map(({ file }) => `pint/${file}`)
  return {
    sound: filesOf(samples.filter((each) => isShaped(each) && isSound(each))),
    unsound: filesOf(samples.filter((each) => isShaped(each) && !isSound(each))),
    shapeless: filesOf(samples.filter((each) => !isShaped(each))),
  }
}

describeWithRules('the tax data that we build', () => {
  let validator: Validator
  beforeAll(async () => {
    validator = await openValidator({
      ...{ engine: 'compiled', pack: 'official', rulesDir: rulesFolder },
      limits: limits.validation,
    })
  })
  afterAll(() => validator.close())

  async function errorsIn(report: Buffer): Promise<string[]> {
    const { findings } = await validator.validate(report, { layers: 'all' })
    const errors = findings.filter(({ severity }) => severity === 'error')
    return errors.map(({ rule, message }) => `${rule}: ${message}`)
  }

  const built = (regime: RegimeName, file: string, more: Partial<TaxDataFacts> = {}) =>
    buildTaxData(regime, readDocument(file), { ...facts, ...more })

  test.each(slovak)('of Slovakia from %s', async (file) => {
    for (const type of ['submit', 'resubmit', 'withdraw'] as const)
      for (const role of ['sender', 'receiver'] as const)
        expect(await errorsIn(built('sk', file, { type, role }))).toEqual([])
  })

  test('of the Emirates from each sample that its own rules take', async () => {
    const { sound } = emirati()
    expect(sound.length).toBeGreaterThan(20)
    for (const file of sound)
      for (const type of ['submit', 'resubmit', 'withdraw', 'failed'] as const)
        for (const role of ['sender', 'receiver'] as const) {
          const errors = await errorsIn(built('ae', file, { type, role }))
          expect([file, type, errors]).toEqual([file, type, []])
        }
  })

  test('of the Emirates of what is invalid, as a failure', async () => {
    const { unsound } = emirati()
    expect(unsound.length).toBeGreaterThan(3)
    for (const file of unsound)
      expect([file, await errorsIn(built('ae', file, { type: 'failed' }))]).toEqual([file, []])
  })

  // The schema of tax data looks into the source document, too.
  test('of the Emirates of what breaks its own schema, as a failure', async () => {
    const { shapeless } = emirati()
    expect(shapeless.length).toBeGreaterThan(0)
    for (const file of shapeless)
      for (const error of await errorsIn(built('ae', file, { type: 'failed' })))
        expect(error).toMatch(/^structure\.schema: Element 'cac:OrderLineReference'/)
  })

  test('a report that is changed is refused by the rules', async () => {
    const report = built('ae', emirati().sound[0]!).toString()
    const changed = report.replace('<pxs:ReporterRole>01', '<pxs:ReporterRole>C2')
    expect((await errorsIn(Buffer.from(changed))).join()).toContain('ibr-tdd-08')
    const slovakian = built('sk', slovak[0]!).toString()
    const without = slovakian.replace(/<pxs:TaxAuthority>.*<\/pxs:TaxAuthority>/, '')
    expect((await errorsIn(Buffer.from(without))).length).toBeGreaterThan(0)
  })
})
