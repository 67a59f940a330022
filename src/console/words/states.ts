// Where a document stands, in one word and one colour: the one table from which badges, filters and
// counts come (docs/console/design.md, "States").
import type { attentions, DocumentRecord } from '../../core/record.ts'
import { statesOf } from '../../core/status.ts'
import type { ListQuery } from '../list-query.ts'
import { answerWord, givenAnswers } from './answers.ts'
import { failureReason, type WaitingReason, waitingReason } from './reasons.ts'
import type { Tone } from './tone.ts'

export type Attention = (typeof attentions)[number]

/** What both records have, and what the pages know of one. */
export type StateFacts = {
  direction: DocumentRecord['direction']
  status: DocumentRecord['status']
  certainty?: DocumentRecord['certainty']
  mls: { status: DocumentRecord['mls']['status']; reason?: string }
  waiting?: { reason: WaitingReason }
  failure?: { code: string; detail: string }
  validation: Pick<DocumentRecord['validation'], 'verdict' | 'errors'>
  /** The code of the last Invoice Response about it. */
  responseCode?: string
  /** Why, where that is known. */
  answerReason?: string | undefined
  setAside?: { note?: string }
  sentAnewAs?: string
}

type Reason = string | undefined
type StateRow = {
  word: string
  tone: Tone
  isIt(facts: StateFacts): boolean
  reason?(facts: StateFacts): Reason
  /** The filter that lists them; a state without one is no choice of a filter. */
  query?: ListQuery
  /** The reason of the core for which it needs a person. */
  attention?: Attention
}

const answered = ({ responseCode }: StateFacts, ...codes: string[]) =>
  responseCode !== undefined && codes.includes(responseCode)
const reasonOf = ({ answerReason, mls }: StateFacts) => answerReason ?? mls.reason
const putAside: StateRow = {
  ...{ word: 'Put aside', tone: 'quiet' },
  isIt: ({ setAside }) => setAside !== undefined,
  reason: ({ setAside }) => setAside?.note,
  query: { setAside: [true] },
}
const isOut = ({ direction }: StateFacts) => direction === 'outbound'
const isDelivered = (facts: StateFacts) => isOut(facts) && facts.status === 'delivered'

/** The first that matches is where a document stands. */
const sent = {
  'put-aside': putAside,
  'sent-anew': {
    ...{ word: 'Sent anew', tone: 'quiet' },
    isIt: ({ sentAnewAs }) => sentAnewAs !== undefined,
    reason: () => 'as another document',
  },
  'not-valid': {
    ...{ word: 'Not valid', tone: 'bad', attention: 'not-valid' },
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
    ...{ word: 'Unclear', tone: 'bad', attention: 'unclear' },
    isIt: ({ status, certainty }) => status === 'failed' && certainty === 'unknown',
    reason: () => 'ask the receiver',
    query: { states: statesOf(['attention']) },
  },
  'not-delivered': {
    ...{ word: 'Not delivered', tone: 'bad', attention: 'not-delivered' },
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
    ...{ word: 'Rejected', tone: 'bad', attention: 'refused' },
    isIt: (facts) =>
      isDelivered(facts) && (facts.mls.status === 'rejected' || answered(facts, 'RE')),
    reason: (facts) => ['by the receiver', reasonOf(facts)].filter(Boolean).join(': '),
    query: { answers: ['RE', 'rejected'] },
  },
  query: {
    ...{ word: 'Query', tone: 'care', attention: 'query' },
    isIt: (facts) => isDelivered(facts) && answered(facts, 'UQ', 'CA'),
    reason: reasonOf,
    query: { answers: ['UQ', 'CA'] },
  },
  paid: {
    ...{ word: 'Paid', tone: 'good' },
    isIt: (facts) => isDelivered(facts) && answered(facts, 'PD'),
    query: { answers: ['PD'] },
  },
  accepted: {
    ...{ word: 'Accepted', tone: 'good' },
    isIt: (facts) => isDelivered(facts) && answered(facts, 'AP'),
    query: { answers: ['AP'] },
  },
  'no-answer': {
    ...{ word: 'No answer', tone: 'care', attention: 'unanswered' },
    isIt: (facts) => isDelivered(facts) && facts.mls.status === 'overdue',
    reason: () => 'from the receiver’s provider',
    query: { attention: ['unanswered'] },
  },
  confirmed: {
    ...{ word: 'Confirmed', tone: 'good' },
    isIt: (facts) =>
      isDelivered(facts) &&
      (answered(facts, 'AB', 'IP') ||
        facts.mls.status === 'accepted' ||
        facts.mls.status === 'acknowledged'),
    reason: (facts) => {
      if (answered(facts, 'IP')) return 'the receiver works on it'
      return answered(facts, 'AB') ? 'by the receiver' : 'by the receiver’s provider'
    },
    query: { answers: ['AB', 'IP', 'accepted', 'acknowledged'] },
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
  'put-aside': putAside,
  answered: {
    ...{ word: 'Answered', tone: 'quiet' },
    isIt: ({ responseCode }) => responseCode !== undefined,
    reason: ({ responseCode }) => responseCode && answerWord(responseCode).word.toLowerCase(),
    query: { answers: Object.values(givenAnswers).map(({ code }) => code) },
  },
  'not-valid': {
    ...{ word: 'Not valid', tone: 'bad', attention: 'received-not-valid' },
    isIt: ({ validation, mls, status }) =>
      status !== 'acknowledged' && (mls.status === 'rejected' || validation.verdict === 'invalid'),
    reason: ({ validation: { errors } }) => (errors > 0 ? counted(errors, 'error') : undefined),
    query: { attention: ['received-not-valid'] },
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

/** The states of a direction that need a person, by the reasons of the core. */
export function attentionWords(direction: Direction): { attention: Attention; word: string }[] {
  const rows: StateRow[] = Object.values(tables[direction])
  return rows.flatMap(({ attention, word }) => (attention ? [{ attention, word }] : []))
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
