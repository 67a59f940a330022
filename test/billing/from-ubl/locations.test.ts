import { describe, expect, test } from 'vitest'
import {
  completeDocument,
  documentModel,
  fromUbl,
  toUbl,
  ublLocations,
} from '../../../src/billing/index.ts'
import { parseXml, type XmlElement, xpathOf } from '../../../src/xml/index.ts'
import { fixture } from '../fixtures.ts'
import { generate } from '../generate.ts'

const { golden, json } = fixture('invoice-usual')
const places = ublLocations(golden)

describe('the pointer of an XPath', () => {
  test.each([
    ['/Invoice[1]', ''],
    ['/Invoice[1]/ID[1]', '/number'],
    ['/Invoice[1]/AccountingSupplierParty[1]', '/seller'],
    ['/Invoice[1]/AccountingSupplierParty[1]/Party[1]/EndpointID[1]', '/seller/endpoint/id'],
    [
      '/Invoice[1]/AccountingSupplierParty[1]/Party[1]/EndpointID[1]/@schemeID',
      '/seller/endpoint/scheme',
    ],
    [
      '/Invoice[1]/AccountingSupplierParty[1]/Party[1]/PartyTaxScheme[1]/CompanyID[1]',
      '/seller/vatId',
    ],
    ['/Invoice[1]/InvoiceLine[2]', '/lines/1'],
    ['/Invoice[1]/InvoiceLine[2]/Price[1]/PriceAmount[1]', '/lines/1/netPrice'],
    ['/Invoice[1]/InvoiceLine[2]/Price[1]', '/lines/1'],
    ['/Invoice[1]/InvoiceLine[1]/AllowanceCharge[2]', '/lines/0/charges/0'],
    [
      '/Invoice[1]/PaymentMeans[2]/PayeeFinancialAccount[1]/ID[1]',
      '/payment/creditTransfers/1/accountId',
    ],
    ['/Invoice[1]/TaxTotal[1]/TaxAmount[1]', '/totals/vat'],
    ['/Invoice[1]/TaxTotal[2]/TaxAmount[1]', '/totals/vatInTaxCurrency'],
    ['/Invoice[1]/LegalMonetaryTotal[1]', '/totals'],
    ['/Invoice[1]/LegalMonetaryTotal[1]/PayableAmount[1]/@currencyID', '/totals/payable'],
    ['/Invoice/cac:InvoiceLine[3]/cac:Item/cbc:Name', '/lines/2/name'],
  ])('%s is %s', (xpath, pointer) => {
    expect(places.pointerOf(xpath)).toBe(pointer)
  })

  test.each([
    '/CreditNote[1]',
    '/Invoice[1]/UUID[1]',
    '/Invoice[1]/InvoiceLine[99]',
    '/Invoice[1]/ID[0]',
    '',
    'x',
    '//ID',
  ])('%j leads nowhere', (xpath) => {
    expect(places.pointerOf(xpath)).toBeUndefined()
  })

  test('of an element that is not a field is that of the group around it', () => {
    const ubl = golden.toString().replace('<cac:Price>', '<cac:Price><cbc:Strange>x</cbc:Strange>')
    expect(
      ublLocations(Buffer.from(ubl)).pointerOf('/Invoice[1]/InvoiceLine[1]/Price[1]/Strange[1]'),
    ).toBe('/lines/0')
  })
})

describe("the pointer into the caller's own JSON", () => {
  const into = (xpath: string, own: unknown) => places.pointerOf(xpath, own)
  const buyerEndpoint = '/Invoice[1]/AccountingCustomerParty[1]/Party[1]/EndpointID[1]/@schemeID'

  test('ends where they wrote a string for an identifier', () => {
    expect(into(buyerEndpoint, { buyer: { endpoint: '0192:987654325' } })).toBe('/buyer/endpoint')
    expect(into(buyerEndpoint, { buyer: { endpoint: { id: '987654325', scheme: '0192' } } })).toBe(
      '/buyer/endpoint/scheme',
    )
  })

  test('ends at a list without that item, or at one that they left out', () => {
    const row = '/Invoice[1]/TaxTotal[1]/TaxSubtotal[2]/TaxAmount[1]'
    expect(into(row, { vatBreakdown: [{}, { taxAmount: '' }] })).toBe('/vatBreakdown/1/taxAmount')
    expect(into(row, { vatBreakdown: [{}, {}] })).toBe('/vatBreakdown/1')
    expect(into(row, { vatBreakdown: [{}] })).toBe('/vatBreakdown')
    expect(into(row, {})).toBe('')
  })

  test('ends at the nearest existing member around a field that they left out', () => {
    const payable = '/Invoice[1]/LegalMonetaryTotal[1]/PayableAmount[1]'
    expect(into(payable, json)).toBe('/totals/payable')
    expect(into(payable, { totals: { paid: '1' } })).toBe('/totals')
    expect(into(payable, { totals: { payable: null } })).toBe('/totals/payable')
    expect(into(payable, {})).toBe('')
  })

  test('takes no member from a prototype', () => {
    expect(into(buyerEndpoint, Object.create({ buyer: { endpoint: '' } }))).toBe('')
  })
})

describe('pointers and XPaths', () => {
  test.each(Array.from({ length: 6 }, (_, seed) => [seed]))(
    'of the document of seed %i: each value has its place, and the place leads back to it',
    (seed) => {
      const { kind, json } = generate(seed, { full: seed % 3 === 0 })
      const ubl = toUbl(kind, completeDocument(kind, documentModel(kind).parse(json)).document)
      const tree = parseXml(ubl)
      const own = ublLocations(tree)
      const { document } = fromUbl(tree)
      const withoutPlace = ['/type', '/profile', '/payment/creditorIdOn']
      for (const pointer of leavesOf(document)) {
        if (withoutPlace.includes(pointer) || /^\/notes\/.*subjectCode$/.test(pointer)) continue
        const xpath = own.xpathOf(pointer)
        expect(xpath, pointer).toBeDefined()
        expect(own.pointerOf(xpath!), xpath).toBe(pointer)
      }
      for (const element of elementsOf(tree.root))
        expect(own.pointerOf(xpathOf(element)), xpathOf(element)).toBeDefined()
    },
  )
})

function leavesOf(value: unknown, pointer = ''): string[] {
  if (typeof value !== 'object' || value === null) return [pointer]
  return Object.entries(value).flatMap(([name, inner]) => leavesOf(inner, `${pointer}/${name}`))
}

function elementsOf(element: XmlElement): XmlElement[] {
  return [
    element,
    ...element.children.flatMap((node) => (node.kind === 'element' ? elementsOf(node) : [])),
  ]
}
