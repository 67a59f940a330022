import path from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  readBusinessDocument,
  type Summary,
  type SummaryFault,
  type SummaryParty,
  summarize,
} from '../../src/billing/index.ts'
import { parseXml } from '../../src/xml/index.ts'
import {
  describeWithOfficialDocuments,
  officialFiles,
  readOfficial,
} from '../official-documents.ts'
import { fixture, fixtureNames } from './fixtures.ts'

const summarized = (xml: string | Uint8Array) =>
  summarize(parseXml(typeof xml === 'string' ? Buffer.from(xml) : xml))

function summaryOf(xml: string | Uint8Array): Summary {
  const result = summarized(xml)
  if ('faults' in result) throw new Error(result.faults.map(({ message }) => message).join('; '))
  return result.summary
}

function faultsOf(xml: string): SummaryFault[] {
  const result = summarized(xml)
  return 'faults' in result ? result.faults : []
}

const partyAs =
  (role: SummaryParty['role']) =>
  (endpoint: string, name: string, country: string): SummaryParty => {
    const [scheme = '', id = ''] = endpoint.split(':')
    return { role, endpoint: { scheme, id }, name, country }
  }
const seller = partyAs('seller')
const buyer = partyAs('buyer')

const bis = {
  kind: 'invoice',
  customizationId: 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0',
  profileId: 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0',
  typeCode: '380',
} as const

const baseExample: Summary = {
  ...bis,
  number: 'Snippet1',
  issueDate: '2017-11-13',
  sender: seller('0088:9482348239847239874', 'SupplierOfficialName Ltd', 'GB'),
  receiver: buyer('0002:FR23342', 'Buyer Official Name', 'SE'),
  totals: { currency: 'EUR', payable: '1656.25', tax: '331.25' },
}

const greekExample: Summary = {
  ...baseExample,
  number: '061828591|01/10/2020|0|1.1|0|1',
  issueDate: '2020-10-01',
  sender: seller('9933:801399030', 'SupplierOfficialName Ltd', 'GR'),
  receiver: buyer('9933:061828591', 'Buyer Official Name', 'GR'),
}

const britishExample: Summary = {
  ...bis,
  number: 'Vat-Z',
  issueDate: '2018-08-30',
  sender: seller('0088:7300010000001', 'The Sellercompany Incorporated', 'GB'),
  receiver: buyer('0184:DK12345678', 'The Buyercompany', 'DK'),
  totals: { currency: 'GBP', payable: '1200.00', tax: '0.00' },
}

/** What each official example says about itself, read by eye. */
const examples: Record<string, Summary> = {
  'Allowance-example.xml': {
    ...baseExample,
    sender: seller('0088:7300010000001', 'SupplierOfficialName Ltd', 'GB'),
    receiver: buyer('0002:4598375937', 'Buyer Official Name', 'SE'),
    totals: { currency: 'EUR', payable: '6125.00', tax: '1225.00' },
  },
  'Vat-category-S.xml': {
    ...baseExample,
    sender: seller('0088:7300010000001', 'SupplierOfficialName Ltd', 'GB'),
    totals: { currency: 'EUR', payable: '8550', tax: '1550.00' },
  },
  'base-creditnote-correction.xml': { ...baseExample, kind: 'creditNote', typeCode: '381' },
  'base-example.xml': baseExample,
  'base-example_profile02.xml': {
    ...baseExample,
    profileId: 'urn:peppol:bis:billing_with_response',
  },
  'base-negative-inv-correction.xml': {
    ...baseExample,
    number: 'Correction1',
    totals: { currency: 'EUR', payable: '-1656.25', tax: '-331.25' },
  },
  'nat-GR-base-example-TaxRepresentative.xml': {
    ...greekExample,
    sender: seller('0088:1238764941386', 'SupplierTradingName Ltd.', 'SE'),
    receiver: buyer('9933:061828591', 'Buyer Official Name', 'SE'),
  },
  'nat-GR-base-example-correct.xml': greekExample,
  'nat-Norwegian-example-1.xml': {
    ...bis,
    number: 'TOSL108',
    issueDate: '2013-06-30',
    sender: seller('0192:123456785', 'The Sellercompany ASA', 'NO'),
    receiver: buyer('0192:987654325', 'Buyercompany ASA', 'NO'),
    totals: { currency: 'NOK', payable: '802.00', tax: '365.28' },
  },
  'sales-order-example.xml': baseExample,
  'vat-category-E.xml': britishExample,
  'vat-category-O.xml': {
    ...britishExample,
    number: 'Vat-O',
    sender: seller('0088:7300010000001', 'The Sellercompany Incorporated', 'SE'),
    receiver: buyer('0192:987654325', 'The Buyercompany', 'NO'),
    totals: { currency: 'SEK', payable: '3200.00', tax: '0.00' },
  },
  'vat-category-Z.xml': britishExample,
}

/** Without the places, which have tests of their own. */
function saysOf(xml: string | Uint8Array): Summary {
  const summary = summaryOf(xml)
  return {
    ...summary,
    sender: withoutPlace(summary.sender),
    receiver: withoutPlace(summary.receiver),
  }
}

function withoutPlace({ location: _, ...party }: SummaryParty): SummaryParty {
  return party
}

describeWithOfficialDocuments('the official examples', () => {
  test('are all in the table', () => {
    const names = officialFiles('billing').map((file) => path.basename(file))
    expect(names.filter((name) => !name.startsWith('cen-'))).toEqual(Object.keys(examples).sort())
  })

  test.each(Object.entries(examples))('%s is summarised', (name, expected) => {
    expect(saysOf(readOfficial(`billing/${name}`))).toEqual(expected)
  })
})

describe('what we write', () => {
  test.each(fixtureNames)('is summarised as what it is: %s', (name) => {
    const { kind, golden } = fixture(name)
    expect(summaryOf(golden).kind).toBe(kind.name)
  })
})

const xml = fixture('invoice-usual').golden.toString()

describe('a summary', () => {
  test.each([
    ['383', 'debitNote'],
    ['80', 'debitNote'],
    ['84', 'debitNote'],
    ['380', 'invoice'],
    ['389', 'invoice'],
  ])('of an Invoice with type code %s is one of kind %s', (typeCode, kind) => {
    expect(summaryOf(xml.replace('>380<', `>${typeCode}<`)).kind).toBe(kind)
  })

  test('of a CreditNote is one of a credit note, whatever its type code', () => {
    const creditNote = fixture('creditNote-usual').golden.toString()
    expect(summaryOf(creditNote.replace('>381<', '>383<')).kind).toBe('creditNote')
  })

  test('has its strings trimmed and its decimals written our way', () => {
    const spaced = xml
      .replace('>INV-2026-0042<', '>\n  INV-2026-0042 <')
      .replace('schemeID="0216">00371234567888', 'schemeID=" 0216 "> 00371234567888\n')
      .replace(/(<cbc:PayableAmount [^>]*>)[^<]*/, '$1 +.5 ')
    const summary = summaryOf(spaced)
    expect(summary.number).toBe('INV-2026-0042')
    expect(summary.sender.endpoint).toEqual({ scheme: '0216', id: '00371234567888' })
    expect(summary.totals?.payable).toBe('0.5')
  })

  test('takes the VAT total in the currency of the document, whichever comes first', () => {
    const [first = '', second = ''] = xml.match(/<cac:TaxTotal>.*?<\/cac:TaxTotal>/g) ?? []
    expect(second).toContain('SEK')
    expect(summaryOf(xml.replace(first + second, second + first)).totals?.tax).toBe('277.49')
  })

  test('omits party, endpoint, name and tax if the document has none', () => {
    const bare = xml
      .replace(/<cac:AccountingSupplierParty>.*<\/cac:AccountingSupplierParty>/, '')
      .replace(/<cbc:EndpointID schemeID="0106">/, '<cbc:EndpointID>')
      .replace(/<cac:TaxTotal>.*<\/cac:TaxTotal>/, '')
    const { sender, receiver, totals } = saysOf(bare)
    expect(sender).toEqual({ role: 'seller' })
    expect(receiver).toEqual({ role: 'buyer', name: 'Buyer B.V.', country: 'NL' })
    expect(totals).toEqual({ currency: 'EUR', payable: '1388.25' })
  })

  test('uses the trading name if there is no legal one', () => {
    const traded = xml.replace('<cbc:RegistrationName>Seller Oy</cbc:RegistrationName>', '')
    expect(summaryOf(traded).sender.name).toBe('Seller')
  })
})

describe('what is missing, or is no value of its kind,', () => {
  test.each([
    ['CustomizationID', 'customizationId'],
    ['ProfileID', 'profileId'],
    ['IssueDate', 'issueDate'],
    ['InvoiceTypeCode', 'typeCode'],
    ['DocumentCurrencyCode', 'totals'],
    ['PayableAmount', 'totals'],
  ] as const)('%s, is absent', (local, fact) => {
    const without = xml.replace(new RegExp(`<cbc:${local}[ >].*?</cbc:${local}>`), '')
    const { [fact]: found, ...others } = saysOf(xml)
    expect(found).toBeDefined()
    expect(saysOf(without)).toEqual(others)
  })

  test('the number, is absent, though parties and lines have an ID', () => {
    for (const other of ['', '<cbc:ID> </cbc:ID>', '<ID>INV-2026-0042</ID>'])
      expect(summaryOf(xml.replace('<cbc:ID>INV-2026-0042</cbc:ID>', other)).number).toBeUndefined()
  })

  test.each([
    ['IssueDate', '2026-02-30'],
    ['IssueDate', '2026-11-21T10:00:00'],
    ['IssueDate', '0000-01-01'],
    ['IssueDate', '1899-12-31'],
    ['IssueDate', 'today'],
  ])('%s (%s), is absent', (local, value) => {
    const wrong = xml.replace(new RegExp(`(<cbc:${local}[^>]*>)[^<]*`), `$1${value}`)
    expect(summaryOf(wrong).issueDate).toBeUndefined()
  })

  test.each(['1,50', '1e3', 'NaN', ''])('an amount "%s", is absent', (value) => {
    const payable = xml.replace(/(<cbc:PayableAmount[^>]*>)[^<]*/, `$1${value}`)
    expect(summaryOf(payable).totals).toBeUndefined()
    const tax = xml.replace(/(<cbc:TaxAmount[^>]*>)[^<]*/, `$1${value}`)
    expect(summaryOf(tax).totals).toEqual({ currency: 'EUR', payable: '1388.25' })
  })

  test.each(['2026-11-21Z', '2026-11-21+02:00', '2026-11-21-05:00'])(
    'a time zone, is left out: %s',
    (value) => {
      expect(summaryOf(xml.replace('>2026-11-21<', `>${value}<`)).issueDate).toBe('2026-11-21')
    },
  )
})

describe('a fault', () => {
  test.each([
    ['urn:oasis:names:specification:ubl:schema:xsd:DebitNote-2', 'DebitNote'],
    ['urn:oasis:names:specification:ubl:schema:xsd:Order-2', 'Order'],
    ['urn:oasis:names:specification:ubl:schema:xsd:CreditNote-2', 'Invoice'],
    ['urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100', 'CrossIndustryInvoice'],
    ['', 'Invoice'],
  ])('names the root element found when it is {%s}%s', (namespace, local) => {
    const result = summarized(`<${local} xmlns="${namespace}"/>`)
    expect(result).toMatchObject({
      faults: [{ reason: 'not-a-billing-document', xpath: `/${local}[1]` }],
      root: { namespace, local },
    })
    expect('faults' in result && result.faults[0]?.message).toContain(
      `${local} in ${namespace || 'no namespace'}`,
    )
  })
})

describe('a place', () => {
  // One element per line, so that a line number identifies an element.
  const lines = xml.replaceAll('><', '>\n<')
  const lineOf = (part: string, text = lines) =>
    text.slice(0, text.indexOf(part)).split('\n').length

  test('counts the columns before the element', () => {
    const twice = lines.replace(/\n(<cbc:IssueDate>.*)/, '\n$1\n   $1')
    expect(faultsOf(twice)).toMatchObject([{ line: lineOf('<cbc:IssueDate>') + 1, column: 4 }])
  })

  test('of each fault is listed beside that of the first in an unreadable document', () => {
    const twice = lines
      .replace(/\n(<cbc:ID>INV.*)/, '\n$1\n$1')
      .replace(/\n(<cbc:IssueDate>.*)/, '\n$1\n$1')
    const number = lineOf('<cbc:ID>', twice) + 1
    const day = lineOf('<cbc:IssueDate>', twice) + 1
    expect(day).not.toBe(number)
    expect(readBusinessDocument(Buffer.from(twice))).toMatchObject({
      kind: 'faulty',
      line: number,
      column: 1,
      faults: [{ line: number }, { line: day }],
    })
  })

  test('of a party is that of its endpoint, else its own, and none without a party', () => {
    const party = '/Invoice[1]/AccountingSupplierParty[1]/Party[1]'
    const endpoint = lineOf('<cbc:EndpointID ')
    const at = (text: string) => summaryOf(text).sender.location
    expect(at(lines)).toEqual({ xpath: `${party}/EndpointID[1]`, line: endpoint, column: 1 })
    const bare = lines.replace(/\n<cbc:EndpointID [^>]*>[^<]*<\/cbc:EndpointID>/, '')
    expect(at(bare)).toEqual({ xpath: party, line: lineOf('<cac:Party>', bare), column: 1 })
    const supplier = /\n<cac:AccountingSupplierParty>[\s\S]*<\/cac:AccountingSupplierParty>/
    expect(at(lines.replace(supplier, ''))).toBeUndefined()
  })
})

describe('self-billing', () => {
  test('swaps sender and receiver: the buyer issues the document', () => {
    const usual = fixture('invoice-usual').golden.toString()
    const selfBilled = usual.replace('poacc:billing:3.0', 'poacc:selfbilling:3.0')
    expect(selfBilled).not.toBe(usual)
    const parties = (xml: string) => {
      const read = summarized(xml)
      if ('faults' in read) throw new Error('not summarised')
      return [read.summary.sender.name, read.summary.receiver.name]
    }
    expect(parties(selfBilled)).toEqual(parties(usual).reverse())
  })
})

describe('a fact that appears twice', () => {
  const usual = fixture('invoice-usual').golden.toString()
  const twice = (element: RegExp) => usual.replace(element, '$&$&')

  test.each([
    ['the number', /<cbc:ID>.*?<\/cbc:ID>/, '/Invoice[1]/ID[2]'],
    [
      'the buyer',
      /<cac:AccountingCustomerParty>.*?<\/cac:AccountingCustomerParty>/s,
      '/Invoice[1]/',
    ],
    [
      'the endpoint of the buyer',
      /(?<=<cac:AccountingCustomerParty>.*?)<cbc:EndpointID.*?ID>/s,
      '',
    ],
    ['the amount', /<cbc:PayableAmount.*?<\/cbc:PayableAmount>/, ''],
    ['the country', /<cac:Country>.*?<\/cac:Country>/s, ''],
  ])('%s is ambiguous, and both places are named', (_, element, place) => {
    const [fault] = faultsOf(twice(element))
    expect(fault).toMatchObject({ reason: 'ambiguous' })
    expect(fault!.message).toMatch(/appears twice: at (.+)\[1\] and at \1\[2\]$/)
    expect(fault!.xpath).toContain(place)
  })

  test('once is fine', () => expect(faultsOf(usual)).toEqual([]))

  test('a value that contains elements is ambiguous', () => {
    const within = usual.replace(/(<cbc:EndpointID[^>]*>)/, '$1<cbc:ID>1</cbc:ID>')
    expect(faultsOf(within)).toMatchObject([{ reason: 'ambiguous' }])
  })
})

describe('a long text', () => {
  test('is read as a whole: the record cuts it', () => {
    const long = xml
      .replace('>INV-2026-0042<', `>${'1'.repeat(1_000)}<`)
      .replace('>Seller Oy<', `>${'Heirs '.repeat(100)}<`)
    const { number, sender } = summaryOf(long)
    expect(number).toHaveLength(1_000)
    expect(sender.name).toHaveLength(599)
  })
})
