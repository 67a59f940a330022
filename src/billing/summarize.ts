// Reads from a UBL document what routing and the document's record need. Everything else is
// left to the validator.
import { attributeOf, children, type XmlDocument, type XmlElement, xpathOf } from '../xml/index.ts'
import { find, textAt } from './from-ubl/read.ts'
import { isIssuedByBuyer } from './issued-by-buyer.ts'
import { type Kind, type KindName, kindOf, kinds } from './kinds.ts'
import { recordTextMax } from './model/field.ts'
import { componentNamespaces } from './namespaces.ts'
import {
  type Form,
  only,
  type Position,
  placeOf,
  readAs,
  type SummaryFault,
  shortText,
} from './read-soundly.ts'

export type SummaryParty = {
  role: 'seller' | 'buyer'
  endpoint?: { scheme: string; id: string }
  name?: string
  country?: string
  /** The place of the endpoint, or of the party if it has none; absent when there is no party. */
  place?: { xpath: string } & Position
}

export type Summary = {
  kind: KindName
  customizationId: string
  profileId: string
  number: string
  issueDate: string
  typeCode: string
  /** The seller; in self-billing, the buyer, who issues the document. */
  sender: SummaryParty
  receiver: SummaryParty
  /** Amounts as written in the document. `tax` is the total in the document's currency (BT-110). */
  totals: { currency: string; payable: string; tax?: string }
}

type WrongRoot = { faults: SummaryFault[]; root: { namespace: string; local: string } }

export type Summarized =
  | { summary: Summary }
  | WrongRoot
  | { faults: SummaryFault[]; root?: undefined }

/**
 * What a UBL Invoice or CreditNote says about itself, strings trimmed; a debit note is an Invoice
 * with its type code. Returns faults instead when the root is another one (named by `root`), or
 * when a fact is missing or unreadable.
 */
export function summarize(document: XmlDocument): Summarized {
  const { root } = document
  const kind = kindOfRoot(root)
  if (kind === undefined) return wrongRoot(document)
  const faults: SummaryFault[] = []
  const read = (fact: Fact): string => readFact(document, fact, faults)
  const typeCode = read({ term: 'BT-3', path: `cbc:${kind.typeCodeElement}` })
  const customizationId = read({ term: 'BT-24', path: 'cbc:CustomizationID' })
  const seller = readParty(document, 'seller', faults)
  const buyer = readParty(document, 'buyer', faults)
  const profileId = read({ term: 'BT-23', path: 'cbc:ProfileID' })
  const isFromBuyer = isIssuedByBuyer({ customizationId, profileId, typeCode })
  const summary: Summary = {
    kind: kindOf(kind.root, typeCode).name,
    customizationId,
    profileId,
    number: read({ term: 'BT-1', path: 'cbc:ID' }),
    issueDate: read({ term: 'BT-2', path: 'cbc:IssueDate', form: 'day' }),
    typeCode,
    sender: isFromBuyer ? buyer : seller,
    receiver: isFromBuyer ? seller : buyer,
    totals: {
      currency: read({ term: 'BT-5', path: 'cbc:DocumentCurrencyCode' }),
      payable: read({
        term: 'BT-115',
        path: 'cac:LegalMonetaryTotal/cbc:PayableAmount',
        form: 'decimal',
      }),
      ...readTax(document, faults),
    },
  }
  return faults.length > 0 ? { faults } : { summary }
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
    faults: [{ reason: 'not-a-billing-document', ...placeOf(document, root), message }],
    root: { namespace, local },
  }
}

type Fact = { term: string; path: string; form?: Form }

/** The text of a required fact; otherwise adds a fault and returns ''. */
function readFact(
  document: XmlDocument,
  { term, path, form }: Fact,
  faults: SummaryFault[],
): string {
  const { root } = document
  const element = only({ document, faults }, root, path)
  const text = textAt(element)
  if (element === undefined || text === undefined) {
    const place = placeOf(document, element ?? nearest(root, path))
    const xpath = element ? place.xpath : `${xpathOf(root)}/${path.replace(/c[ab]c:/g, '')}`
    faults.push({
      reason: 'missing',
      term,
      ...place,
      xpath,
      message: `${path} is missing or empty (${term})`,
    })
    return ''
  }
  if (text.length > recordTextMax) return shortText({ document, faults }, element) ?? ''
  return readAs(form, text, { term, element, document, faults })
}

/**
 * BT-110: the VAT total in the document's own currency; a second one may be in the currency
 * of VAT accounting.
 */
function readTax(document: XmlDocument, faults: SummaryFault[]): { tax?: string } {
  const { root } = document
  const currency = textAt(find(root, 'cbc:DocumentCurrencyCode'))
  const element = children(root, 'TaxTotal', componentNamespaces.aggregate)
    .map((total) => find(total, 'cbc:TaxAmount'))
    .find((amount) => amount !== undefined && attributeOf(amount, 'currencyID', '') === currency)
  const text = textAt(element)
  if (element === undefined || text === undefined) return {}
  return { tax: readAs('decimal', text, { term: 'BT-110', element, document, faults }) }
}

const partyPaths = {
  seller: 'cac:AccountingSupplierParty/cac:Party',
  buyer: 'cac:AccountingCustomerParty/cac:Party',
}

function readParty(
  document: XmlDocument,
  role: SummaryParty['role'],
  faults: SummaryFault[],
): SummaryParty {
  const at = { document, faults }
  const party = only(at, document.root, partyPaths[role])
  const address = only(at, party, 'cbc:EndpointID')
  const id = shortText(at, address)
  const scheme = address && attributeOf(address, 'schemeID', '')?.trim()
  const legalName = shortText(at, find(party, 'cac:PartyLegalEntity/cbc:RegistrationName'))
  const name = legalName ?? shortText(at, find(party, 'cac:PartyName/cbc:Name'))
  const country = shortText(at, only(at, party, countryPath))
  return {
    role,
    ...(id && scheme ? { endpoint: { scheme, id } } : {}),
    ...(name === undefined ? {} : { name }),
    ...(country === undefined ? {} : { country }),
    ...(party === undefined ? {} : { place: placeOf(document, address ?? party) }),
  }
}

const countryPath = 'cac:PostalAddress/cac:Country/cbc:IdentificationCode'

/** The last element that exists along the path; the root if there is none. */
function nearest(root: XmlElement, path: string): XmlElement {
  const parent = path.slice(0, Math.max(0, path.lastIndexOf('/')))
  return parent === '' ? root : (find(root, parent) ?? nearest(root, parent))
}
