// The rules of tax data of the Emirates by our validation: each official document that breaks one
// rule is found by it, and what version 1.0.4 changes is as it is there.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { limits } from '../../../src/config/limits.ts'
import { openValidator, type Validator } from '../../../src/validation/index.ts'
import { reportOf } from '../../five-corners.ts'
import { officialFiles } from '../../official-documents.ts'
import { describeWithRules, readDocument, rulesFolder } from '../validation/official.ts'

/** `…bad-ibr-tdd-30-1.xml` breaks ibr-tdd-30-1; those with a `~` are changed further. */
const negatives = officialFiles('pint/tdd-ae').flatMap((file) => {
  const rule = /bad-sch_bad-(ibr-tdd-[0-9-]+)\.xml$/.exec(file)?.[1]
  return rule === undefined ? [] : [[rule, file] as const]
})
const positives = officialFiles('tdd/ae')

describeWithRules('tax data of the Emirates', () => {
  let validator: Validator
  beforeAll(async () => {
    const options = { engine: 'compiled', limits: limits.validation } as const
    validator = await openValidator({ ...options, rulesDir: rulesFolder })
  })
  afterAll(() => validator.close())

  async function errorsIn(report: Uint8Array): Promise<string[]> {
    const { findings } = await validator.validate(report, { layers: 'all' })
    return findings.filter(({ severity }) => severity === 'error').map(({ rule }) => rule)
  }

  test('are as many as there are official documents', () => {
    expect([negatives.length, positives.length]).toEqual([29, 6])
  })

  test.each(negatives)('%s is found', async (rule, file) => {
    expect(await errorsIn(readDocument(file))).toContain(rule)
  })

  test.each(positives)('nothing is found in %s', async (file) => {
    expect(await errorsIn(readDocument(file))).toEqual([])
  })

  const source = readDocument('pint/pint-ae/billing_inv_Commercial-invoice.xml').toString()
  const type = /<cbc:ProfileExecutionID>[01]{8}<\/cbc:ProfileExecutionID>/
  const report = (flags: string) =>
    reportOf(
      'ae',
      Buffer.from(
        source.replace(type, `<cbc:ProfileExecutionID>${flags}</cbc:ProfileExecutionID>`),
      ),
    ).toString()

  test('a report without the scheme of its receiver breaks ibr-tdd-17 as well', async () => {
    const without = report('00000000').replace(
      /(<pxs:ReceivingParty><cbc:EndpointID) schemeID="0242"/,
      '$1',
    )
    expect((await errorsIn(Buffer.from(without))).sort()).toEqual(['ibr-tdd-16', 'ibr-tdd-17'])
  })

  test.each([
    ['an export', '00000001', []],
    ['another invoice', '00000000', ['ibr-tdd-33']],
  ])('a report without a buyer, of %s', async (_, flags, expected) => {
    expect(source).toMatch(type)
    const summary = /<cac:AccountingCustomerParty>.*?<\/cac:AccountingCustomerParty>/s
    const without = report(flags).replace(summary, '')
    expect(without).not.toBe(report(flags))
    expect(await errorsIn(Buffer.from(without))).toEqual(expected)
  })
})
