// Forgets a document at a person's request: its contents go, and what became of it stays.
import { Problem } from '../../problem.ts'
import type { Document, ForgetResult } from '../../store/index.ts'
import { actorOf } from '../access/actor.ts'
import { refuseUnlessTest } from '../access/may-call.ts'
import type { Caller, Gateway } from '../gateway.ts'
import { findDocument, type Reference } from '../tracking/track.ts'

export type Forgotten = {
  id: string
  forgottenAt: string
  /** `token:<id>`. */
  forgottenBy: string
  reason: string
  /** Documents about it, which were forgotten with it. */
  answers: string[]
  stays: { what: string; why: string }[]
  notReached: string[]
}

/** What is kept of a forgotten document. */
export const stays: Forgotten['stays'] = [
  {
    what:
      'identifiers (also reference and clientId), number, dates, amounts, document type and ' +
      'status, and the files by kind, size and digest',
    why: 'they show that the document was exchanged, which you have to be able to show',
  },
  {
    what: 'the history without its texts, the reason of this request, and digests of it all',
    why: 'they show that nothing else was removed or changed',
  },
  {
    what: 'message ids, receipt ids, times and access points, and what the reports to Peppol count',
    why: 'an access point has to account for its exchanges',
  },
  {
    what: 'events, with identifiers and states only',
    why: 'the numbers of the feed have no gaps',
  },
]

/** What a request to this gateway does not remove. */
export const notReached: Forgotten['notReached'] = [
  'backups of the database, and earlier versions of objects in a bucket',
  'log files of the gateway, the proxy and the database',
  'what was handed over: to the receiver, to their access point, to your own systems and webhooks',
]

export type ForgetNeeds = Pick<Gateway, 'store' | 'moved' | 'events' | 'submission' | 'now' | 'log'>

/**
 * A document that was sent or received, at its end; again with the same answer. Throws Problem
 * `document.not-found`, `document.in-progress`, `document.altered`, `auth.environment-mismatch`.
 */
export async function forget(
  gateway: ForgetNeeds,
  caller: Caller,
  reference: Reference,
  reason: string,
): Promise<Forgotten> {
  const document = await findDocument(gateway, caller, reference)
  refuseUnlessTest(caller, document.test)
  const { id } = document
  const result = await forgetDocument(gateway, document, { reason, actor: actorOf(caller) })
  if (result.kind !== 'forgotten') throw refusal(id, result)
  const { at, actor, answers } = result
  return {
    ...{ id, forgottenAt: at.toISOString(), forgottenBy: actor, reason: result.reason, answers },
    ...{ stays, notReached },
  }
}

export async function forgetDocument(
  gateway: ForgetNeeds,
  { id, tenantId }: Pick<Document, 'id' | 'tenantId'>,
  wish: { reason: string; actor: string },
): Promise<ForgetResult> {
  // What has just happened to it is queued for webhooks before that is removed.
  await gateway.events.number()
  const result = await gateway.store.forgetDocument({
    ...{ documentId: id, tenantId, at: gateway.now(), ...wish },
    answersKeptMs: gateway.submission.idempotencyMs,
  })
  if (result.kind === 'forgotten') gateway.moved.notify(id)
  return result
}

function refusal(id: string, result: Exclude<ForgetResult, { kind: 'forgotten' }>): Problem {
  const { documentId } = result
  const what = documentId === id ? 'It' : `The document ${documentId} about it`
  if (result.kind === 'altered')
    return new Problem('document.altered', {
      detail: `${what} is not what its audit log says. Run \`fourcorner audit verify\` first.`,
      documentId,
    })
  return new Problem('document.in-progress', {
    detail: `${what} is ${result.status}${openWords(result.status)}`,
    documentId,
  })
}

function openWords(status: Document['status']): string {
  switch (status) {
    case 'available':
      return ': acknowledge it first.'
    case 'accepted':
    case 'waiting':
      return ': cancel it, or wait for its end.'
    case 'sending':
    case 'received':
      return ': wait for its end.'
    default:
      return ', and an answer to it is still to be sent: try again in some minutes.'
  }
}
