// The statuses that we write, by the official schema and by the official rules that can be obtained
// (1.0.0; those in force, 1.0.1, are in our own pack).
import { afterAll, beforeAll, expect, test } from 'vitest'
import { limits } from '../../../src/config/limits.ts'
import { buildMls, type Mls } from '../../../src/reporting/index.ts'
import { openValidator, type Validator } from '../../../src/validation/index.ts'
import { accepted, issue, lawful, rejected, warning } from '../../reporting/mls.ts'
import { describeWithRules, rulesFolder } from '../validation/official.ts'
import { openRulesOf100 } from './mls-100.ts'

describeWithRules('the statuses that we write', () => {
  let validator: Validator
  let broken: (ubl: Uint8Array) => string[]
  beforeAll(async () => {
    broken = await openRulesOf100()
    validator = await openValidator({
      engine: 'compiled',
      pack: 'official',
      rulesDir: rulesFolder,
      limits: limits.validation,
    })
  })
  afterAll(() => validator.close())

  const brokenIn100 = (mls: Mls) => broken(buildMls(mls))

  test('are valid by the official schema', async () => {
    for (const [name, mls] of lawful) {
      const { findings } = await validator.validate(buildMls(mls), { layers: 'all' })
      expect([name, findings]).toEqual([name, []])
    }
    const padded = Buffer.from(buildMls(rejected).toString().replace('10:05:02.953Z', 'noon'))
    const { findings } = await validator.validate(padded, { layers: 'structure' })
    expect(findings).not.toEqual([])
  })

  test('keep the official rules of 1.0.0', () => {
    for (const [name, mls] of lawful)
      expect([name, brokenIn100({ ...mls, receiver: '000306' })]).toEqual([name, []])
  })

  test('differ from 1.0.0 in what 1.0.1 changed: the case of sub-identifiers', () => {
    expect(brokenIn100({ ...accepted, receiver: '000306-TEST.UNIT-7' })).toEqual([])
    expect(brokenIn100({ ...accepted, receiver: '000306-TEST.unit-7' })).toEqual(['SCH-MLS-14'])
    expect(brokenIn100({ ...accepted, sender: '000306-test', receiver: '001110' })).toEqual([
      'SCH-MLS-09',
    ])
  })

  test('would be found out by 1.0.0 as well', () => {
    const written = buildMls({ ...rejected, receiver: '001110', issues: [issue, warning] })
    const bytes = written.toString().replace('>BV<', '>BW<')
    expect(broken(Buffer.from(bytes))).toEqual(['SCH-MLS-24'])
  })
})
