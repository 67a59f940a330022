// Doubts about documents in their records and in `validate`: said, and never a reason to refuse.
import { afterAll, describe, expect, it } from 'vitest'
import { limits } from '../../src/config/limits.ts'
import type { Gateway } from '../../src/core/gateway.ts'
import type { Submission } from '../../src/core/submit/submission.ts'
import { validateOnly } from '../../src/core/validate.ts'
import { openValidator } from '../../src/validation/index.ts'
import { readCase, readCaseToSend } from '../cases/read-case.ts'
import { openReceivingGateway } from '../core/arrivals.ts'
import { invoice, jsonBody } from '../core/test-gateway.ts'

const test = await openReceivingGateway()
const { gateway, register, send, inbound } = test

const validator = await openValidator({ engine: 'compiled', limits: limits.validation })
afterAll(() => validator.close())
const judging: Gateway = { ...gateway, validate: validator.validate }

type Xml = Extract<Submission['body'], { format: 'xml' }>
const asXml = (text: string): Xml => ({
  ...{ format: 'xml', bytes: Buffer.from(text), mediaType: 'application/xml' },
})
const xml = readCase('long-name.xml').toString()
const wrongTotal = xml.replace(/(<cbc:PayableAmount[^>]*>)[^<]*/, '$1120.00')
const totals = 'LegalMonetaryTotal/PayableAmount is "120.00": the other amounts add up to 121.00'

const { lines, ...head } = invoice() as { lines: object[] }
const [line] = lines
const credit = {
  ...head,
  type: 'creditNote',
  dueDate: undefined,
  lines: [{ ...line, quantity: -4 }],
}
const ahead = new Date(Date.now() + 400 * 86_400_000).toISOString().slice(0, 10)

/** In JSON: what is doubtful, and what is said of it. */
const doubtful: [string, object, string, RegExp][] = [
  ['a negative quantity', credit, 'credit-note.negative', /^lines\[0\].quantity is "-4": the amou/],
  [
    'a due date before the issue date',
    { ...head, lines, issueDate: '2026-12-22' },
    'due-date.before-issue',
    /^dueDate is 2026-12-21, before the day of issue, 2026-12-22$/,
  ],
  [
    'an issue date far ahead',
    { ...head, lines, issueDate: ahead, dueDate: undefined, paymentTerms: 'at once' },
    'issue-date.far-ahead',
    new RegExp(`^issueDate is "${ahead}", more than a year ahead$`),
  ],
  [
    'a VAT identifier',
    { ...head, lines, seller: { ...(head as { seller?: object }).seller, vatId: 'BE0123456748' } },
    'vat-id.check-digit',
    /^seller\.vatId is "BE0123456748", a VAT identifier whose check digit does not fit$/,
  ],
  [
    'an allowance below zero',
    { ...head, lines: [{ ...line, allowances: [{ amount: '-5', reason: 'x' }] }] },
    'allowance.negative',
    /^lines\[0\]\.allowances\[0\]\.amount is "-5(\.00)?": an allowance below zero is a charge$/,
  ],
]

const kindOf = (document: object) => ('type' in document ? 'creditNote' : 'invoice')

describe.each(doubtful)('%s', (_, document, rule, message) => {
  const body = jsonBody(document) as Extract<Submission['body'], { format: 'json' }>

  it('is a sentence in the record, and refuses nothing', async () => {
    const { record } = await test.submit({ body, kind: kindOf(document) })
    expect(record.warnings?.filter((warning) => message.test(warning))).toHaveLength(1)
    expect(record.warnings?.every((warning) => /^\w+(\[|\.|\w)/.test(warning))).toBe(true)
  })

  it('is a warning of validate, with its place', async () => {
    const { valid, findings } = await validateOnly(judging, body)
    const [found] = findings.filter((one) => one.rule === rule && message.test(one.message))
    expect(found).toMatchObject({ severity: 'warning', pointer: expect.stringMatching(/^\//) })
    expect(findings.filter(({ severity }) => severity === 'error')).toEqual([])
    expect(valid).toBe(true)
  })
})

it('a document without doubts has no warnings', async () => {
  const { record } = await test.submit({ body: jsonBody({ ...head, lines }) })
  expect(record).not.toHaveProperty('warnings')
})

describe('totals that do not add up', () => {
  it('are a sentence in the record of UBL that was not validated', async () => {
    for (const validation of ['off', 'schema'] as const) {
      const submission = { body: asXml(wrongTotal), validation, options: { allowDuplicate: true } }
      const { record } = await test.submit(submission, judging)
      expect(record.warnings).toEqual([totals])
    }
  })

  it('are left to the rules where these apply', async () => {
    const submission = { body: asXml(wrongTotal), validation: 'report' } as const
    const { record } = await test.submit(submission, judging)
    expect(record.validation).toMatchObject({ verdict: 'invalid' })
    expect(record).not.toHaveProperty('warnings')
    const { findings } = await validateOnly(judging, asXml(wrongTotal))
    expect(findings.map(({ rule }) => rule)).toContain('BR-CO-16')
    expect(findings.map(({ rule }) => rule)).not.toContain('totals.add-up')
  })
})

describe('XML', () => {
  it('has its doubts by line and path, in validate too', async () => {
    const late = xml.replace('>2026-12-20<', '>2026-11-19<')
    const words = 'DueDate is 2026-11-19, before the day of issue, 2026-11-20'
    expect((await test.submit({ body: asXml(late) })).record.warnings).toEqual([words])
    const { findings, valid } = await validateOnly(judging, asXml(late))
    expect(valid).toBe(true)
    expect(findings).toContainEqual(
      expect.objectContaining({
        ...{ rule: 'due-date.before-issue', severity: 'warning', layer: 'rules' },
        ...{ xpath: '/Invoice[1]/DueDate[1]', line: 7, column: 1, message: words },
      }),
    )
  })

  it('names in validate a participant that no rule refuses', async () => {
    const danish = xml.replace('schemeID="0088">7300010000001', 'schemeID="0184">DK12345678')
    const { findings, valid } = await validateOnly(judging, asXml(danish))
    expect(valid).toBe(true)
    expect(findings).toMatchObject([
      {
        rule: 'participant.check-digit',
        xpath: '/Invoice[1]/AccountingCustomerParty[1]/Party[1]/EndpointID[1]',
        severity: 'warning',
      },
    ])
  })

  it('that arrives has its doubts in the record', async () => {
    await register()
    const late = readCaseToSend('long-name.xml').toString().replace('>2026-12-20<', '>2026-11-19<')
    await send({ content: Buffer.from(late) })
    const [document] = await inbound()
    expect(document!.warnings).toEqual([
      'DueDate is 2026-11-19, before the day of issue, 2026-11-20',
    ])
    expect(document!.status).toBe('available')
  })
})
