// What a caller may send wrongly: the problem that docs/api.md names, where the fault is,
// and nothing written.
import type { InjectOptions } from 'fastify'
import { describe, expect, it } from 'vitest'
import { submitExamples } from '../../src/http/reference/examples.ts'
import type { ProblemCode } from '../../src/problem.ts'
import { expectProblem, openTestGateway } from './gateway.ts'

const test = await openTestGateway()
const url = '/api/v1/invoices/submit'
const invoice = submitExamples.invoice['application/json']!.usual!.value as Record<string, unknown>
const invoiceText = JSON.stringify(invoice)
const invoiceXml = submitExamples.invoice['application/xml']!.ubl!.value as string
const creditNoteXml = submitExamples.creditNote['application/xml']!.ubl!.value as string

function json(payload: string | Buffer, headers = {}): InjectOptions {
  return {
    method: 'POST',
    url,
    payload,
    headers: { 'content-type': 'application/json', ...headers },
  }
}

function xml(payload: string | Buffer, headers = {}): InjectOptions {
  return {
    method: 'POST',
    url,
    payload,
    headers: { 'content-type': 'application/xml', ...headers },
  }
}

/** Without document totals, so that lines may be changed. */
const bareInvoice = submitExamples.invoice['application/json']!.minimal!.value as Record<
  string,
  unknown
>

/**
 * The invoice as JSON text, with these very characters as the value of a field of its first line.
 */
function withLiteral(field: string, literal: string): string {
  const line = { ...(bareInvoice.lines as object[])[0], [field]: 'LITERAL' }
  return JSON.stringify({ ...bareInvoice, lines: [line] }).replace('"LITERAL"', () => literal)
}

/** Sends it, expects this problem, and checks that nothing was written. */
async function expectRefused(options: InjectOptions, status: number, code: ProblemCode) {
  const before = await test.countRows()
  const answer = await test.call(options)
  expectProblem(answer, status, code)
  expect(await test.countRows()).toBe(before)
  return answer.json()
}

describe('a token', () => {
  it.each([
    ['missing', 'auth.token-missing', undefined],
    ['wrong', 'auth.token-invalid', `pgw_live_${'0'.repeat(16)}_${'0'.repeat(64)}`],
  ] as const)('that is %s refuses the submission', async (_, code, token) => {
    const before = await test.countRows()
    const headers = {
      'content-type': 'application/json',
      ...(token ? { 'x-api-token': token } : {}),
    }
    const answer = await test.app.inject({ method: 'POST', url, payload: invoiceText, headers })
    expectProblem(answer, 401, code)
    expect(await test.countRows()).toBe(before)
  })

  it('that has expired refuses the submission', async () => {
    const token = await test.makeToken({ expiresAt: new Date(0) })
    await expectRefused(json(invoiceText, { 'x-api-token': token }), 401, 'auth.token-expired')
  })

  it('that may only read refuses the submission, and the other way round', async () => {
    const reads = await test.makeToken({ scopes: ['documents:read'] })
    const writes = await test.makeToken({ scopes: ['documents:write'] })
    await expectRefused(json(invoiceText, { 'x-api-token': reads }), 403, 'auth.scope-missing')
    await expectRefused(
      { method: 'GET', url: '/api/v1/status', headers: { 'x-api-token': writes } },
      403,
      'auth.scope-missing',
    )
    const list = await test.call({ url: '/api/v1/status', headers: { 'x-api-token': reads } })
    expect(list.statusCode).toBe(200)
  })

  it('of a tenant that may not send for the seller refuses the submission', async () => {
    const tenantId = await test.makeTenant('other', ['9930:de123456788'])
    const token = await test.makeToken({ tenantId })
    await expectRefused(
      json(invoiceText, { 'x-api-token': token }),
      403,
      'participant.sender-not-allowed',
    )
  })
})

describe('JSON', () => {
  it('is shown in the problem without half a character', async () => {
    const odd = `x${'😀'.repeat(100)}`
    for (const text of [
      JSON.stringify({ ...bareInvoice, issueDate: odd }),
      `{"${odd}":1,"${odd}":2}`,
    ]) {
      const answer = await test.call(json(text))
      expect(answer.statusCode).toBe(400)
      expect(answer.body).not.toMatch(/\\ud8/i)
      expect(answer.body).toContain('x😀')
    }
  })

  it('of another kind is refused, naming the right path and the field that says so', async () => {
    const text = JSON.stringify({ ...bareInvoice, type: 'creditNote' })
    const { detail, errors } = await expectRefused(json(text), 422, 'document.type-mismatch')
    expect(detail).toContain('/api/v1/credit-notes/submit')
    expect(errors).toMatchObject([{ pointer: '/type', value: 'creditNote', expected: 'invoice' }])
  })

  it.each([
    ['bill', 'one of invoice, creditNote, debitNote'],
    ['Invoice', 'invoice'],
    ['INVOICE', 'invoice'],
    ['credit_note', 'creditNote'],
  ])('of the type %j is refused with what to write', async (type, hint) => {
    const { detail, errors } = await expectRefused(
      json(JSON.stringify({ ...bareInvoice, type })),
      400,
      'request.invalid-field',
    )
    expect(detail).toBe(`type is "${type}": write ${hint}`)
    expect(errors).toMatchObject([{ pointer: '/type' }])
  })

  it.each([
    ['cut off', invoiceText.slice(0, -1), { line: 1, column: invoiceText.length }],
    ['with an extra comma', '{\n "number": "1",\n}', { line: 3, column: 1 }],
    ['with a name twice', '{"number":"1",\n"number":"1"}', { line: 2, column: 1 }],
  ])('that is not well-formed is refused with the place: %s', async (_, text, place) => {
    const { errors, detail } = await expectRefused(json(text), 400, 'request.malformed-json')
    expect(errors).toMatchObject([place])
    expect(detail).toContain(`Line ${place.line}`)
  })

  it('that is empty is refused as that', async () => {
    const { errors, detail } = await expectRefused(json(''), 400, 'request.malformed-json')
    expect(errors).toMatchObject([{ line: 1, column: 1 }])
    expect(detail).toBe('The body is empty: send JSON.')
  })

  it('with null for an absent value is read as without it', async () => {
    const nothing = { dueDate: null, notes: null, payment: null, type: null }
    const seller = { ...(bareInvoice.seller as object), tradingName: null, contact: null }
    const convert = (body: object) =>
      test.call({ ...json(JSON.stringify(body)), url: '/api/v1/convert' })
    const answer = await convert({ ...bareInvoice, ...nothing, seller })
    expect(answer.statusCode).toBe(200)
    expect(answer.rawPayload.equals((await convert(bareInvoice)).rawPayload)).toBe(true)
  })

  it('with null for a required value, or in a list, is refused', async () => {
    const without = json(JSON.stringify({ ...bareInvoice, number: null }))
    const { errors } = await expectRefused(without, 400, 'request.missing-field')
    expect(errors).toMatchObject([{ pointer: '/number' }])
    const inList = json(JSON.stringify({ ...bareInvoice, notes: [null] }))
    await expectRefused(inList, 400, 'request.invalid-field')
    const twice = json(JSON.stringify(bareInvoice).replace('{', '{"number":null,'))
    await expectRefused(twice, 400, 'request.malformed-json')
  })

  it('with more values than are read, or nested too deep, is too large', async () => {
    const zeros = json(`[${'0,'.repeat(299_999)}0]`)
    const { detail, errors } = await expectRefused(zeros, 413, 'request.too-large')
    expect(detail).toBe('Line 1, column 600000: there are more than 300000 values.')
    expect(errors).toMatchObject([{ line: 1 }])
    await expectRefused(json('['.repeat(100_000)), 413, 'request.too-large')
    await expectRefused(json(`[${'0,'.repeat(299_998)}0]`), 400, 'request.invalid-field')
  })

  it('with an unknown field is refused with a pointer to it', async () => {
    const lines = [{ ...(invoice.lines as object[])[0], nmae: 'x' }]
    const text = JSON.stringify({ ...invoice, colour: 'red', lines })
    const { errors } = await expectRefused(json(text), 400, 'request.unknown-field')
    expect(errors.map(({ pointer }: { pointer: string }) => pointer).sort()).toEqual([
      '/colour',
      '/lines/0/nmae',
    ])
  })

  it('with __proto__ is refused as with any unknown field', async () => {
    const text = `{"__proto__":{"number":"1"},${invoiceText.slice(1)}`
    const { errors } = await expectRefused(json(text), 400, 'request.unknown-field')
    expect(errors).toMatchObject([{ pointer: '/__proto__' }])
  })

  it('that lacks a field is refused with a pointer to where it belongs', async () => {
    const { number, ...rest } = invoice
    expect(number).toBeDefined()
    const { errors } = await expectRefused(json(JSON.stringify(rest)), 400, 'request.missing-field')
    expect(errors).toMatchObject([{ pointer: '/number', code: 'request.missing-field' }])
  })

  it('with wrong values is refused with a pointer to each', async () => {
    const text = JSON.stringify({
      ...invoice,
      issueDate: '2026-02-30',
      currency: 'euro',
      number: 7,
    })
    const { errors } = await expectRefused(json(text), 400, 'request.invalid-field')
    expect(errors).toMatchObject([
      { pointer: '/number', value: '7' },
      { pointer: '/issueDate', value: '2026-02-30' },
      { pointer: '/currency', value: 'euro' },
    ])
  })

  it.each([
    ['NaN', 'NaN'],
    ['Infinity', '-Infinity'],
    ['a lone surrogate', '"a\\ud800b"'],
    ['a lone low surrogate', '"\\udc00"'],
  ])('with %s is not well-formed', async (_, literal) => {
    await expectRefused(json(withLiteral('netPrice', literal)), 400, 'request.malformed-json')
  })

  it.each([
    ['an exponent without digits', 'netPrice', '1e400'],
    ['more than thirty digits', 'netPrice', '1234567890123456789012345678901'],
    ['a string that is not a number', 'netPrice', '"NaN"'],
    ['a control character', 'name', '"a\\u0001b"'],
    ['nothing but spaces', 'name', '"  "'],
  ])('with %s is refused with a pointer to it', async (_, field, literal) => {
    const { errors } = await expectRefused(
      json(withLiteral(field, literal)),
      400,
      'request.invalid-field',
    )
    expect(errors).toMatchObject([{ pointer: `/lines/0/${field}` }])
  })

  it('with an attachment whose base64 is wrong is refused with a pointer to it', async () => {
    const attachment = {
      id: 'A1',
      filename: 'a.pdf',
      mimeType: 'application/pdf',
      content: 'JVBE*i0=',
    }
    const text = JSON.stringify({ ...invoice, attachments: [attachment] })
    const { errors } = await expectRefused(json(text), 400, 'request.invalid-field')
    expect(errors).toMatchObject([{ pointer: '/attachments/0/content' }])
  })

  it.each([
    ['minus zero', 'netPrice', '-0', '<cbc:PriceAmount currencyID="EUR">0<'],
    ['thirty digits', 'netPrice', `0.${'1'.repeat(29)}`, `>0.${'1'.repeat(29)}<`],
    ['a surrogate pair', 'name', '"a\\ud83d\\ude00b"', '>a\u{1f600}b<'],
    [
      'a string of a megabyte',
      'description',
      `"${'x'.repeat(990_000)}"`,
      `>${'x'.repeat(990_000)}<`,
    ],
  ])('with %s makes a correct document', async (_, field, literal, written) => {
    const answer = await test.call({ ...json(withLiteral(field, literal)), url: '/api/v1/convert' })
    expect(answer.statusCode).toBe(200)
    expect(answer.body.includes(written)).toBe(true)
  })

  it('with ten thousand lines is accepted, and a wrong one among them is pointed at', async () => {
    const lines = Array.from({ length: 10_000 }, () => (bareInvoice.lines as object[])[0])
    const answer = await test.call({
      ...json(JSON.stringify({ ...bareInvoice, lines })),
      url: '/api/v1/convert',
    })
    expect(answer.statusCode).toBe(200)
    expect(answer.body.match(/<cac:InvoiceLine>/g)).toHaveLength(10_000)
    const wrong = JSON.stringify({
      ...bareInvoice,
      lines: lines.with(9_999, { ...lines[0], quantity: 'x' }),
    })
    const { errors } = await expectRefused(json(wrong), 400, 'request.invalid-field')
    expect(errors).toMatchObject([{ pointer: '/lines/9999/quantity' }])
  })

  it('in UTF-16 is refused; in UTF-8 it may have a byte order mark', async () => {
    const utf16 = json(Buffer.from(`\ufeff${invoiceText}`, 'utf16le'))
    await expectRefused(utf16, 415, 'request.unsupported-media-type')
    const marked = await test.call({ ...json(`\ufeff${invoiceText}`), url: '/api/v1/convert' })
    expect(marked.statusCode).toBe(200)
  })

  it.each(['null', '[]', '"invoice"', '1'])(
    'that is not an object is refused: %s',
    async (text) => {
      const { errors } = await expectRefused(json(text), 400, 'request.invalid-field')
      expect(errors).toMatchObject([{ pointer: '' }])
    },
  )

  it('with a number where a group of fields should stand is refused there', async () => {
    const text = JSON.stringify({ ...invoice, seller: 5, payment: 7 })
    const { errors } = await expectRefused(json(text), 400, 'request.invalid-field')
    expect(errors).toMatchObject([
      { pointer: '/seller', value: '5' },
      { pointer: '/payment', value: '7' },
    ])
  })
})

describe('XML', () => {
  it.each([
    ['cut off', invoiceXml.slice(0, -20)],
    ['that is empty', ''],
    ['that is JSON', invoiceText],
    ['with an undeclared entity', invoiceXml.replace('Department 7', '&nbsp;')],
  ])('that is not well-formed is refused with the place: %s', async (_, text) => {
    const { errors } = await expectRefused(xml(text), 400, 'request.malformed-xml')
    expect(errors).toMatchObject([{ line: expect.any(Number), column: expect.any(Number) }])
  })

  it('with too many elements, or too deep, is too large, with the place', async () => {
    const { detail, errors } = await expectRefused(xml('<a>'.repeat(101)), 413, 'request.too-large')
    expect(detail).toBe('Line 1, column 301: The elements are nested more than 100 deep.')
    expect(errors).toMatchObject([{ line: 1, column: 301 }])

    const server = await test.serverWith({
      submission: { ...test.gateway.submission, bodyBytesMax: 20_000_000 },
    })
    const options = xml(`<a>${'<a/>'.repeat(1_000_000)}</a>`)
    const answer = await server.inject({
      ...options,
      headers: { ...options.headers, 'x-api-token': test.token },
    })
    expectProblem(answer, 413, 'request.too-large')
    expect(answer.json().detail).toMatch(
      /^Line 1, column \d+: There are more than 1000000 elements, attributes, texts and .*\.$/,
    )
  })

  it.each([
    ['a document type', '<!DOCTYPE Invoice>'],
    ['an entity', '<!DOCTYPE Invoice [<!ENTITY e SYSTEM "file:///etc/passwd">]>'],
  ])('with %s is refused', async (_, declaration) => {
    const text = invoiceXml.replace('?>\n', `?>\n${declaration}\n`)
    await expectRefused(xml(text), 400, 'request.forbidden-xml')
  })

  it.each([
    ['declared as such', Buffer.from(invoiceXml.replace('UTF-8', 'ISO-8859-1'), 'latin1')],
    ['as UTF-16', Buffer.from(`\ufeff${invoiceXml}`, 'utf16le')],
    ['as bytes that are not UTF-8', Buffer.from(invoiceXml.replace('Example', '\u00e9'), 'latin1')],
  ])('in another encoding is refused, %s', async (_, bytes) => {
    await expectRefused(xml(bytes), 415, 'request.unsupported-media-type')
  })

  it('with another root is refused, naming what came', async () => {
    const { detail } = await expectRefused(
      xml('<Order xmlns="urn:x"/>'),
      422,
      'document.type-mismatch',
    )
    expect(detail).toContain('Order')
  })

  it('of another kind is refused, naming the right path', async () => {
    const { detail } = await expectRefused(xml(creditNoteXml), 422, 'document.type-mismatch')
    expect(detail).toContain('/api/v1/credit-notes/submit')
  })

  it('without its buyer is refused with the place', async () => {
    const text = invoiceXml.replace(
      /<cac:AccountingCustomerParty>.*<\/cac:AccountingCustomerParty>/s,
      '',
    )
    const { detail, errors } = await expectRefused(xml(text), 400, 'request.missing-field')
    expect(errors[0].xpath).toContain('AccountingCustomerParty')
    expect(detail).toContain(errors[0].message)
  })
})

describe('a body', () => {
  it.each([
    ['text/plain'],
    ['application/x-www-form-urlencoded'],
    ['application/json; charset=utf-16'],
    ['application/json; charset=utf-8; charset=latin1'],
    ['application/xml; charset=ISO-8859-1'],
    ['application/vnd.oasis+xml'],
    ['application/jsonp'],
    ['json'],
  ])('of the media type %s is refused', async (contentType) => {
    await expectRefused(
      json(invoiceText, { 'content-type': contentType }),
      415,
      'request.unsupported-media-type',
    )
  })

  it('that is compressed is refused', async () => {
    await expectRefused(
      json(invoiceText, { 'content-encoding': 'gzip' }),
      415,
      'request.unsupported-media-type',
    )
  })

  it('that is absent is refused', async () => {
    await expectRefused({ method: 'POST', url }, 415, 'request.unsupported-media-type')
  })

  it('that is not UTF-8 is refused', async () => {
    const bytes = Buffer.from(invoiceText.replace('Example', '\u00e9'), 'latin1')
    await expectRefused(json(bytes), 415, 'request.unsupported-media-type')
  })

  it('over the limit is refused, one at the limit is read', async () => {
    const limit = test.gateway.submission.bodyBytesMax
    await expectRefused(json(' '.repeat(limit + 1)), 413, 'request.too-large')
    await expectRefused(xml(' '.repeat(limit + 1)), 413, 'request.too-large')
    await expectRefused(json(' '.repeat(limit)), 400, 'request.malformed-json')
  })

  it.each(['status', 'files'])(
    'is too large for %s much earlier: a reference is short',
    async (call) => {
      const reference = (length: number) => ({
        ...json(JSON.stringify({ reference: 'r' }).padEnd(length)),
        url: `/api/v1/invoices/${call}`,
      })
      await expectRefused(reference(16_384), 404, 'document.not-found')
      await expectRefused(reference(16_385), 413, 'request.too-large')
    },
  )

  it('as XML is refused where only JSON is accepted', async () => {
    const options = { ...xml(invoiceXml), url: '/api/v1/invoices/status' }
    await expectRefused(options, 415, 'request.unsupported-media-type')
  })
})

describe('headers', () => {
  it.each([
    { 'X-Validation': 'yes' },
    { 'X-Validation': 'True' },
    { 'X-TestOnly': '1' },
    { 'X-TestOnly': 'scenario=deliverd' },
    { 'Idempotency-Key': 'two words' },
    { Prefer: 'wait=31' },
  ])('with an unknown value are refused: %j', async (header) => {
    const { detail } = await expectRefused(json(invoiceText, header), 400, 'request.header-invalid')
    expect(detail).toContain(Object.keys(header)[0])
  })
})

describe('the query', () => {
  it.each(['?colour=red', '?reference=a&Reference=b', '?__proto__=x', '?constructor=x'])(
    'with an unknown parameter is refused by name: %s',
    async (query) => {
      const { detail, errors } = await expectRefused(
        { ...json(invoiceText), url: url + query },
        400,
        'request.unknown-parameter',
      )
      expect(errors).toHaveLength(1)
      expect(query).toContain(/parameter (\S+) is not/.exec(detail)?.[1])
    },
  )

  it.each([
    ['reference', ''],
    ['reference', 'x'.repeat(256)],
    ['reference', 'queue'],
    ['reference', 'a%00b'],
    ['clientId', 'a%00b'],
    ['documentTypeId', '%00'],
    ['processId', '%00'],
    ['clientId', 'x'.repeat(256)],
    ['countryC1', 'no'],
    ['deadline', 'tomorrow'],
    ['deadline', '2020-01-01T00:00:00Z'],
  ])('with a wrong value is refused: %s=%s', async (name, value) => {
    const options = { ...json(invoiceText), url: `${url}?${name}=${value}` }
    const { detail } = await expectRefused(options, 400, 'request.invalid-field')
    expect(detail).toContain(name)
  })

  it('with a parameter twice is refused where one is taken', async () => {
    const options = { ...json(invoiceText), url: `${url}?reference=a&reference=b` }
    await expectRefused(options, 400, 'request.invalid-field')
  })

  it('with an invalid receiver is refused', async () => {
    const options = { ...json(invoiceText), url: `${url}?receiver=nobody` }
    await expectRefused(options, 422, 'participant.id-invalid')
  })

  it.each(['/api/identity/check', '/api/v1/status/queue', '/health/ready'])(
    'is refused where there is none: %s',
    async (path) => {
      await expectRefused({ url: `${path}?x=1` }, 400, 'request.unknown-parameter')
    },
  )
})

describe('totals that are not the sum of their parts', () => {
  it('are refused, and the refused document is kept and named', async () => {
    const text = JSON.stringify({ ...invoice, totals: { payable: '1.00' } })
    const before = await test.countRows()
    const answer = await test.call(json(text))
    expectProblem(answer, 422, 'document.totals-inconsistent')
    const { documentId, errors } = answer.json()
    expect(errors).toMatchObject([
      { pointer: '/totals/payable', value: '1.00', expected: '1069.64' },
    ])
    expect(await test.countRows()).toBe(before + 1)
    const record = (await test.call({ url: `/api/v1/status/${documentId}` })).json()
    expect(record).toMatchObject({
      status: 'rejected',
      outcome: 'rejected',
      failure: { code: 'document.totals-inconsistent' },
    })
  })
})

describe('a service that cannot take more', () => {
  it('says so while it is stopping', async () => {
    const server = await test.serverWith({ draining: { now: true } })
    const answer = await server.inject({
      ...json(invoiceText),
      headers: { 'content-type': 'application/json', 'x-api-token': test.token },
    })
    expectProblem(answer, 503, 'maintenance.draining')
    expect(answer.headers['retry-after']).toBeDefined()
  })

  it('says so while too many documents wait', async () => {
    const server = await test.serverWith({
      backlog: async () => new Map([['another tenant', 100_000]]),
    })
    const answer = await server.inject({
      ...json(invoiceText),
      headers: { 'content-type': 'application/json', 'x-api-token': test.token },
    })
    expectProblem(answer, 503, 'capacity.backlog-full')
  })
})
