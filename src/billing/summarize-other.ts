// Reads from a document of any type what routing and the document's record need, as far as UBL's
// elements say it. What is missing is no fault: the caller can state it.
import { attributeOf, children, type XmlDocument, type XmlElement } from '../xml/index.ts'
import { find, textAt } from './from-ubl/read.ts'
import { type At, dayIn, locationOf, only, present, type SummaryFault } from './read-soundly.ts'
import type { Summary } from './summarize.ts'

export type OtherParty = {
  endpoint?: { scheme: string; id: string }
  name?: string
  country?: string
  /** Location of its endpoint, or of the party if it has none. */
  location: { xpath: string; line: number; column: number }
}

export type OtherSummary = {
  customizationId?: string
  profileId?: string
  number?: string
  issueDate?: string
  sender?: OtherParty
  receiver?: OtherParty
  /** The totals of an invoice in CII. */
  totals?: NonNullable<Summary['totals']>
  /** For a response: what the document that it is about is called there. */
  about?: string
}

const buyer = 'cac:BuyerCustomerParty/cac:Party'
const seller = 'cac:SellerSupplierParty/cac:Party'
const fromBuyer = { sender: buyer, receiver: seller }
const fromSeller = { sender: seller, receiver: buyer }

/** Which of its parties sends a document, and which receives it: the paths to both. */
const directions: Record<string, { sender: string; receiver: string }> = {
  Order: fromBuyer,
  OrderChange: fromBuyer,
  OrderCancellation: fromBuyer,
  OrderResponse: fromSeller,
  OrderResponseSimple: fromSeller,
  DespatchAdvice: {
    sender: 'cac:DespatchSupplierParty/cac:Party',
    receiver: 'cac:DeliveryCustomerParty/cac:Party',
  },
  ReceiptAdvice: {
    sender: 'cac:DeliveryCustomerParty/cac:Party',
    receiver: 'cac:DespatchSupplierParty/cac:Party',
  },
  Catalogue: { sender: 'cac:ProviderParty', receiver: 'cac:ReceiverParty' },
  ApplicationResponse: { sender: 'cac:SenderParty', receiver: 'cac:ReceiverParty' },
}

/** What the document says about itself, strings trimmed; faults where it says it twice. */
export function summarizeOther(
  document: XmlDocument,
): { summary: OtherSummary } | { faults: SummaryFault[] } {
  const { root } = document
  const at: At = { document, faults: [] }
  const read = (path: string) => textAt(only(at, root, path))
  const { sender, receiver } = partiesOf(at)
  const summary = present({
    customizationId: read('cbc:CustomizationID'),
    profileId: read('cbc:ProfileID'),
    number: read('cbc:ID'),
    issueDate: dayIn(only(at, root, 'cbc:IssueDate')),
    sender: sender && readParty(at, sender),
    receiver: receiver && readParty(at, receiver),
    about: root.local === 'ApplicationResponse' ? textAt(find(root, aboutPath)) : undefined,
  })
  return at.faults.length > 0 ? { faults: at.faults } : { summary }
}

const aboutPath = 'cac:DocumentResponse/cac:DocumentReference/cbc:ID'
const countryPath = 'cac:PostalAddress/cac:Country/cbc:IdentificationCode'

function partiesOf(at: At): { sender?: XmlElement | undefined; receiver?: XmlElement | undefined } {
  const { root } = at.document
  const { local, namespace } = root
  // Tax data has parties of its own namespace.
  if (local === 'TaxData') {
    const [sender] = children(root, 'ReportingParty', namespace)
    const [receiver] = children(root, 'ReceivingParty', namespace)
    return { sender, receiver }
  }
  if (namespace !== `urn:oasis:names:specification:ubl:schema:xsd:${local}-2`) return {}
  const paths = Object.hasOwn(directions, local) ? directions[local] : undefined
  if (!paths) return {}
  return { sender: only(at, root, paths.sender), receiver: only(at, root, paths.receiver) }
}

function readParty(at: At, party: XmlElement): OtherParty {
  const address = only(at, party, 'cbc:EndpointID')
  const id = textAt(address)
  const scheme = address && attributeOf(address, 'schemeID', '')?.trim()
  const legalName = textAt(find(party, 'cac:PartyLegalEntity/cbc:RegistrationName'))
  return {
    ...present({
      endpoint: id && scheme ? { scheme, id } : undefined,
      name: legalName ?? textAt(find(party, 'cac:PartyName/cbc:Name')),
      country: textAt(only(at, party, countryPath)),
    }),
    location: locationOf(at.document, address ?? party),
  }
}
