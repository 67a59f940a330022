// Every response that we write has the right structure and says what it was given; what would break
// a rule is not written. The official rules themselves are asked in test/interop/reporting.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { electronicAddressSchemes } from '../../src/billing/codelists/index.ts'
import { limits } from '../../src/config/limits.ts'
import {
  buildInvoiceResponse,
  type InvoiceResponse,
  readStatusMessage,
} from '../../src/reporting/index.ts'
import { isAddressScheme, isDocumentName } from '../../src/reporting/invoice-response-codes.ts'
import { openValidator, type Validator } from '../../src/validation/index.ts'
import { lawful, missingOrder, paid, queried } from './invoice-responses.ts'
import { oddTexts } from './odd-texts.ts'

describe('an Invoice Response that we write', () => {
  let validator: Validator
  beforeAll(async () => {
    validator = await openValidator({ engine: 'compiled', pack: 'own', limits: limits.validation })
  })
  afterAll(() => validator.close())

  it('has the structure of an ApplicationResponse, whatever it says', async () => {
    expect(lawful.length).toBeGreaterThan(150)
    for (const [name, response] of lawful) {
      const bytes = buildInvoiceResponse(response)
      const { findings } = await validator.validate(bytes, { layers: 'structure' })
      expect([name, findings]).toEqual([name, []])
    }
    const wrong = buildInvoiceResponse(paid).toString().replaceAll('cbc:ResponseCode', 'cbc:Code')
    const { findings } = await validator.validate(Buffer.from(wrong), { layers: 'structure' })
    expect(findings).not.toEqual([])
  })

  it('says what it was given', () => {
    const { sender, receiver, clarifications, invoice, ...rest } = queried
    expect(readStatusMessage(buildInvoiceResponse(queried))).toEqual({
      ...rest,
      kind: 'invoice-response',
      sender: sender.endpoint,
      receiver: receiver.endpoint,
      reasons: [missingOrder, { ...clarifications[1], conditions: [] }],
      documentId: invoice.number,
      documentIssueDate: invoice.issueDate,
      documentTypeCode: invoice.typeCode,
    })
  })

  it('names the parties and their contact', () => {
    const text = buildInvoiceResponse(queried).toString()
    expect(text).toContain(
      '<cac:SenderParty><cbc:EndpointID schemeID="0192">987654325</cbc:EndpointID>' +
        '<cac:PartyLegalEntity><cbc:RegistrationName>Nordlys AS</cbc:RegistrationName>' +
        '</cac:PartyLegalEntity><cac:Contact><cbc:Name>Kari Nordmann</cbc:Name>' +
        '<cbc:Telephone>+47 22 33 44 55</cbc:Telephone>' +
        '<cbc:ElectronicMail>kari@nordlys.example</cbc:ElectronicMail></cac:Contact>' +
        '</cac:SenderParty><cac:ReceiverParty>' +
        '<cbc:EndpointID schemeID="0208">0123456749</cbc:EndpointID><cac:PartyLegalEntity>' +
        '<cbc:RegistrationName>Vierhoek BV</cbc:RegistrationName></cac:PartyLegalEntity>' +
        '</cac:ReceiverParty>',
    )
  })

  it.each(oddTexts)('brings over a text with %s', (_, text, arrives) => {
    const response: InvoiceResponse = {
      ...queried,
      note: text,
      clarifications: [
        { ...missingOrder, text, conditions: [{ attribute: text, description: text }] },
      ],
    }
    expect(readStatusMessage(buildInvoiceResponse(response))).toMatchObject({
      note: arrives,
      reasons: [{ text: arrives, conditions: [{ attribute: arrives, description: arrives }] }],
    })
  })

  it('leaves out what is blank', () => {
    const contact = { name: ' ', telephone: '', email: '\t' }
    const blank = buildInvoiceResponse({ ...paid, note: '\n', sender: { ...paid.sender, contact } })
    expect(blank).toEqual(buildInvoiceResponse(paid))
  })
})

const reason = (code: string, text?: string) =>
  ({ list: 'OPStatusReason', code, text }) as InvoiceResponse['clarifications'][number]
const action = (code: string) => ({ ...reason(code), list: 'OPStatusAction' }) as never
const to = (scheme: string, id: string) => ({
  receiver: { ...paid.receiver, endpoint: { scheme, id } },
})
const { sender, receiver, invoice } = queried
const nowhere = { endpoint: { scheme: '9999', id: '1' }, name: 'Nobody' }

const wrong: [rule: string, what: string, change: Partial<InvoiceResponse>][] = [
  ['T111-B00103', 'no identifier', { id: '' }],
  ['T111-B00104', 'no date of issue', { issuedAt: new Date(Number.NaN) }],
  ['T111-B00902', 'a sender of no scheme', { sender: nowhere }],
  ['T111-B02102', 'a receiver of no scheme', { receiver: nowhere }],
  ['T111-B02102', 'a receiver whose scheme is half one', to('192', '987654325')],
  ['T111-B01401', 'a sender without name', { sender: { ...sender, name: ' ' } }],
  ['T111-B02601', 'a receiver without name', { receiver: { ...receiver, name: '' } }],
  ['T111-B03001', 'another status', { code: 'XX' as 'UQ' }],
  ['T111-B03001', 'a status that every object has', { code: 'toString' as 'UQ' }],
  ['T111-B03303', 'another list', { clarifications: [{ list: 'X', code: 'REF' } as never] }],
  ['T111-B03601', 'a condition on nothing', condition('')],
  ['T111-B03901', 'no number of the invoice', { invoice: { ...invoice, number: ' ' } }],
  ['T111-B04201', 'a document of no type', { invoice: { ...invoice, typeCode: '471' } }],
  ['T111-B04201', 'a type in other digits', { invoice: { ...invoice, typeCode: '0380' } }],
  ['T111-R001', 'an unexplained rejection', { code: 'RE', clarifications: [] }],
  ['T111-R001', 'an unexplained query', { code: 'UQ', clarifications: [] }],
  ['T111-R001', 'an unexplained condition', { code: 'CA', clarifications: [] }],
  ['T111-R004', 'a payment in part without text', { code: 'PD', clarifications: [reason('PPD')] }],
  ['T111-R005', 'a payment in part of a query', { clarifications: [reason('PPD', 'Half')] }],
  ['T111-R006', 'an action that is a reason', { clarifications: [action('REF')] }],
  ['T111-R007', 'a reason that is an action', { clarifications: [reason('NOA')] }],
  ['COMMON-R001', 'an empty endpoint', to('9930', ' ')],
  ['COMMON-R030', 'a day that is none', { effectiveDate: '2026-02-30' }],
  ['COMMON-R030', 'a day with zone', { invoice: { ...invoice, issueDate: '2026-11-21Z' } }],
  ['COMMON-R040', 'a wrong location number', to('0088', '7300010000002')],
  ['COMMON-R041', 'a wrong Norwegian number', to('0192', '987654321')],
  ['COMMON-R042', 'a wrong Danish number', to('0184', '1234567')],
  ['COMMON-R043', 'a wrong Belgian number', to('0208', '0123456740')],
  ['COMMON-R049', 'a wrong Swedish number', to('0007', '2021005027')],
  ['COMMON-R050', 'a wrong Australian number', to('0151', '51824753557')],
  ['COMMON-R052', 'a wrong Danish P number', to('0096', '123456789')],
  ['COMMON-R053', 'a wrong Danish SE number', to('0198', '12345678')],
]

function condition(attribute: string): Partial<InvoiceResponse> {
  return { clarifications: [{ ...missingOrder, conditions: [{ attribute }] }] }
}

describe('an Invoice Response is not written', () => {
  it.each(wrong)('that would break PEPPOL-%s: %s', (rule, _, change) => {
    const build = () => buildInvoiceResponse({ ...queried, ...change })
    expect(build).toThrow(new RegExp(`^PEPPOL-${rule}: .+ .+`))
  })

  it('but for these faults it is', () => {
    const right: Partial<InvoiceResponse>[] = [
      { code: 'AP', clarifications: [] },
      { code: 'PD', clarifications: [reason('PPD', 'Half')] },
      { clarifications: [action('NOA')] },
      condition('BT-1'),
      { effectiveDate: '2028-02-29' },
      to('0184', 'DK12345678'),
    ]
    for (const change of right)
      expect(() => buildInvoiceResponse({ ...queried, ...change })).not.toThrow()
  })
})

describe('its code lists', () => {
  it('know the schemes of endpoints that billing knows', () => {
    const all = Array.from({ length: 10_000 }, (_, code) => String(code).padStart(4, '0'))
    expect(all.filter(isAddressScheme)).toEqual([...electronicAddressSchemes.codes])
    expect(['', '96', '00096', 'abcd', '0096 '].filter(isAddressScheme)).toEqual([])
  })

  it('know 728 names of documents', () => {
    const all = Array.from({ length: 10_000 }, (_, code) => String(code))
    expect(all.filter(isDocumentName)).toHaveLength(728)
    expect(['', '0', '+1', '1.0', '1e2', '01'].filter(isDocumentName)).toEqual([])
  })
})
