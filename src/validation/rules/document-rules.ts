// Which rule sets a document is judged by: the layers that the publisher of its specification runs,
// in that order. A document is recognised by its root element and its whole CustomizationID, as the
// code list of document types or the specification itself has them.
import { isListedCustomization } from '../../codelists/index.ts'
import { setsOfChanges } from './changes.ts'

/** What a document says about its type. */
export type DocumentIdentity = { namespace: string; local: string; customizationId: string }

export type DocumentRules = {
  /** Ids of rule sets, in the order in which they are run. */
  sets: readonly string[]
  /** Rules to which the publisher gives another flag than their own rule set does. */
  flags?: Readonly<Record<string, 'fatal' | 'warning'>>
}

const ubl = 'urn:oasis:names:specification:ubl:schema:xsd:'
const uncefact = 'urn:un:unece:uncefact:data:standard:'
const core = 'urn:cen.eu:en16931:2017'
const bis = `${core}#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0`
const selfBilling = `${core}#compliant#urn:fdc:peppol.eu:2017:poacc:selfbilling:3.0`
const xrechnung = `${core}#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0`
const xrechnungExtension = `${xrechnung}#conformant#urn:xeinkauf.de:kosit:extension:xrechnung_3.0`
const xrechnungVehicles = `${xrechnung}#compliant#urn:xeinkauf.de:kosit:xrechnung:cvd_0.9`
const nlcius = `${core}#compliant#urn:fdc:nen.nl:nlcius:v1.0`
const gAccount = `${nlcius}#conformant#urn:fdc:nen.nl:gaccount:v1.0`
const frenchCius = `${core}#compliant#urn:peppol:france:billing:cius:1.0`
/** The code list has the first, the specification itself the other. */
const frenchExtended = [
  `${core}#conformant#urn:peppol:france:billing:extended:1.0`,
  `${core}#conformant#urn.cpro.gouv.fr:1p0:extended-ctc-fr`,
]
const frenchStatus = [
  'urn:peppol:france:billing:cdv:1.0',
  'urn.cpro.gouv.fr:1p0:CDV:invoice',
  'urn.cpro.gouv.fr:1p0:CDV:einvoicingF2',
]

type Root = Pick<DocumentIdentity, 'namespace' | 'local'>
type Row = [roots: readonly Root[], customizationIds: readonly string[], rules: DocumentRules]

const rootOf = (local: string): Root => ({ namespace: `${ubl}${local}-2`, local })
const invoices = [rootOf('Invoice'), rootOf('CreditNote')]
const uncefactRoot = (local: string): Root => ({ namespace: `${uncefact}${local}:100`, local })
const cii = [uncefactRoot('CrossIndustryInvoice')]
const cdar = [uncefactRoot('CrossDomainAcknowledgementAndResponse')]

// What the configuration of KoSIT's validator sets.
const softCodes = { 'BR-CL-21': 'warning', 'BR-CL-23': 'warning' } as const
const fatalInCii = { 'CII-SR-452': 'fatal', 'CII-SR-453': 'fatal', 'CII-SR-454': 'fatal' } as const
const softInExtension = {
  ...{ ...softCodes, 'BR-CL-10': 'warning', 'BR-CL-11': 'warning', 'BR-CL-24': 'warning' },
  ...{ 'BR-CL-25': 'warning', 'BR-CL-26': 'warning' },
} as const
const softInUblExtension = {
  ...{ ...softInExtension, 'BR-CO-16': 'warning', 'UBL-CR-470': 'warning' },
} as const

const european: Row[] = [
  [invoices, [core], { sets: ['en16931'] }],
  [invoices, [bis], { sets: ['en16931', 'peppol-billing'] }],
  [invoices, [selfBilling], { sets: ['en16931', 'peppol-selfbilling'] }],
  [
    invoices,
    [xrechnung, xrechnungVehicles],
    { sets: ['en16931', 'xrechnung-ubl'], flags: softCodes },
  ],
  [
    invoices,
    [xrechnungExtension],
    { sets: ['en16931', 'xrechnung-ubl'], flags: softInUblExtension },
  ],
  [invoices, [nlcius], { sets: ['nlcius-ubl'] }],
  [invoices, [gAccount], { sets: ['nlcius-gaccount'] }],
  [invoices, [frenchCius], { sets: ['en16931', 'fr-ctc-ubl'] }],
  [invoices, frenchExtended, { sets: ['fr-ctc-extended-ubl', 'fr-ctc-ubl'] }],
  [cii, [core], { sets: ['en16931-cii'] }],
  [
    cii,
    [xrechnung, xrechnungVehicles],
    { sets: ['en16931-cii', 'xrechnung-cii'], flags: { ...softCodes, ...fatalInCii } },
  ],
  [
    cii,
    [xrechnungExtension],
    { sets: ['en16931-cii', 'xrechnung-cii'], flags: { ...softInExtension, ...fatalInCii } },
  ],
  [cii, [nlcius], { sets: ['nlcius-cii'] }],
  [cii, [frenchCius], { sets: ['en16931-cii', 'fr-ctc-cii'] }],
  [cii, frenchExtended, { sets: ['fr-ctc-extended-cii', 'fr-ctc-cii'] }],
  [cdar, frenchStatus, { sets: ['fr-ctc-cdar'] }],
]

const pint = 'urn:peppol:pint:'
const pintOf = (kind: string, country: string, set: string): Row => [
  invoices,
  [`${pint}${kind}-1@${country}-1`],
  { sets: [set] },
]
const pints: Row[] = [
  [invoices, [`${pint}billing-1`], { sets: ['pint'] }],
  pintOf('nontaxinvoice', 'jp', 'pint-jp-nontax'),
  ...['ae', 'aunz', 'eu', 'jp', 'my', 'om', 'sg'].map((country) =>
    pintOf('billing', country, `pint-${country}`),
  ),
  ...['ae', 'aunz', 'jp', 'my', 'om'].map((country) =>
    pintOf('selfbilling', country, `pint-${country}-selfbilling`),
  ),
]

const transaction = 'urn:fdc:peppol.eu:poacc:trns:'
const italian = ':3:restrictive:urn:www.agid.gov.it:trns:'

/** A transaction after the award of a contract; `more` only restrict it. */
function postAward(local: string, name: string, ...more: string[]): Row {
  const ids = [`${transaction}${name}:3`, ...more.map((id) => `${transaction}${name}${id}`)]
  return [[rootOf(local)], ids, { sets: [`peppol-${name.replaceAll('_', '-')}`] }]
}

const others: Row[] = [
  postAward('Order', 'order', `${italian}ordine:3.1`),
  postAward('OrderChange', 'order_change'),
  postAward('OrderCancellation', 'order_cancellation'),
  postAward('OrderResponse', 'order_response', `${italian}risposta_ordine:3.0`),
  postAward('OrderResponse', 'order_response_advanced'),
  postAward('OrderResponse', 'order_agreement'),
  postAward('DespatchAdvice', 'despatch_advice'),
  postAward('Catalogue', 'catalogue'),
  postAward('Catalogue', 'punch_out'),
  postAward('ApplicationResponse', 'catalogue_response'),
  postAward('ApplicationResponse', 'invoice_response'),
  postAward('ApplicationResponse', 'mlr'),
  [[rootOf('ApplicationResponse')], ['urn:peppol:edec:mls:1.0'], { sets: ['peppol-mls'] }],
]

/** Root elements that are those of one specification, so that another identifier is reported. */
const byRoot = new Map<string, DocumentRules>([
  ...invoices.map((root) => [keyOf(root), { sets: ['en16931', 'peppol-billing'] }] as const),
  taxData('ae', 'taxdata'),
  taxData('om', 'om-taxdata'),
  taxData('sk', 'sk-taxdata'),
  taxData('vida', 'vida-taxdata'),
  report('transaction-statistics-report:1.0', 'TransactionStatisticsReport', 'peppol-tsr'),
  report('end-user-statistics-report:1.1', 'EndUserStatisticsReport', 'peppol-eusr'),
])

function taxData(country: string, schema: string): [string, DocumentRules] {
  const root = { namespace: `urn:peppol:schema:${schema}:1.0`, local: 'TaxData' }
  return [keyOf(root), { sets: [`tdd-${country}`] }]
}

function report(schema: string, local: string, set: string): [string, DocumentRules] {
  return [keyOf({ namespace: `urn:fdc:peppol:${schema}`, local }), { sets: [set] }]
}

const rows = [...european, ...pints, ...others]
const byType = new Map<string, DocumentRules>(
  rows.flatMap(([roots, ids, rules]) =>
    roots.flatMap((root) => ids.map((id) => [keyOf(root, id), rules] as const)),
  ),
)

/** Rule sets that the tables name; all others say themselves which documents they are for. */
export const knownSets: ReadonlySet<string> = new Set([
  ...[...byType.values(), ...byRoot.values()].flatMap(({ sets }) => sets),
  ...setsOfChanges,
])

function keyOf({ namespace, local }: Root, customizationId = ''): string {
  return `${namespace}::${local}##${customizationId}`
}

/** The layers of exactly this type; undefined when it has none of its own. */
export function rulesOfType(identity: DocumentIdentity): DocumentRules | undefined {
  return byType.get(keyOf(identity, identity.customizationId))
}

/**
 * The layers for a type that has none of its own, or whose own are not installed. `isKnown`: an
 * operator's rule set is for it.
 *
 * - A CIUS (`#compliant#`) only restricts EN 16931, and is judged by that.
 * - An extension (`#conformant#`, `#extended#`), and what is older than EN 16931 or no kind of it,
 *   is not judged.
 * - What no list knows is judged by what its root element is for: an invoice by BIS Billing, which
 *   reports it.
 */
export function rulesInstead(identity: DocumentIdentity, isKnown: boolean): DocumentRules {
  const { customizationId } = identity
  const root = keyOf(identity)
  const isInvoice = isIn(invoices, identity)
  if (!isInvoice && !isIn(cii, identity)) return byRoot.get(root) ?? none
  if (isInvoice && !isKnown && !isListed(identity)) return byRoot.get(root)!
  return isCius(customizationId) ? { sets: [isInvoice ? 'en16931' : 'en16931-cii'] } : none
}

const none: DocumentRules = { sets: [] }

/** The edition of a document of UN/CEFACT, of which all editions have one namespace. */
export function editionOf(identity: DocumentIdentity): string | undefined {
  if (isIn(cdar, identity)) return 'D22B'
  if (!isIn(cii, identity)) return undefined
  return [frenchCius, ...frenchExtended].includes(identity.customizationId) ? 'D22B' : 'D16B'
}

function isListed(identity: DocumentIdentity): boolean {
  return rulesOfType(identity) !== undefined || isListedCustomization(identity.customizationId)
}

function isCius(customizationId: string): boolean {
  if (/#(?:conformant|extended)#/.test(customizationId)) return false
  return customizationId === core || customizationId.startsWith(`${core}#compliant#`)
}

function isIn(roots: readonly Root[], { namespace, local }: Root): boolean {
  return roots.some((root) => root.namespace === namespace && root.local === local)
}
