// The fifth corner of the sandbox with official rules: a report of an official invoice, and the
// same one with a rule broken.
import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type FiveCorners, openFiveCorners, reportOf } from '../../five-corners.ts'
import { temporaryFolder, testDatabase } from '../../store/database.ts'
import { describeWithRules, readDocument, rulesFolder } from '../validation/official.ts'

const sources = {
  ae: 'pint/pint-ae/billing_inv_Commercial-invoice.xml',
  sk: 'billing/base-example.xml',
}

describeWithRules('the tax authorities of the sandbox', () => {
  let corners: FiveCorners
  beforeAll(async () => {
    const database = await testDatabase()
    const dataDir = mkdtempSync(join(await temporaryFolder(), 'gateway-'))
    const settings = { DATA_DIR: dataDir, DATABASE_URL: database.url, RULES_DIR: rulesFolder }
    corners = await openFiveCorners(settings)
  })
  afterAll(() => corners.stop())

  it.each(['ae', 'sk'] as const)('accept what is right by the rules: %s', async (regime) => {
    const { id } = await corners.submit(reportOf(regime, readDocument(sources[regime])))
    expect(await corners.answered(id)).toMatchObject({ mls: { status: 'accepted', code: 'AP' } })
    expect(corners.listedOf(id)).toMatchObject([{ regime, verdict: 'AP' }])
  })

  it.each([
    ['ae', /<pxs:DocumentScope>[A-Z]+</, '<pxs:DocumentScope>X<'],
    ['sk', /<pxs:DocumentScope>[A-Z]+</, '<pxs:DocumentScope>X<'],
  ] as const)('reject what breaks a rule, and name it: %s', async (regime, part, instead) => {
    const report = reportOf(regime, readDocument(sources[regime])).toString()
    expect(report).toMatch(part)
    const { id } = await corners.submit(Buffer.from(report.replace(part, instead)))
    const { outcome, mls } = await corners.answered(id)
    expect({ outcome, code: mls.code }).toEqual({ outcome: 'rejected', code: 'RE' })
    expect(mls.issues).toContainEqual(
      expect.objectContaining({ code: 'BV', text: expect.stringMatching(/^ibr-tdd-\d+: /) }),
    )
    expect(corners.listedOf(id)).toMatchObject([{ regime, verdict: 'RE' }])
  })
})
