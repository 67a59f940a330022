import { readFileSync } from 'node:fs'
import { describe, expect, it, test } from 'vitest'
import {
  buildTaxData,
  type RegimeName,
  RuleBroken,
  type TaxDataFacts,
} from '../../../src/reporting/index.ts'
import { contentOf } from '../../billing/content.ts'
import { describeWithOfficialDocuments, readOfficial } from '../../official-documents.ts'
import { facts, reportedIn, sourceIn } from './facts.ts'

const invoice = readFileSync('test/fixtures/billing/invoice-complete.out.xml')
const creditNote = readFileSync('test/fixtures/billing/creditNote-complete.out.xml')

const text = (regime: RegimeName, source: Buffer, more: Partial<TaxDataFacts> = {}) =>
  buildTaxData(regime, source, { ...facts, ...more }).toString()

/** What identifies it at an authority, which a document of Billing has not. */
const emirati = Buffer.from(
  invoice
    .toString()
    .replace(/<cbc:UUID>.*?<\/cbc:UUID>/, '')
    .replace(
      /(<cbc:ID>[^<]*<\/cbc:ID>)/,
      '$1<cbc:UUID>5f0c7f0e-8c1b-4c53-8f58-5d7b9d0f7f11</cbc:UUID>',
    ),
)

/** The rule that keeps it from being written. */
function ruleOf(build: () => unknown): string {
  try {
    build()
  } catch (error) {
    if (error instanceof RuleBroken) return error.rule
    throw error
  }
  return 'none'
}

describe('a report', () => {
  it.each([
    ['ae', '2027-01-15', '03:30:05+04:00'],
    ['sk', '2027-01-15', '00:30:05+01:00'],
  ] as const)('of %s has date and time of its country', (regime, date, time) => {
    const report = text(regime, emirati)
    expect(report).toContain(`<cbc:IssueDate>${date}</cbc:IssueDate>`)
    expect(report).toContain(`<cbc:IssueTime>${time}</cbc:IssueTime>`)
  })

  it('has the time of summer in summer', () => {
    const issuedAt = new Date('2027-07-14T12:00:00Z')
    expect(text('sk', emirati, { issuedAt })).toContain('>14:00:00+02:00<')
  })

  it.each([
    ['ae', 'submit', 'S'],
    ['ae', 'resubmit', 'R'],
    ['ae', 'withdraw', 'W'],
    ['ae', 'failed', 'F'],
    ['sk', 'submit', 'S'],
    ['sk', 'resubmit', 'R'],
    ['sk', 'withdraw', 'D'],
  ] as const)('of %s for %s has the type %s', (regime, type, code) => {
    expect(text(regime, emirati, { type })).toMatch(
      new RegExp(`<pxs:(DocumentTypeCode|TaxDataTypeCode)>${code}<`),
    )
  })

  it('is not made of what Slovakia has no type for', () => {
    expect(() => text('sk', emirati, { type: 'failed' })).toThrow("has no type 'failed'")
  })

  it.each([
    ['ae', 'AE', 'AE', true, 'D'],
    ['ae', 'AE', 'NL', true, 'IP'],
    ['ae', 'AE', 'NL', false, 'INP'],
    ['ae', 'AE', '', false, 'D'],
    ['sk', 'SK', 'SK', true, 'D'],
    ['sk', 'SK', 'NL', true, 'IC'],
    ['sk', 'SK', 'CH', true, 'INTL'],
  ] as const)(
    'of %s from %s to %s, over Peppol %s, has scope %s',
    (regime, from, to, isSentOverPeppol, scope) => {
      const source = emirati.toString().split('<cac:AccountingCustomerParty>')
      const country = (xml: string, code: string) =>
        xml.replaceAll(/(IdentificationCode)>[A-Z]{2}</g, code ? `$1>${code}<` : '$1><')
      const parts = [country(source[0]!, from), country(source[1]!, to)]
      const changed = parts.join('<cac:AccountingCustomerParty>')
      expect(text(regime, Buffer.from(changed), { isSentOverPeppol })).toContain(
        `<pxs:DocumentScope>${scope}</pxs:DocumentScope>`,
      )
    },
  )

  it('names who reports to whom, and for whom', () => {
    const report = text('ae', emirati, { role: 'receiver' })
    expect(report).toContain('<pxs:ReporterRole>02<')
    expect(report).toContain('<pxs:ReportingParty><cbc:EndpointID schemeID="0235">1987654321<')
    expect(report).toContain('<pxs:ReceivingParty><cbc:EndpointID schemeID="0242">900000-TAX_AE<')
    expect(report).toContain('<cbc:ID schemeID="0242">900001<')
    expect(report).not.toContain('TaxAuthority')
    expect(text('sk', emirati)).toContain(
      '<pxs:TaxAuthority><cbc:ID>SK</cbc:ID><cbc:Name>Authority<',
    )
  })

  it.each([
    ['ae', { reporter: 'no participant' }, 'ibr-tdd-13'],
    ['ae', { receiver: '0235:1987654321' }, 'ibr-tdd-17'],
    ['ae', { representative: 'POP900001' }, 'ibr-tdd-21'],
    ['ae', { issuedAt: new Date(Number.NaN) }, 'ibr-tdd-05'],
    ['sk', { authority: undefined }, 'ibr-tdd-13'],
    ['sk', { reporter: '' }, 'ibr-tdd-17'],
    ['sk', { receiver: '0242' }, 'ibr-tdd-20'],
    ['sk', { representative: '' }, 'ibr-tdd-23'],
  ] as const)('of %s with %o is not written: %s', (regime, wrong, rule) => {
    expect(ruleOf(() => text(regime, emirati, wrong))).toBe(rule)
  })

  it.each([
    ['ae', 'ibr-tdd-57'],
    ['sk', 'ibr-tdd-24'],
  ] as const)('of %s is of an invoice or credit note', (regime, rule) => {
    for (const source of ['<Order xmlns="urn:x"/>', '<Invoice xmlns="urn:x"/>'])
      expect(ruleOf(() => text(regime, Buffer.from(source)))).toBe(rule)
    expect(() => text(regime, Buffer.from('<Invoice'))).toThrow(/^ibr-tdd-\d+: it is no XML: /)
  })
})

describe('a report of the Emirates', () => {
  it('holds the document without its files, and the document keeps all else', () => {
    const source = sourceIn(buildTaxData('ae', emirati, facts))!
    const file = /<cbc:EmbeddedDocumentBinaryObject[^>]*>[^<]*<\/cbc:EmbeddedDocumentBinaryObject>/g
    expect(emirati.toString().match(file)).not.toBeNull()
    expect(contentOf(source)).toEqual(contentOf(Buffer.from(emirati.toString().replace(file, ''))))
  })

  it.each([
    ['CustomizationID', 'ibr-tdd-24'],
    ['ProfileID', 'ibr-tdd-25'],
    ['UUID', 'ibr-tdd-27'],
    ['IssueDate', 'ibr-tdd-28'],
    ['InvoiceTypeCode', 'ibr-tdd-29'],
    ['DocumentCurrencyCode', 'ibr-tdd-30'],
    ['TaxExclusiveAmount', 'ibr-tdd-52'],
  ])('without %s is not written: %s; as a failure it is, without a summary', (name, rule) => {
    const element = new RegExp(`<cbc:${name}[^>]*>[^<]*</cbc:${name}>`)
    const source = Buffer.from(emirati.toString().replace(element, ''))
    expect(ruleOf(() => text('ae', source))).toBe(rule)
    const failed = text('ae', source, { type: 'failed' })
    expect(failed).not.toContain('ReportedDocument')
    expect(failed).toContain('<pxs:SourceDocument>')
  })

  it('needs a total of tax in each currency', () => {
    const source = emirati.toString()
    const currency = /<cbc:TaxCurrencyCode>([A-Z]{3})</.exec(source)![1]
    const twice = source.replace(`>${currency}<`, '>XAU<')
    expect(ruleOf(() => text('ae', Buffer.from(twice)))).toBe('ibr-tdd-34')
  })

  it('has a buyer without a tax number, too', () => {
    const [seller, buyer] = emirati.toString().split('<cac:AccountingCustomerParty>')
    const without = buyer!.replaceAll(
      /<cac:(PartyTaxScheme|PartyIdentification)>.*?<\/cac:\1>/gs,
      '',
    )
    const source = Buffer.from(`${seller}<cac:AccountingCustomerParty>${without}`)
    expect(text('ae', source)).toContain(
      '<cac:AccountingCustomerParty><cac:Party></cac:Party></cac:AccountingCustomerParty>',
    )
  })

  it('needs no buyer for an export', () => {
    const party = /<cac:AccountingCustomerParty>.*<\/cac:AccountingCustomerParty>/s
    const without = emirati.toString().replace(party, '')
    expect(ruleOf(() => text('ae', Buffer.from(without)))).toBe('ibr-tdd-33')
    const code = '<cbc:ProfileExecutionID>00000001</cbc:ProfileExecutionID>'
    const exported = without.replace('<cbc:IssueDate>', `${code}<cbc:IssueDate>`)
    expect(ruleOf(() => text('ae', Buffer.from(exported)))).toBe('none')
  })
})

describe('a report of Slovakia', () => {
  it('has what is on its list, and nothing else', () => {
    const report = text('sk', invoice)
    for (const kept of [
      'PaymentID',
      'TaxExemptionReason',
      'ItemClassificationCode',
      'BaseQuantity',
    ])
      expect(report).toContain(`cbc:${kept}`)
    for (const left of ['EmbeddedDocument', 'Contact', 'StreetName', 'BuyerReference', 'OrderLine'])
      expect(report).not.toContain(left)
  })

  it('has the lines of a credit note as lines with an invoiced quantity', () => {
    const report = text('sk', creditNote)
    expect(report).toContain('<pxs:DocumentLine>')
    expect(report).toContain('<cbc:InvoicedQuantity unitCode=')
    expect(report).not.toContain('Credited')
  })

  it('has the same UUID for the same document, and another for another', () => {
    const uuidIn = (source: Buffer) =>
      /<pxs:ReportedDocument>.*?<cbc:UUID>(.*?)</.exec(text('sk', source))![1]
    expect(uuidIn(invoice)).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-/)
    expect(uuidIn(invoice)).toBe(uuidIn(invoice))
    expect(uuidIn(invoice)).not.toBe(uuidIn(creditNote))
    expect(uuidIn(emirati)).toBe('5f0c7f0e-8c1b-4c53-8f58-5d7b9d0f7f11')
  })

  it('has no tax number of another scheme than VAT', () => {
    const other = invoice.toString().replaceAll(/(<cac:TaxScheme><cbc:ID>)VAT/g, '$1TAX')
    expect(text('sk', Buffer.from(other))).not.toContain('PartyTaxScheme')
  })
})

/** What the official reports say otherwise than the documents of the same name. */
const otherwise: Record<string, RegExp> = {
  // A UUID and a buyer of their own, and no day of delivery.
  all: /ReportedDocument\/(UUID|.*\/PartyLegalEntity\/RegistrationName|Delivery\/)/,
  'Allowance-example.xml':
    /t\/(ID|IssueDate|Note|Tax(PointDate|Rep)|.*Period|Billing|Accounting|PaymentMeans|.*Price)/,
  'vat-category-E.xml': /AccountingCustomerParty\/Party\/PartyTaxScheme/,
  'vat-category-O.xml': /Item\/Description = Weight-based tax/,
  'vat-category-Z.xml': /FinancialInstitutionBranch\/ID = S[AE]XDABCD/,
}

describeWithOfficialDocuments('official reports of Slovakia', () => {
  const pairs = [
    'Allowance-example.xml',
    'Vat-category-S.xml',
    'base-creditnote-correction.xml',
    'base-example.xml',
    'base-negative-inv-correction.xml',
    'vat-category-E.xml',
    'vat-category-O.xml',
    'vat-category-Z.xml',
  ]
  test.each(pairs)('%s', (file) => {
    const ours = reportedIn(buildTaxData('sk', readOfficial(`billing/${file}`), facts))
    const theirs = reportedIn(readOfficial(`tdd/sk/${file}`))
    const differs = (line: string) => !otherwise.all!.test(line) && !otherwise[file]?.test(line)
    expect(ours.filter(differs)).toEqual(theirs.filter(differs))
    expect(ours.filter(differs).length).toBeGreaterThan(25)
  })
})
