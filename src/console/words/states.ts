// Where a document stands, in one word and one colour: the one table from which badges, filters and
// counts come (docs/console/design.md, "States").
import type { DocumentRecord } from '../../core/record.ts'
import { statesOf } from '../../core/status.ts'
import type { ListQuery } from '../list-query.ts'
import { failureReason, type WaitingReason, waitingReason } from './reasons.ts'
import type { Tone } from './tone.ts'

/** What both records have, and what the pages know of one. */
export type StateFacts = {
  direction: DocumentRecord['direction']
  status: DocumentRecord['status']
  certainty?: DocumentRecord['certainty']
  mls: { status: DocumentRecord['mls']['status']; reason?: string }
  waiting?: { reason: WaitingReason }
  failure?: { code: string; detail: string }
  validation: Pick<DocumentRecord['validation'], 'verdict' | 'errors'>
  /** The newest answer that counts: a code of an Invoice Response, and why. */
  answer?: { code: string; reason?: string } | undefined
}

type Reason = string | undefined
type StateRow = {
  word: string
  tone: Tone
  isIt(facts: StateFacts): boolean
  reason?(facts: StateFacts): Reason
  /** The filter that lists them; a state without one is no choice of a filter. */
  query?: ListQuery
  /** Whether it asks for a person. */
  needsAttention?: true
}

const answered = (facts: StateFacts, ...codes: string[]) =>
  facts.answer !== undefined && codes.includes(facts.answer.code)
const answerReason = ({ answer, mls }: StateFacts) => answer?.reason ?? mls.reason
const isOut = ({ direction }: StateFacts) => direction === 'outbound'
const isDelivered = (facts: StateFacts) => isOut(facts) && facts.status === 'delivered'

/** The first that matches is where a document stands. */
const sent = {
  'not-valid': {
    ...{ word: 'Not valid', tone: 'bad' },
    isIt: ({ status }) => status === 'rejected',
    reason: ({ validation: { errors } }) => (errors > 0 ? counted(errors, 'error') : undefined),
    query: { status: ['rejected'] },
  },
  cancelled: {
    ...{ word: 'Cancelled', tone: 'quiet' },
    isIt: ({ status }) => status === 'cancelled',
    query: { status: ['cancelled'] },
  },
  unclear: {
    ...{ word: 'Unclear', tone: 'bad', needsAttention: true },
    isIt: ({ status, certainty }) => status === 'failed' && certainty === 'unknown',
    reason: () => 'ask the receiver',
    query: { states: statesOf(['attention']) },
  },
  'not-delivered': {
    ...{ word: 'Not delivered', tone: 'bad', needsAttention: true },
    isIt: ({ status }) => status === 'failed',
    reason: ({ failure }) => failure && failureReason(failure.code),
    query: {
      states: [
        { status: 'failed', certainty: 'not-sent' },
        { status: 'failed', certainty: 'refused' },
      ],
    },
  },
  'rejected-by-receiver': {
    ...{ word: 'Rejected', tone: 'bad', needsAttention: true },
    isIt: (facts) =>
      isDelivered(facts) && (facts.mls.status === 'rejected' || answered(facts, 'RE')),
    reason: (facts) => ['by the receiver', answerReason(facts)].filter(Boolean).join(': '),
    query: { states: [{ status: 'delivered', isRefused: true }] },
  },
  query: {
    ...{ word: 'Query', tone: 'care' },
    isIt: (facts) => isDelivered(facts) && answered(facts, 'UQ', 'CA'),
    reason: answerReason,
  },
  paid: {
    ...{ word: 'Paid', tone: 'good' },
    isIt: (facts) => isDelivered(facts) && answered(facts, 'PD'),
  },
  accepted: {
    ...{ word: 'Accepted', tone: 'good' },
    isIt: (facts) => isDelivered(facts) && answered(facts, 'AP'),
  },
  'no-answer': {
    ...{ word: 'No answer', tone: 'care' },
    isIt: (facts) => isDelivered(facts) && facts.mls.status === 'overdue',
    reason: () => 'from the receiver’s provider',
  },
  confirmed: {
    ...{ word: 'Confirmed', tone: 'good' },
    isIt: (facts) =>
      isDelivered(facts) &&
      (facts.mls.status === 'accepted' || facts.mls.status === 'acknowledged'),
    reason: () => 'by the receiver’s provider',
  },
  delivered: {
    ...{ word: 'Delivered', tone: 'good' },
    isIt: isDelivered,
    reason: ({ mls }) => (mls.status === 'awaited' ? 'status expected' : undefined),
    query: { status: ['delivered'] },
  },
  paused: {
    ...{ word: 'Paused', tone: 'care' },
    isIt: ({ waiting }) => waiting?.reason === 'paused',
    query: { waitingReason: ['paused'] },
  },
  waiting: {
    ...{ word: 'Waiting', tone: 'info' },
    isIt: ({ status }) => status === 'waiting',
    reason: ({ waiting }) => waiting && waitingReason(waiting.reason),
    query: { status: ['waiting'] },
  },
  sending: {
    ...{ word: 'Sending', tone: 'info' },
    isIt: () => true,
    query: { status: ['accepted', 'sending'] },
  },
} as const satisfies Record<string, StateRow>

const received = {
  'not-valid': {
    ...{ word: 'Not valid', tone: 'bad' },
    isIt: ({ validation, status }) => status !== 'acknowledged' && validation.verdict === 'invalid',
    reason: ({ validation: { errors } }) => counted(errors, 'error'),
  },
  taken: {
    ...{ word: 'Taken', tone: 'quiet' },
    isIt: ({ status }) => status === 'acknowledged',
    query: { status: ['acknowledged'] },
  },
  new: {
    ...{ word: 'New', tone: 'info' },
    isIt: () => true,
    query: { status: ['received', 'available'] },
  },
} as const satisfies Record<string, StateRow>

const tables = { outbound: sent, inbound: received } as const
type Direction = keyof typeof tables

export type State = { name: string; word: string; tone: Tone; reason?: string }

/** Where a document stands. */
export function stateOf(facts: StateFacts): State {
  const rows: [string, StateRow][] = Object.entries(tables[facts.direction])
  const [name, row] = rows.find(([, { isIt }]) => isIt(facts))!
  const reason = row.reason?.(facts)
  return { name, word: row.word, tone: row.tone, ...(reason ? { reason } : {}) }
}

/** The word of a status alone, where nothing else of the document is known. */
export function statusWord(status: StateFacts['status']): { word: string; tone: Tone } {
  const validation = { verdict: 'not-validated', errors: 0 } as const
  return stateOf({ direction: 'outbound', status, mls: { status: 'not-expected' }, validation })
}

export type StateChoice = { name: string; word: string; query: ListQuery }

/** The states by which the list of a direction can be narrowed. */
export function stateChoices(direction: Direction): StateChoice[] {
  const rows: [string, StateRow][] = Object.entries(tables[direction])
  return rows.flatMap(([name, { word, query }]) => (query ? [{ name, word, query }] : []))
}

function counted(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`
}
