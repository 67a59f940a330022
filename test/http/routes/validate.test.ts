// X-Validation and /validate, with the rules that come with the gateway: nothing is installed here.
import type { LightMyRequestResponse } from 'fastify'
import { describe, expect, it } from 'vitest'
import { formats } from '../../../src/cli/validate-report.ts'
import { submitExamples } from '../../../src/http/reference/examples.ts'
import { validationReport } from '../../../src/http/routes/record.ts'
import { ValidationUnavailable } from '../../../src/validation/index.ts'
import {
  describeWithOfficialDocuments,
  officialFiles,
  readOfficial,
} from '../../official-documents.ts'
import { expectProblem, openTestGateway } from '../gateway.ts'

const test = await openTestGateway()

type Json = Record<string, unknown>
type Mode = 'true' | 'schema' | 'report' | 'false'
type Submission = { mode: Mode; path?: string; headers?: Record<string, string>; query?: string }

const kinds = ['invoice', 'creditNote', 'debitNote'] as const
const paths = { invoice: 'invoices', creditNote: 'credit-notes', debitNote: 'debit-notes' }
const exampleOf = (kind: (typeof kinds)[number]) =>
  submitExamples[kind]['application/json']!.usual!.value as Json
const xmlOf = (kind: (typeof kinds)[number]) =>
  submitExamples[kind]['application/xml']!.ubl!.value as string

function post(
  url: string,
  payload: object | string | Buffer,
  headers: Record<string, string> = {},
) {
  const isXml = typeof payload === 'string' || Buffer.isBuffer(payload)
  const contentType = isXml ? 'application/xml' : 'application/json'
  return test.call({
    method: 'POST',
    url,
    payload,
    headers: { 'content-type': contentType, ...headers },
  })
}

function submit(
  payload: object | string | Buffer,
  { mode, path = 'invoices', headers = {}, query = '' }: Submission,
) {
  return post(`/api/v1/${path}/submit${query}`, payload, { 'x-validation': mode, ...headers })
}

function changed(change: (document: ReturnType<typeof loose>) => void): Json {
  const document = loose()
  change(document)
  return document
}

// As much of the example's type as the changes below touch.
function loose() {
  return structuredClone(exampleOf('invoice')) as Json & {
    seller: { vatId: string; address: Json; endpoint: Json; legalId?: Json }
    buyer: { address: Json; endpoint: Json; legalId?: Json }
    lines: { vat: Json }[]
  }
}

async function kept(
  id: string,
): Promise<{ record: Json; report: Json | undefined; kinds: string[] }> {
  const record = (await test.call({ url: `/api/v1/status/${id}` })).json() as Json
  const payload = { id, inline: true }
  const { files } = (
    await test.call({ method: 'POST', url: '/api/v1/invoices/files', payload })
  ).json() as {
    files: { kind: string; content: string }[]
  }
  const content = files.find(({ kind }) => kind === 'findings')?.content
  const report = content && (JSON.parse(Buffer.from(content, 'base64').toString()) as Json)
  return { record, report: report || undefined, kinds: files.map(({ kind }) => kind) }
}

function rulesIn(answer: LightMyRequestResponse, member: 'errors' | 'findings'): string[] {
  return (answer.json()[member] as { rule: string; severity: string }[])
    .filter(({ severity }) => severity === 'error')
    .map(({ rule }) => rule)
}

const own = [
  { id: 'en16931', version: expect.any(String), pack: 'own', validFrom: expect.any(String) },
  { id: 'peppol-billing', version: expect.any(String), pack: 'own', validFrom: expect.any(String) },
]

// Each differs from the example by one mistake that the shape of the JSON cannot show.
const invalidJson: [string, Json, rule: string, pointer: string][] = [
  [
    'a Swedish VAT number that is too short',
    changed(({ seller }) =>
      Object.assign(seller, { vatId: 'SE123', address: { ...seller.address, country: 'SE' } }),
    ),
    'SE-R-001',
    '/seller',
  ],
  [
    'a rate that Sweden does not have',
    changed(({ seller }) =>
      Object.assign(seller, {
        vatId: 'SE556677889901',
        address: { ...seller.address, country: 'SE' },
      }),
    ),
    'SE-R-006',
    '/lines/0/vat',
  ],
  [
    'a Danish seller without a CVR number',
    changed(({ seller }) =>
      Object.assign(seller, { vatId: 'DK12345678', address: { ...seller.address, country: 'DK' } }),
    ),
    'DK-R-002',
    '',
  ],
  [
    'a German seller without a contact',
    changed(({ seller, buyer }) => {
      Object.assign(seller, { vatId: 'DE123456789', address: { ...seller.address, country: 'DE' } })
      buyer.address.country = 'DE'
    }),
    'DE-R-002',
    '/seller',
  ],
  [
    'a Greek number that is not a Greek number',
    changed(({ seller }) =>
      Object.assign(seller, { vatId: 'EL123', address: { ...seller.address, country: 'GR' } }),
    ),
    'GR-R-001-1',
    '/number',
  ],
  [
    'a GLN whose check digit is wrong',
    changed(({ buyer }) =>
      Object.assign(buyer, { legalId: { scheme: '0088', id: '7300010000002' } }),
    ),
    'PEPPOL-COMMON-R040',
    '/buyer/legalId/id',
  ],
]

const ublMistakes: [string, find: RegExp, replacement: string, rule: string, xpath: RegExp][] = [
  [
    'no specification',
    /<cbc:CustomizationID>.*?<\/cbc:CustomizationID>/,
    '',
    'BR-01',
    /^\/Invoice\[1\]$/,
  ],
  ['a total that is not the sum', />1069\.64</, '>1069.65<', 'BR-CO-15', /^\/Invoice\[1\]/],
  [
    'an unknown currency',
    /<cbc:DocumentCurrencyCode>EUR/,
    '<cbc:DocumentCurrencyCode>XXZ',
    'BR-CL-04',
    /CurrencyCode\[1\]$/,
  ],
  [
    'no buyer reference',
    /<cbc:BuyerReference>.*?<\/cbc:BuyerReference>/,
    '',
    'PEPPOL-EN16931-R003',
    /^\/Invoice\[1\]$/,
  ],
  ['a line without a name', /<cbc:Name>Consulting<\/cbc:Name>/, '', 'BR-25', /InvoiceLine\[1\]/],
  [
    'three decimals',
    /(<cbc:LineExtensionAmount currencyID="EUR">884\.00)/,
    '$10',
    'BR-DEC-09',
    /LegalMonetaryTotal|Invoice/,
  ],
  ['an empty element', /<cbc:Note>30 days net/, '<cbc:Note>', 'PEPPOL-EN16931-R008', /Note\[1\]$/],
  [
    'a line amount that is not the product',
    />8<\/cbc:InvoicedQuantity>/,
    '>9</cbc:InvoicedQuantity>',
    'PEPPOL-EN16931-R120',
    /InvoiceLine\[1\]$/,
  ],
]

describe('a finding has one shape', () => {
  it('in a verdict, a problem, the file of findings and the lines of the command', async () => {
    const xml = xmlOf('invoice')
      .replace('>EUR</cbc:Doc', '>XXZ</cbc:Doc')
      .replace('<cbc:Name>Consulting</cbc:Name>', '<cbc:Nonsense/>')
    const { findings } = (await post('/api/v1/validate', xml)).json() as { findings: Json[] }
    const problem = (await submit(xml, { mode: 'true' })).json() as Json
    expect(problem.errors).toEqual(findings)
    expect((await kept(problem.documentId as string)).report?.findings).toEqual(findings)
    const verdict = await test.gateway.validate(Buffer.from(xml), { layers: 'all' })
    expect(JSON.parse(formats.jsonl({ file: 'a.xml', ...verdict })).findings).toEqual(findings)
    expect(findings.find(({ rule }) => rule === 'BR-CL-04')).toEqual({
      layer: 'rules',
      rule: 'BR-CL-04',
      severity: 'error',
      message: expect.any(String),
      xpath: '/Invoice[1]/DocumentCurrencyCode[1]',
      line: expect.any(Number),
      column: expect.any(Number),
      link: expect.any(String),
    })
    expect(findings.find(({ layer }) => layer === 'structure')).toMatchObject({
      rule: 'structure.unexpected-element',
      severity: 'error',
      value: expect.any(String),
      expected: expect.any(String),
    })
  })

  it('and with JSON points into it, in the verdict as in the problem', async () => {
    const [, document, rule, pointer] = invalidJson[1]!
    const { findings } = (await post('/api/v1/validate', document)).json() as { findings: Json[] }
    expect((await submit(document, { mode: 'true' })).json().errors).toEqual(findings)
    expect(findings).toContainEqual(expect.objectContaining({ rule, pointer, severity: 'error' }))
  })
})

describe('X-Validation: true', () => {
  it.each(kinds)('accepts the example of %s, as JSON and as UBL', async (kind) => {
    for (const payload of [exampleOf(kind), xmlOf(kind)]) {
      const answer = await submit(payload, { mode: 'true', path: paths[kind] })
      expect({ status: answer.statusCode, body: answer.body }).toMatchObject({ status: 202 })
      expect(answer.json()).toMatchObject({
        status: 'accepted',
        validation: { mode: 'true', verdict: 'valid', errors: 0, ruleSets: own },
      })
    }
  })

  it.each(invalidJson)(
    'refuses JSON with %s, by rule and pointer',
    async (_, document, rule, pointer) => {
      const answer = await submit(document, { mode: 'true' })
      expectProblem(answer, 422, 'validation.rules-failed')
      const found = (answer.json().errors as Json[]).filter((error) => error.rule === rule)
      expect(found.map((error) => error.pointer)).toContain(pointer)
      expect(found[0]).toMatchObject({
        severity: 'error',
        message: expect.any(String),
        xpath: expect.stringMatching(/^\/Invoice\[1\]/),
        line: expect.any(Number),
        column: expect.any(Number),
      })
    },
  )

  it.each(ublMistakes)(
    'refuses UBL with %s, by rule and place',
    async (_, find, replacement, rule, xpath) => {
      const xml = xmlOf('invoice').replace(find, replacement)
      expect(xml).not.toBe(xmlOf('invoice'))
      const answer = await submit(xml, { mode: 'true' })
      expect(answer.statusCode).toBeGreaterThanOrEqual(400)
      const found = (answer.json().errors as Json[]).filter((error) => error.rule === rule)
      expect({ found, body: answer.json() }).toMatchObject({
        found: [{ xpath: expect.stringMatching(xpath) }],
      })
      expect(found[0]).not.toHaveProperty('pointer')
    },
  )

  it('reports the line of the document as it was sent', async () => {
    const [before] = xmlOf('invoice').split('<cbc:DocumentCurrencyCode>')
    const xml = `<?xml version="1.0"?>\n<!-- sent -->\n${xmlOf('invoice')
      .replace(/^<\?.*?\?>\n/, '')
      .replace('>EUR</cbc:Doc', '>XXZ</cbc:Doc')}`
    const answer = await submit(xml, { mode: 'true' })
    const found = (answer.json().errors as Json[]).find((error) => error.rule === 'BR-CL-04')
    expect(found?.line).toBe(before!.split('\n').length + 1)
  })

  it('refuses a wrong structure, and reports broken rules as well', async () => {
    const xml = xmlOf('invoice').replace('<cbc:Name>Consulting</cbc:Name>', '<cbc:Nonsense/>')
    const answer = await submit(xml, { mode: 'true' })
    expectProblem(answer, 422, 'validation.schema-failed')
    expect(rulesIn(answer, 'errors')).toEqual(
      expect.arrayContaining(['structure.unexpected-element', 'BR-25']),
    )
  })

  it('keeps what it refuses, with the findings and without the UBL', async () => {
    const [, document] = invalidJson[0]!
    const answer = await submit(document, { mode: 'true' })
    const { record, report, kinds } = await kept(answer.json().documentId as string)
    expect(record).toMatchObject({
      status: 'rejected',
      outcome: 'rejected',
      failure: { code: 'validation.rules-failed', retryable: false },
      validation: { mode: 'true', verdict: 'invalid', ruleSets: own },
    })
    expect(kinds).toEqual(['submitted', 'findings'])
    expect(report).toMatchObject({ valid: false, findings: answer.json().errors, ruleSets: own })
  })

  it('keeps the findings with what it accepts, too', async () => {
    const answer = await submit(exampleOf('invoice'), { mode: 'true' })
    const { report, kinds } = await kept(answer.json().id as string)
    expect(kinds).toEqual(['submitted', 'ubl', 'findings'])
    expect(validationReport.parse(report)).toEqual({ valid: true, findings: [], ruleSets: own })
  })

  it('returns the same refusal again for the same Idempotency-Key', async () => {
    const [, document] = invalidJson[0]!
    const headers = { 'idempotency-key': 'refused-once' }
    const first = await submit(document, { mode: 'true', headers })
    const second = await submit(document, { mode: 'true', headers })
    expect(second.headers['idempotency-replayed']).toBe('true')
    expect(second.json()).toEqual({ ...first.json(), requestId: second.json().requestId })
  })

  it('works with X-TestOnly', async () => {
    const headers = { 'x-testonly': 'true' }
    const accepted = await submit(exampleOf('invoice'), { mode: 'true', headers })
    expect(accepted.json()).toMatchObject({ test: true, validation: { verdict: 'valid' } })
    const refused = await submit(invalidJson[0]![1], { mode: 'true', headers })
    expectProblem(refused, 422, 'validation.rules-failed')
    expect((await kept(refused.json().documentId as string)).record).toMatchObject({ test: true })
  })

  it('reports all faults of a document without receiver, storing nothing', async () => {
    const rows = await test.countRows()
    const xml = xmlOf('invoice')
      .replace('<cbc:EndpointID schemeID="0088">7300010000001</cbc:EndpointID>', '')
      .replace(/<cbc:BuyerReference>.*?<\/cbc:BuyerReference>/, '')
    const answer = await submit(xml, { mode: 'true' })
    expectProblem(answer, 400, 'request.missing-field')
    expect(rulesIn(answer, 'errors')).toEqual(
      expect.arrayContaining(['PEPPOL-EN16931-R010', 'PEPPOL-EN16931-R003']),
    )
    expect(await test.countRows()).toBe(rows)
  })
})

describe('X-Validation: schema', () => {
  it('accepts what only breaks rules', async () => {
    const answer = await submit(invalidJson[0]![1], { mode: 'schema' })
    expect(answer.json()).toMatchObject({
      status: 'accepted',
      validation: { mode: 'schema', verdict: 'valid', ruleSets: [] },
    })
  })

  it('refuses a wrong structure', async () => {
    const answer = await submit(xmlOf('invoice').replace('<cbc:Note>', '<cbc:Remark/><cbc:Note>'), {
      mode: 'schema',
    })
    expectProblem(answer, 422, 'validation.schema-failed')
    expect(rulesIn(answer, 'errors')).toEqual(['structure.unexpected-element'])
  })
})

describe('X-Validation: report', () => {
  it.each([
    ['rules', () => submit(invalidJson[0]![1], { mode: 'report' })],
    [
      'the structure',
      () =>
        submit(xmlOf('invoice').replace('<cbc:Note>', '<cbc:Remark/><cbc:Note>'), {
          mode: 'report',
        }),
    ],
  ])('accepts what breaks %s, and keeps the findings', async (_, send) => {
    const answer = await send()
    expect(answer.statusCode).toBe(202)
    expect(answer.json().validation).toMatchObject({ mode: 'report', verdict: 'invalid' })
    expect(answer.json().validation.errors).toBeGreaterThan(0)
    const { report } = await kept(answer.json().id as string)
    expect(report).toMatchObject({
      valid: false,
      findings: [
        { severity: 'error' },
        ...new Array(
          Number(answer.json().validation.errors) + Number(answer.json().validation.warnings) - 1,
        ).fill({}),
      ],
    })
  })
})

describe('X-Validation: false', () => {
  it('accepts what is invalid, and says that it was not validated', async () => {
    const answer = await submit(invalidJson[0]![1], { mode: 'false' })
    expect(answer.json().validation).toEqual({
      mode: 'off',
      verdict: 'not-validated',
      errors: 0,
      warnings: 0,
      ruleSets: [],
    })
    expect((await kept(answer.json().id as string)).report).toBeUndefined()
  })
})

describe('the floor', () => {
  const send = async (
    validationFloor: 'schema' | 'rules',
    payload: object | string,
    mode: Mode,
  ) => {
    const server = await test.serverWith({ validationFloor })
    const contentType = typeof payload === 'string' ? 'application/xml' : 'application/json'
    const headers = { 'x-api-token': test.token, 'content-type': contentType, 'x-validation': mode }
    return server.inject({ method: 'POST', url: '/api/v1/invoices/submit', payload, headers })
  }

  it.each(['false', 'schema', 'report'] as const)(
    'of rules refuses documents that break them: X-Validation: %s',
    async (mode) => {
      expectProblem(await send('rules', invalidJson[0]![1], mode), 422, 'validation.rules-failed')
    },
  )

  it('of the schema refuses a wrong structure and nothing else', async () => {
    const broken = xmlOf('invoice').replace('<cbc:Note>', '<cbc:Remark/><cbc:Note>')
    expectProblem(await send('schema', broken, 'report'), 422, 'validation.schema-failed')
    expect((await send('schema', invalidJson[0]![1], 'false')).statusCode).toBe(202)
  })
})

describe('a validator that cannot judge', () => {
  const unavailable = () =>
    Promise.reject(new ValidationUnavailable('Too many documents are waiting for validation'))
  const headers = { 'x-api-token': test.token, 'x-validation': 'true' }

  it('refuses the document for now, and stores nothing', async () => {
    const server = await test.serverWith({ validate: unavailable })
    const rows = await test.countRows()
    const payload = exampleOf('invoice')
    const answer = await server.inject({
      method: 'POST',
      url: '/api/v1/invoices/submit',
      payload,
      headers,
    })
    expectProblem(answer, 503, 'validation.unavailable')
    expect(answer.headers['retry-after']).toBeDefined()
    expect(answer.json()).toMatchObject({
      retryable: true,
      detail: 'Too many documents are waiting for validation.',
    })
    expect(await test.countRows()).toBe(rows)
    const verdict = await server.inject({
      method: 'POST',
      url: '/api/v1/validate',
      payload,
      headers,
    })
    expectProblem(verdict, 503, 'validation.unavailable')
  })
})

describe('a verdict', () => {
  const validate = (payload: object | string | Buffer) => post('/api/v1/validate', payload)

  it.each(kinds)('on the example of %s is good, and nothing is stored', async (kind) => {
    const rows = await test.countRows()
    for (const payload of [{ ...exampleOf(kind), type: kind }, xmlOf(kind)]) {
      const answer = await validate(payload)
      expect({ status: answer.statusCode, ...answer.json() }).toEqual({
        status: 200,
        valid: true,
        findings: [],
        ruleSets: own,
      })
    }
    expect(await test.countRows()).toBe(rows)
  })

  it.each(invalidJson)(
    'on JSON with %s is bad, by rule and pointer',
    async (_, document, rule, pointer) => {
      const answer = await validate(document)
      expect(answer.statusCode).toBe(200)
      const { valid, findings } = validationReport.parse(answer.json())
      expect(valid).toBe(false)
      expect(
        findings.filter((finding) => finding.rule === rule).map((finding) => finding.pointer),
      ).toContain(pointer)
    },
  )

  it('on amounts that do not add up names them with their pointer', async () => {
    const answer = await validate({ ...exampleOf('invoice'), totals: { payable: '1' } })
    expect(answer.json()).toMatchObject({
      valid: false,
      findings: [
        {
          layer: 'rules',
          severity: 'error',
          pointer: '/totals/payable',
          value: '1',
          expected: '1069.64',
        },
      ],
    })
  })

  it('on what is not XML is a finding with line and column', async () => {
    const answer = await validate('<Invoice>\n  <a></b></Invoice>')
    expect(answer.json()).toMatchObject({
      valid: false,
      findings: [{ layer: 'syntax', rule: 'syntax.malformed', severity: 'error', line: 2 }],
    })
  })

  it('on another root is a finding that says which ones are possible', async () => {
    const answer = await validate(
      '<Order xmlns="urn:oasis:names:specification:ubl:schema:xsd:Order-2"/>',
    )
    expect(answer.json()).toMatchObject({
      valid: false,
      findings: [{ rule: 'structure.unknown-root' }],
    })
  })

  it('accepts a document with a stylesheet, as submit does', async () => {
    const styled = xmlOf('invoice').replace('?>', '?><?xml-stylesheet href="a.xsl"?>')
    expect((await validate(styled)).json()).toMatchObject({ valid: true })
    expect((await submit(styled, { mode: 'true' })).statusCode).toBe(202)
  })
})

// Valid by the rules in force are the examples of BIS Billing and of EN 16931, each by those of its
// own specification. The Greek ones have their elements in the wrong order, and one of those for
// EN 16931 names BIS Billing, whose rules it breaks.
const isValid = (file: string) => !/nat-GR-|cen-issue116/.test(file)

// One of them is larger than this server accepts.
const roomy = await test.serverWith({
  submission: { ...test.gateway.submission, bodyBytesMax: 20_000_000 },
})

describeWithOfficialDocuments('the official examples', () => {
  it.each(officialFiles('billing'))('get the verdict of the official rules: %s', async (file) => {
    const headers = { 'x-api-token': test.token, 'content-type': 'application/xml' }
    const answer = await roomy.inject({
      method: 'POST',
      url: '/api/v1/validate',
      payload: readOfficial(file),
      headers,
    })
    const { valid, findings } = validationReport.parse(answer.json())
    const errors = findings.filter(({ severity }) => severity === 'error')
    expect({ file, valid, errors: errors.length > 0 }).toEqual({
      file,
      valid: isValid(file),
      errors: !isValid(file),
    })
  })
})

describe('on a day', () => {
  const corrected = changed((document) => {
    Object.assign(document, { typeCode: '384' })
    for (const party of [document.seller, document.buyer]) {
      Object.assign(party, { vatId: 'SK2020317068' })
      party.address.country = 'SK'
    }
  })
  const on = (day: string, body: object | string = corrected) =>
    post(`/api/v1/validate?on=${day}`, body)

  it('a document is judged by the rules of that day, JSON and its UBL alike', async () => {
    expectProblem(await on('2027-02-23'), 400, 'request.invalid-field')
    const answer = await on('2027-02-24')
    expect(answer.statusCode).toBe(200)
    expect(answer.json().ruleSets).toContainEqual({
      ...{ id: 'peppol-billing', version: '3.0.22', pack: 'own', validFrom: '2027-02-24' },
    })
    const before = await on('2027-02-23', xmlOf('invoice'))
    expect(before.json().ruleSets).toContainEqual(
      expect.objectContaining({ version: '3.0.21', validFrom: '2026-08-17' }),
    )
  })

  it.each(['2026-02-22', '9999-01-01', 'tomorrow', ''])('%j is refused', async (day) => {
    const answer = await on(day)
    expectProblem(answer, 400, 'request.invalid-field')
    expect(answer.json().detail).toContain("'on'")
    expect(answer.json().detail).toContain('write a day from 2026-02-23 to ')
  })
})

it('the rules list each set with its days and what follows', async () => {
  const set = { id: 'a', title: 'A', files: [], patterns: 0, rules: 0, asserts: 0 }
  const ruleSets = [
    { ...set, version: '1', validFrom: '2026-01-01' },
    { ...set, version: '2', validFrom: '2027-02-24' },
  ]
  const app = await test.serverWith({
    now: () => new Date('2026-11-28T23:59:59Z'),
    rulePacks: () => [{ name: 'own', folder: '', ruleSets }],
  })
  const headers = { 'x-api-token': test.token }
  const answer = await app.inject({ url: '/api/v1/rules', headers })
  expect(answer.json()).toEqual({
    day: '2026-11-28',
    ruleSets: [
      {
        ...{ id: 'a', title: 'A', version: '1', pack: 'own', validFrom: '2026-01-01' },
        validUntil: '2027-02-23',
        next: { version: '2', pack: 'own', validFrom: '2027-02-24' },
      },
    ],
  })
})
