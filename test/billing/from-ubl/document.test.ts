import { describe, expect, test } from 'vitest'
import { convertUbl, documentModel, fromUbl, kinds } from '../../../src/billing/index.ts'
import { parseXml } from '../../../src/xml/index.ts'
import { fixture } from '../fixtures.ts'

const golden = fixture('invoice-usual').golden.toString()

function read(ubl: string) {
  return fromUbl(parseXml(Buffer.from(ubl)))
}

/** The golden invoice with one piece of its XML replaced. */
function replaced(from: string | RegExp, to: string): string {
  const changed = golden.replace(from, to)
  expect(changed).not.toBe(golden)
  return changed
}

describe('what has no place in the JSON', () => {
  test.each([
    [
      'a UBL element that BIS omits',
      replaced('<cbc:ID>', '<cbc:UUID>1-2</cbc:UUID><cbc:ID>'),
      [{ xpath: '/Invoice[1]/UUID[1]', text: '1-2' }],
    ],
    [
      'an attribute',
      replaced('<cbc:InvoiceTypeCode>', '<cbc:InvoiceTypeCode listID="UNCL1001">'),
      [{ xpath: '/Invoice[1]/InvoiceTypeCode[1]/@listID', text: 'UNCL1001' }],
    ],
    [
      'a second element where only one is allowed',
      replaced(/(<cbc:BuyerReference>)/, '<cbc:BuyerReference>first</cbc:BuyerReference>$1'),
      [{ xpath: '/Invoice[1]/BuyerReference[2]', text: expect.any(String) }],
    ],
    [
      'an extension',
      replaced(
        '<cbc:CustomizationID>',
        '<ext:UBLExtensions ' +
          'xmlns:ext="urn:oasis:names:specification:ubl:schema:xsd:CommonExtensionComponents-2">' +
          '<ext:UBLExtension><ext:ExtensionContent><a xmlns="urn:a" ' +
          'b="c">d<e/></a></ext:ExtensionContent></ext:UBLExtension></ext:UBLExtensions>' +
          '<cbc:CustomizationID>',
      ),
      [
        {
          xpath: '/Invoice[1]/UBLExtensions[1]/UBLExtension[1]/ExtensionContent[1]/a[1]/@b',
          text: 'c',
        },
        {
          xpath: '/Invoice[1]/UBLExtensions[1]/UBLExtension[1]/ExtensionContent[1]/a[1]',
          text: 'd',
        },
        {
          xpath: '/Invoice[1]/UBLExtensions[1]/UBLExtension[1]/ExtensionContent[1]/a[1]/e[1]',
          text: '',
        },
      ],
    ],
    [
      'an element in a foreign namespace with the name of one of ours',
      replaced(
        '<cbc:BuyerReference>',
        '<BuyerReference xmlns="urn:a">x</BuyerReference><cbc:BuyerReference>',
      ),
      [{ xpath: '/Invoice[1]/BuyerReference[1]', text: 'x' }],
    ],
    [
      'another currency on an amount',
      replaced('<cbc:PayableAmount currencyID="EUR">', '<cbc:PayableAmount currencyID="USD">'),
      [{ xpath: '/Invoice[1]/LegalMonetaryTotal[1]/PayableAmount[1]/@currencyID', text: 'USD' }],
    ],
    [
      'text between elements',
      replaced('<cac:LegalMonetaryTotal>', '<cac:LegalMonetaryTotal>text'),
      [{ xpath: '/Invoice[1]/LegalMonetaryTotal[1]', text: 'text' }],
    ],
    [
      'text between elements that is a space to print, but not white space in XML',
      replaced('<cac:LegalMonetaryTotal>', '<cac:LegalMonetaryTotal>\u00a0'),
      [{ xpath: '/Invoice[1]/LegalMonetaryTotal[1]', text: '\u00a0' }],
    ],
    [
      'text beside the elements of the root',
      replaced('<cbc:ID>', 'text<cbc:ID>'),
      [{ xpath: '/Invoice[1]', text: 'text' }],
    ],
    [
      'text in place of the elements of the root',
      '<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"> text ' +
        '<!-- --></Invoice>',
      [{ xpath: '/Invoice[1]', text: 'text' }],
    ],
    [
      'text in place of the elements of a group',
      replaced(/(<cac:LegalMonetaryTotal>).*(<\/cac:LegalMonetaryTotal>)/s, '$1text$2'),
      [{ xpath: '/Invoice[1]/LegalMonetaryTotal[1]', text: 'text' }],
    ],
    [
      'another payment means code',
      replaced(/(.*<cbc:PaymentMeansCode)(>)[0-9]+/s, '$1$242'),
      [{ xpath: '/Invoice[1]/PaymentMeans[2]/PaymentMeansCode[1]', text: '42' }],
    ],
  ])('is reported: %s', (_, ubl, unmapped) => {
    expect(read(ubl).unmapped).toEqual(unmapped)
  })

  test('is reported once for each of 20,000 elements, in linear time', () => {
    const strange = '<cbc:UUID>1</cbc:UUID>'.repeat(20_000)
    const { unmapped } = read(replaced('<cbc:ID>', `${strange}<cbc:ID>`))
    expect(unmapped).toHaveLength(20_000)
    expect(unmapped.at(-1)).toEqual({ xpath: '/Invoice[1]/UUID[20000]', text: '1' })
  })
})

describe('invalid UBL', () => {
  test('gives a JSON in which the model finds the same faults, with their pointers', () => {
    const ubl = replaced(/<cbc:IssueDate>[^<]*/, '<cbc:IssueDate>2026-02-30').replace(
      /<cbc:PayableAmount currencyID="EUR">[^<]*/,
      '<cbc:PayableAmount currencyID="EUR">much',
    )
    const { kind, document } = read(ubl)
    const issues = documentModel(kind).safeParse(document).error?.issues ?? []
    expect(issues.map(({ path }) => `/${path.join('/')}`)).toEqual([
      '/issueDate',
      '/totals/payable',
    ])
  })

  test.each([
    ['<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"/>', 'invoice'],
    [
      '<CreditNote xmlns="urn:oasis:names:specification:ubl:schema:xsd:CreditNote-2"/>',
      'creditNote',
    ],
    [
      '<CreditNote xmlns="urn:oasis:names:specification:ubl:schema:xsd:CreditNote-2">\n\t</CreditNote>',
      'creditNote',
    ],
  ])('may be all but empty: %s', (ubl, type) => {
    expect(read(ubl)).toMatchObject({ document: { type }, unmapped: [] })
  })

  test.each([
    ['<Order xmlns="urn:oasis:names:specification:ubl:schema:xsd:Order-2"/>', 'wrong-root'],
    ['<Invoice/>', 'wrong-root'],
    ['<Invoice', 'no-xml'],
    ['<!DOCTYPE Invoice><Invoice/>', 'no-xml'],
    ['', 'no-xml'],
  ])('is no document when it is %s', (ubl, kind) => {
    expect(convertUbl(Buffer.from(ubl))).toMatchObject({ kind, line: 1 })
  })

  test('of another root is refused', () => {
    expect(() =>
      read('<Order xmlns="urn:oasis:names:specification:ubl:schema:xsd:Order-2"/>'),
    ).toThrow(RangeError)
  })
})

describe('decimals and booleans as XML Schema writes them', () => {
  test.each([
    ['+5.0', '5.0'],
    ['.5', '0.5'],
    ['5.', '5'],
    [' 5 ', '5'],
  ])('%j is %s', (written, expected) => {
    const ubl = replaced(/(<cbc:InvoicedQuantity[^>]*>)[^<]*/, `$1${written}`)
    expect(read(ubl).document.lines[0]?.quantity).toBe(expected)
  })

  test('a charge whose indicator is 1 is a charge', () => {
    const ubl = replaced('<cbc:ChargeIndicator>true<', '<cbc:ChargeIndicator>1<')
    expect(read(ubl).document.charges).toEqual(read(golden).document.charges)
  })
})

describe('the kind', () => {
  test('of an Invoice with the type code of a debit note is a debit note', () => {
    expect(read(golden).kind).toBe(kinds.invoice)
    expect(read(replaced('>380<', '>383<')).kind).toBe(kinds.debitNote)
    expect(convertUbl(fixture('creditNote-usual').golden)).toMatchObject({
      kind: 'read',
      of: kinds.creditNote,
    })
  })
})
