// Reads from a UBL document what routing and the document's record need. Everything else is
// left to the validator.
import {
  attributeOf,
  children,
  holdsElements,
  positionAt,
  type XmlDocument,
  type XmlElement,
  xpathOf,
} from '../xml/index.ts'
import { find, namesOf, readDay, readDecimal, textAt } from './from-ubl/read.ts'
import {
  type Kind,
  type KindName,
  kindOf,
  kinds,
  specificationOf,
  specifications,
} from './kinds.ts'
import { recordTextMax } from './model/field.ts'
import { componentNamespaces } from './namespaces.ts'

/** Line and column count from 1. */
export type Position = { line: number; column: number }

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

/**
 * `line` and `column` are those of the faulty element, or of its nearest existing ancestor
 * when it is missing.
 */
export type SummaryFault = Position & {
  reason: 'not-a-billing-document' | 'missing' | 'invalid' | 'ambiguous'
  term?: string
  xpath: string
  message: string
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
  const isSelfBilled = specificationOf(customizationId) === specifications.selfBilling
  const summary: Summary = {
    kind: kindOf(kind.root, typeCode).name,
    customizationId,
    profileId: read({ term: 'BT-23', path: 'cbc:ProfileID' }),
    number: read({ term: 'BT-1', path: 'cbc:ID' }),
    issueDate: read({ term: 'BT-2', path: 'cbc:IssueDate', form: 'day' }),
    typeCode,
    sender: isSelfBilled ? buyer : seller,
    receiver: isSelfBilled ? seller : buyer,
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
type Form = 'day' | 'decimal'

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
      message: `${term} is required: ${path} is missing or empty`,
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

type Found = { term: string; element: XmlElement; document: XmlDocument; faults: SummaryFault[] }

function readAs(
  form: Form | undefined,
  text: string,
  { term, element, document, faults }: Found,
): string {
  const value = form === undefined ? text : form === 'day' ? readDay(text) : readDecimal(text)
  if (value !== undefined) return value
  const wanted = form === 'day' ? 'a real date from 1900 on, as YYYY-MM-DD' : 'a decimal number'
  const message = `${term} must be ${wanted}, not ${JSON.stringify(text.slice(0, 60))}`
  faults.push({ reason: 'invalid', term, ...placeOf(document, element), message })
  return ''
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

type At = { document: XmlDocument; faults: SummaryFault[] }

/**
 * The element at the path. When it occurs twice, or holds elements where a value belongs, parsers
 * disagree: the second place is reported as a fault.
 */
function only(
  { document, faults }: At,
  from: XmlElement | undefined,
  path: string,
): XmlElement | undefined {
  let at = from
  for (const { local, namespace } of namesOf(path)) {
    const [first, second] = at ? children(at, local, namespace) : []
    if (first && second) {
      const message = `${local} appears twice: at ${xpathOf(first)} and at ${xpathOf(second)}`
      faults.push({ reason: 'ambiguous', ...placeOf(document, second), message })
    }
    at = first
  }
  if (at && path.includes('cbc:') && holdsElements(at)) {
    const message = `${at.local} contains elements beside its value`
    faults.push({ reason: 'ambiguous', ...placeOf(document, at), message })
  }
  return at
}

/** The text, if it fits a record; a longer one is a fault. */
function shortText({ document, faults }: At, element: XmlElement | undefined): string | undefined {
  const text = textAt(element)
  if (element === undefined || text === undefined || text.length <= recordTextMax) return text
  const message = `${element.local} must have at most ${recordTextMax} characters`
  faults.push({ reason: 'invalid', ...placeOf(document, element), message })
  return undefined
}

type Place = { xpath: string } & Position

function placeOf(document: XmlDocument, element: XmlElement): Place {
  return { xpath: xpathOf(element), ...positionAt(document, element.start) }
}

/** The last element that exists along the path; the root if there is none. */
function nearest(root: XmlElement, path: string): XmlElement {
  const parent = path.slice(0, Math.max(0, path.lastIndexOf('/')))
  return parent === '' ? root : (find(root, parent) ?? nearest(root, parent))
}
