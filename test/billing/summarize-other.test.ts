// What documents that are no invoices say about themselves, and who sends them to whom.
import { describe, expect, test } from 'vitest'
import { type OtherSummary, readAnyDocument } from '../../src/billing/index.ts'

const schemas = 'urn:oasis:names:specification:ubl:schema:xsd'

function party(id: string, more = ''): string {
  return `<cbc:EndpointID schemeID="9915"> ${id} </cbc:EndpointID>${more}`
}

function inParty(name: string, id: string): string {
  return `<cac:${name}><cac:Party>${party(id)}</cac:Party></cac:${name}>`
}

function ubl(root: string, content: string, namespace = `${schemas}:${root}-2`): Buffer {
  return Buffer.from(
    `<?xml version="1.0"?><d:${root} xmlns:d="${namespace}" ` +
      `xmlns:cac="${schemas}:CommonAggregateComponents-2" ` +
      `xmlns:cbc="${schemas}:CommonBasicComponents-2">${content}</d:${root}> `,
  )
}

function summaryOf(bytes: Buffer): OtherSummary {
  const read = readAnyDocument(bytes)
  if (read.kind !== 'other') throw new Error(JSON.stringify(read))
  return read.summary
}

function faultsOf(bytes: Buffer) {
  const read = readAnyDocument(bytes)
  return read.kind === 'faulty' ? read.faults : []
}

const both = (sender: string, receiver: string) => inParty(receiver, 'to') + inParty(sender, 'from')

describe('the parties of', () => {
  test.each([
    ['Order', 'BuyerCustomerParty', 'SellerSupplierParty'],
    ['OrderChange', 'BuyerCustomerParty', 'SellerSupplierParty'],
    ['OrderCancellation', 'BuyerCustomerParty', 'SellerSupplierParty'],
    ['OrderResponse', 'SellerSupplierParty', 'BuyerCustomerParty'],
    ['OrderResponseSimple', 'SellerSupplierParty', 'BuyerCustomerParty'],
    ['DespatchAdvice', 'DespatchSupplierParty', 'DeliveryCustomerParty'],
    ['ReceiptAdvice', 'DeliveryCustomerParty', 'DespatchSupplierParty'],
  ])('%s: %s sends it to %s', (root, sender, receiver) => {
    expect(summaryOf(ubl(root, both(sender, receiver)))).toMatchObject({
      sender: { endpoint: { scheme: '9915', id: 'from' } },
      receiver: { endpoint: { scheme: '9915', id: 'to' } },
    })
  })

  test.each([
    ['Catalogue', 'ProviderParty'],
    ['ApplicationResponse', 'SenderParty'],
  ])('%s: %s sends it to ReceiverParty', (root, sender) => {
    const content =
      `<cac:${sender}>${party('from')}</cac:${sender}>` +
      `<cac:ReceiverParty>${party('to')}</cac:ReceiverParty>`
    expect(summaryOf(ubl(root, content))).toMatchObject({
      sender: { endpoint: { id: 'from' } },
      receiver: { endpoint: { id: 'to' } },
    })
  })

  test('tax data: ReportingParty sends it to ReceivingParty, of its own namespace', () => {
    const content =
      `<d:ReportingParty>${party('from')}</d:ReportingParty>` +
      `<d:ReceivingParty>${party('to')}</d:ReceivingParty>`
    const read = summaryOf(ubl('TaxData', content, 'urn:peppol:schema:taxdata:1.0'))
    expect(read).toMatchObject({
      sender: { endpoint: { id: 'from' } },
      receiver: { endpoint: { id: 'to' } },
    })
  })

  test.each([
    ['a root that is not in the table', ubl('Quotation', both('A', 'B'))],
    ['a root of another namespace', ubl('Order', both('A', 'B'), 'urn:other')],
    ['a root that every object has', ubl('constructor', both('A', 'B'))],
  ])('%s are not known', (_, bytes) => {
    expect(summaryOf(bytes)).toEqual({})
  })
})

describe('a document says of itself', () => {
  const said =
    '<cbc:CustomizationID> c </cbc:CustomizationID><cbc:ProfileID>p</cbc:ProfileID>' +
    '<cbc:ID> 7 </cbc:ID><cbc:IssueDate>2026-11-21</cbc:IssueDate>'

  test('what it is, its number and its date', () => {
    const bytes = ubl('Order', said)
    expect(readAnyDocument(bytes)).toEqual({
      kind: 'other',
      summary: { customizationId: 'c', profileId: 'p', number: '7', issueDate: '2026-11-21' },
      root: { namespace: `${schemas}:Order-2`, local: 'Order' },
      // Without what stands around its root.
      document: bytes.subarray(bytes.indexOf('<d:Order'), -1),
    })
  })

  test('who its parties are', () => {
    const address =
      '<cac:PostalAddress><cac:Country><cbc:IdentificationCode>SE</cbc:IdentificationCode>' +
      '</cac:Country></cac:PostalAddress><cac:PartyName><cbc:Name>Short</cbc:Name></cac:PartyName>'
    const legal =
      '<cac:PartyLegalEntity><cbc:RegistrationName>Legal</cbc:RegistrationName>' +
      '</cac:PartyLegalEntity>'
    const content =
      `<cac:ProviderParty>${party('from', address + legal)}</cac:ProviderParty>` +
      `<cac:ReceiverParty>${address}</cac:ReceiverParty>`
    const { sender, receiver } = summaryOf(ubl('Catalogue', content))
    expect(sender).toMatchObject({ name: 'Legal', country: 'SE' })
    expect(sender?.location.xpath).toMatch(/EndpointID\[1\]$/)
    expect(receiver).toMatchObject({ name: 'Short', country: 'SE' })
    expect(receiver).not.toHaveProperty('endpoint')
    expect(receiver?.location.xpath).toMatch(/ReceiverParty\[1\]$/)
  })

  test.each([
    ['2026-11-21Z', '2026-11-21'],
    ['2026-11-21+01:00', '2026-11-21'],
  ])('a date with its zone: %s', (text, issueDate) => {
    expect(summaryOf(ubl('Order', `<cbc:IssueDate>${text}</cbc:IssueDate>`))).toEqual({ issueDate })
  })

  test.each([
    ['a number twice', '<cbc:ID>1</cbc:ID><cbc:ID>2</cbc:ID>', /ID appears twice/],
    ['two buyers', both('BuyerCustomerParty', 'BuyerCustomerParty'), /appears twice/],
    ['an element in its type', '<cbc:CustomizationID><a/></cbc:CustomizationID>', /elements/],
  ])('%s, which is a fault', (_, content, message) => {
    const faults = faultsOf(ubl('Order', content))
    expect(faults.map((fault) => fault.message).join('; ')).toMatch(message)
    expect(faults[0]).toMatchObject({ line: 1, xpath: expect.stringMatching(/^\/Order\[1\]/) })
  })

  test.each(['2026-02-30', '2026-11-21T10:00:00Z', ''])('no date with "%s"', (text) => {
    expect(summaryOf(ubl('Order', `<cbc:IssueDate>${text}</cbc:IssueDate>`))).toEqual({})
  })

  test('a number of any length: the record cuts it', () => {
    const number = '1'.repeat(1_000)
    expect(summaryOf(ubl('Order', `<cbc:ID>${number}</cbc:ID>`))).toEqual({ number })
  })

  test('that it is an invoice, which is read as one', () => {
    expect(readAnyDocument(ubl('Invoice', said))).toMatchObject({ kind: 'read' })
    expect(readAnyDocument(ubl('Invoice', said, 'urn:other'))).toMatchObject({ kind: 'other' })
  })

  test('nothing, when it is no XML', () => {
    expect(readAnyDocument(Buffer.from('%PDF-1.7'))).toMatchObject({ kind: 'no-xml' })
  })
})
