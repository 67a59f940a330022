// The Invoice Responses that we write, by the official schema and rules; and what we refuse to
// write, which the same rules refuse.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { limits } from '../../../src/config/limits.ts'
import { buildInvoiceResponse } from '../../../src/reporting/index.ts'
import { openValidator, type Validator } from '../../../src/validation/index.ts'
import { lawful, paid, queried } from '../../reporting/invoice-responses.ts'
import { describeWithRules, rulesFolder } from '../validation/official.ts'

/** Edits of a response, each with the rules that it breaks. */
const edits: [rules: string[], from: string | RegExp, to: string][] = [
  [['T111-B00103'], /<cbc:ID>IR-2026-17<\/cbc:ID>/, ''],
  [['COMMON-R001'], '>IR-2026-17<', '><'],
  [['T111-B00902'], 'schemeID="0192"', 'schemeID="9999"'],
  [['T111-B02102'], 'schemeID="0208"', 'schemeID="208"'],
  [['COMMON-R001', 'T111-B02601'], '<cbc:RegistrationName>Vierhoek BV</cbc:RegistrationName>', ''],
  [['T111-B03001'], '>UQ<', '>XX<'],
  [['T111-B03303'], 'listID="OPStatusReason"', 'listID="X"'],
  [['COMMON-R001', 'T111-B03601'], '<cbc:AttributeID>BT-14</cbc:AttributeID>', ''],
  [['T111-B03901'], '<cbc:ID>F-2026-1</cbc:ID>', ''],
  [['T111-B04201'], '>380<', '>471<'],
  [['T111-R001'], /<cac:Status>.*<\/cac:Status>/, ''],
  [
    ['T111-R004'],
    /REF<\/cbc:StatusReasonCode><cbc:StatusReason>[^<]*<\/cbc:StatusReason>/,
    'PPD</cbc:StatusReasonCode>',
  ],
  [['T111-R006'], '>PIN<', '>REF<'],
  [['T111-R007'], '>REF<', '>NOA<'],
  [['COMMON-R030'], '<cbc:IssueDate>2026-11-21<', '<cbc:IssueDate>2026-11-21Z<'],
  [['COMMON-R041'], '>987654325<', '>987654321<'],
  [['COMMON-R043'], '>0123456749<', '>0123456740<'],
]

describeWithRules('the Invoice Responses that we write', () => {
  let validator: Validator
  beforeAll(async () => {
    validator = await openValidator({
      engine: 'compiled',
      pack: 'official',
      rulesDir: rulesFolder,
      limits: limits.validation,
    })
  })
  afterAll(() => validator.close())

  async function fatalIn(bytes: Uint8Array, layers: 'all' | 'structure' = 'all') {
    const { findings } = await validator.validate(bytes, { layers })
    return findings.filter(({ severity }) => severity === 'error').map(({ rule }) => rule)
  }

  async function brokenRules(bytes: Uint8Array) {
    const { findings, ruleSets } = await validator.validate(bytes, { layers: 'all' })
    expect(ruleSets.map(({ id, pack }) => `${pack} ${id}`)).toEqual([
      'official peppol-invoice-response',
    ])
    const rules = findings.filter(
      ({ layer, severity }) => layer === 'rules' && severity === 'error',
    )
    return [...new Set(rules.map(({ rule }) => rule))].sort()
  }

  test('are valid, whatever they say', async () => {
    for (const [name, response] of lawful)
      expect([name, await fatalIn(buildInvoiceResponse(response))]).toEqual([name, []])
  })

  test.each(edits)('would be found out: %s', async (rules, from, to) => {
    const text = buildInvoiceResponse(queried).toString()
    const edited = text.replace(from, to)
    expect(edited).not.toBe(text)
    expect(await brokenRules(Buffer.from(edited))).toEqual(rules.map((rule) => `PEPPOL-${rule}`))
  })

  test('are stricter in one rule: a payment in part is a payment', async () => {
    const part = { list: 'OPStatusReason', code: 'PPD', text: 'Half' } as const
    const text = buildInvoiceResponse({ ...paid, clarifications: [part] }).toString()
    expect(await brokenRules(Buffer.from(text.replace('>PD<', '>AP<')))).toEqual([])
  })
})
