// A person has a document reported again, or its report withdrawn.
import { Problem, type ProblemCode } from '../../problem.ts'
import type { Document, TaxReportStatus, TaxReportType } from '../../store/index.ts'
import { actorOf } from '../access/actor.ts'
import { refuseUnlessTest } from '../access/may-call.ts'
import type { Caller, Gateway } from '../gateway.ts'
import { toRecord } from '../record.ts'
import { lastReport, makeLaterReport } from '../reporting/later-report.ts'
import { moveOn } from '../status.ts'
import { oncePerKey } from '../submit/idempotency.ts'
import type { Submission, Submitted } from '../submit/submission.ts'
import { findDocument, type Reference } from '../tracking/track.ts'

export const reportActions = ['resubmit', 'withdraw'] as const
export type ReportAction = (typeof reportActions)[number]

/** What may be done while the last report stands there. */
export const possibleReports: Record<ReportAction, readonly TaxReportStatus[]> = {
  resubmit: ['accepted', 'rejected', 'failed', 'overdue', 'withdrawn'],
  withdraw: ['accepted', 'overdue'],
}

/**
 * Queues another report about a document, or takes back one that has not left; returns the record
 * of the document. Throws Problem `document.not-found`, `document.content-removed`,
 * `document.not-reportable`, `tax-report.in-progress`, `tax-report.not-possible`,
 * `auth.environment-mismatch` and those of an Idempotency-Key.
 */
export async function reportAgain(
  gateway: Gateway,
  caller: Caller,
  reference: Reference,
  {
    action,
    ...settings
  }: { action: ReportAction } & Pick<Submission, 'idempotencyKey' | 'traceparent'>,
): Promise<Submitted> {
  const found = await findDocument(gateway, caller, reference)
  const { id } = found
  if (action === 'withdraw' && (await takeBack(gateway, caller, found)))
    return { record: toRecord(await findDocument(gateway, caller, { id })), replayed: false }
  const request: Submission = {
    ...{ caller, ...settings, options: {}, testOnly: false },
    path: `/api/v1/documents/${id}/tax-report`,
    body: { format: 'json', bytes: Buffer.from(JSON.stringify({ action })) },
  }
  return oncePerKey(gateway, request, async ({ keyHold }) => {
    const document = await findDocument(gateway, caller, { id })
    refuseUnlessTest(caller, document.test)
    const last = await lastReport(gateway, document)
    refuseImpossible(document, action)
    if (!last) throw noReport(id)
    const wish = { last, type: action satisfies TaxReportType, actor: actorOf(caller) }
    const { report, taxReport } = await makeLaterReport(gateway, caller.tenant, document, wish)
    const record = toRecord({ ...document, taxReport, updatedAt: report.document.createdAt })
    const expiresAt = new Date(gateway.now().getTime() + gateway.submission.idempotencyMs)
    const answer = { status: 202, body: record }
    const stored = await gateway.store.acceptDocument({
      ...{ ...report, allowDuplicate: true, about: taxReport },
      ...(keyHold ? { idempotency: { ...keyHold, answer, expiresAt } } : {}),
    })
    if (stored.kind !== 'stored') throw refused('tax-report.in-progress', document)
    gateway.queued.notify()
    gateway.moved.notify(id)
    gateway.events.notify(caller.tenant.id)
    return { record, replayed: false }
  })
}

/**
 * Cancels the first report if it has not left; true also where that was done before. After a later
 * one, the authority has an earlier one.
 */
async function takeBack(gateway: Gateway, caller: Caller, document: Document): Promise<boolean> {
  refuseUnlessTest(caller, document.test)
  const last = await lastReport(gateway, document)
  if (last?.reports?.sequence !== 1) return false
  if (last.status === 'cancelled') return true
  if (document.taxReport?.status !== 'pending') return false
  const isTakenBack = await gateway.store.cancelDocument({
    ...{ documentId: last.id, tenantId: caller.tenant.id, now: gateway.now() },
    move: moveOn('waiting', 'cancelled', actorOf(caller)),
  })
  if (isTakenBack) gateway.moved.notify(document.id)
  return isTakenBack
}

function refuseImpossible(document: Document, action: ReportAction): void {
  const { status } = document.taxReport ?? {}
  if (status === undefined || status === 'not-applicable') throw noReport(document.id)
  if (possibleReports[action].includes(status)) return
  const isOpen = status === 'pending' || status === 'sent'
  throw refused(isOpen ? 'tax-report.in-progress' : 'tax-report.not-possible', document)
}

function refused(code: ProblemCode, { id, taxReport }: Document): Problem {
  return new Problem(code, {
    detail: `The last report about this document is ${taxReport?.status}.`,
    documentId: id,
  })
}

function noReport(documentId: string): Problem {
  return new Problem('tax-report.not-possible', {
    detail: 'No report about this document was made.',
    documentId,
  })
}
