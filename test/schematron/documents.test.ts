// Our rules on documents of our own: a valid one breaks none, and each edit breaks the expected
// rules and no others.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { ask, brokenRules, fatalRules } from './own-rules.ts'

const golden = (name: string) => readFileSync(`test/fixtures/billing/${name}.out.xml`, 'utf8')
const usual = golden('invoice-usual')
const small = golden('invoice-minimal')
const credit = golden('creditNote-minimal')
const sets = ['en16931', 'peppol-billing']

const within = (country: string) =>
  small.replace(/<cbc:IdentificationCode>[A-Z]+/g, `<cbc:IdentificationCode>${country}`)

type Edit = [what: string, rules: string[], from: string | RegExp, to: string, document?: string]

const edits: Edit[] = [
  ['no number', ['BR-02', 'PEPPOL-EN16931-R008'], '<cbc:ID>INV-2026-0042</cbc:ID>', '<cbc:ID/>'],
  ['an unapproved process', ['PEPPOL-EN16931-R007'], 'billing:01:1.0', 'billing:99:1.0'],
  [
    'another specification',
    ['PEPPOL-EN16931-R004'],
    'billing:3.0</cbc:CustomizationID>',
    'billing:2.0</cbc:CustomizationID>',
  ],
  ['a type code outside the list', ['BR-CL-01', 'PEPPOL-EN16931-P0100'], '>380<', '>999<'],
  ['a type code that EN 16931 has and Peppol does not', ['PEPPOL-EN16931-P0100'], '>380<', '>130<'],
  ['a correction outside Germany', ['PEPPOL-EN16931-P0112'], '>380<', '>384<'],
  ['a date with a zone', ['PEPPOL-EN16931-F001'], '>2026-11-21<', '>2026-11-21Z<'],
  ['two notes', ['PEPPOL-EN16931-R002'], /<cbc:Note>#.*?<\/cbc:Note>/, '$&$&'],
  ['a subject outside the list', ['BR-CL-08'], '#AAI#', '#???#'],
  [
    'a currency outside the list',
    ['BR-CL-05', 'BR-53', 'PEPPOL-EN16931-R055'],
    '<cbc:TaxCurrencyCode>SEK',
    '<cbc:TaxCurrencyCode>SKR',
  ],
  [
    'one currency twice',
    ['PEPPOL-EN16931-R005'],
    '<cbc:TaxCurrencyCode>SEK',
    '<cbc:TaxCurrencyCode>EUR',
  ],
  [
    'an amount in another currency',
    ['PEPPOL-EN16931-R051'],
    '<cbc:PayableAmount currencyID="EUR"',
    '<cbc:PayableAmount currencyID="USD"',
  ],
  [
    'VAT date and code',
    ['BR-CO-03'],
    '<cac:InvoicePeriod>',
    '<cac:InvoicePeriod><cbc:DescriptionCode>35</cbc:DescriptionCode>',
  ],
  [
    'a period that ends before it starts',
    ['BR-29'],
    '<cbc:EndDate>2026-10-31',
    '<cbc:EndDate>2026-09-30',
  ],
  [
    'a line period outside',
    ['PEPPOL-EN16931-R110'],
    '<cbc:StartDate>2026-10-01</cbc:StartDate></cac',
    '<cbc:StartDate>2026-09-01</cbc:StartDate></cac',
  ],
  ['no buyer name', ['BR-07'], '<cbc:RegistrationName>Buyer B.V.</cbc:RegistrationName>', ''],
  ['an unknown country', ['BR-CL-14'], '<cbc:IdentificationCode>FI', '<cbc:IdentificationCode>QQ'],
  ['a VAT identifier without country', ['BR-CO-09'], 'FI12345671', '12345671'],
  [
    'no electronic address',
    ['PEPPOL-EN16931-R010'],
    '<cbc:EndpointID schemeID="0106">12345678</cbc:EndpointID>',
    '',
  ],
  [
    'an address without scheme',
    ['BR-63'],
    ' schemeID="0106">12345678</cbc:EndpointID>',
    '>12345678</cbc:EndpointID>',
  ],
  [
    'a scheme outside the list',
    ['BR-CL-25', 'PEPPOL-EN16931-CL008'],
    'schemeID="0216"',
    'schemeID="9999"',
  ],
  [
    'a scheme that EN 16931 has and Peppol does not',
    ['PEPPOL-EN16931-CL008'],
    'schemeID="0216"',
    'schemeID="0213"',
  ],
  [
    'a GLN with a wrong check digit',
    ['PEPPOL-COMMON-R040'],
    '7300010000018</cbc:ID></cac:PartyI',
    '7300010000019</cbc:ID></cac:PartyI',
  ],
  [
    'credit transfer without account',
    ['BR-61'],
    /<cac:PayeeFinancialAccount><cbc:ID>NL.*?<\/cac:PayeeFinancialAccount>/,
    '',
  ],
  [
    'two payment means codes',
    ['UBL-SR-47'],
    '<cbc:PaymentMeansCode>58',
    '<cbc:PaymentMeansCode>30',
  ],
  ['direct debit without mandate', ['PEPPOL-EN16931-R061'], />58</g, '>59<'],
  [
    'an allowance without reason',
    ['BR-33', 'BR-CO-21'],
    /<cbc:AllowanceChargeReasonCode>95.*?<\/cbc:AllowanceChargeReason>/,
    '',
  ],
  [
    'an allowance that is not its percentage',
    ['PEPPOL-EN16931-R040'],
    '<cbc:MultiplierFactorNumeric>5<',
    '<cbc:MultiplierFactorNumeric>6<',
  ],
  [
    'a percentage of nothing',
    ['PEPPOL-EN16931-R041'],
    '<cbc:BaseAmount currencyID="EUR">1000</cbc:BaseAmount>',
    '',
  ],
  [
    'a base without percentage',
    ['PEPPOL-EN16931-R042'],
    '<cbc:MultiplierFactorNumeric>5</cbc:MultiplierFactorNumeric>',
    '',
  ],
  [
    'a charge indicator in digits',
    ['PEPPOL-EN16931-R043'],
    '<cbc:ChargeIndicator>true</cbc:ChargeIndicator><cbc:AllowanceChargeReasonCode>FC',
    '<cbc:ChargeIndicator>1</cbc:ChargeIndicator><cbc:AllowanceChargeReasonCode>FC',
  ],
  [
    'lines that do not add up',
    ['BR-CO-10', 'BR-CO-13'],
    '<cbc:LineExtensionAmount currencyID="EUR">1240.75',
    '<cbc:LineExtensionAmount currencyID="EUR">1240.76',
  ],
  [
    'allowances that do not add up',
    ['BR-CO-11', 'BR-CO-13'],
    '<cbc:AllowanceTotalAmount currencyID="EUR">50.00',
    '<cbc:AllowanceTotalAmount currencyID="EUR">51.00',
  ],
  [
    'charges that do not add up',
    ['BR-CO-12', 'BR-CO-13'],
    '<cbc:ChargeTotalAmount currencyID="EUR">20',
    '<cbc:ChargeTotalAmount currencyID="EUR">21',
  ],
  [
    'VAT that does not add up',
    ['BR-CO-14', 'BR-CO-15'],
    '<cbc:TaxAmount currencyID="EUR">277.49',
    '<cbc:TaxAmount currencyID="EUR">277.50',
  ],
  [
    'a total that is off by a cent',
    ['BR-CO-15', 'BR-CO-16'],
    '<cbc:TaxInclusiveAmount currencyID="EUR">1488.24',
    '<cbc:TaxInclusiveAmount currencyID="EUR">1488.25',
  ],
  ['an amount due that is off by a cent', ['BR-CO-16'], '>1388.25<', '>1388.24<'],
  [
    'three decimals',
    ['BR-DEC-16', 'UBL-DT-01'],
    '<cbc:PrepaidAmount currencyID="EUR">100<',
    '<cbc:PrepaidAmount currencyID="EUR">100.000<',
  ],
  ['a VAT row that is off by two', ['BR-CO-14', 'BR-CO-17', 'BR-S-09'], '>270.49<', '>272.49<'],
  ['a taxable amount that is off by two', ['BR-S-08'], '>1060.75<', '>1062.75<'],
  [
    'reverse charge with VAT',
    ['BR-AE-09', 'BR-CO-14', 'BR-CO-17'],
    '<cbc:TaxAmount currencyID="EUR">0.00',
    '<cbc:TaxAmount currencyID="EUR">1.00',
  ],
  [
    'reverse charge without reason',
    ['BR-AE-10'],
    /<cbc:TaxExemptionReasonCode>.*?<\/cbc:TaxExemptionReason>/,
    '',
  ],
  ['a reason of another category', ['PEPPOL-EN16931-P0104'], 'VATEX-EU-AE', 'VATEX-EU-G'],
  ['a reason outside the list', ['BR-CL-22'], 'VATEX-EU-AE', 'VATEX-XX'],
  ['a rate with reverse charge', ['BR-AE-05'], /(Licence.*?<cbc:Percent>)0/, '$121'],
  ['standard rate at zero', ['BR-S-05', 'BR-S-08'], /(Book.*?<cbc:Percent>)14/, '$10'],
  [
    'a category that the breakdown lacks',
    ['BR-S-08', 'BR-Z-01'],
    /(Book.*?<cac:ClassifiedTaxCategory><cbc:ID>)S(<\/cbc:ID><cbc:Percent>)14/,
    '$1Z$20',
  ],
  [
    'no VAT identifier of the seller, reverse charge and standard rate',
    ['BR-AE-02', 'BR-S-02', 'BR-S-03', 'BR-S-04'],
    /<cac:PartyTaxScheme><cbc:CompanyID>(FI|123).*?<\/cac:PartyTaxScheme>/g,
    '',
  ],
  ['a line without name', ['BR-25'], '<cbc:Name>Book</cbc:Name>', ''],
  ['a line without unit', ['BR-23'], ' unitCode="HUR"', ''],
  ['a unit outside the list', ['BR-CL-23'], 'unitCode="HUR"', 'unitCode="HOUR"'],
  [
    'another unit in the price',
    ['PEPPOL-EN16931-R130'],
    '<cbc:BaseQuantity unitCode="C62"',
    '<cbc:BaseQuantity unitCode="KGM"',
  ],
  ['a negative price', ['BR-27', 'PEPPOL-EN16931-R120'], '>4.921<', '>-4.921<'],
  [
    'a line amount that is off by three cents',
    ['BR-CO-10', 'PEPPOL-EN16931-R120'],
    '>60.75<',
    '>60.78<',
  ],
  ['a gross price that does not fit', ['PEPPOL-EN16931-R046'], '>110.00<', '>111.00<'],
  [
    'a charge on a price',
    ['PEPPOL-EN16931-R044'],
    /(<cac:Price>.*?<cbc:ChargeIndicator>)false/,
    '$1true',
  ],
  [
    'two VAT categories on a line',
    ['UBL-SR-48'],
    /<cac:ClassifiedTaxCategory>.*?<\/cac:ClassifiedTaxCategory>/,
    '$&$&',
  ],
  [
    'an attachment without file name',
    ['UBL-DT-07'],
    '<cac:ProjectReference>',
    '<cac:AdditionalDocumentReference><cbc:ID>A</cbc:ID><cac:Attachment>' +
      '<cbc:EmbeddedDocumentBinaryObject ' +
      'mimeCode="text/csv">QQ==</cbc:EmbeddedDocumentBinaryObject></cac:Attachment>' +
      '</cac:AdditionalDocumentReference>$&',
  ],
  [
    'an attachment of another type',
    ['BR-CL-24', 'PEPPOL-EN16931-CL001'],
    '<cac:ProjectReference>',
    '<cac:AdditionalDocumentReference><cbc:ID>A</cbc:ID><cac:Attachment>' +
      '<cbc:EmbeddedDocumentBinaryObject mimeCode="text/html" ' +
      'filename="a">QQ==</cbc:EmbeddedDocumentBinaryObject></cac:Attachment>' +
      '</cac:AdditionalDocumentReference>$&',
  ],
  [
    'a Swedish number with a wrong check digit',
    ['PEPPOL-COMMON-R049', 'SE-R-013'],
    /5560360793/g,
    '5560360794',
    credit,
  ],
]

describe('our rules', () => {
  it.each(['invoice', 'creditNote', 'debitNote'])(
    'break nothing in the golden documents: %s',
    (kind) => {
      for (const size of ['minimal', 'usual'])
        expect(fatalRules(golden(`${kind}-${size}`), ...sets)).toEqual([])
    },
  )

  it.each(edits)('refuse %s', (_, rules, from, to, document = usual) => {
    const edited = document.replace(from, to)
    expect(edited).not.toBe(document)
    expect(fatalRules(edited, ...sets)).toEqual([...rules].sort())
  })

  it('name the numbers that do not add up', () => {
    const [finding] = ask(usual.replace('>1388.25<', '>1388.24<'), ...sets)
    expect(finding?.message).toContain('The amount due (BT-115) is 1388.24')
    expect(finding?.message).toContain('comes to 1388.25.')
  })

  it('warn of what has no place in EN 16931, at its place', () => {
    const edited = usual.replace('<cbc:IssueDate>', '<cbc:UUID>1</cbc:UUID>$&')
    const [finding, ...others] = ask(edited, ...sets)
    expect(finding).toMatchObject({ id: 'UBL-CR-005', flag: 'warning', node: { local: 'UUID' } })
    expect(others).toEqual([])
  })

  it.each([
    ['DE', ['DE-R-001', 'DE-R-002', 'DE-R-003', 'DE-R-004', 'DE-R-008', 'DE-R-009']],
    ['DK', ['DK-R-002']],
    ['IS', ['IS-R-002', 'IS-R-003', 'IS-R-004', 'IS-R-005']],
    ['NL', ['NL-R-002', 'NL-R-004', 'NL-R-007']],
  ])('require more between two parties in %s', (country, rules) => {
    const found = fatalRules(within(country), 'peppol-billing')
    expect(found.filter((id) => id.startsWith(`${country}-`))).toEqual(rules)
  })

  it.each([
    ['#SKONTO#TAGE=14#PROZENT=2.25#\n', true],
    [
      'Please pay.\n#SKONTO#TAGE=14#PROZENT=2.25#BASISBETRAG=-3.50#\n' +
        '#SKONTO#TAGE=7#PROZENT=3.00#\n',
      true,
    ],
    ['No discount', true],
    ['#SKONTO#TAGE=14#PROZENT=2.25#', false],
    ['#SKONTO#TAGE=14#PROZENT=2,25#\n', false],
    ['#SKONTO#TAGE=14#\n', false],
    ['#SKONTO#TAGE=14#PROZENT=2.25# or later\n', false],
  ])('read the cash discounts of German payment terms: %j', (note, isRight) => {
    const terms = `<cac:PaymentTerms><cbc:Note>${note}</cbc:Note></cac:PaymentTerms>`
    const german = within('DE').replace('<cac:TaxTotal>', `${terms}$&`)
    expect(fatalRules(german, 'peppol-billing').includes('DE-R-018')).toBe(!isRight)
  })

  it('require self-billed documents to have their own specification, process and types', () => {
    const selfBilled = usual
      .replaceAll('poacc:billing:', 'poacc:selfbilling:')
      .replace('>380<', '>389<')
    expect(fatalRules(selfBilled, 'en16931', 'peppol-selfbilling')).toEqual([])
    expect(fatalRules(usual, 'peppol-selfbilling')).toEqual([
      'PEPPOL-EN16931-R004',
      'PEPPOL-EN16931-R007',
    ])
    expect(fatalRules(selfBilled.replace('>389<', '>380<'), 'peppol-selfbilling')).toEqual([
      'PEPPOL-EN16931-P0100',
    ])
  })

  it('never fail themselves, whatever is repeated or not a number', () => {
    const odd = usual
      .replace(
        /<cac:(LegalMonetaryTotal|TaxTotal|InvoicePeriod|PaymentMeans)>.*?<\/cac:\1>/g,
        '$&$&',
      )
      .replace(
        /<cbc:(\w*Amount|Percent|ID|\w+Indicator|IssueDate|\w+CurrencyCode|ProfileID)\b.*?<\/.*?>/g,
        '$&$&',
      )
      .replace(/>[0-9.]+</g, '>many<')
    expect(brokenRules(odd, ...sets, 'peppol-selfbilling').size).toBeGreaterThan(20)
  })
})
