// Short names of the document types that most are registered for.
import { documentTypes, type ListedDocumentType } from './listed.ts'

const core = 'urn:cen.eu:en16931:2017'
const bis = `${core}#compliant#urn:fdc:peppol.eu:2017:poacc:`
const trns = 'urn:fdc:peppol.eu:poacc:trns:'
const xRechnung = `${core}#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0`

/** CustomizationIDs by short name; `root` where documents of one kind only are meant. */
const names = {
  invoice: { ids: [`${bis}billing:3.0`], root: 'Invoice' },
  'credit-note': { ids: [`${bis}billing:3.0`], root: 'CreditNote' },
  'self-billing': { ids: [`${bis}selfbilling:3.0`] },
  'invoice-response': { ids: [`${trns}invoice_response:3`], root: 'ApplicationResponse' },
  mlr: { ids: [`${trns}mlr:3`], root: 'ApplicationResponse' },
  order: { ids: [`${trns}order:3`], root: 'Order' },
  'order-response': { ids: [`${trns}order_response:3`], root: 'OrderResponse' },
  'order-change': { ids: [`${trns}order_change:3`], root: 'OrderChange' },
  'order-cancellation': { ids: [`${trns}order_cancellation:3`], root: 'OrderCancellation' },
  'order-agreement': { ids: [`${trns}order_agreement:3`], root: 'OrderResponse' },
  'despatch-advice': { ids: [`${trns}despatch_advice:3`], root: 'DespatchAdvice' },
  catalogue: { ids: [`${trns}catalogue:3`], root: 'Catalogue' },
  'catalogue-response': { ids: [`${trns}catalogue_response:3`], root: 'ApplicationResponse' },
  'punch-out': { ids: [`${trns}punch_out:3`], root: 'Catalogue' },
  en16931: { ids: [core] },
  xrechnung: { ids: [xRechnung] },
  'xrechnung-extension': {
    ids: [`${xRechnung}#conformant#urn:xeinkauf.de:kosit:extension:xrechnung_3.0`],
  },
  nlcius: { ids: [`${core}#compliant#urn:fdc:nen.nl:nlcius:v1.0`] },
  'fr-ctc': {
    ids: [
      `${core}#compliant#urn:peppol:france:billing:cius:1.0`,
      `${core}#conformant#urn:peppol:france:billing:extended:1.0`,
      `${core}#conformant#urn:peppol:france:billing:Factur-X:1.0`,
      'urn:peppol:france:billing:cdv:1.0',
    ],
  },
  'pint-ae': { ids: pint('ae') },
  'pint-aunz': { ids: pint('aunz') },
  'pint-eu': { ids: pint('eu') },
  'pint-jp': { ids: pint('jp') },
  'pint-my': { ids: pint('my') },
  'pint-ng': { ids: pint('ng') },
  'pint-om': { ids: pint('om') },
  'pint-sg': { ids: pint('sg') },
} satisfies Record<string, Meant>

type Meant = { ids: string[]; root?: string }
type Name = keyof typeof names

function pint(jurisdiction: string): string[] {
  const kinds = ['billing-1', 'selfbilling-1', 'nontaxinvoice-1']
  return kinds.map((kind) => `urn:peppol:pint:${kind}@${jurisdiction}-1`)
}

export const shortNames: readonly string[] = Object.keys(names)

/** The short names of a single document type. */
export const singleShortNames = shortNames.filter((name) => 'root' in names[name as Name])

/** The document types behind a short name, those in use only; undefined when it is none. */
export function documentTypesNamed(name: string): readonly ListedDocumentType[] | undefined {
  if (!Object.hasOwn(names, name)) return undefined
  const { ids, root }: Meant = names[name as Name]
  return documentTypes().filter(
    ({ value, state }) =>
      state === 'active' &&
      ids.some((id) => value.includes(`##${id}::`)) &&
      (root === undefined || value.includes(`::${root}##`)),
  )
}
