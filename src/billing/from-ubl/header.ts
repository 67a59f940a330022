// The header: identification, dates, currencies, notes, period, delivery.
import { textOf, type XmlElement } from '../../xml/index.ts'
import type { Kind } from '../kinds.ts'
import { type Note, readNote } from '../note-subject.ts'
import { profileOf, specificationFor, specificationNamed } from '../profiles/table.ts'
import { address } from './party.ts'
import { find, textAt } from './read.ts'
import { each, group, identifier, inside, ownText, type Part, text } from './reading.ts'

export function header(kind: Kind) {
  return {
    profile,
    number: text('cbc:ID'),
    issueDate: text('cbc:IssueDate'),
    typeCode: text(`cbc:${kind.typeCodeElement}`),
    currency: text('cbc:DocumentCurrencyCode'),
    taxCurrency: text('cbc:TaxCurrencyCode'),
    taxPointDate: text('cbc:TaxPointDate'),
    taxPointDateCode: text('cac:InvoicePeriod/cbc:DescriptionCode'),
    specificationId: specificationId(kind),
    businessProcess: text('cbc:ProfileID'),
  }
}

const customizationId = text('cbc:CustomizationID')

/** The profile of the specification; that of a document without a known one is the default. */
const profile: Part<string> = (_, root) => profileIn(root).name

function profileIn(root: XmlElement) {
  return profileOf({ specificationId: textAt(find(root, 'cbc:CustomizationID')) })
}

/** BT-24, unless it is the one that the profile gives the document. */
function specificationId(kind: Kind): Part<string> {
  return (reading, root, pointer) => {
    const stated = customizationId(reading, root, pointer)
    if (stated === undefined) return undefined
    const profile = profileIn(root)
    const typeCode = textAt(find(root, `cbc:${kind.typeCodeElement}`))
    const given = specificationFor(profile, kind, { typeCode, selfBilled: isSelfBilled(root) })
    return stated === given.specificationId ? undefined : stated
  }
}

/** Whether the buyer issues the document, where not every type code says so. */
export const selfBilled: Part<true> = (_, root) =>
  profileIn(root).selfBilledTypeCodes && isSelfBilled(root) ? true : undefined

function isSelfBilled(root: XmlElement): boolean {
  const { selfBilling } = profileIn(root)
  const stated = textAt(find(root, 'cbc:CustomizationID')) ?? ''
  return selfBilling !== undefined && specificationNamed(profileIn(root), stated) === selfBilling
}

/** BG-14 of the document, BG-26 of a line. */
export const period = inside(
  'cac:InvoicePeriod',
  group({ startDate: text('cbc:StartDate'), endDate: text('cbc:EndDate') }),
)

const note: Part<Note> = (reading, element, pointer) =>
  ownText(reading, element, `${pointer}/text`) === undefined ? undefined : readNote(textOf(element))

export const notes = each('cbc:Note', note)

export const delivery = inside(
  'cac:Delivery',
  group({
    date: text('cbc:ActualDeliveryDate'),
    partyName: text('cac:DeliveryParty/cac:PartyName/cbc:Name'),
    locationId: identifier('cac:DeliveryLocation/cbc:ID'),
    address: inside('cac:DeliveryLocation/cac:Address', address),
  }),
)
