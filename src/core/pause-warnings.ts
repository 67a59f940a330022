// That sending is paused, in sentences for those who should know.
import type { PauseInForce } from '../store/index.ts'
import type { Caller, Gateway } from './gateway.ts'

/** Whose documents it is about, and with which scopes. */
type Asking = {
  tenant: Pick<Caller['tenant'], 'id'>
  token: Pick<Caller['token'], 'scopes'>
}

/**
 * What is paused, one sentence each: with names for operators; for the callers of a tenant what
 * concerns its documents; for anyone (no caller) without names.
 */
export async function pauseWarnings(
  { store }: Pick<Gateway, 'store'>,
  caller?: Asking,
): Promise<string[]> {
  const pauses = await store.pauses(caller?.tenant.id)
  if (!caller) return pauses.map((pause) => describePause(pause))
  if (caller.token.scopes.includes('operator')) return pauses.map(describeToOperator)
  return pauses
    .filter(({ receiver, restored, waitingOfTenant }) =>
      receiver || restored ? waitingOfTenant > 0 : true,
    )
    .map(describeToTenant)
}

function describePause({ receiver, restored, since, waiting }: PauseInForce): string {
  const what = restored ? restoredWords : receiver ? 'Sending to one receiver' : 'Sending'
  return `${what} is paused since ${shownTime(since)}: ${countOf(waiting)}.`
}

/** The same with names. */
export function describeToOperator(pause: PauseInForce): string {
  const { receiver, restored, since, actor, by, waiting } = pause
  const what = restored ? restoredWords : receiver ? `Sending to ${receiver}` : 'Sending'
  const who = by ?? actor
  return `${what} is paused since ${shownTime(since)} by ${who}: ${countOf(waiting)}.`
}

function describeToTenant({ receiver, restored, since, waitingOfTenant }: PauseInForce): string {
  const what = restored
    ? 'what was queued when the database was restored'
    : receiver
      ? `sending to ${receiver}`
      : 'sending'
  const count = `${waitingOfTenant} of your documents ${waitingOfTenant === 1 ? 'waits' : 'wait'}`
  return `The operator has paused ${what} since ${shownTime(since)}: ${count}.`
}

const restoredWords = 'Sending what was queued when the database was restored'

/** To the minute, in UTC. */
function shownTime(at: Date): string {
  return `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`
}

function countOf(waiting: number): string {
  return waiting === 1 ? '1 document waits' : `${waiting} documents wait`
}
