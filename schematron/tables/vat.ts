// The ten VAT categories (BR-S to BR-O, BR-B): one family of rules, with a row for the
// differences of each category.
import type { Assert, Rule, Schema } from '../write-schema.ts'

type Rate = 'zero' | 'above zero' | 'zero or above' | 'none'

type Category = {
  code: string
  /** The rules are BR-<prefix>-01 and on. */
  prefix: string
  name: string
  rate: Rate
  reason: 'required' | 'forbidden'
  /** One row of the breakdown for each rate; else exactly one row. */
  perRate?: true
  /** The category counts whatever its tax scheme; else only if that is VAT. */
  ofAnyScheme?: true
  /** Which identifiers the parties need if the category is used. */
  parties: keyof typeof parties
}

/**
 * What lines (02), allowances (03) and charges (04) require of the parties. The lets are
 * in the schema below.
 */
const parties = {
  seller: {
    test: '$sellerTaxId',
    say:
      "the seller's VAT identifier (BT-31) or tax registration (BT-32), or the VAT identifier of " +
      "the seller's tax representative (BT-63)",
  },
  sellerVat: {
    test: '$sellerVatId',
    say: 'the VAT identifier of the seller (BT-31) or of the tax representative (BT-63)',
  },
  sellerAndBuyer: {
    test: '$sellerTaxId and ($buyerVatId or $buyerLegalId)',
    say:
      'an identifier of the seller (BT-31, BT-32 or BT-63) and one of the buyer (VAT ' +
      'identifier BT-48 or legal registration BT-47)',
  },
  bothVat: {
    test: '$sellerVatId and $buyerVatId',
    say:
      'the VAT identifier of the seller (BT-31) or of the tax representative (BT-63), and ' +
      "the buyer's (BT-48)",
  },
  nobody: {
    test: 'not($sellerVatId or $buyerVatId)',
    say: 'no VAT identifier of seller, tax representative or buyer (BT-31, BT-63, BT-48)',
  },
}

const categories: Category[] = [
  {
    code: 'S',
    prefix: 'S',
    name: 'standard rate',
    rate: 'above zero',
    reason: 'forbidden',
    perRate: true,
    ofAnyScheme: true,
    parties: 'seller',
  },
  {
    code: 'Z',
    prefix: 'Z',
    name: 'zero rate',
    rate: 'zero',
    reason: 'forbidden',
    parties: 'seller',
  },
  {
    code: 'E',
    prefix: 'E',
    name: 'exempt from VAT',
    rate: 'zero',
    reason: 'required',
    parties: 'seller',
  },
  {
    code: 'AE',
    prefix: 'AE',
    name: 'reverse charge',
    rate: 'zero',
    reason: 'required',
    parties: 'sellerAndBuyer',
  },
  {
    code: 'K',
    prefix: 'IC',
    name: 'intra-community supply',
    rate: 'zero',
    reason: 'required',
    parties: 'bothVat',
  },
  {
    code: 'G',
    prefix: 'G',
    name: 'export outside the EU',
    rate: 'zero',
    reason: 'required',
    parties: 'sellerVat',
  },
  {
    code: 'O',
    prefix: 'O',
    name: 'not subject to VAT',
    rate: 'none',
    reason: 'required',
    parties: 'nobody',
  },
  {
    code: 'L',
    prefix: 'AF',
    name: 'IGIC',
    rate: 'zero or above',
    reason: 'forbidden',
    perRate: true,
    parties: 'seller',
  },
  {
    code: 'M',
    prefix: 'AG',
    name: 'IPSI',
    rate: 'zero or above',
    reason: 'forbidden',
    perRate: true,
    parties: 'seller',
  },
]

const rates: Record<Rate, { test: string; say: (category: Category) => string }> = {
  zero: {
    test: 'cbc:Percent[number() = 0]',
    say: ({ code }) => `State the VAT rate 0 with the category ${code}.`,
  },
  'above zero': {
    test: 'cbc:Percent[number() > 0]',
    say: ({ code }) => `State a VAT rate above zero with the category ${code}.`,
  },
  'zero or above': {
    test: 'cbc:Percent[number() >= 0]',
    say: ({ code }) => `State a VAT rate of zero or more with the category ${code}.`,
  },
  none: {
    test: 'not(cbc:Percent)',
    say: ({ code }) => `Remove the VAT rate: the category ${code} has none.`,
  },
}

const isVat = "[cac:TaxScheme/cbc:ID/upper-case(normalize-space()) = 'VAT']"
const allowance = "cac:AllowanceCharge[cbc:ChargeIndicator/normalize-space() = ('false', '0')]"
const charge = "cac:AllowanceCharge[cbc:ChargeIndicator/normalize-space() = ('true', '1')]"
const seller = '/*/cac:AccountingSupplierParty/cac:Party'
const buyer = '/*/cac:AccountingCustomerParty/cac:Party'
const representative = `/*/cac:TaxRepresentativeParty/cac:PartyTaxScheme${isVat}/cbc:CompanyID`
const codesOf = (nodes: string) => `distinct-values(${nodes}/normalize-space(cbc:ID[1]))`

const lets = {
  sellerVatId: `exists(${seller}/cac:PartyTaxScheme${isVat}/cbc:CompanyID | ${representative})`,
  sellerTaxId: `exists(${seller}/cac:PartyTaxScheme/cbc:CompanyID | ${representative})`,
  buyerVatId: `exists(${buyer}/cac:PartyTaxScheme${isVat}/cbc:CompanyID)`,
  buyerLegalId: `exists(${buyer}/cac:PartyLegalEntity/cbc:CompanyID)`,
  // The codes in use, each once, however many lines there are; first where the tax scheme is VAT,
  // then whatever it is.
  onLines: codesOf(`//cac:ClassifiedTaxCategory${isVat}`),
  onAllowances: codesOf(`//${allowance}/cac:TaxCategory${isVat}`),
  onCharges: codesOf(`//${charge}/cac:TaxCategory${isVat}`),
  anywhere: codesOf(`(//cac:TaxCategory | //cac:ClassifiedTaxCategory)${isVat}`),
  breakdown: `/*/cac:TaxTotal/cac:TaxSubtotal/cac:TaxCategory${isVat}`,
  inBreakdown: 'distinct-values($breakdown/normalize-space(cbc:ID[1]))',
  onLinesOfAnyScheme: codesOf('//cac:ClassifiedTaxCategory'),
  onChargesOfAnyScheme: codesOf('//cac:AllowanceCharge/cac:TaxCategory'),
  inBreakdownOfAnyScheme: codesOf('/*/cac:TaxTotal/cac:TaxSubtotal/cac:TaxCategory'),
  hasB: "//cac:TaxCategory/cbc:ID = 'B' or //cac:ClassifiedTaxCategory/cbc:ID = 'B'",
}

// Sums for BR-x-08 use keys: searching all lines for each row of the breakdown would be quadratic.
const rateOf =
  "(if (cbc:Percent[1] castable as xs:decimal) then string(xs:decimal(cbc:Percent[1])) else '')"
const keys = [
  {
    name: 'lines',
    match: 'cac:InvoiceLine | cac:CreditNoteLine',
    use: 'cac:Item/cac:ClassifiedTaxCategory/cbc:ID/normalize-space()',
  },
  { name: 'allowances', match: `/*/${allowance}`, use: 'cac:TaxCategory/cbc:ID/normalize-space()' },
  { name: 'charges', match: `/*/${charge}`, use: 'cac:TaxCategory/cbc:ID/normalize-space()' },
  {
    name: 'rated-lines',
    match: 'cac:InvoiceLine | cac:CreditNoteLine',
    use: `cac:Item/cac:ClassifiedTaxCategory/concat(normalize-space(cbc:ID[1]), ' ', ${rateOf})`,
  },
  {
    name: 'rated-allowances',
    match: `/*/${allowance}`,
    use: `cac:TaxCategory/concat(normalize-space(cbc:ID[1]), ' ', ${rateOf})`,
  },
  {
    name: 'rated-charges',
    match: `/*/${charge}`,
    use: `cac:TaxCategory/concat(normalize-space(cbc:ID[1]), ' ', ${rateOf})`,
  },
]
const decimal = '[. castable as xs:decimal]/xs:decimal(.)'
const sumOf = (key: string, value: string) =>
  `sum(key('${key}lines', ${value})/cbc:LineExtensionAmount${decimal}) + ` +
  `sum(key('${key}charges', ${value})/cbc:Amount${decimal}) - sum(key('${key}allowances', ` +
  `${value})/cbc:Amount${decimal})`

export const vat: Schema = {
  title: 'EN 16931 in UBL: VAT categories',
  madeFrom: 'schematron/tables/vat.ts',
  keys,
  lets,
  patterns: [
    [
      {
        context: '/ubl:Invoice | /cn:CreditNote',
        asserts: [...categories.flatMap(ofDocument), ...otherRules()],
      },
    ],
    categories.map(ofBreakdown),
    categories.flatMap(ofRates),
  ],
}

function ofDocument(category: Category): Assert[] {
  const { code, prefix, name, ofAnyScheme } = category
  const { test, say } = parties[category.parties]
  const onLines = `$onLines = '${code}'`
  const places = [
    { number: '02', what: 'A line', isUsed: onLines },
    { number: '03', what: 'An allowance', isUsed: `$onAllowances = '${code}'` },
    { number: '04', what: 'A charge', isUsed: `$onCharges = '${code}'` },
  ]
  const odd = ofAnyScheme ? ` and (${onLines} or not($onLinesOfAnyScheme = '${code}'))` : ''
  return [
    inBreakdown(category),
    ...places.map(({ number, what, isUsed }) => ({
      id: `BR-${prefix}-${number}`,
      test: `(not(${isUsed}) or (${test}))${number === '02' ? odd : ''}`,
      say: `${what} has the VAT category ${code} (${name}): state ${say}.`,
    })),
  ]
}

function inBreakdown({ code, prefix, name, perRate, ofAnyScheme }: Category): Assert {
  const id = `BR-${prefix}-01`
  if (!perRate) {
    const rows = `count($breakdown[cbc:ID/normalize-space() = '${code}'])`
    const say =
      `State exactly one row with the category ${code} (${name}) in the VAT breakdown ` +
      `(BG-23); there are {${rows}}.`
    return { id, test: `not($anywhere = '${code}') or ${rows} = 1`, say }
  }
  const used = ofAnyScheme
    ? `($onLinesOfAnyScheme = '${code}' or $onChargesOfAnyScheme = '${code}')`
    : `($onLines = '${code}' or $onAllowances = '${code}' or $onCharges = '${code}')`
  const listed = ofAnyScheme
    ? `($inBreakdownOfAnyScheme = '${code}')`
    : `($inBreakdown = '${code}')`
  const say =
    `The VAT breakdown (BG-23) needs a row with the category ${code} (${name}) exactly ` +
    'when a line, allowance or charge has that category.'
  return { id, test: `${used} = ${listed}`, say }
}

function ofBreakdown({ code, prefix, name, perRate, reason }: Category): Rule {
  const base = `../cbc:TaxableAmount[1]${decimal}`
  const tax = `../cbc:TaxAmount[1]${decimal}`
  const rate = `cbc:Percent[1]${decimal}`
  const sum = perRate ? sumOf('rated-', `concat('${code} ', ${rateOf})`) : sumOf('', `'${code}'`)
  const expected = `round(abs(${base}) * ${rate}) div 100`
  return {
    context:
      '/*/cac:TaxTotal/cac:TaxSubtotal/cac:TaxCategory[cbc:ID/normalize-space() = ' +
      `'${code}']${isVat}`,
    asserts: [
      {
        id: `BR-${prefix}-08`,
        test: perRate ? `empty(${rate}) or abs(${base} - (${sum})) < 1` : `${base} = ${sum}`,
        say:
          `The taxable amount (BT-116) of the category ${code} is {../cbc:TaxableAmount}, but ` +
          `its lines, less allowances, plus charges, come to {${sum}}.`,
      },
      {
        id: `BR-${prefix}-09`,
        test: perRate ? `abs(abs(${tax}) - (${expected})) < 1` : `${tax} = 0`,
        say: perRate
          ? `The VAT amount (BT-117) of the category ${code} is {../cbc:TaxAmount}; taxable ` +
            `amount times rate is {${expected}}.`
          : `State the VAT amount (BT-117) 0 for the category ${code} (${name}); it is ` +
            '{../cbc:TaxAmount}.',
      },
      {
        id: `BR-${prefix}-10`,
        test:
          `${reason === 'required' ? 'exists' : 'empty'}(cbc:TaxExemptionReason | ` +
          'cbc:TaxExemptionReasonCode)',
        say:
          reason === 'required'
            ? `Give the exemption reason as code (BT-121) or text (BT-120): the category ${code} ` +
              `(${name}) needs one.`
            : `Remove the exemption reason (BT-120, BT-121): the category ${code} ` +
              `(${name}) has none.`,
      },
    ],
  }
}

function ofRates(category: Category): Rule[] {
  const { code, prefix, rate } = category
  const own = `[cbc:ID/normalize-space() = '${code}']${isVat}`
  const places: [string, string][] = [
    [
      '05',
      `cac:InvoiceLine/cac:Item/cac:ClassifiedTaxCategory${own} | ` +
        `cac:CreditNoteLine/cac:Item/cac:ClassifiedTaxCategory${own}`,
    ],
    ['06', `${allowance}/cac:TaxCategory${own}`],
    ['07', `${charge}/cac:TaxCategory${own}`],
  ]
  return places.map(([number, context]) => ({
    context,
    asserts: [
      { id: `BR-${prefix}-${number}`, test: rates[rate].test, say: rates[rate].say(category) },
    ],
  }))
}

/** Rules of a single category. */
function otherRules(): Assert[] {
  const unlessOnly = (where: string) => `not($inBreakdown = 'O') or not($${where} != 'O')`
  const onlyO = 'A document with a row "not subject to VAT" (O) in its VAT breakdown'
  return [
    {
      id: 'BR-IC-11',
      test:
        "not($inBreakdown = 'K') or cac:Delivery/cbc:ActualDeliveryDate[string-length() > 1] " +
        'or cac:InvoicePeriod/*',
      say:
        'State the delivery date (BT-72) or the invoicing period (BG-14): an intra-community ' +
        'supply (K) needs one.',
    },
    {
      id: 'BR-IC-12',
      test:
        "not($inBreakdown = 'K') or " +
        'cac:Delivery/cac:DeliveryLocation/cac:Address/cac:Country/' +
        'cbc:IdentificationCode[string-length() > 1]',
      say: 'State the deliver-to country (BT-80): an intra-community supply (K) needs it.',
    },
    {
      id: 'BR-O-11',
      test: unlessOnly('inBreakdown'),
      say: `${onlyO} has no row of another category.`,
    },
    {
      id: 'BR-O-12',
      test: unlessOnly('onLines'),
      say: `${onlyO} has no line of another category (BT-151).`,
    },
    {
      id: 'BR-O-13',
      test: unlessOnly('onAllowances'),
      say: `${onlyO} has no allowance of another category (BT-95).`,
    },
    {
      id: 'BR-O-14',
      test: unlessOnly('onCharges'),
      say: `${onlyO} has no charge of another category (BT-102).`,
    },
    {
      id: 'BR-B-01',
      test: "not($hasB and //cbc:IdentificationCode != 'IT')",
      say:
        'Use the category B (split payment) for domestic Italian invoices only: a country of ' +
        'this document is not IT.',
    },
    {
      id: 'BR-B-02',
      test:
        "not($hasB and ($inBreakdown = 'S' or $onLines = 'S' or $onAllowances = 'S' or " +
        "$onCharges = 'S'))",
      say:
        'Use either the category B (split payment) or S (standard rate) in one ' +
        'document, not both.',
    },
  ]
}
