// Where a document stands and which moves are allowed. Nothing else decides it.
import type { Document, Move, Status } from '../store/index.ts'

type Event =
  | 'submitted'
  | 'refused'
  | 'claimed'
  | 'held'
  | 'lease-ran-out'
  | 'delivered'
  | 'postponed'
  | 'failed'
  | 'cancelled'
  | 'retried'

const moves: Record<Event, { from: readonly (Status | undefined)[]; to: Status }> = {
  submitted: { from: [undefined], to: 'accepted' },
  refused: { from: [undefined], to: 'rejected' },
  claimed: { from: ['accepted', 'waiting'], to: 'sending' },
  held: { from: ['accepted', 'waiting'], to: 'waiting' },
  'lease-ran-out': { from: ['sending'], to: 'waiting' },
  delivered: { from: ['sending'], to: 'delivered' },
  postponed: { from: ['sending'], to: 'waiting' },
  failed: { from: ['sending'], to: 'failed' },
  cancelled: { from: ['accepted', 'waiting'], to: 'cancelled' },
  retried: { from: ['failed'], to: 'waiting' },
}

/** All moves, as pairs of statuses; the first is undefined for a new document. */
export function allMoves(): [Status | undefined, Status][] {
  return Object.values(moves).flatMap(({ from, to }) =>
    from.map((status): [Status | undefined, Status] => [status, to]),
  )
}

const finals: readonly Status[] = ['delivered', 'rejected', 'failed', 'cancelled']

export function isFinal(status: Status): boolean {
  return finals.includes(status)
}

/**
 * The move that `event` makes from `from` (undefined for a new document). Throws when the state
 * table has no such move: a bug of ours, never the caller's fault.
 */
export function moveOn(
  from: Status | undefined,
  event: Event,
  actor: string,
  detail?: string,
): Move {
  const move = moves[event]
  if (!move.from.includes(from)) throw new Error(`no move '${event}' from '${from ?? 'nothing'}'`)
  return { to: move.to, event, actor, ...(detail === undefined ? {} : { detail }) }
}

export const outcomes = ['in-progress', 'succeeded', 'rejected', 'failed', 'attention'] as const
export type Outcome = (typeof outcomes)[number]

/**
 * One word for callers who want no details. A document that was given up without knowing whether it
 * arrived needs a person's attention; one that was refused has failed.
 */
export function outcomeOf({ status, certainty }: Pick<Document, 'status' | 'certainty'>): Outcome {
  switch (status) {
    case 'delivered':
      return 'succeeded'
    case 'rejected':
      return 'rejected'
    case 'cancelled':
      return 'failed'
    case 'failed':
      return certainty === 'unknown' ? 'attention' : 'failed'
    default:
      return 'in-progress'
  }
}
