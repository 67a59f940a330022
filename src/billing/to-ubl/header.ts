// The header: identification, dates, currencies, notes, period.
import type { CompleteDocument } from '../complete-document.ts'
import type { Kind } from '../kinds.ts'
import { writeNote } from '../note-subject.ts'
import { billingFrequencies } from '../profiles/pint-ae/codes.ts'
import { all, group, leaf, type Written } from './write.ts'

export function header(kind: Kind, document: CompleteDocument): Written {
  return all([
    leaf('CustomizationID', document.specificationId),
    leaf('ProfileID', document.businessProcess),
    leaf('ProfileExecutionID', document.ae?.executionId),
    leaf('ID', document.number),
    leaf('UUID', document.ae?.uuid ?? document.sg?.uuid),
    leaf('IssueDate', document.issueDate),
    leaf('IssueTime', document.ae?.issueTime),
    datesTypeAndNotes(kind, document),
    leaf('DocumentCurrencyCode', document.currency),
    leaf('TaxCurrencyCode', document.taxCurrency),
    leaf('AccountingCost', document.buyerAccountingReference),
    leaf('BuyerReference', document.buyerReference),
    period(document.period, document.taxPointDateCode ?? frequencyOf(document)),
  ])
}

/**
 * The two schemas order these differently, and a CreditNote has no due date here but
 * in its PaymentMeans.
 */
function datesTypeAndNotes(kind: Kind, document: CompleteDocument): Written {
  const dueDate = leaf('DueDate', document.dueDate)
  const taxPointDate = leaf('TaxPointDate', document.taxPointDate)
  const typeCode = leaf(kind.typeCodeElement, document.typeCode)
  const notes = all((document.notes ?? []).map((note) => leaf('Note', writeNote(note))))
  return kind.root === 'CreditNote'
    ? all([taxPointDate, typeCode, notes])
    : all([dueDate, typeCode, notes, taxPointDate])
}

function frequencyOf({ ae }: CompleteDocument): string | undefined {
  return ae?.billingFrequency && billingFrequencies[ae.billingFrequency]
}

type Period = { startDate?: string | undefined; endDate?: string | undefined }

/**
 * A period, of the document or of a line; the document's includes the tax point date code, or how
 * often is billed.
 */
export function period(days: Period | undefined, descriptionCode?: string): Written {
  return group(
    'InvoicePeriod',
    leaf('StartDate', days?.startDate),
    leaf('EndDate', days?.endDate),
    leaf('DescriptionCode', descriptionCode),
  )
}
