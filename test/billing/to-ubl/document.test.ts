import { describe, expect, test } from 'vitest'
import { completeDocument, type Kind, toUbl } from '../../../src/billing/index.ts'
import { children, parseXml, textOf, type XmlElement, xpathOf } from '../../../src/xml/index.ts'
import { accept, changed, fixture, fixtureNames } from '../fixtures.ts'

function ublOf(kind: Kind, json: unknown): Buffer {
  return toUbl(kind, completeDocument(kind, accept(kind, json)).document)
}

function rootOf(name: string, changes: [pointer: string, value: unknown][] = []): XmlElement {
  const { kind, json } = fixture(name)
  const document = changes.reduce((at, [pointer, value]) => changed(at, pointer, value), json)
  return parseXml(ublOf(kind, document)).root
}

const localNames = (element: XmlElement): string[] => children(element).map(({ local }) => local)

function all(element: XmlElement): XmlElement[] {
  return [element, ...children(element).flatMap(all)]
}

describe('UBL', () => {
  test.each(fixtureNames)('of %s is the golden file, byte for byte, each time', (name) => {
    const { kind, json, golden } = fixture(name)
    expect(ublOf(kind, json).toString()).toBe(golden.toString())
    expect(ublOf(kind, json).equals(golden)).toBe(true)
  })

  test.each(fixtureNames)('of %s has no empty element and no empty attribute', (name) => {
    for (const element of all(rootOf(name))) {
      if (children(element).length === 0)
        expect(textOf(element).trim(), xpathOf(element)).not.toBe('')
      for (const { value } of element.attributes) expect(value).not.toBe('')
    }
  })

  test('writes nothing for groups that the caller left empty', () => {
    const { kind, json, golden } = fixture('invoice-minimal')
    const empty = [
      ['/delivery', {}],
      ['/notes', []],
      ['/precedingInvoices', []],
      ['/allowances', []],
      ['/seller/contact', {}],
      ['/totals', {}],
    ] as const
    const document = empty.reduce((at, [pointer, value]) => changed(at, pointer, value), json)
    expect(ublOf(kind, document).toString()).toBe(golden.toString())
  })

  test('of an invoice has its parts in the order of the schema', () => {
    expect([...new Set(localNames(rootOf('invoice-usual')))]).toEqual([
      ...[
        'CustomizationID',
        'ProfileID',
        'ID',
        'IssueDate',
        'DueDate',
        'InvoiceTypeCode',
        'Note',
        'TaxPointDate',
      ],
      ...[
        'DocumentCurrencyCode',
        'TaxCurrencyCode',
        'AccountingCost',
        'BuyerReference',
        'InvoicePeriod',
      ],
      ...[
        'OrderReference',
        'BillingReference',
        'DespatchDocumentReference',
        'ReceiptDocumentReference',
      ],
      ...[
        'OriginatorDocumentReference',
        'ContractDocumentReference',
        'AdditionalDocumentReference',
      ],
      ...[
        'ProjectReference',
        'AccountingSupplierParty',
        'AccountingCustomerParty',
        'Delivery',
        'PaymentMeans',
      ],
      ...['PaymentTerms', 'AllowanceCharge', 'TaxTotal', 'LegalMonetaryTotal', 'InvoiceLine'],
    ])
  })

  test(
    'of a credit note has the tax point date first, tender and project last, and no ' +
      'due date of its own',
    () => {
      const root = rootOf('creditNote-usual', [
        ['/taxPointDateCode', undefined],
        ['/taxPointDate', '2026-11-20'],
      ])
      expect([...new Set(localNames(root))]).toEqual([
        ...[
          'CustomizationID',
          'ProfileID',
          'ID',
          'IssueDate',
          'TaxPointDate',
          'CreditNoteTypeCode',
          'Note',
        ],
        ...['DocumentCurrencyCode', 'BuyerReference', 'OrderReference', 'BillingReference'],
        ...[
          'ContractDocumentReference',
          'AdditionalDocumentReference',
          'OriginatorDocumentReference',
        ],
        ...[
          'AccountingSupplierParty',
          'AccountingCustomerParty',
          'PaymentMeans',
          'AllowanceCharge',
          'TaxTotal',
        ],
        ...['LegalMonetaryTotal', 'CreditNoteLine'],
      ])
    },
  )

  test('writes the due date of a credit note in the first PaymentMeans only', () => {
    const means = children(rootOf('creditNote-usual'), 'PaymentMeans').map(localNames)
    expect(means).toEqual([
      ['PaymentMeansCode', 'PaymentDueDate', 'PaymentID', 'PayeeFinancialAccount'],
      ['PaymentMeansCode', 'PaymentID', 'PayeeFinancialAccount'],
    ])
  })

  test('writes NA for the purchase order if there is only a sales order', () => {
    const order = (changes: [string, unknown][]) =>
      children(rootOf('invoice-usual', changes), 'OrderReference').flatMap((found) =>
        children(found).map(textOf),
      )
    expect(order([['/purchaseOrderReference', undefined]])).toEqual(['NA', 'SO-815'])
    expect(order([['/salesOrderReference', undefined]])).toEqual(['PO-4711'])
    expect(
      order([
        ['/purchaseOrderReference', undefined],
        ['/salesOrderReference', undefined],
      ]),
    ).toEqual([])
  })

  test('keeps the decimals of prices and quantities, and writes amounts with two', () => {
    const root = rootOf('invoice-minimal', [
      ['/lines/0/quantity', '2.000'],
      ['/lines/0/netPrice', '1.10000'],
    ])
    const texts = Object.fromEntries(all(root).map((element) => [element.local, textOf(element)]))
    expect(texts).toMatchObject({
      InvoicedQuantity: '2.000',
      PriceAmount: '1.10000',
      LineExtensionAmount: '2.20',
    })
  })

  test('writes amounts in the document currency, one VAT total in the tax currency', () => {
    const foreign = all(rootOf('invoice-usual')).filter(({ attributes }) =>
      attributes.some(({ local, value }) => local === 'currencyID' && value !== 'EUR'),
    )
    expect(foreign.map(xpathOf)).toEqual(['/Invoice[1]/TaxTotal[2]/TaxAmount[1]'])
  })

  test('carries strings unharmed, whatever they contain', () => {
    const text = `<b>&amp; "'>]]>\u{1F600}\u0085 Ж\ttab`
    const root = rootOf('invoice-minimal', [['/lines/0/name', text]])
    expect(
      all(root)
        .filter(({ local }) => local === 'Name')
        .map(textOf),
    ).toEqual([text])
  })

  test('has a rate of 0 written, and none at all for category O', () => {
    const percents = (name: string) =>
      all(rootOf(name))
        .filter(({ local }) => local === 'Percent')
        .map(textOf)
    expect(percents('creditNote-minimal')).toEqual(['0', '0'])
    expect(percents('debitNote-minimal')).toEqual([])
  })
})
