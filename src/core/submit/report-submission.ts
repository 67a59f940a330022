// What a submission reports to a tax authority: the report about it, or why it cannot be kept.
import { Problem } from '../../problem.ts'
import type { Document, TaxReporting } from '../../store/index.ts'
import { actorOf } from '../access/actor.ts'
import { askerFor } from '../access/asker.ts'
import type { Gateway } from '../gateway.ts'
import { reportingEntry } from '../reporting/reporting-entry.ts'
import {
  isOnlyReported,
  type MadeReport,
  makeTaxReport,
  type TaxReportNeeds,
} from '../reporting/tax-report.ts'
import type { Refused } from './keep-submission.ts'
import type { Submission } from './submission.ts'

/** What goes to a buyer on no network can only be reported. */
export function refuseNoBuyer(submission: Submission, document: Document): void {
  if (!isOnlyReported(document) || entryFor(submission, document)) return
  const message =
    `${document.receiver.id} stands for a buyer who is on no network: what is addressed to it is ` +
    'reported to a tax authority alone, and the tenant has no such report for its sender'
  const pointer = submission.body.format === 'json' ? { pointer: '/buyer/endpoint' } : {}
  throw new Problem('participant.id-invalid', {
    detail: `${message}.`,
    errors: [{ ...pointer, message, value: document.receiver.id }],
  })
}

/** How a document that is only reported waits for its report; any other is sent. */
export function waitingFor(
  document: Document,
  { report }: MadeReport,
): Pick<Document, 'status' | 'waiting'> | undefined {
  if (!isOnlyReported(document)) return undefined
  const { createdAt: since, deadline: nextAttemptAt } = report.document
  return { status: 'waiting', waiting: { reason: 'tax-report', since, nextAttemptAt } }
}

/** The report to a tax authority about it, if there is to be one, or what it lacks for that. */
export async function taxReportOf(
  gateway: TaxReportNeeds & Pick<Gateway, 'callBudget'>,
  submission: Submission,
  document: Document,
  ubl: Buffer,
): Promise<MadeReport | Refused | undefined> {
  const { caller, body } = submission
  const entry = entryFor(submission, document)
  if (!entry) return undefined
  const asker = askerFor(gateway, caller)
  const made = await makeTaxReport(gateway, document, ubl, {
    ...{ entry, type: 'submit', sequence: 1, at: document.createdAt, asker },
    actor: actorOf(caller),
  })
  if ('report' in made) return made
  const { rule, fault: message, xpath } = made
  const [pointer] =
    body.format === 'json'
      ? await gateway.intake.point([xpath], { json: body.bytes, ubl }, asker)
      : []
  const severity = 'error' as const
  const fault = { rule, severity, message, xpath, ...(pointer === undefined ? {} : { pointer }) }
  return { code: 'document.not-reportable', reported: [fault] }
}

export function entryFor(
  { caller: { tenant } }: Pick<Submission, 'caller'>,
  { sender, documentTypeId, createdAt }: Pick<Document, 'sender' | 'documentTypeId' | 'createdAt'>,
): TaxReporting | undefined {
  return reportingEntry(tenant, { participant: sender.id, documentTypeId, at: createdAt })
}
