// The header: identification, dates, currencies, notes, period.
import type { CompleteDocument } from '../complete-document.ts'
import type { Kind } from '../kinds.ts'
import { writeNote } from '../note-subject.ts'
import { all, group, leaf, type Written } from './write.ts'

export function header(kind: Kind, document: CompleteDocument): Written {
  return all([
    leaf('CustomizationID', document.specificationId),
    leaf('ProfileID', document.businessProcess),
    leaf('ID', document.number),
    leaf('IssueDate', document.issueDate),
    datesTypeAndNotes(kind, document),
    leaf('DocumentCurrencyCode', document.currency),
    leaf('TaxCurrencyCode', document.taxCurrency),
    leaf('AccountingCost', document.buyerAccountingReference),
    leaf('BuyerReference', document.buyerReference),
    period(document.period, document.taxPointDateCode),
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

type Period = { startDate?: string | undefined; endDate?: string | undefined }

/** A period, of the document or of a line; the document's includes the tax point date code. */
export function period(days: Period | undefined, taxPointDateCode?: string): Written {
  return group(
    'InvoicePeriod',
    leaf('StartDate', days?.startDate),
    leaf('EndDate', days?.endDate),
    leaf('DescriptionCode', taxPointDateCode),
  )
}
