// Every status that we write keeps the 31 rules and says what it was given; what would break a rule
// is not written.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { limits } from '../../src/config/limits.ts'
import { buildMls, type Mls, readStatusMessage } from '../../src/reporting/index.ts'
import { openValidator, type Validator } from '../../src/validation/index.ts'
import { accepted, issue, lawful, rejected, warning } from './mls.ts'
import { oddTexts } from './odd-texts.ts'

describe('a status that we write', () => {
  let validator: Validator
  beforeAll(async () => {
    validator = await openValidator({
      engine: 'compiled',
      pack: 'own',
      limits: limits.validation,
    })
  })
  afterAll(() => validator.close())

  it('is the bytes of an ApplicationResponse, from its first to its last', () => {
    expect(buildMls(rejected).toString()).toBe(
      '<ApplicationResponse ' +
        'xmlns="urn:oasis:names:specification:ubl:schema:xsd:ApplicationResponse-2" ' +
        'xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2" ' +
        'xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2">' +
        '<cbc:CustomizationID>urn:peppol:edec:mls:1.0</cbc:CustomizationID>' +
        '<cbc:ProfileID>urn:peppol:edec:mls</cbc:ProfileID>' +
        '<cbc:ID>7c0e3b1a-0f4e-4f0e-9c5a-3a6d2b1f8e11</cbc:ID>' +
        '<cbc:IssueDate>2026-11-21</cbc:IssueDate><cbc:IssueTime>10:05:02.953Z</cbc:IssueTime>' +
        '<cac:SenderParty><cbc:EndpointID schemeID="0242">001110</cbc:EndpointID>' +
        '</cac:SenderParty><cac:ReceiverParty>' +
        '<cbc:EndpointID schemeID="0242">000306-TEST.unit-7</cbc:EndpointID>' +
        '</cac:ReceiverParty><cac:DocumentResponse><cac:Response>' +
        '<cbc:ResponseCode>RE</cbc:ResponseCode>' +
        '<cbc:Description>Refused for what it says</cbc:Description></cac:Response>' +
        '<cac:DocumentReference><cbc:ID>90f14eff-3705-4869-ad3c-caae270a234e</cbc:ID>' +
        '</cac:DocumentReference><cac:LineResponse><cac:LineReference>' +
        '<cbc:LineID>/Invoice[1]/cbc:ID[1]</cbc:LineID></cac:LineReference><cac:Response>' +
        '<cbc:Description>Too long</cbc:Description><cac:Status>' +
        '<cbc:StatusReasonCode>BV</cbc:StatusReasonCode></cac:Status></cac:Response>' +
        '</cac:LineResponse></cac:DocumentResponse></ApplicationResponse>',
    )
  })

  it('keeps structure and rules, whatever its code, issues and texts', async () => {
    expect(lawful).toHaveLength(10 * oddTexts.length)
    for (const [name, mls] of lawful) {
      const verdict = await validator.validate(buildMls(mls), { layers: 'all' })
      expect([name, verdict.findings]).toEqual([name, []])
      expect(verdict.ruleSets.map(({ id, version }) => `${id} ${version}`)).toEqual([
        'peppol-mls 1.0.1',
      ])
    }
  })

  it('would be found out: the validator that finds nothing finds what was changed', async () => {
    const bytes = buildMls(rejected).toString().replace('>BV<', '>BW<')
    const { findings } = await validator.validate(Buffer.from(bytes), { layers: 'all' })
    expect(findings.map(({ rule }) => rule)).toEqual(['SCH-MLS-24'])
  })

  it('says what it was given', () => {
    const said = readStatusMessage(buildMls(rejected))
    expect(said).toEqual({
      kind: 'mls',
      ...rejected,
      sender: { scheme: '0242', id: rejected.sender },
      receiver: { scheme: '0242', id: rejected.receiver },
    })
  })

  it.each(oddTexts)('brings over a text with %s', (_, text, arrives) => {
    const issues = [{ ...issue, text, line: text }]
    const said = readStatusMessage(buildMls({ ...rejected, description: text, issues }))
    expect(said).toMatchObject({
      description: arrives,
      issues: [{ line: arrives, text: arrives, reason: 'BV' }],
    })
  })
})

const wrong: [rule: string, what: string, change: Partial<Mls>][] = [
  ['03', 'no identifier', { id: ' ' }],
  ['03', 'an identifier that XML cannot carry', { id: 'a\u0000' }],
  ['04', 'a date that is none', { issuedAt: new Date(Number.NaN) }],
  ['04', 'a date in the year 10000', { issuedAt: new Date('+010000-01-01T00:00:00Z') }],
  ['08', 'no sender', { sender: '' }],
  ['09', 'a sender with its scheme', { sender: '0242:001110' }],
  ['09', 'a sender of five digits', { sender: '01110' }],
  ['09', 'a sender whose sub-identifier is not set off', { sender: '001110_c2c3' }],
  ['13', 'no receiver', { receiver: '\n' }],
  ['14', 'a receiver with white space around', { receiver: ' 000306' }],
  ['14', 'a receiver with digits of another script', { receiver: '٠٠٠٣٠٦' }],
  ['19', 'another code', { code: 'AX' as 'AP' }],
  ['21', 'a rejection without description', { code: 'RE', issues: [issue] }],
  ['21', 'a rejection with an empty one', { code: 'RE', issues: [issue], description: '\t' }],
  ['23', 'a rejection without issue', { code: 'RE', description: 'No' }],
  ['24', 'a rejection for a warning', { code: 'RE', description: 'No', issues: [warning] }],
  ['25', 'an acceptance with a broken rule', { issues: [warning, issue] }],
  ['25', 'one without confirmation', { code: 'AB', issues: [{ ...issue, reason: 'FD' }] }],
  ['26', 'no reference', { documentId: '' }],
  ['26', 'a reference that XML cannot carry', { documentId: '90f14eff\ud800' }],
  ['27', 'an issue without place', { issues: [{ ...warning, line: '' }] }],
  ['29', 'an issue without text', { issues: [{ ...warning, text: ' ' }] }],
  ['31', 'an issue without reason', { ...rejected, issues: [{ ...issue, reason: 'XX' as 'BV' }] }],
]

describe('a status is not written', () => {
  it.each(wrong)('that would break SCH-MLS-%s: %s', (rule, _, change) => {
    expect(() => buildMls({ ...accepted, ...change })).toThrow(
      new RegExp(`^SCH-MLS-${rule}: .+ .+`),
    )
  })

  it('but for these faults it is', () => {
    expect(() => buildMls(accepted)).not.toThrow()
    expect(() => buildMls({ ...accepted, issues: [warning] })).not.toThrow()
    expect(() => buildMls({ ...accepted, sender: '001110-c2c3' })).not.toThrow()
  })
})
