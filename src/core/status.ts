// Where a document stands and which moves are allowed. Nothing else decides it.
import {
  type Attention,
  type AuditEvent,
  type Certainty,
  certainties,
  type Document,
  type ListQuery,
  type Mls,
  type Move,
  type Status,
  statuses,
  type TaxReport,
  type TaxReportStatus,
} from '../store/index.ts'

/** Events that move a document: the others note something about it. */
type Event = Exclude<
  AuditEvent,
  | 'repeated'
  | 'set-aside'
  | 'set-aside-undone'
  | 'forgotten'
  | 'answered'
  | 'word'
  | 'mls-received'
  | 'mls-ignored'
  | 'mls-overdue'
  | `tax-report-${string}`
>

const moves: Record<Event, { from: readonly (Status | undefined)[]; to: Status }> = {
  submitted: { from: [undefined], to: 'accepted' },
  refused: { from: [undefined], to: 'rejected' },
  claimed: { from: ['accepted', 'waiting'], to: 'sending' },
  held: { from: ['accepted', 'waiting'], to: 'waiting' },
  'lease-ran-out': { from: ['sending'], to: 'waiting' },
  delivered: { from: ['sending'], to: 'delivered' },
  postponed: { from: ['sending'], to: 'waiting' },
  failed: { from: ['sending', 'waiting'], to: 'failed' },
  cancelled: { from: ['accepted', 'waiting'], to: 'cancelled' },
  retried: { from: ['failed'], to: 'waiting' },
  // The authority has its report, and there is no buyer to send it to.
  reported: { from: ['waiting'], to: 'reported' },
  // A Message Level Status came, and no receipt.
  confirmed: { from: ['waiting', 'failed'], to: 'delivered' },
  received: { from: [undefined], to: 'received' },
  opened: { from: ['received'], to: 'available' },
  acknowledged: { from: ['available'], to: 'acknowledged' },
}

/**
 * Two moves of one write: what our service provider receives is opened and acknowledged at once.
 */
const doubleMoves: [Status, Status][] = [['received', 'acknowledged']]

/**
 * All changes of the status that a write may make, as pairs; the first is undefined for a new
 * document.
 */
export function allMoves(): [Status | undefined, Status][] {
  const single = Object.values(moves).flatMap(({ from, to }) =>
    from.map((status): [Status | undefined, Status] => [status, to]),
  )
  return [...single, ...doubleMoves]
}

const finals: readonly Status[] = [
  'delivered',
  'reported',
  'rejected',
  'failed',
  'cancelled',
  'acknowledged',
]

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

type Stand = Pick<Document, 'status' | 'certainty'> & {
  mls?: Pick<Mls, 'status'>
  taxReport?: Pick<TaxReport, 'status' | 'holds'>
}

/**
 * One word for callers who want no details. A document that was given up without knowing whether it
 * arrived needs a person's attention; one that was refused has failed. What the receiver refused by
 * Message Level Status is rejected, although it was delivered. A success may wait for the report to
 * a tax authority.
 */
export function outcomeOf(stand: Stand): Outcome {
  const { status, certainty, mls } = stand
  switch (status) {
    case 'delivered':
    case 'available':
    case 'acknowledged':
      if (mls?.status === 'rejected') return 'rejected'
      return isHeld(stand) ? 'in-progress' : 'succeeded'
    case 'reported':
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

const unendedReports: readonly TaxReportStatus[] = ['pending', 'sent', 'overdue']

function isHeld({ taxReport }: Pick<Stand, 'taxReport'>): boolean {
  return taxReport?.holds === true && unendedReports.includes(taxReport.status)
}

type Concern = Stand & Pick<Document, 'test' | 'setAside' | 'sentAnewAs' | 'responseCode'>

/**
 * Why a document needs a person's attention, if it does. It does not once it was put aside or sent
 * anew as another document, nor as a test. The database says the same (attention_of).
 */
export function attentionOf(document: Concern): Attention | undefined {
  const { status, certainty, mls, responseCode, test, setAside, sentAnewAs } = document
  if (test || setAside || sentAnewAs) return undefined
  switch (status) {
    case 'failed':
      return certainty === 'unknown' ? 'unclear' : 'not-delivered'
    case 'rejected':
      return 'not-valid'
    case 'delivered':
      if (mls?.status === 'rejected' || responseCode === 'RE') return 'refused'
      if (responseCode === 'UQ' || responseCode === 'CA') return 'query'
      return mls?.status === 'overdue' ? 'unanswered' : undefined
    case 'available':
      return mls?.status === 'rejected' ? 'received-not-valid' : undefined
    default:
      return undefined
  }
}

/**
 * The smallest set of states that covers these outcomes: each one slows the list down. Those that
 * are held are for tenants with such a report.
 */
export function statesOf(wanted: readonly Outcome[]): NonNullable<ListQuery['states']> {
  return statuses.flatMap((status) => {
    const wantedOf = (isRefused: boolean, isHeld: boolean) =>
      certainties.filter((certainty) =>
        wanted.includes(
          outcomeOf({
            ...{ status, certainty },
            ...(isRefused ? { mls: { status: 'rejected' } } : {}),
            ...(isHeld ? { taxReport: { status: 'pending', holds: true } } : {}),
          }),
        ),
      )
    const states = [true, false].flatMap((isRefused) => {
      const [held, free] = [wantedOf(isRefused, true), wantedOf(isRefused, false)]
      if (held.length === free.length) return statesWith({ status, isRefused }, free)
      return [
        ...statesWith({ status, isRefused, isHeld: true }, held),
        ...statesWith({ status, isRefused, isHeld: false }, free),
      ]
    })
    const isAny = states.length === 2 && states.every((state) => !isNarrow(state))
    return isAny ? [{ status }] : states
  })
}

type State = NonNullable<ListQuery['states']>[number]

function statesWith(state: State, wanted: readonly Certainty[]): State[] {
  return wanted.length === certainties.length
    ? [state]
    : wanted.map((certainty) => ({ ...state, certainty }))
}

function isNarrow(state: State): boolean {
  return 'certainty' in state || 'isHeld' in state
}
