// Doubts about UBL documents: where they are, what they say, and where there are none.
import { describe, expect, test } from 'vitest'
import { kinds, readBusinessDocument } from '../../src/billing/index.ts'
import { readCase } from '../cases/read-case.ts'
import { fixture, fixtureNames } from './fixtures.ts'

const invoice = readCase('long-name.xml').toString()
const creditNote = fixture('creditNote-minimal').golden.toString()

function doubtsOf(ubl: string | Buffer) {
  const read = readBusinessDocument(Buffer.from(ubl))
  if (read.kind !== 'read') throw new Error(read.kind)
  return read.doubts
}

const vatIdRule = 'vat-id.check-digit'
const rulesOf = (ubl: string) => doubtsOf(ubl).map(({ rule }) => rule)
const amount = (ubl: string, name: string, value: string) =>
  ubl.replace(new RegExp(`(<cbc:${name}[^>]*>)[^<]*`), `$1${value}`)
const allowance = (value: string, isCharge = 'false') =>
  invoice.replace(
    '<cac:Item>',
    `<cac:AllowanceCharge><cbc:ChargeIndicator>${isCharge}</cbc:ChargeIndicator>` +
      `<cbc:Amount currencyID="EUR">${value}</cbc:Amount></cac:AllowanceCharge><cac:Item>`,
  )

describe('there is no doubt about', () => {
  test.each(fixtureNames)('%s', (name) => {
    // Their VAT identifiers are made up.
    const others = rulesOf(fixture(name).golden.toString()).filter((rule) => rule !== vatIdRule)
    expect(others).toEqual(name === 'creditNote-usual' ? ['credit-note.negative'] : [])
  })

  test('an ordinary invoice', () => expect(doubtsOf(invoice)).toEqual([]))
})

describe('a credit note', () => {
  test('has no negative quantity', () => {
    expect(doubtsOf(amount(creditNote, 'CreditedQuantity', '-2'))).toMatchObject([
      {
        rule: 'credit-note.negative',
        xpath: '/CreditNote[1]/CreditNoteLine[1]/CreditedQuantity[1]',
        words: expect.stringMatching(/^is "-2": the amounts of a credit note are positive/),
        value: '-2',
        line: expect.any(Number),
      },
    ])
    expect(rulesOf(amount(creditNote, 'CreditedQuantity', '-0.00'))).toEqual([])
    expect(rulesOf(amount(invoice, 'InvoicedQuantity', '-2'))).toEqual([])
  })

  test.each(['TaxInclusiveAmount', 'PayableAmount'])('has no negative %s', (name) => {
    expect(rulesOf(amount(creditNote, name, '-1.00'))).toContain('credit-note.negative')
  })
})

describe('a due date', () => {
  test('is not before the day of issue', () => {
    expect(doubtsOf(amount(invoice, 'DueDate', '2026-11-19Z'))).toMatchObject([
      {
        rule: 'due-date.before-issue',
        xpath: '/Invoice[1]/DueDate[1]',
        words: 'is 2026-11-19, before the day of issue, 2026-11-20',
      },
    ])
    expect(rulesOf(amount(invoice, 'DueDate', '2026-11-20'))).toEqual([])
    const late = '<cbc:PaymentDueDate>2020-01-01</cbc:PaymentDueDate>'
    const means = `<cac:PaymentMeans><cbc:PaymentMeansCode>10</cbc:PaymentMeansCode>${late}`
    const dated = creditNote.replace('<cac:TaxTotal>', `${means}</cac:PaymentMeans><cac:TaxTotal>`)
    expect(rulesOf(dated)).toEqual(['due-date.before-issue'])
  })
})

describe('a VAT identifier', () => {
  test('has a check digit that fits', () => {
    const wrong = invoice.replace('>BE0123456749</cbc:CompanyID>', '>BE0123456748</cbc:CompanyID>')
    expect(doubtsOf(wrong)).toMatchObject([
      {
        rule: 'vat-id.check-digit',
        xpath: '/Invoice[1]/AccountingSupplierParty[1]/Party[1]/PartyTaxScheme[1]/CompanyID[1]',
        value: 'BE0123456748',
      },
    ])
    expect(
      rulesOf(
        wrong.replace(
          '<cbc:ID>VAT</cbc:ID></cac:TaxScheme></cac:PartyTaxScheme>',
          '<cbc:ID>TAX</cbc:ID></cac:TaxScheme></cac:PartyTaxScheme>',
        ),
      ),
    ).toEqual([])
    expect(rulesOf(wrong.replace('>BE0123456748<', '>ES0123456748<'))).toEqual([])
  })
})

describe('an allowance of a line', () => {
  test('is not below zero', () => {
    expect(doubtsOf(allowance('-5'))).toMatchObject([
      {
        rule: 'allowance.negative',
        xpath: '/Invoice[1]/InvoiceLine[1]/AllowanceCharge[1]/Amount[1]',
      },
    ])
    expect(rulesOf(allowance('5'))).toEqual([])
    expect(rulesOf(allowance('-5', 'true'))).toEqual([])
  })
})

describe('the totals', () => {
  test.each([
    ['LineExtensionAmount', '99.00', '100.00'],
    ['TaxExclusiveAmount', '99.00', '100.00'],
    ['TaxAmount', '20.00', '21.00'],
    ['TaxInclusiveAmount', '120.00', '121.00'],
    ['PayableAmount', '120.99', '121.00'],
  ])('add up: %s is not %s', (name, stated, expected) => {
    const start = name === 'LineExtensionAmount' ? invoice.indexOf('<cac:LegalMonetaryTotal>') : 0
    const wrong = invoice.slice(0, start) + amount(invoice.slice(start), name, stated)
    expect(doubtsOf(wrong)[0]).toMatchObject({
      rule: 'totals.add-up',
      value: stated,
      words: `is "${stated}": the other amounts add up to ${expected}`,
    })
  })

  test('add up with allowances, charges, rounding and what was paid', () => {
    const golden = fixture('invoice-complete').golden.toString()
    expect(rulesOf(golden)).not.toContain('totals.add-up')
    for (const name of ['PrepaidAmount', 'AllowanceTotalAmount', 'ChargeTotalAmount'])
      expect(rulesOf(amount(golden, name, '1.23')), name).toContain('totals.add-up')
  })

  test.each([
    ['as equal numbers', amount(invoice, 'PayableAmount', '121')],
    ['when one of them cannot be read', amount(invoice, 'TaxInclusiveAmount', '120,00')],
    ['when one has more digits than any amount', amount(invoice, 'PayableAmount', '1'.repeat(99))],
    ['when one is not there', invoice.replace(/<cbc:PayableAmount.*?<\/cbc:PayableAmount>/, '')],
    ['in an extension, which has others', extension(amount(invoice, 'PayableAmount', '1'))],
  ])('are not doubted %s', (_, ubl) => {
    expect(rulesOf(ubl)).toEqual([])
  })
})

function extension(ubl: string): string {
  const id = 'urn:cen.eu:en16931:2017#conformant#urn:peppol:eb2b:1.0'
  return ubl.replace(/(?<=<cbc:CustomizationID>)[^<]*/, id)
}

test('no more than twenty doubts are told', () => {
  const line = /<cac:CreditNoteLine>.*?<\/cac:CreditNoteLine>/s
  const many = amount(creditNote, 'CreditedQuantity', '-2').replace(line, (one) => one.repeat(100))
  expect(doubtsOf(many)).toHaveLength(20)
  expect(kinds.creditNote.root).toBe('CreditNote')
})
