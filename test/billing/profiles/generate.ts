// Documents of a profile from a seed: those of generate.ts, with what the profile wants in them.
import { type Kind, kinds } from '../../../src/billing/index.ts'
import type { ProfileName } from '../../../src/billing/profiles/profile.ts'
import { profiles } from '../../../src/billing/profiles/table.ts'
import { generate, type Json } from '../generate.ts'
import { type Chance, chance } from '../random.ts'

type Item = Json & { vat: Json }
type Party = Json & { address: Json; contact?: Json }
type Document = Json & {
  seller: Party
  buyer: Party
  taxRepresentative?: Party
  delivery?: Json & { address?: Json }
  lines: (Item & { allowances?: Item[]; charges?: Item[] })[]
  allowances?: Item[]
  charges?: Item[]
  attachments?: Json[]
}

export function generateFor(profile: ProfileName, seed: number): { kind: Kind; json: Json } {
  const by = chance(seed + 7_000)
  const kind = kindFor(profile, by)
  const { json } = generate(seed, { kind })
  const document = { ...withoutStated(json), profile, typeCode: typeCodeFor(profile, kind, by) }
  const made = makers[profile]?.(document as unknown as Document, kind, by) ?? document
  return { kind, json: JSON.parse(JSON.stringify({ type: kind.name, ...made })) }
}

function kindFor(profile: ProfileName, by: Chance): Kind {
  const hasDebitNotes = profiles[profile].typeCodes?.debitNote.length !== 0
  return by.pick([kinds.invoice, kinds.creditNote, ...(hasDebitNotes ? [kinds.debitNote] : [])])
}

function typeCodeFor(profile: ProfileName, kind: Kind, by: Chance): string {
  const codes = profiles[profile].typeCodes?.[kind.name] ?? kind.typeCodes
  const special = profile === 'pint-ae' ? ['480', '81'] : ['326', '384']
  return by.pick(codes.filter((code) => !special.includes(code)))
}

/** Amounts that were computed with other rates, and identifiers of BIS. */
function withoutStated(json: Json): Json {
  const { specificationId, businessProcess, taxCurrency, totals, lines, ...others } = json
  const { paid, rounding } = (totals ?? {}) as Json
  const kept = (lines as Json[]).map(({ netAmount, ...line }) => line)
  return { ...others, lines: kept, totals: { paid, rounding } }
}

type Maker = (document: Document, kind: Kind, by: Chance) => object

const makers: Partial<Record<ProfileName, Maker>> = {
  xrechnung: (document) => ({
    ...document,
    seller: { ...withTown(document.seller), contact: germanContact },
    buyer: withTown(document.buyer),
    delivery: document.delivery && withTown(document.delivery as Party),
    payment: { meansCode: '30', creditTransfers: [{ accountId: 'DE89370400440532013000' }] },
    paymentTerms: '30 Tage netto',
    attachments: document.attachments?.map((one, index) =>
      one.filename === undefined ? one : { ...one, filename: `${index}.pdf` },
    ),
  }),
  nlcius: (given, _, by) => {
    const document = { ...given, purchaseOrderReference: given.purchaseOrderReference ?? 'PO-1' }
    const payment = { creditTransfers: [{ accountId: 'NL91ABNA0417164300' }] }
    if (by.maybe(0.5)) return { ...document, payment }
    const dutch = (party: Party) => ({
      ...withTown(party),
      legalId: '0106:12345678',
      address: { ...withTown(party).address, line1: 'Markt 1', country: 'NL' },
    })
    return { ...document, payment, seller: dutch(document.seller), buyer: dutch(document.buyer) }
  },
  'pint-ae': ofEmirates,
  'pint-aunz': ofAustralia,
  'pint-sg': ofSingapore,
}

const germanContact = { name: 'Rechnung', phone: '+49 30 123456', email: 'a@example.com' }

function withTown(party: Party): Party {
  return { ...party, address: { ...party.address, city: 'Ort', postCode: '10115' } }
}

/** Each VAT group as the profile has it. */
function withVat(document: Document, vat: () => Json): Document {
  const items = <T extends Item>(list: T[] | undefined) =>
    list?.map((item) => ({ ...item, vat: vat() }))
  const { allowances, charges, lines, vatBreakdown: _, ...others } = document
  return {
    ...others,
    lines: items(lines)!,
    ...(allowances && { allowances: items(allowances) }),
    ...(charges && { charges: items(charges) }),
  } as Document
}

function ofEmirates(given: Document, kind: Kind, by: Chance): object {
  const document = withVat(given, () =>
    by.pick([{ rate: '5' }, { category: 'S', rate: '5.00' }, { category: 'Z', rate: '0' }]),
  )
  const { taxPointDate: _, taxPointDateCode: __, ...others } = document
  const isCredit = kind === kinds.creditNote
  const isForeign = by.maybe(0.4)
  const party = (one: Party, id: string) => ({
    ...one,
    endpoint: `0235:1${id}`,
    vatId: `1${id}00003`,
    legalId: { id: 'CN-1' },
    ae: by.pick<Json>([
      { legalIdType: 'tradeLicence', legalIdAuthority: 'DET' },
      { legalIdType: 'passport', passportCountry: 'ES' },
      { legalIdType: 'emiratesId' },
    ]),
    address: {
      ...one.address,
      ...{ line1: 'Street 1', city: 'Dubai', subdivision: 'DXB', country: 'AE' },
    },
  })
  return {
    ...others,
    currency: isForeign ? 'USD' : 'AED',
    dueDate: isCredit ? undefined : '2026-12-30',
    seller: {
      ...party(document.seller, '987654321'),
      taxRegistrationId: by.some(0.2, () => ({ id: '1987654321' })),
    },
    buyer: party(document.buyer, '345678901'),
    taxRepresentative: undefined,
    delivery: undefined,
    payment: isCredit
      ? undefined
      : { meansCode: '30', creditTransfers: [{ accountId: 'AE070331234567890123456' }] },
    precedingInvoices: isCredit ? [{ number: 'AE-1', issueDate: '2026-11-01' }] : undefined,
    selfBilled: undefined,
    ae: {
      transactionTypes: by.some(0.3, () => ['continuous']),
      exchangeRate: isForeign ? by.pick(['3.6725', '3.672512', '4']) : undefined,
      creditReason: isCredit ? by.pick(['returned', 'cancelled']) : undefined,
      issueTime: by.some(0.3, () => '10:00:00+04:00'),
      incoterms: by.some(0.2, () => 'CIF'),
    },
    lines: document.lines.map((line) => ({
      ...line,
      description: 'x',
      // Its rule about the amount computes in binary, and rounds half cents at random.
      quantity: by.pick(['1', '8', '-2', '40']),
      priceBaseQuantity: by.some(0.3, () => '1'),
      netPrice: line.grossPrice ? undefined : by.decimal(1000, 2),
      grossPrice: line.grossPrice && '250.50',
      priceDiscount: line.priceDiscount && '50.50',
      classifications: [{ code: '94016900', listId: 'HS' }],
      ae: by.pick<Json>([
        { itemType: 'goods', lotNumber: 'Lot 1' },
        { itemType: 'services', serviceCode: '998311' },
        { itemType: 'both', serviceCode: '998311' },
      ]),
    })),
  }
}

function ofAustralia(given: Document, _: Kind, by: Chance): object {
  const categories = by.pick([['S', 'Z', 'E', 'G'], ['S']])
  const document = withVat(given, () => {
    const category = by.pick(categories)
    return { category, rate: category === 'S' ? by.pick(['10', '15', '10.00']) : '0' }
  })
  const australian = { country: 'AU', legalId: '0151:47555222000', vatId: '47555222000' }
  const other = { country: 'NZ', legalId: '0088:9429033591476', vatId: '888-888-888' }
  const party = (one: Party) => {
    const { country, ...numbers } = by.pick([australian, other])
    return { ...one, ...numbers, address: { ...one.address, country } }
  }
  const agent = (one: Party) => ({ ...party(one), legalId: undefined })
  return {
    ...document,
    currency: by.pick(['AUD', 'NZD']),
    seller: party(document.seller),
    buyer: party(document.buyer),
    taxRepresentative: document.taxRepresentative && agent(document.taxRepresentative),
    ...(by.maybe(0.3)
      ? { taxCurrency: 'EUR', totals: { ...(document.totals as Json), vatInTaxCurrency: '0' } }
      : {}),
  }
}

function ofSingapore(given: Document, _: Kind, by: Chance): object {
  const isRegistered = by.maybe(0.8)
  const document = withVat(given, () => {
    if (!isRegistered) return { category: 'NG', ...by.some(0.5, () => ({ rate: '0' })) }
    return by.pick([
      ...[{ rate: '9' }, { category: 'SR', rate: '9.00' }, { category: 'SRRC', rate: '9' }],
      ...[
        { category: 'ZR', rate: '0' },
        { category: 'OS', rate: '0' },
      ],
      ...[
        { category: 'ES33', rate: '0' },
        { category: 'SRCA-S', rate: '0' },
      ],
    ])
  })
  const party = (one: Party) => ({
    ...one,
    vatId: isRegistered ? 'M2-1234567-K' : undefined,
    legalId: { id: '200212345Z' },
    address: { ...one.address, line1: 'Road 1', postCode: '238164', country: 'SG' },
  })
  const isForeign = isRegistered && by.maybe(0.3)
  const totals = document.totals as Json
  return {
    ...document,
    currency: isForeign ? 'USD' : 'SGD',
    totals: isForeign ? { ...totals, vatInTaxCurrency: '0.00' } : totals,
    sg: isForeign ? { totalWithoutGst: '1.30' } : undefined,
    seller: party(document.seller),
    buyer: party(document.buyer),
    taxRepresentative: isRegistered ? document.taxRepresentative : undefined,
    notes: [{ text: 'x' }],
    payment: { meansCode: by.pick(['Z01', 'Z02', '10']), remittanceInformation: 'x' },
    purchaseOrderReference: undefined,
    salesOrderReference: undefined,
    lines: document.lines.map((line) => ({
      ...line,
      sg: by.some(0.3, () => ({
        exemptionReason: 'x',
        orderReference: line.orderLineReference && 'PO-1',
      })),
    })),
  }
}
