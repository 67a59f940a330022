// The header: identification, dates, currencies, notes, period, delivery.
import type { Kind } from '../kinds.ts'
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

/** The subject code precedes the text, between number signs. */
const note: Part<{ text: string; subjectCode?: string }> = (reading, element, pointer) => {
  const found = ownText(reading, element, `${pointer}/text`)
  const [, subjectCode, rest] = /^#([A-Z]{3})#([\s\S]*\S)$/.exec(found ?? '') ?? []
  if (found === undefined) return undefined
  return subjectCode === undefined || rest === undefined
    ? { text: found }
    : { text: rest, subjectCode }
}

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
