// The facts that records show in lists: none of them is a reason to refuse a document.
import { afterAll, describe, expect, it } from 'vitest'
import { limits } from '../../src/config/limits.ts'
import type { Gateway } from '../../src/core/gateway.ts'
import type { AddressOptions } from '../../src/core/submit/address-document.ts'
import type { Submission } from '../../src/core/submit/submission.ts'
import { answersTo } from '../../src/core/tracking/answers.ts'
import { buildInvoiceResponse } from '../../src/reporting/index.ts'
import type { ListQuery } from '../../src/store/index.ts'
import { openValidator } from '../../src/validation/index.ts'
import { readCase, readCaseToSend } from '../cases/read-case.ts'
import { openReceivingGateway, receiver } from './arrivals.ts'
import { invoice, jsonBody } from './test-gateway.ts'

const test = await openReceivingGateway()
const { gateway, caller, register, send, inbound, work } = test
const { store } = gateway

const validator = await openValidator({ engine: 'compiled', limits: limits.validation })
afterAll(() => validator.close())
const judging: Gateway = {
  ...gateway,
  inbound: { ...gateway.inbound, validation: 'schema' },
  validate: validator.validate,
}

function asXml(text: string | Buffer): Submission['body'] {
  return { format: 'xml', bytes: Buffer.from(text), mediaType: 'application/xml' }
}

async function sent(
  xml: string | Buffer,
  options: AddressOptions & { allowDuplicate?: true } = {},
) {
  return (await test.submit({ body: asXml(xml), options })).record
}

/** What is in the list after it came, schema and all. */
async function received(content: Buffer) {
  await register()
  await send({ content, mlsType: 'FAILURE_ONLY' }, judging)
  await work(judging)
  const [document] = await inbound()
  expect(document!.mls).toBeUndefined()
  return document!
}

const xml = readCase('long-name.xml').toString()
const without = (element: string) =>
  xml.replace(new RegExp(`<cbc:${element}>.*?</cbc:${element}>`), '')
const accepted = { status: 'available', validation: { verdict: 'valid' } }

describe('a long name', () => {
  it('is cut in the record of what is sent, and of what is received', async () => {
    const record = await sent(readCase('long-name.xml'))
    expect(record.receiver.name).toMatch(/^Heirs of Person 000, .*Perso…$/)
    expect(record.receiver.name).toHaveLength(255)
    const arrived = await received(readCaseToSend('long-name.xml'))
    expect(arrived).toMatchObject({ ...accepted, receiver: { name: record.receiver.name } })
  })

  it('is not cut within a character', async () => {
    const name = `${'a'.repeat(253)}😀😀`
    const { sender } = await sent(xml.replace('>Alder Works BV<', `>${name}<`))
    expect(sender.name).toBe(`${'a'.repeat(253)}…`)
    const fits = `${'a'.repeat(253)}😀`
    const other = xml.replace('>Alder Works BV<', `>${fits}<`).replace('T3X', 'T4X')
    expect((await sent(other)).sender.name).toBe(fits)
  })
})

describe('a document without a process', () => {
  it('takes that of the query', async () => {
    const processId = 'urn:fdc:peppol.eu:poacc:en16931:any'
    const record = await sent(readCase('en16931-without-profile.xml'), { processId })
    expect(record.processId).toBe(`cenbii-procid-ubl::${processId}`)
  })

  it('is received as it is', async () => {
    expect(await received(readCaseToSend('en16931-without-profile.xml'))).toMatchObject(accepted)
  })
})

describe('a date with a time zone', () => {
  it('is the day alone in the record, sent and received', async () => {
    const record = await sent(readCase('xrechnung-date-with-zone.xml'))
    expect(record.issueDate).toBe('2026-11-20')
    expect(await received(readCaseToSend('xrechnung-date-with-zone.xml'))).toMatchObject({
      ...accepted,
      issueDate: '2026-11-20',
    })
  })
})

describe('what lists show', () => {
  it.each([
    ['a number', 'number', without('ID')],
    ['a day', 'issueDate', xml.replace('>2026-11-20<', '>20.11.2026<')],
    ['a currency', 'totals', without('DocumentCurrencyCode')],
    ['an amount', 'totals', xml.replace(/(<cbc:PayableAmount[^>]*>)[^<]*/, '$1121,00')],
    [
      'an amount of a reasonable length',
      'totals',
      xml.replace(/(<cbc:PayableAmount[^>]*>)[^<]*/, `$1${'9'.repeat(256)}`),
    ],
  ])('may lack %s', async (_, fact, document) => {
    expect(await sent(xml)).toHaveProperty(fact)
    expect(await sent(document, { allowDuplicate: true })).not.toHaveProperty(fact)
  })

  it('has a currency and a country cut', async () => {
    const long = xml
      .replace('>EUR<', `>${'E'.repeat(300)}<`)
      .replace('>SE<', `>${'S'.repeat(300)}<`)
    const { totals, receiver: party } = await sent(long)
    expect(totals!.currency).toBe(`${'E'.repeat(254)}…`)
    expect(party.country).toBe(`${'S'.repeat(254)}…`)
  })
})

describe('what addressing needs', () => {
  it('comes from the query, which goes first', async () => {
    const typed = without('CustomizationID')
      .replace('schemeID="0208">0123456749', `schemeID="0208">${'no participant '.repeat(40)}`)
      .replace('>BE<', '>be<')
    const options = {
      sender: '0208:0123456749',
      countryC1: 'BE',
      documentTypeId:
        'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2::Invoice##' +
        'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0::2.1',
    }
    expect((await sent(typed, options)).sender.id).toBe('0208:0123456749')
    for (const name of Object.keys(options) as (keyof typeof options)[]) {
      const { [name]: _, ...others } = options
      await expect(sent(typed, { ...others, receiver: '0192:987654325' })).rejects.toMatchObject({
        code: expect.stringMatching(/^(request\.(missing|invalid)-field|participant\.id-invalid)$/),
      })
    }
  })

  it('is not repeated at length where it is wrong', async () => {
    const type = `urn:${'x'.repeat(100_000)}`
    const problem = sent(xml.replace(/(?<=<cbc:CustomizationID>)[^<]*/, type))
    await expect(problem).rejects.toMatchObject({
      errors: [{ xpath: '/Invoice[1]/CustomizationID[1]', value: `${type.slice(0, 254)}…` }],
    })
  })
})

describe('a long number', () => {
  const number = `INV-${'0'.repeat(300)}-1`
  const similar = `INV-${'0'.repeat(300)}-2`
  const numbered = (text: string) => xml.replace('>T3X-0008<', `>${text}<`)
  const strict = { ...caller, tenant: { ...caller.tenant, duplicates: 'refuse' as const } }
  const find = async (query: Partial<ListQuery>) => {
    const { documents } = await store.listDocuments(caller.tenant.id, {
      ...{ sort: 'createdAt', limit: 10 },
      ...query,
    })
    return documents.map(({ id }) => id)
  }

  it('is cut in the record, and stays so', async () => {
    const { id, number: shown } = await sent(numbered(number))
    expect(shown).toBe(`${number.slice(0, 254)}…`)
    expect((await store.documentById(caller.tenant.id, id))!.number).toBe(shown)
  })

  it('is a duplicate of itself alone', async () => {
    const submit = (text: string) => test.submit({ caller: strict, body: asXml(numbered(text)) })
    const { record } = await submit(number)
    await submit(similar)
    await submit(record.number!)
    await expect(submit(number)).rejects.toMatchObject({
      code: 'document.duplicate',
      documentId: record.id,
    })
  })

  it('is found by the whole of it', async () => {
    const [first, second] = [await sent(numbered(number)), await sent(numbered(similar))]
    expect(await find({ number: [number] })).toEqual([first.id])
    expect(await find({ number: [similar, number] })).toEqual([first.id, second.id])
    expect(await find({ number: [first.number!] })).toEqual([])
  })

  it('is that by which an answer names the document', async () => {
    await register()
    const [first, second] = [
      await sent(numbered(number), { sender: receiver, receiver: '0192:987654325' }),
      await sent(numbered(similar), { sender: receiver, receiver: '0192:987654325' }),
    ]
    const party = (id: string) => ({ endpoint: { scheme: id.slice(0, 4), id: id.slice(5) } })
    const response = buildInvoiceResponse({
      ...{ id: 'R-1', issuedAt: gateway.now(), code: 'AP', clarifications: [] },
      sender: { ...party('0192:987654325'), name: 'Birch Stores AB' },
      receiver: { ...party(receiver), name: 'Alder Works BV' },
      invoice: { number, typeCode: '380' },
    })
    await send({
      content: response,
      documentType:
        'urn:oasis:names:specification:ubl:schema:xsd:ApplicationResponse-2::ApplicationResponse' +
        '##urn:fdc:peppol.eu:poacc:trns:invoice_response:3::2.1',
      process: 'urn:fdc:peppol.eu:poacc:bis:invoice_response:3',
    })
    await work()
    expect(await answersTo(gateway, caller, { id: first.id })).toMatchObject([{ code: 'AP' }])
    expect(await answersTo(gateway, caller, { id: second.id })).toEqual([])
  })

  it('is refused in JSON, with its place', async () => {
    const body = jsonBody({ ...invoice(), number: '1'.repeat(256) })
    await expect(test.submit({ body })).rejects.toMatchObject({
      code: 'request.invalid-field',
      errors: [{ pointer: '/number' }],
    })
  })
})
