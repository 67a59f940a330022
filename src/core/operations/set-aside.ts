// A person has seen to a document: it needs no attention any more, until that is undone or
// something new is said about it.
import { Problem } from '../../problem.ts'
import { actorOf } from '../access/actor.ts'
import { refuseUnlessTest } from '../access/may-call.ts'
import type { Caller, Gateway } from '../gateway.ts'
import type { DocumentRecord } from '../record.ts'
import { findDocument, type Reference, trackDocument } from '../tracking/track.ts'

type SetAsideNeeds = Pick<Gateway, 'store' | 'moved' | 'now'>

/**
 * Puts a document aside that has come to its end, or was received; again with another note. Throws
 * Problem `document.not-found`, `document.in-progress`, `auth.environment-mismatch`.
 */
export async function setAside(
  gateway: SetAsideNeeds,
  caller: Caller,
  reference: Reference,
  note: string | undefined,
): Promise<DocumentRecord> {
  return change(gateway, caller, reference, { isSetAside: true, ...(note ? { note } : {}) })
}

/** Undoes it; what is not set aside stays as it is. Throws Problem like `setAside`. */
export async function takeBack(
  gateway: SetAsideNeeds,
  caller: Caller,
  reference: Reference,
): Promise<DocumentRecord> {
  return change(gateway, caller, reference, { isSetAside: false })
}

async function change(
  gateway: SetAsideNeeds,
  caller: Caller,
  reference: Reference,
  wanted: { isSetAside: boolean; note?: string },
): Promise<DocumentRecord> {
  const { id, status, test } = await findDocument(gateway, caller, reference)
  refuseUnlessTest(caller, test)
  const isChanged = await gateway.store.setAside({
    ...{ documentId: id, tenantId: caller.tenant.id, at: gateway.now() },
    ...wanted,
    move: {
      event: wanted.isSetAside ? 'set-aside' : 'set-aside-undone',
      actor: actorOf(caller),
    },
  })
  if (!isChanged && wanted.isSetAside)
    throw new Problem('document.in-progress', {
      detail: `It is ${status}: what is on its way can be cancelled, and needs no attention yet.`,
      documentId: id,
    })
  gateway.moved.notify(id)
  return trackDocument(gateway, caller, { id })
}
