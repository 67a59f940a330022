// Tries a failed document again, at the caller's request: a new deadline, and all attempts again.
import { Problem } from '../../problem.ts'
import { refuseUnlessTest } from '../access/may-call.ts'
import type { Caller, Gateway } from '../gateway.ts'
import { firstLane } from '../network/lane.ts'
import { type DocumentRecord, toRecord } from '../record.ts'
import { moveOn } from '../status.ts'
import { duplicateProblem } from '../submit/duplicate.ts'
import { findDocument, type Reference } from '../tracking/track.ts'

/**
 * The SBDH instance identifier stays, so a receiver who has the document recognises it. Throws
 * Problem `document.not-found`, `document.not-retryable`, `document.duplicate`,
 * `auth.environment-mismatch`.
 */
export async function sendAgain(
  gateway: Pick<
    Gateway,
    'store' | 'peppolAccess' | 'delivery' | 'moved' | 'queued' | 'events' | 'now'
  >,
  caller: Caller,
  reference: Reference,
): Promise<DocumentRecord> {
  const document = await findDocument(gateway, caller, reference)
  refuseUnlessTest(caller, document.test)
  const { id } = document
  const now = gateway.now()
  const result = await gateway.store.retryDocument({
    document,
    move: moveOn('failed', 'retried', `token:${caller.token.id}`),
    now,
    lane: await firstLane(gateway.peppolAccess, document, now),
    deadline: new Date(now.getTime() + gateway.delivery.deadlineMs),
    allowDuplicate: caller.tenant.duplicates === 'warn',
  })
  if (result.kind === 'taken') throw duplicateProblem(result)
  if (result.kind === 'not-retryable')
    throw new Problem('document.not-retryable', {
      detail:
        document.failure === undefined || document.status !== 'failed'
          ? `Only a document that has failed can be tried again. It is ${document.status}.`
          : document.forgottenAt
            ? 'Its content was forgotten.'
            : document.failure.retryable
              ? 'Its bytes were removed after RETENTION_DAYS.'
              : `It failed with ${document.failure.code}: the same document would fail again.`,
      documentId: id,
    })
  gateway.moved.notify(id)
  gateway.queued.notify()
  gateway.events.notify(caller.tenant.id)
  return toRecord(await findDocument(gateway, caller, { id }))
}
