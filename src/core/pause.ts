// Stops sending, to one receiver or to all, until an operator resumes it. What is under way ends.
import { formatParticipant, IdentifierError, parseParticipant } from '../peppol/index.ts'
import { Problem } from '../problem.ts'
import type { Caller, Gateway } from './gateway.ts'

export type PauseEntry = {
  receiver: string | null
  restored?: true
  since: string
  actor: string
}

type Needs = Pick<Gateway, 'store' | 'queued' | 'now'>

/** The pauses in force, oldest first. Throws Problem `participant.id-invalid`. */
export async function pauseSending(
  { store, now }: Needs,
  { token }: Caller,
  receiver: string | undefined,
): Promise<PauseEntry[]> {
  const given = receiver === undefined ? {} : { receiver: participantOf(receiver) }
  await store.pauseQueue({ ...given, since: now(), actor: `token:${token.id}` })
  return pausesInForce({ store })
}

/** The pauses still in force, oldest first. Throws Problem `participant.id-invalid`. */
export async function resumeSending(
  { store, queued, now }: Needs,
  receiver: string | undefined,
): Promise<PauseEntry[]> {
  const given = receiver === undefined ? {} : { receiver: participantOf(receiver) }
  await store.resumeQueue({ ...given, now: now() })
  queued.notify()
  return pausesInForce({ store })
}

async function pausesInForce({ store }: Pick<Gateway, 'store'>): Promise<PauseEntry[]> {
  const pauses = await store.pauses()
  return pauses.map(({ receiver, restored, since, actor }) => ({
    receiver: receiver ?? null,
    ...(restored ? { restored } : {}),
    since: since.toISOString(),
    actor,
  }))
}

function participantOf(text: string): string {
  try {
    return formatParticipant(parseParticipant(text))
  } catch (error) {
    if (!(error instanceof IdentifierError)) throw error
    throw new Problem('participant.id-invalid', {
      errors: [{ pointer: '/receiver', message: error.message, value: text }],
    })
  }
}
