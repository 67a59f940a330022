// Forgets all documents of a participant or a client, in the background: one process at a time, in
// small steps, and on from there when it died.
import { formatParticipant } from '../../peppol/index.ts'
import { Problem } from '../../problem.ts'
import type { ForgettingRequest, Status } from '../../store/index.ts'
import { actorOf } from '../access/actor.ts'
import type { Caller, Gateway } from '../gateway.ts'
import { givenParticipant } from '../given-participant.ts'
import { type ForgetNeeds, type Forgotten, forgetDocument, notReached, stays } from './forget.ts'

export type ForgettingWish = { participant?: string; clientId?: string; reason: string }

export type ForgettingEntry = {
  id: string
  participant?: string
  clientId?: string
  reason: string
  status: 'running' | 'completed'
  createdAt: string
  completedAt?: string
  /** Documents that are forgotten. */
  forgotten: number
  /** Documents that were passed by; 100 are named, and 1,000 counted at most. */
  open: { count: number; documents: { id: string; status: Status }[] }
} & Pick<Forgotten, 'stays' | 'notReached'>

type ForgettingNeeds = ForgetNeeds & Pick<Gateway, 'newId' | 'draining'>

const leaseMs = 60_000
/** Documents between two notes of how far it has come. */
const documentsAtOnce = 20

/**
 * Begins it, for what there is now. While one is under way for the same participant or client, that
 * is the answer. Throws Problem `request.missing-field`, `request.invalid-field`,
 * `participant.id-invalid`.
 */
export async function beginForgetting(
  gateway: ForgettingNeeds,
  caller: Caller,
  wish: ForgettingWish,
): Promise<ForgettingEntry> {
  const begun = await gateway.store.addForgetting({
    ...{ id: gateway.newId(), tenantId: caller.tenant.id, actor: actorOf(caller) },
    ...{ ...subjectOf(wish), reason: wish.reason, createdAt: gateway.now() },
  })
  void workForgettings(gateway).catch((error: unknown) =>
    gateway.log.warn({ err: error }, 'documents could not be forgotten'),
  )
  return toEntry(gateway, begun)
}

function subjectOf({ participant, clientId }: ForgettingWish) {
  if (participant !== undefined && clientId !== undefined)
    throw fault('request.invalid-field', '/clientId', 'Give participant or clientId, not both')
  if (clientId !== undefined) return { clientId }
  if (participant === undefined)
    throw fault('request.missing-field', '/participant', 'Give participant or clientId')
  const where = { name: 'participant', pointer: '/participant' }
  return { participant: formatParticipant(givenParticipant(participant, where)) }
}

function fault(
  code: 'request.invalid-field' | 'request.missing-field',
  pointer: string,
  message: string,
): Problem {
  return new Problem(code, { detail: message, errors: [{ pointer, code, message }] })
}

/** Throws Problem `forgetting.not-found`. */
export async function showForgetting(
  gateway: Pick<Gateway, 'store'>,
  caller: Caller,
  id: string,
): Promise<ForgettingEntry> {
  const found = await gateway.store.forgettingById(caller.tenant.id, id)
  if (!found) throw notFound()
  return toEntry(gateway, found)
}

function notFound(): Problem {
  return new Problem('forgetting.not-found', {
    detail: 'Your tenant has made no such request to forget.',
  })
}

async function toEntry(
  { store }: Pick<Gateway, 'store'>,
  { id, participant, clientId, reason, createdAt, completedAt, forgotten }: ForgettingRequest,
): Promise<ForgettingEntry> {
  return {
    id,
    ...(participant === undefined ? {} : { participant }),
    ...(clientId === undefined ? {} : { clientId }),
    ...{ reason, status: completedAt ? 'completed' : 'running' },
    createdAt: createdAt.toISOString(),
    ...(completedAt ? { completedAt: completedAt.toISOString() } : {}),
    ...{ forgotten, open: await store.leftOf(id), stays, notReached },
  }
}

/** Works on all that are due, until there is none, or the process stops. */
export async function workForgettings(gateway: ForgettingNeeds): Promise<void> {
  for (;;) {
    const claim = await gateway.store.claimForgetting({ now: gateway.now(), leaseMs })
    if (!claim) return
    for (let from = claim; ; ) {
      const step = await nextStep(gateway, from)
      if (step === undefined) return
      if (step.isLast) break
      from = step.claim
    }
  }
}

type Claim = NonNullable<Awaited<ReturnType<Gateway['store']['claimForgetting']>>>

/** Undefined when another process goes on with it, now or after the lease. */
async function nextStep(
  gateway: ForgettingNeeds,
  claim: Claim,
): Promise<{ claim: Claim; isLast: boolean } | undefined> {
  const { store, now } = gateway
  const { tenantId, reason, actor } = claim
  const ids = await store.nextToForget(claim, documentsAtOnce)
  const left: string[] = []
  for (const id of ids) {
    if (gateway.draining.now) return undefined
    const result = await forgetDocument(gateway, { id, tenantId }, { reason, actor })
    if (result.kind !== 'forgotten') left.push(id)
  }
  const next = { ...claim, doneTo: ids.at(-1) ?? claim.doneTo }
  const isLast = ids.length < documentsAtOnce
  const isOurs = await store.noteForgetting({
    ...{ claim: next, forgotten: ids.length - left.length, left },
    until: isLast ? { completedAt: now() } : { leaseUntil: new Date(now().getTime() + leaseMs) },
  })
  return isOurs ? { claim: next, isLast } : undefined
}
