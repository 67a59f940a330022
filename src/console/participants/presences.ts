// Whether the network finds the participants of a list here. A page waits for no lookup: it shows
// what is known, and asks for a few of its rows that are not known yet.
import type { Gateway } from '../../core/gateway.ts'
import { type Presence, presenceOf } from '../../core/network/presence.ts'

export type KnownPresence = Presence['found'] | 'not-known'

/** So long an answer is shown. */
const keptMs = 10 * 60_000
/** A question without an answer is asked again sooner. */
const failedKeptMs = 60_000
const askedAtOnceMax = 5
const knownMax = 1000

export type Presences = {
  of(participant: string): KnownPresence | undefined
  /** Begins to ask for some of those that are not known; whether one is being asked or waits. */
  ask(participants: readonly string[]): boolean
}

export function openPresences(
  gateway: Gateway,
  oneOfFew: <T>(lookUp: () => Promise<T>) => Promise<T>,
): Presences {
  const known = new Map<string, { found: KnownPresence; untilMs: number }>()
  const asking = new Set<string>()
  const nowMs = () => gateway.now().getTime()

  function of(participant: string): KnownPresence | undefined {
    const one = known.get(participant)
    return one && one.untilMs > nowMs() ? one.found : undefined
  }

  async function askFor(participant: string): Promise<void> {
    asking.add(participant)
    // What keeps the network from answering is said on the page of the participant.
    const found = await oneOfFew(() => presenceOf(gateway, participant)).then(
      (presence) => presence.found,
      () => 'not-known' as const,
    )
    asking.delete(participant)
    known.delete(participant)
    const untilMs = nowMs() + (found === 'not-known' ? failedKeptMs : keptMs)
    known.set(participant, { found, untilMs })
    for (const [oldest] of known) {
      if (known.size <= knownMax) break
      known.delete(oldest)
    }
  }

  return {
    of,
    ask(participants) {
      const missing = participants.filter((one) => of(one) === undefined)
      const next = missing.filter((one) => !asking.has(one))
      for (const one of next.slice(0, Math.max(0, askedAtOnceMax - asking.size))) void askFor(one)
      return missing.length > 0
    },
  }
}
