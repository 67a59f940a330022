// Ends a document that certainly has not left this machine.
import { Problem } from '../../problem.ts'
import type { Document } from '../../store/index.ts'
import { actorOf } from '../access/actor.ts'
import { refuseUnlessTest } from '../access/may-call.ts'
import type { Caller, Gateway } from '../gateway.ts'
import { type DocumentRecord, toRecord } from '../record.ts'
import { lastReport, makeLaterReport } from '../reporting/later-report.ts'
import { isOnlyReported, type TaxReportNeeds } from '../reporting/tax-report.ts'
import { moveOn } from '../status.ts'
import { findDocument, type Reference } from '../tracking/track.ts'

/**
 * Throws Problem `document.not-found`, `document.not-cancellable`, `auth.environment-mismatch`.
 */
export async function cancelDocument(
  gateway: CancelNeeds,
  caller: Caller,
  reference: Reference,
): Promise<DocumentRecord> {
  const document = await findDocument(gateway, caller, reference)
  refuseUnlessTest(caller, document.test)
  const { id } = document
  if (document.reports) throw notCancellable(document)
  const move = moveOn('waiting', 'cancelled', actorOf(caller))
  const intervention = { tenantId: caller.tenant.id, move, now: gateway.now() }
  // What is only reported ends with its report.
  const reportId = isOnlyReported(document) ? document.taxReport?.documentId : undefined
  const cancelled = reportId
    ? await gateway.store.cancelDocument({ ...intervention, documentId: reportId })
    : await gateway.store.cancelDocument({
        ...{ ...intervention, documentId: id },
        ...(await reportEnd(gateway, caller, document)),
      })
  if (!cancelled) throw notCancellable(document)
  gateway.moved.notify(id)
  gateway.queued.notify()
  gateway.events.notify(caller.tenant.id)
  return toRecord(await findDocument(gateway, caller, { id }))
}

type CancelNeeds = TaxReportNeeds & Pick<Gateway, 'store' | 'moved' | 'events' | 'queued' | 'now'>

/** What becomes of the report about it, unless the authority has none. */
async function reportEnd(
  gateway: CancelNeeds,
  caller: Caller,
  document: Document,
): Promise<Pick<Parameters<Gateway['store']['cancelDocument']>[0], 'reported'>> {
  const last = await lastReport(gateway, document)
  const isOver = ['rejected', 'failed', 'withdrawn'].includes(document.taxReport?.status ?? '')
  if (!last || isOver) return {}
  const wish = { last, type: 'withdraw' as const, actor: actorOf(caller) }
  const withdrawal = await makeLaterReport(gateway, caller.tenant, document, wish)
  return { reported: { reportId: last.id, withdrawal } }
}

function notCancellable({ id, status, certainty, reports }: Document): Problem {
  const why = reports
    ? 'It is a report to a tax authority: cancel the document, or withdraw its report.'
    : certainty === 'not-sent'
      ? `It is ${status}.`
      : 'It has left this machine, or may have.'
  return new Problem('document.not-cancellable', {
    detail: `Only a document that certainly has not been sent can be cancelled. ${why}`,
    documentId: id,
  })
}
