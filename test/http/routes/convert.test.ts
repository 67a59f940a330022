import { describe, expect, it } from 'vitest'
import { submitExamples } from '../../../src/http/reference/examples.ts'
import {
  describeWithOfficialDocuments,
  officialFiles,
  readOfficial,
} from '../../official-documents.ts'
import { openTestGateway } from '../gateway.ts'

const { call, countRows, makeToken } = await openTestGateway()
const json = submitExamples.invoice['application/json']!.usual!.value as Record<string, unknown>
const ubl = submitExamples.invoice['application/xml']!.ubl!.value as string

const convert = (payload: string | object, type: string, headers: Record<string, string> = {}) =>
  call({
    method: 'POST',
    url: '/api/v1/convert',
    headers: { 'content-type': type, ...headers },
    payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
  })

describe('converting JSON', () => {
  it('returns the UBL that submit would send, and stores nothing', async () => {
    const before = await countRows()
    const answer = await convert(json, 'application/json', { accept: 'application/xml' })
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toMatch('application/xml')
    expect(answer.body).toMatch(/^<Invoice /)
    expect(answer.body).toContain(`<cbc:ID>${json.number}</cbc:ID>`)
    expect(await countRows()).toBe(before)
  })

  it('takes the kind from its type', async () => {
    const answer = await convert(
      { ...json, dueDate: undefined, type: 'creditNote' },
      'application/json',
    )
    expect(answer.body).toContain('<CreditNote ')
    const debit = await convert({ ...json, type: 'debitNote' }, 'application/json')
    expect(debit.body).toContain('<cbc:InvoiceTypeCode>383</cbc:InvoiceTypeCode>')
  })

  it('points to what is wrong, by the model of its own kind', async () => {
    const answer = await convert({ ...json, type: 'creditNote', numbr: 'x' }, 'application/json')
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({
      code: 'request.unknown-field',
      errors: expect.arrayContaining([expect.objectContaining({ pointer: '/numbr' })]),
    })
    const kind = await convert({ ...json, type: 'order' }, 'application/json')
    expect(kind.json().errors).toMatchObject([
      { pointer: '/type', message: 'type is "order": write one of invoice, creditNote, debitNote' },
    ])
  })

  it('checks a type in the wrong case by the intended model, and says what to write', async () => {
    const creditNote = { ...json, dueDate: undefined, typeCode: '381', type: 'CreditNote' }
    const answer = await convert(creditNote, 'application/json')
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({
      detail: 'type is "CreditNote": write creditNote',
      errors: [{ pointer: '/type', value: 'CreditNote' }],
    })
    expect(answer.json().errors).toHaveLength(1)
    expect(
      (await convert({ ...creditNote, type: 'creditNote' }, 'application/json')).statusCode,
    ).toBe(200)
  })

  it('refuses a hundred thousand faults with the first hundred', async () => {
    const hostile = JSON.stringify({ ...json, lines: [] }).replace(
      '"lines":[',
      `$&${'{},'.repeat(20_000)}{}`,
    )
    const answer = await convert(hostile, 'application/json')
    expect(answer.statusCode).toBe(400)
    expect(answer.json().errors).toHaveLength(100)
  })

  it('refuses stated amounts that do not add up', async () => {
    const answer = await convert({ ...json, totals: { payable: '1.00' } }, 'application/json')
    expect(answer.statusCode).toBe(422)
    expect(answer.json()).toMatchObject({
      code: 'document.totals-inconsistent',
      errors: [{ pointer: '/totals/payable', value: '1.00' }],
    })
  })
})

describe('converting UBL', () => {
  it('returns the JSON that submit takes, which becomes the same UBL again', async () => {
    const answer = await convert(ubl, 'application/xml', { accept: 'application/json' })
    expect(answer.statusCode).toBe(200)
    const { document, unmapped } = answer.json()
    expect(unmapped).toEqual([])
    expect(document.type).toBe('invoice')
    const again = await convert(document, 'application/json')
    expect(again.statusCode).toBe(200)
    expect((await convert(again.body, 'text/xml')).json()).toEqual({ document, unmapped })
  })

  it('lists what has no place in the JSON', async () => {
    const extended = ubl.replace(
      /<cbc:CustomizationID>/,
      '<cbc:UBLVersionID>2.1</cbc:UBLVersionID>$&',
    )
    const answer = await convert(extended, 'application/xml')
    expect(answer.json().unmapped).toEqual([
      { xpath: expect.stringContaining('UBLVersionID'), text: '2.1' },
    ])
  })

  it('refuses what is neither an invoice nor a credit note', async () => {
    const answer = await convert(
      '<Order xmlns="urn:oasis:names:specification:ubl:schema:xsd:Order-2"/>',
      'application/xml',
    )
    expect(answer.statusCode).toBe(422)
    expect(answer.json()).toMatchObject({ code: 'document.type-mismatch' })
    expect((await convert('<Invoice', 'application/xml')).json()).toMatchObject({
      code: 'request.malformed-xml',
    })
  })
})

it('refuses an Accept that wants what was sent', async () => {
  const same = await convert(json, 'application/json', { accept: 'application/json' })
  expect(same.statusCode).toBe(406)
  expect(same.json()).toMatchObject({ code: 'request.not-acceptable' })
  expect((await convert(ubl, 'application/xml', { accept: 'application/xml' })).statusCode).toBe(
    406,
  )
})

it('says that its answer depends on Accept, whatever that is (RFC 9110, 12.5.5)', async () => {
  for (const accept of ['application/json', 'application/xml'])
    for (const [body, type] of [
      [json, 'application/json'],
      [ubl, 'application/xml'],
    ] as const)
      expect((await convert(body, type, { accept })).headers.vary).toBe('Accept')
  // Nobody is asked here.
  expect((await convert('<a/>', 'text/plain')).headers).not.toHaveProperty('vary')
})

it('needs a token that may read', async () => {
  const token = await makeToken({ scopes: ['pdf'] })
  const answer = await convert(json, 'application/json', { 'x-api-token': token })
  expect(answer.json()).toMatchObject({ code: 'auth.scope-missing' })
})

// It names no seller (BT-27), so what it becomes cannot be submitted.
const incomplete = ['billing/nat-GR-base-example-TaxRepresentative.xml']

describeWithOfficialDocuments('the official examples', () => {
  const examples = officialFiles('billing').filter((file) => !file.includes('/cen-'))
  it.each(examples)('become JSON and UBL again: %s', async (file) => {
    const first = await convert(readOfficial(file).toString(), 'application/xml')
    expect(first.statusCode).toBe(200)
    const again = await convert(first.json().document, 'application/json')
    if (incomplete.includes(file)) return expect(again.json().code).toBe('request.missing-field')
    expect(again.statusCode, again.body.slice(0, 300)).toBe(200)
    expect((await convert(again.body, 'application/xml')).json().document).toEqual(
      first.json().document,
    )
  })
})
