// What a tenant has to report of a document to a tax authority.
import { taxRegimes } from '../../reporting/index.ts'
import type { TaxReporting, Tenant } from '../../store/index.ts'
import { participantFilter } from '../given-participant.ts'

/**
 * The entry by which a document is reported: that of its reporting end user, if its type is the
 * regime's and the day has come there. Undefined when it is not reported.
 */
export function reportingEntry(
  { taxReporting = [] }: Pick<Tenant, 'taxReporting'>,
  { participant, documentTypeId, at }: { participant: string; documentTypeId: string; at: Date },
): TaxReporting | undefined {
  if (taxReporting.length === 0) return undefined
  const reporter = participantFilter(participant)
  return taxReporting.find(({ regime, participants, from }) => {
    if (reporter === undefined || !participants.includes(reporter)) return false
    const { isReported, dayOf } = taxRegimes[regime]
    return isReported(documentTypeId) && dayOf(at) >= from
  })
}
