// Ends a document that certainly has not left this machine.
import { Problem } from '../../problem.ts'
import type { Document } from '../../store/index.ts'
import { refuseUnlessTest } from '../access/may-call.ts'
import type { Caller, Gateway } from '../gateway.ts'
import { type DocumentRecord, toRecord } from '../record.ts'
import { moveOn } from '../status.ts'
import { findDocument, type Reference } from '../tracking/track.ts'

/**
 * Throws Problem `document.not-found`, `document.not-cancellable`, `auth.environment-mismatch`.
 */
export async function cancelDocument(
  gateway: Pick<Gateway, 'store' | 'moved' | 'events' | 'now'>,
  caller: Caller,
  reference: Reference,
): Promise<DocumentRecord> {
  const document = await findDocument(gateway, caller, reference)
  refuseUnlessTest(caller, document.test)
  const { id } = document
  const cancelled = await gateway.store.cancelDocument({
    documentId: id,
    tenantId: caller.tenant.id,
    move: moveOn('waiting', 'cancelled', `token:${caller.token.id}`),
    now: gateway.now(),
  })
  if (!cancelled) throw notCancellable(document)
  gateway.moved.notify(id)
  gateway.events.notify(caller.tenant.id)
  return toRecord(await findDocument(gateway, caller, { id }))
}

function notCancellable({ id, status, certainty }: Document): Problem {
  const why =
    certainty === 'not-sent' ? `It is ${status}.` : 'It has left this machine, or may have.'
  return new Problem('document.not-cancellable', {
    detail: `Only a document that certainly has not been sent can be cancelled. ${why}`,
    documentId: id,
  })
}
