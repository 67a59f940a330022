// The terms of PINT SG.
import { additionalReferenceTypes } from '../additional-references.ts'
import { type National, totalIn } from './national.ts'
import { group, text } from './reading.ts'

const sg = group({
  uuid: text('cbc:UUID'),
  totalWithoutGst: totalIn(additionalReferenceTypes.withoutGst, 'SGD'),
  totalWithGst: totalIn(additionalReferenceTypes.withGst, 'SGD'),
})

const lineTerms = group({
  orderReference: text('cac:OrderLineReference/cac:OrderReference/cbc:ID'),
  exemptionReason: text('cac:Item/cac:ClassifiedTaxCategory/cbc:TaxExemptionReason'),
})

export const partsOfSg: National = { document: { sg }, line: { sg: lineTerms } }
