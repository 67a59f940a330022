// The header: identification, dates, currencies, notes, period, delivery.
import { textOf } from '../../xml/index.ts'
import type { Kind } from '../kinds.ts'
import { type Note, readNote } from '../note-subject.ts'
import { address } from './party.ts'
import { each, group, identifier, inside, ownText, type Part, text } from './reading.ts'

export function header(kind: Kind) {
  return {
    number: text('cbc:ID'),
    issueDate: text('cbc:IssueDate'),
    typeCode: text(`cbc:${kind.typeCodeElement}`),
    currency: text('cbc:DocumentCurrencyCode'),
    taxCurrency: text('cbc:TaxCurrencyCode'),
    taxPointDate: text('cbc:TaxPointDate'),
    taxPointDateCode: text('cac:InvoicePeriod/cbc:DescriptionCode'),
    specificationId: text('cbc:CustomizationID'),
    businessProcess: text('cbc:ProfileID'),
  }
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
