// Generates business documents from a seed: valid ones, in which every field of the model
// appears sooner or later.
import { completeDocument, documentModel, type Kind, kinds } from '../../src/billing/index.ts'
import { bis } from '../../src/billing/profiles/bis/profile.ts'
import { specificationFor } from '../../src/billing/profiles/table.ts'
import { type Chance, chance } from './random.ts'

export type Json = { [name: string]: unknown }
export type Generated = { kind: Kind; json: Json }

/** The document of a seed. `full` gives it every field that can be combined. */
export function generate(
  seed: number,
  { full = false, kind = undefined as Kind | undefined } = {},
): Generated {
  const by = chance(seed, { always: full })
  const chosen = kind ?? by.pick([kinds.invoice, kinds.invoice, kinds.creditNote, kinds.debitNote])
  const family = full ? families[0]! : by.pick(families)
  const json = tidy(documentOf(by, chosen, family))
  return { kind: chosen, json: by.maybe(0.3) ? withStated(chosen, json) : json }
}

/** Categories that may be combined, and whether there are VAT identifiers with them. */
type Family = { categories: readonly string[]; hasVatIds: boolean }

const families: Family[] = [
  { categories: ['S', 'S', 'S', 'Z', 'E', 'AE', 'K', 'G', 'L', 'M'], hasVatIds: true },
  { categories: ['S'], hasVatIds: true },
  { categories: ['S', 'E', 'Z'], hasVatIds: true },
  { categories: ['O'], hasVatIds: false },
]

const reasons: Record<string, Json> = {
  E: { exemptionReason: 'Exempt, article 132', exemptionReasonCode: 'VATEX-EU-132' },
  AE: { exemptionReasonCode: 'VATEX-EU-AE' },
  K: { exemptionReasonCode: 'VATEX-EU-IC', exemptionReason: 'Intra-community supply' },
  G: { exemptionReason: 'Export' },
  O: { exemptionReasonCode: 'VATEX-EU-O' },
}

/** Countries for which BIS has no rules of their own. */
const countries = ['BE', 'FR', 'AT', 'FI', 'LU', 'PT', 'ES', 'PL', 'IE']
const texts = [
  ...[
    'Ærøskøbing & Sons <A/S>',
    'Zażółć "gęślą" jaźń',
    "O'Brien",
    '株式会社 サンプル',
    'a\tb\nc',
    '🧾 paper',
  ],
  ...[
    ']]>',
    '&amp;',
    'Line 1\r\nLine 2',
    'Ελληνικά',
    'x',
    '#hash',
    'e\u0301',
    '-5',
    '0x10',
    'null',
  ],
]
const glns = ['7300010000001', '7300010000018', '7300010000025', '5790000436057']
const units = ['C62', 'HUR', 'KGM', 'MTR', 'XPK', 'LTR', 'E48']

const word = (by: Chance) => `${by.pick(texts)} ${by.below(1000)}`
const day = (by: Chance, month: string) => `2026-${month}-${String(10 + by.below(19))}`

function documentOf(by: Chance, kind: Kind, family: Family): Json {
  const typeCodes = kind.typeCodes.filter((code) => !['326', '384'].includes(code))
  const typeCode = by.maybe(0.7) ? by.pick(typeCodes) : kind.typeCode
  const specification = specificationFor(bis, kind, { typeCode })
  const payment = by.some(0.7, () => paymentOf(by))
  const hasPeriod = by.maybe(0.4)
  const categories = new Set<string>()
  const lines = by.list(6, (index) => lineOf(by, family, hasPeriod, index, categories))
  const allowances = by.some(0.3, () =>
    by.list(2, () => allowanceOf(by, ['41', '95', '100'], () => vatOf(by, family, categories))),
  )
  const charges = by.some(0.3, () =>
    by.list(2, () => allowanceOf(by, ['FC', 'AA', 'ZZZ'], () => vatOf(by, family, categories))),
  )
  const hasCreditorOnPayee = payment?.creditorIdOn === 'payee'
  const wantsDelivery = categories.has('K')
  return {
    type: by.some(0.5, () => kind.name),
    number: word(by),
    issueDate: day(by, '11'),
    typeCode,
    currency: by.pick(['EUR', 'PLN', 'USD', 'JPY']),
    dueDate: by.some(0.6, () =>
      kind.root === 'CreditNote' && !payment?.meansCode ? undefined : day(by, '12'),
    ),
    ...(by.maybe(0.5)
      ? { taxPointDate: by.some(0.5, () => day(by, '11')) }
      : { taxPointDateCode: by.pick(['3', '35', '432']) }),
    specificationId: by.some(
      0.4,
      () => specification.specificationId + extensionOf(by, specification.specificationId),
    ),
    businessProcess: by.some(0.4, () => by.pick(specification.businessProcesses.slice(0, 2))),
    buyerReference: word(by),
    ...referencesOf(by),
    period: hasPeriod ? periodOf(by) : undefined,
    seller: sellerOf(by, family),
    buyer: buyerOf(by, family),
    payee: hasCreditorOnPayee || by.maybe(0.2) ? payeeOf(by) : undefined,
    taxRepresentative: family.hasVatIds
      ? by.some(0.2, () => ({ name: word(by), vatId: 'BE0123456749', address: addressOf(by) }))
      : undefined,
    delivery: wantsDelivery || by.maybe(0.5) ? deliveryOf(by, wantsDelivery) : undefined,
    payment,
    paymentTerms: word(by),
    notes: by.some(0.4, () => [
      { text: word(by), subjectCode: by.some(0.5, () => by.pick(['AAI', 'REG', 'TXD'])) },
    ]),
    allowances,
    charges,
    vatBreakdown: breakdownOf(categories),
    totals: by.some(0.3, () => ({
      paid: by.decimal(50, 2),
      rounding: by.some(0.5, () => by.pick(['0.01', '-0.02'])),
    })),
    lines,
    profile: by.some(0.3, () => 'bis'),
  }
}

function referencesOf(by: Chance): Json {
  return {
    purchaseOrderReference: by.some(0.3, () => word(by)),
    salesOrderReference: by.some(0.3, () => word(by)),
    contractReference: by.some(0.3, () => word(by)),
    projectReference: by.some(0.3, () => word(by)),
    tenderReference: by.some(0.3, () => word(by)),
    despatchAdviceReference: by.some(0.3, () => word(by)),
    receivingAdviceReference: by.some(0.3, () => word(by)),
    buyerAccountingReference: by.some(0.3, () => word(by)),
    invoicedObject: by.some(0.3, () => objectOf(by)),
    precedingInvoices: by.some(0.3, () =>
      by.list(2, () => ({ number: word(by), issueDate: by.some(0.7, () => day(by, '09')) })),
    ),
    attachments: by.some(0.3, () => by.list(3, () => attachmentOf(by))),
  }
}

function objectOf(by: Chance): Json {
  return { id: word(by), scheme: by.some(0.6, () => by.pick(['AVE', 'AAA', 'ZZZ'])) }
}

function attachmentOf(by: Chance): Json {
  const bytes = Buffer.from(word(by).repeat(1 + by.below(20)))
  const embedded = {
    content: bytes.toString('base64'),
    mimeType: by.pick(['application/pdf', 'text/csv', 'image/png']),
    filename: `${by.below(100)}.pdf`,
  }
  return {
    id: word(by),
    description: by.some(0.6, () => word(by)),
    url: by.some(0.4, () => 'https://files.example/a?b=1&c=2'),
    ...by.some(0.6, () => embedded),
  }
}

function periodOf(by: Chance): Json {
  return { startDate: '2026-10-01', endDate: by.some(0.8, () => '2026-10-31') }
}

function addressOf(by: Chance): Json {
  return {
    line1: by.some(0.7, () => word(by)),
    line2: by.some(0.3, () => word(by)),
    line3: by.some(0.3, () => word(by)),
    city: by.some(0.7, () => word(by)),
    postCode: by.some(0.7, () => String(1000 + by.below(8999))),
    subdivision: by.some(0.3, () => word(by)),
    country: by.pick(countries),
  }
}

function contactOf(by: Chance): Json {
  return {
    name: word(by),
    phone: by.some(0.6, () => '+32 2 555 12 12'),
    email: by.some(0.6, () => 'a.b@example.com'),
  }
}

const endpoint = (by: Chance) =>
  by.pick([
    { scheme: '0088', id: by.pick(glns) },
    '0208:0123456749',
    '0192:123456785',
    '9925:BE0123456749',
  ])
const gln = (by: Chance) =>
  by.pick([{ id: by.pick(glns), scheme: '0088' }, `0088:${by.pick(glns)}`, { id: word(by) }])
const legalId = (by: Chance) =>
  by.pick([{ id: '0123456749', scheme: '0208' }, '0192:123456785', { id: word(by) }])

function partyOf(by: Chance, family: Family): Json {
  return {
    name: word(by),
    tradingName: by.some(0.4, () => `Trading ${word(by)}`),
    endpoint: endpoint(by),
    vatId: family.hasVatIds ? 'BE0123456749' : undefined,
    legalId: by.some(0.4, () => legalId(by)),
    address: addressOf(by),
    contact: by.some(0.4, () => contactOf(by)),
  }
}

function sellerOf(by: Chance, family: Family): Json {
  const wantsIdentifier = !family.hasVatIds || by.maybe(0.3)
  return {
    ...partyOf(by, family),
    identifiers: wantsIdentifier ? by.list(2, () => gln(by)) : undefined,
    taxRegistrationId: by.some(0.2, () => ({
      id: word(by),
      scheme: by.some(0.5, () => by.pick(['TAX', 'LOC'])),
    })),
    legalForm: by.some(0.3, () => word(by)),
  }
}

function buyerOf(by: Chance, family: Family): Json {
  return { ...partyOf(by, family), identifiers: by.some(0.3, () => [gln(by)]) }
}

function payeeOf(by: Chance): Json {
  return {
    name: `Payee ${word(by)}`,
    identifier: by.some(0.5, () =>
      by.pick([
        { id: `P-${by.below(99)}` },
        { id: '0123456749', scheme: '0208' },
        '0208:0123456749',
      ]),
    ),
    legalId: by.some(0.5, () => legalId(by)),
  }
}

function deliveryOf(by: Chance, isWanted: boolean): Json {
  return {
    date: isWanted || by.maybe(0.6) ? day(by, '10') : undefined,
    partyName: by.some(0.4, () => word(by)),
    locationId: by.some(0.4, () => gln(by)),
    address: addressOf(by),
  }
}

function paymentOf(by: Chance): Json {
  const transfers = () =>
    by.list(3, () => ({
      accountId: word(by),
      accountName: by.some(0.5, () => word(by)),
      serviceProviderId: by.some(0.5, () => 'GEBABEBB'),
    }))
  const card = {
    accountNumber: by.pick(['1234', '1234561234']),
    network: 'VISA',
    holderName: by.some(0.5, () => word(by)),
  }
  const directDebit = { mandateId: word(by), debitedAccountId: by.some(0.5, () => word(by)) }
  const creditor = () => ({
    creditorId: 'BE69ZZZ0123456749',
    creditorIdOn: by.some(0.7, () => by.pick(['seller', 'payee'])),
  })
  const variant = by.pick<Json>([
    { creditTransfers: transfers() },
    {
      meansCode: by.pick(['30', '58']),
      creditTransfers: transfers(),
      card: by.some(0.1, () => card),
    },
    { meansCode: '48', card },
    { meansCode: '59', directDebit, ...creditor() },
    { meansCode: '10' },
    creditor(),
  ])
  const hasMeans = variant.meansCode !== undefined || variant.creditTransfers !== undefined
  if (!hasMeans) return variant
  return {
    ...variant,
    meansText: by.some(0.3, () => word(by)),
    remittanceInformation: by.some(0.5, () => word(by)),
  }
}

function vatOf(by: Chance, { categories }: Family, used: Set<string>): Json {
  const category = by.pick(categories)
  used.add(category)
  if (category === 'O') return { category }
  if (category === 'L' || category === 'M') return { category, rate: by.pick(['0', '3', '7']) }
  if (category !== 'S') return { category, rate: by.pick(['0', '0.00']) }
  const rate = by.pick(['21', '21.00', '6', '12', '5.5', '2.1', '7.7'])
  return by.maybe(0.8) ? { category, rate } : { rate }
}

function breakdownOf(used: Set<string>): Json[] | undefined {
  const rows = [...used]
    .filter((category) => category in reasons)
    .map((category) => ({ category, ...reasons[category] }))
  return rows.length === 0 ? undefined : rows
}

function allowanceOf(by: Chance, codes: string[], vat?: () => Json): Json {
  const share = { baseAmount: by.decimal(500, 2), percent: by.pick(['10', '2.5', '33.33', '7']) }
  const isCode = by.maybe(0.5)
  return {
    ...(by.maybe(0.5) ? share : { amount: by.decimal(20, 2) }),
    reason: isCode ? by.some(0.4, () => word(by)) : word(by),
    reasonCode: isCode ? by.pick(codes) : undefined,
    ...(vat === undefined ? {} : { vat: vat() }),
  }
}

function lineOf(
  by: Chance,
  family: Family,
  hasPeriod: boolean,
  index: number,
  used: Set<string>,
): Json {
  const unitCode = by.some(0.8, () => by.pick(units))
  const base = by.some(0.3, () => by.pick(['1', '10', '100', '3', '7']))
  const gross = by.decimal(1000, 4)
  return {
    id: by.some(0.3, () => `${index + 1}.${by.below(9)}`),
    name: word(by),
    description: by.some(0.3, () => word(by)),
    sellerItemId: by.some(0.3, () => word(by)),
    buyerItemId: by.some(0.3, () => word(by)),
    standardItemId: by.some(0.3, () =>
      by.pick(['0160:07300010000018', { id: '07300010000018', scheme: '0160' }]),
    ),
    originCountry: by.some(0.3, () => by.pick(countries)),
    classifications: by.some(0.3, () =>
      by.list(2, () => ({
        code: word(by),
        listId: by.pick(['STI', 'TST', 'CG']),
        listVersion: by.some(0.5, () => '26.0801'),
      })),
    ),
    attributes: by.some(0.3, () => by.list(2, () => ({ name: word(by), value: word(by) }))),
    quantity: `${by.pick(['', '', '', '-'])}${by.decimal(1000, 4)}`,
    unitCode,
    ...(by.maybe(0.3)
      ? { grossPrice: gross, priceDiscount: by.some(0.8, () => gross) }
      : { netPrice: by.decimal(1000, 6) }),
    priceBaseQuantity: base,
    priceBaseQuantityUnitCode:
      base === undefined ? undefined : by.some(0.5, () => unitCode ?? 'C62'),
    vat: vatOf(by, family, used),
    allowances: by.some(0.3, () => by.list(2, () => allowanceOf(by, ['41', '95']))),
    charges: by.some(0.2, () => by.list(2, () => allowanceOf(by, ['FC', 'AA']))),
    note: by.some(0.3, () => word(by)),
    buyerAccountingReference: by.some(0.3, () => word(by)),
    orderLineReference: by.some(0.3, () => String(index + 1)),
    invoicedObject: by.some(0.2, () => objectOf(by)),
    period: by.some(0.3, () =>
      hasPeriod ? { startDate: '2026-10-05', endDate: '2026-10-06' } : { startDate: day(by, '05') },
    ),
  }
}

/** The same document with all its amounts stated, sometimes with VAT in a second currency. */
function withStated(kind: Kind, json: Json): Json {
  const { document } = completeDocument(kind, documentModel(kind).parse(json))
  const { lines, allowances, charges, totals, vatBreakdown } = document
  const amounts = (name: 'allowances' | 'charges', complete: { amount: string }[]) =>
    complete.map(({ amount }, index) => ({ ...(json[name] as Json[])[index], amount }))
  return tidy({
    ...json,
    taxCurrency: 'SEK',
    allowances: allowances.length === 0 ? undefined : amounts('allowances', allowances),
    charges: charges.length === 0 ? undefined : amounts('charges', charges),
    vatBreakdown,
    totals: { ...totals, vatInTaxCurrency: totals.vat },
    lines: lines.map(({ netAmount, netPrice }, index) => ({
      ...(json.lines as Json[])[index],
      netAmount,
      netPrice,
    })),
  })
}

/** Without the fields that have no value. */
function tidy(json: Json): Json {
  const kept = Object.entries(json).filter(([, value]) => value !== undefined)
  return Object.fromEntries(kept.map(([name, value]) => [name, tidyValue(value)]))
}

function tidyValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(tidyValue)
  return typeof value === 'object' && value !== null ? tidy(value as Json) : value
}

/** An extension that no list knows is judged as BIS Billing, which Self-Billing is not. */
function extensionOf(by: Chance, specificationId: string): string {
  const extension = by.pick(['', '#conformant#urn:fdc:example:1.0'])
  return specificationId.includes(':selfbilling:') ? '' : extension
}
