// Stops sending, to one receiver or to all, until an operator resumes it. What is under way ends.
import { formatParticipant } from '../../peppol/index.ts'
import { actorOf } from '../access/actor.ts'
import type { Caller, Gateway } from '../gateway.ts'
import { givenParticipant } from '../given-participant.ts'

export type PauseEntry = {
  receiver: string | null
  restored?: true
  since: string
  actor: string
  /** The name of the token that ordered it. */
  by?: string
  /** Documents of all tenants that it holds. */
  waiting: number
}

type PauseNeeds = Pick<Gateway, 'store' | 'queued' | 'now'>

/** The pauses in force, oldest first. Throws Problem `participant.id-invalid`. */
export async function pauseSending(
  { store, now }: PauseNeeds,
  caller: Caller,
  receiver: string | undefined,
): Promise<PauseEntry[]> {
  const given = receiver === undefined ? {} : { receiver: participantOf(receiver) }
  await store.pauseQueue({ ...given, since: now(), actor: actorOf(caller) })
  return pausesInForce({ store })
}

/** The pauses still in force, oldest first. Throws Problem `participant.id-invalid`. */
export async function resumeSending(
  { store, queued, now }: PauseNeeds,
  caller: Caller,
  receiver: string | undefined,
): Promise<PauseEntry[]> {
  const given = receiver === undefined ? {} : { receiver: participantOf(receiver) }
  await store.resumeQueue({ ...given, now: now(), actor: actorOf(caller) })
  queued.notify()
  return pausesInForce({ store })
}

/** Oldest first. */
export async function pausesInForce({ store }: Pick<Gateway, 'store'>): Promise<PauseEntry[]> {
  const pauses = await store.pauses()
  return pauses.map(({ receiver, restored, since, actor, by, waiting }) => ({
    receiver: receiver ?? null,
    ...(restored ? { restored } : {}),
    since: since.toISOString(),
    actor,
    ...(by === undefined ? {} : { by }),
    waiting,
  }))
}

function participantOf(text: string): string {
  return formatParticipant(givenParticipant(text, { name: 'receiver', pointer: '/receiver' }))
}
