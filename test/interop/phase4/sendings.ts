// Five hundred messages for a gateway, from a seed: documents of many kinds, repeated, for
// strangers, and broken.
import { readFileSync } from 'node:fs'
import { completeDocument, documentModel, kinds, toUbl } from '../../../src/billing/index.ts'
import type { WordWish } from '../../../src/core/receive/word.ts'
import { sha256 } from '../../../src/crypto/index.ts'
import { despatchAdviceExample, orderExample } from '../../../src/http/reference/other-examples.ts'
import {
  buildSbd,
  documentTypeFrom,
  formatIdentifier,
  parseParticipant,
  parseProcess,
} from '../../../src/peppol/index.ts'
import { generate } from '../../billing/generate.ts'
import { type Chance, chance } from '../../billing/random.ts'
import type { Sending } from './judge.ts'

/** A sending, and what phase4 is told to send. */
export type Order = Sending & {
  sbd: Buffer
  /** What to cut out of the SBD before it goes out. */
  cut?: string
  isCompressed: boolean
}

/** Whom the gateway receives for, and what. */
export const registrations = [
  { tenant: 'default', participant: '0208:0685660237', documentTypes: 'all' },
  { tenant: 'default', participant: '0192:987654325', documentTypes: ['invoice', 'credit-note'] },
  { tenant: 'other', participant: '0088:7300010000001', documentTypes: 'all' },
] as const
const [everything, billingOnly, elsewhere] = registrations
const stranger = '0208:0202239951'
const sender = '9915:phase4'

/** Where phase4 is registered for Message Level Status. */
export const statusReceivers = ['0242:900003', '0242:900003-UNIT1', '0242:900003-unit2.desk']
const [main, unit, desk] = statusReceivers as [string, string, string]

/** What senders say in MLS_TO, and where the status goes. */
const addresses: [mlsTo: string | undefined, mlsReceiver: string][] = [
  [undefined, main],
  [undefined, main],
  [main, main],
  [unit, unit],
  [desk, desk],
  ['0242:900003-NOBODY', main],
  ['0242:900001', main],
]

type Made = Pick<Sending, 'type' | 'number' | 'verdict' | 'getsMls'> & { ubl: Buffer }

/** Of each hundred: 80 good ones, 10 repetitions, 5 for strangers and 5 that are broken. */
export function makeOrders(count: number, seed: number): Order[] {
  const by = chance(seed)
  const isOf = (from: number, to: number) => (_: unknown, at: number) =>
    at % 20 >= from && at % 20 < to
  const all = Array.from({ length: count }, (_, at) => at)
  const good = all.filter(isOf(0, 16)).map((at) => goodOrder(by, at))
  const strange = all.filter(isOf(16, 17)).map((at, index) => strangeOrder(by, at, index))
  const broken = all.filter(isOf(17, 18)).map((at, index) => brokenOrder(by, at, index))
  const repeatable = good.filter(({ receiver }) => receiver !== billingOnly.participant)
  const repeated = all
    .filter(isOf(18, 20))
    .map((at, index) => repetition(by, at, { index, first: repeatable[index * 6]! }))
  return [...shuffled(by, [...good, ...strange, ...broken]), ...repeated]
}

function shuffled<T>(by: Chance, items: T[]): T[] {
  const left = [...items]
  return items.map(() => left.splice(by.below(left.length), 1)[0]!)
}

function goodOrder(by: Chance, at: number): Order {
  const made = makeDocument(by, at)
  // As registered, without what a specification may add to it.
  const isBilling = made.ubl.includes(`<cbc:CustomizationID>${specification}<`)
  const served = registrations.filter((one) => isBilling || one.documentTypes === 'all')
  const to = by.pick(served)
  return order(by, at, made, { receiver: to.participant, tenant: to.tenant })
}

function strangeOrder(by: Chance, at: number, index: number): Order {
  const tenant = 'nobody'
  if (index % 2 === 0) {
    const made = makeDocument(by, at)
    return order(by, at, made, { receiver: stranger, tenant, fate: 'no participant' })
  }
  const receiver = billingOnly.participant
  return order(by, at, otherDocument(by, at), { receiver, tenant, fate: 'no type' })
}

/** What is done to an invoice, what a Message Level Status says of it, and if it can be read. */
const faults: { from: RegExp; to: string; reasons: string[]; isRead: boolean }[] = [
  { from: /<cbc:ID>[^<]*<\/cbc:ID>/, to: '', reasons: ['BV', 'SV'], isRead: false },
  { from: /<cbc:IssueDate>/, to: '<cbc:Odd>x</cbc:Odd>$&', reasons: ['SV'], isRead: true },
  { from: /(?<=<Invoice[^>]*>).*(?=<\/Invoice>)/s, to: '', reasons: ['BV', 'SV'], isRead: false },
  { from: /(?<=<cbc:TaxInclusiveAmount[^>]*>)-?/, to: '$&9', reasons: ['BV'], isRead: true },
]

function brokenOrder(by: Chance, at: number, index: number): Order {
  const made = businessDocument(by, at, 'invoice')
  const to = by.pick([everything, elsewhere])
  const addressed = { receiver: to.participant, tenant: to.tenant }
  if (index % 5 === 4) {
    const cut = '</cbc:IssueDate>'
    const sent = order(by, at, made, { ...addressed, tenant: 'nobody', fate: 'no XML' })
    // What is not compressed is signed as XML by phase4, which this is not.
    return { ...sent, cut, isCompressed: true }
  }
  const { from, to: change, reasons, isRead } = faults[index % 5]!
  const { number, ...unread } = made
  const broken: Made = {
    ...(isRead && number ? { ...unread, number } : unread),
    ...{ ubl: Buffer.from(made.ubl.toString().replace(from, change)), verdict: 'invalid' },
  }
  return { ...order(by, at, broken, addressed), reasons }
}

function repetition(
  by: Chance,
  at: number,
  { index, first }: { index: number; first: Order },
): Order {
  const { messageId, instanceIdentifier, receiver, tenant } = first
  const newId = { messageId: messageIdOf(at) }
  switch (index % 4) {
    case 0:
      return { ...first, first, fate: 'same message' }
    case 1:
      return { ...first, ...newId, first, fate: 'same document' }
    default: {
      const made = businessDocument(by, at, 'invoice')
      const isNew = index % 4 === 2
      return order(by, at, made, {
        ...{ first, receiver, tenant, instanceIdentifier },
        ...(isNew
          ? { fate: 'other document' as const }
          : { fate: 'MessageId used' as const, messageId }),
      })
    }
  }
}

const warning = { code: 'BW', text: 'The date is old.' } as const

/** One of each code, with all that it may have. */
const words: WordWish[] = [
  { code: 'AP', issues: [warning] },
  { code: 'AB', issues: [{ ...warning, location: '/Invoice/cbc:IssueDate' }] },
  {
    code: 'RE',
    description: 'Größe & Ω: not ours.',
    issues: [
      { code: 'FD', location: '/Invoice/cbc:ID', text: 'There is no <such> order.' },
      warning,
    ],
  },
]

function isWordAwaited({ fate, verdict, getsMls, isAcknowledged }: Sending): boolean {
  return fate === 'stored' && verdict !== 'invalid' && getsMls && !isAcknowledged
}

const messageIdOf = (at: number) => `message-${at}@phase4.test`

function order(
  by: Chance,
  at: number,
  { ubl, ...made }: Made,
  given: Partial<Order> & Pick<Sending, 'receiver' | 'tenant'>,
): Order {
  const [mlsTo, mlsReceiver] = by.pick(addresses)
  const mlsType = by.pick(['ALWAYS_SEND', 'ALWAYS_SEND', 'FAILURE_ONLY', undefined] as const)
  const { documentType, process } = typesOf(ubl)
  const sending: Sending = {
    fate: 'stored',
    messageId: messageIdOf(at),
    instanceIdentifier: `instance-${at}-größe`,
    sender,
    documentTypeId: formatIdentifier(documentType),
    processId: formatIdentifier(process),
    ...made,
    ...(mlsType ? { mlsType } : {}),
    ...(mlsTo ? { mlsTo } : {}),
    mlsReceiver,
    isAcknowledged: by.maybe(0.4),
    ...given,
  }
  if (isWordAwaited(sending) && at % 3 === 0) sending.word = words[(at / 3) % words.length]!
  const sbd = buildSbd(
    {
      sender: parseParticipant(sender),
      receiver: parseParticipant(sending.receiver),
      ...{ documentType, process, countryC1: 'AT' },
      instanceIdentifier: sending.instanceIdentifier,
      createdAt: new Date('2026-11-21T10:00:00Z'),
      ...(mlsType ? { mlsType } : {}),
      ...(mlsTo ? { mlsTo: { scheme: 'iso6523-actorid-upis', value: mlsTo } } : {}),
    },
    ubl,
  )
  return { ...sending, sbd, isCompressed: by.maybe(0.8) }
}

// --- documents -----------------------------------------------------------------------------------

const ubl = 'urn:oasis:names:specification:ubl:schema:xsd'
const components = [
  `xmlns:cac="${ubl}:CommonAggregateComponents-2"`,
  `xmlns:cbc="${ubl}:CommonBasicComponents-2"`,
].join(' ')

function makeDocument(by: Chance, at: number): Made {
  if (at % 100 === 7) return largeDocument(at)
  if (at % 20 === 8) return pintDocument(by, at)
  return by.maybe(0.6) ? businessDocument(by, at) : otherDocument(by, at)
}

function businessDocument(by: Chance, at: number, only?: 'invoice'): Made {
  const name = only ?? by.pick(['invoice', 'creditNote', 'debitNote'] as const)
  const { kind, json } = generate(at, { kind: kinds[name] })
  const number = `F-${at}`
  const { document } = completeDocument(kind, documentModel(kind).parse({ ...json, number }))
  // An extension that no list knows is judged as BIS Billing, which a self-billed document is not.
  const text = toUbl(kind, document)
    .toString()
    .replace(/(selfbilling:3\.0)#conformant#[^<]*/, '$1')
  return { type: name, number, verdict: 'valid', getsMls: true, ubl: rooted(text) }
}

function pintDocument(by: Chance, at: number): Made {
  const { ubl: billing, ...made } = businessDocument(by, at, 'invoice')
  const text = billing
    .toString()
    .replace(/(?<=<cbc:CustomizationID>)[^<]*/, 'urn:peppol:pint:billing-1@aunz-1')
    .replace(/(?<=<cbc:ProfileID>)[^<]*/, 'urn:peppol:bis:billing')
  return { ...made, verdict: 'not-validated', ubl: Buffer.from(text) }
}

/** Of more than a megabyte, compressed or not: it is received by way of a file. */
function largeDocument(at: number): Made {
  const number = `ORD-${at}`
  const notes = Array.from(
    { length: 40_000 },
    (_, index) => `<cbc:Note>${sha256(`${at} ${index}`).toString('base64')}</cbc:Note>`,
  )
  const text = orderExample
    .replace('ORD-2026-0042', number)
    .replace('<cbc:DocumentCurrencyCode>', `${notes.join('\r\n')}$&`)
  return { type: 'other', number, verdict: 'not-validated', getsMls: true, ubl: rooted(text) }
}

function otherDocument(by: Chance, at: number): Made {
  const [number, text] = by.pick(others)(at)
  const facts = number === undefined ? {} : { number }
  const getsMls = !text.includes('trns:mlr:3')
  return { type: 'other', ...facts, verdict: 'not-validated', getsMls, ubl: rooted(text) }
}

const taxData = readFileSync('test/fixtures/pdf/emirates.xml', 'utf8')

/** Number and text of a document. */
const others: ((at: number) => [number: string | undefined, text: string])[] = [
  (at) => [`ORD-${at}`, orderExample.replace('ORD-2026-0042', `ORD-${at}`)],
  (at) => [`DES-${at}`, despatchAdviceExample.replace('DES-2026-0042', `DES-${at}`)],
  (at) => [`CAT-${at}`, catalogue(`CAT-${at}`)],
  // The number of a response is that of the invoice.
  (at) => [invoiceOfResponses, response(`RSP-${at}`, 'invoice_response')],
  (at) => [`MLR-${at}`, response(`MLR-${at}`, 'mlr')],
  () => [undefined, taxData],
]

function catalogue(number: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<Catalogue xmlns="${ubl}:Catalogue-2" ${components}>
  <cbc:CustomizationID>urn:fdc:peppol.eu:poacc:trns:catalogue:3</cbc:CustomizationID>
  <cbc:ProfileID>urn:fdc:peppol.eu:poacc:bis:catalogue_only:3</cbc:ProfileID>
  <cbc:ID>${number}</cbc:ID><cbc:IssueDate>2026-11-21</cbc:IssueDate>
  <cac:ValidityPeriod><cbc:EndDate>2026-12-31</cbc:EndDate></cac:ValidityPeriod>
  <cac:ProviderParty><cbc:EndpointID schemeID="9915">phase4</cbc:EndpointID></cac:ProviderParty>
  <cac:ReceiverParty><cbc:EndpointID schemeID="0208">0685660237</cbc:EndpointID></cac:ReceiverParty>
  <cac:CatalogueLine><cbc:ID>1</cbc:ID>
    <cac:Item><cbc:Name>Größe, Ω, 数量, 𝄞 &amp; more</cbc:Name></cac:Item>
  </cac:CatalogueLine>
</Catalogue>`
}

const invoiceOfResponses = 'nothing-of-yours'

function response(number: string, kind: 'invoice_response' | 'mlr'): string {
  return `<ApplicationResponse xmlns="${ubl}:ApplicationResponse-2" ${components}>
  <cbc:CustomizationID>urn:fdc:peppol.eu:poacc:trns:${kind}:3</cbc:CustomizationID>
  <cbc:ProfileID>urn:fdc:peppol.eu:poacc:bis:${kind}:3</cbc:ProfileID>
  <cbc:ID>${number}</cbc:ID><cbc:IssueDate>2026-11-21</cbc:IssueDate>
  <cac:SenderParty><cbc:EndpointID schemeID="9915">phase4</cbc:EndpointID></cac:SenderParty>
  <cac:ReceiverParty><cbc:EndpointID schemeID="0208">0685660237</cbc:EndpointID></cac:ReceiverParty>
  <cac:DocumentResponse>
    <cac:Response><cbc:ResponseCode>AP</cbc:ResponseCode></cac:Response>
    <cac:DocumentReference><cbc:ID>${invoiceOfResponses}</cbc:ID></cac:DocumentReference>
  </cac:DocumentResponse>
</ApplicationResponse>`
}

/** From the root's '<' to its closing '>'. */
function rooted(text: string | Buffer): Buffer {
  return Buffer.from(
    text
      .toString()
      .replace(/^<\?xml.*?\?>\s*/s, '')
      .trimEnd(),
  )
}

/** The types by which a document is sent: those of a usual invoice for one that says nothing. */
function typesOf(bytes: Buffer) {
  const text = bytes.toString()
  const [, prefix = '', root = ''] = /^<(\w+:)?(\w+)/.exec(text)!
  const space = prefix ? `xmlns:${prefix.slice(0, -1)}` : 'xmlns'
  const named = (pattern: RegExp) => pattern.exec(text)?.[1] ?? ''
  const namespace = named(new RegExp(`${space}="([^"]*)"`))
  const customizationId = named(/<cbc:CustomizationID>([^<]*)/) || specification
  return {
    documentType: documentTypeFrom({ namespace, root, customizationId })!,
    process: parseProcess(named(/<cbc:ProfileID>([^<]*)/) || profile),
  }
}

const specification = 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0'
const profile = 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0'
