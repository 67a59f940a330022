// A further report about a document that was reported: that it is withdrawn, or the same again.
import { Problem } from '../../problem.ts'
import type { Document, TaxReporting, TaxReportType, Tenant } from '../../store/index.ts'
import type { Gateway } from '../gateway.ts'
import { type MadeReport, makeTaxReport, type TaxReportNeeds } from './tax-report.ts'

type LaterNeeds = TaxReportNeeds & Pick<Gateway, 'store' | 'now'>

/** The last report about a document, if there is one. */
export async function lastReport(
  { store }: Pick<Gateway, 'store'>,
  { tenantId, taxReport }: Document,
): Promise<Document | undefined> {
  return taxReport?.documentId ? store.documentById(tenantId, taxReport.documentId) : undefined
}

/**
 * Built from the bytes that were reported before. Throws Problem `document.content-removed`, and
 * `document.not-reportable` where the settings have changed since so that none can be built.
 */
export async function makeLaterReport(
  gateway: LaterNeeds,
  tenant: Tenant,
  document: Document,
  { last, type, actor }: { last: Document; type: TaxReportType; actor: string },
): Promise<MadeReport> {
  const { store, now } = gateway
  const source = (await store.latestFile(document.id, 'ubl'))?.bytes
  if (!source?.length)
    throw new Problem('document.content-removed', {
      detail: 'What a report would be built from was removed.',
      documentId: document.id,
    })
  const { sequence } = last.reports!
  const wish = { type, sequence: sequence + 1, at: now(), actor }
  const entry = entryOf(tenant, last)
  const made = await makeTaxReport(gateway, document, source, { ...wish, entry })
  if ('report' in made) return made
  throw new Problem('document.not-reportable', { detail: `${made.rule}: ${made.fault}.` })
}

/** That of the settings, or, where reporting was switched off since, what the last report says. */
function entryOf(
  { taxReporting = [] }: Tenant,
  { reports, sender, receiver }: Document,
): TaxReporting {
  const { regime, overdueMs } = reports!
  const found = taxReporting.find(
    (entry) => entry.regime === regime && entry.participants.includes(sender.id),
  )
  return (
    found ?? {
      ...{ regime: regime as TaxReporting['regime'], participants: [sender.id], from: '' },
      ...{ receiver: receiver.id, authority: { id: regime.toUpperCase() } },
      ...{ holdOutcome: false, overdueMinutes: overdueMs / 60_000 },
    }
  )
}
