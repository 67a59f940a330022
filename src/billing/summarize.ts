// Reads from a UBL document what routing and the document's record need. Everything else is
// left to the validator.
import { attributeOf, children, type XmlDocument, type XmlElement } from '../xml/index.ts'
import { find, readDecimal, textAt } from './from-ubl/read.ts'
import { isIssuedByBuyer } from './issued-by-buyer.ts'
import { type Kind, type KindName, kindOf, kinds } from './kinds.ts'
import { componentNamespaces } from './namespaces.ts'
import {
  type At,
  dayIn,
  locationOf,
  only,
  type Position,
  present,
  type SummaryFault,
} from './read-soundly.ts'

export type SummaryParty = {
  role: 'seller' | 'buyer'
  endpoint?: { scheme: string; id: string }
  name?: string
  country?: string
  /** Location of the endpoint, or of the party if it has none; absent without a party. */
  location?: { xpath: string } & Position
}

export type Summary = {
  kind: KindName
  customizationId?: string
  profileId?: string
  number?: string
  issueDate?: string
  typeCode?: string
  /** The seller; of a document that the buyer issues, the buyer. */
  sender: SummaryParty
  receiver: SummaryParty
  /**
   * Amounts as written in the document; absent when currency or payable amount is not there. `tax`
   * is the total in the document's currency (BT-110).
   */
  totals?: { currency: string; payable: string; tax?: string }
}

type WrongRoot = { faults: SummaryFault[]; root: { namespace: string; local: string } }

export type Summarized =
  | { summary: Summary }
  | WrongRoot
  | { faults: SummaryFault[]; root?: undefined }

/**
 * What a UBL Invoice or CreditNote says about itself, strings trimmed; a debit note is an Invoice
 * with its type code. What is missing or is no value of its kind is absent: rules and schemas judge
 * documents. Returns faults instead when the root is another one (named by `root`), or when the
 * document says something twice.
 */
export function summarize(document: XmlDocument): Summarized {
  const { root } = document
  const kind = kindOfRoot(root)
  if (kind === undefined) return wrongRoot(document)
  const at: At = { document, faults: [] }
  const read = (path: string) => textAt(only(at, root, path))
  const stated = present({
    customizationId: read('cbc:CustomizationID'),
    profileId: read('cbc:ProfileID'),
    number: read('cbc:ID'),
    issueDate: dayIn(only(at, root, 'cbc:IssueDate')),
    typeCode: read(`cbc:${kind.typeCodeElement}`),
  })
  const seller = readParty(at, 'seller')
  const buyer = readParty(at, 'buyer')
  const totals = readTotals(at)
  if (at.faults.length > 0) return { faults: at.faults }
  const isFromBuyer = isIssuedByBuyer(stated)
  return {
    summary: {
      kind: kindOf(kind.root, stated.typeCode ?? '').name,
      ...stated,
      sender: isFromBuyer ? buyer : seller,
      receiver: isFromBuyer ? seller : buyer,
      ...(totals ? { totals } : {}),
    },
  }
}

/**
 * The row of a root element; undefined when it is not a billing document. An Invoice may
 * still be a debit note.
 */
export function kindOfRoot({ local, namespace }: XmlElement): Kind | undefined {
  return Object.values(kinds).find((row) => row.root === local && row.namespace === namespace)
}

export function wrongRoot(document: XmlDocument): WrongRoot {
  const { root } = document
  const { namespace, local } = root
  const wanted = [kinds.invoice, kinds.creditNote].map(
    (kind: Kind) => `${kind.root} in ${kind.namespace}`,
  )
  const message =
    `The root element is ${local} in ${namespace || 'no namespace'}, not ` +
    `${wanted.join(' or ')}`
  return {
    faults: [{ reason: 'not-a-billing-document', ...locationOf(document, root), message }],
    root: { namespace, local },
  }
}

function readTotals(at: At): Summary['totals'] {
  const { root } = at.document
  const currency = textAt(only(at, root, 'cbc:DocumentCurrencyCode'))
  const payable = decimalIn(only(at, root, 'cac:LegalMonetaryTotal/cbc:PayableAmount'))
  if (currency === undefined || payable === undefined) return undefined
  return { currency, payable, ...present({ tax: readTax(root, currency) }) }
}

/**
 * BT-110: the VAT total in the document's own currency; a second one may be in the currency
 * of VAT accounting.
 */
function readTax(root: XmlElement, currency: string): string | undefined {
  const amounts = children(root, 'TaxTotal', componentNamespaces.aggregate).map((total) =>
    find(total, 'cbc:TaxAmount'),
  )
  return decimalIn(
    amounts.find((amount) => amount && attributeOf(amount, 'currencyID', '') === currency),
  )
}

function decimalIn(element: XmlElement | undefined): string | undefined {
  const text = textAt(element)
  return text === undefined ? undefined : readDecimal(text)
}

const partyPaths = {
  seller: 'cac:AccountingSupplierParty/cac:Party',
  buyer: 'cac:AccountingCustomerParty/cac:Party',
}

function readParty(at: At, role: SummaryParty['role']): SummaryParty {
  const party = only(at, at.document.root, partyPaths[role])
  const address = only(at, party, 'cbc:EndpointID')
  const id = textAt(address)
  const scheme = address && attributeOf(address, 'schemeID', '')?.trim()
  const legalName = textAt(find(party, 'cac:PartyLegalEntity/cbc:RegistrationName'))
  return {
    role,
    ...present({
      endpoint: id && scheme ? { scheme, id } : undefined,
      name: legalName ?? textAt(find(party, 'cac:PartyName/cbc:Name')),
      country: textAt(only(at, party, countryPath)),
      location: party && locationOf(at.document, address ?? party),
    }),
  }
}

const countryPath = 'cac:PostalAddress/cac:Country/cbc:IdentificationCode'
