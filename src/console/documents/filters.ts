// What narrows a list of documents: one table, from which its form, its chips and its query come.
import { participantFilter } from '../../core/given-participant.ts'
import {
  type DocumentRecord,
  documentKinds,
  taxReportStatuses,
  waitingReasons,
} from '../../core/record.ts'
import type { Choice } from '../components/field.ts'
import type { ListQuery } from '../list-query.ts'
import { kinds, labels } from '../words/labels.ts'
import { filterWords } from '../words/lists.ts'
import { waitingReason } from '../words/reasons.ts'
import { attentionWords, stateChoices } from '../words/states.ts'
import { taxReportStates } from '../words/tax-reports.ts'

export type Direction = DocumentRecord['direction']

type Filter = {
  label(direction: Direction): string
  hint?: string
  type?: 'date'
  /** The values that it can have, in words. */
  choices?(direction: Direction): Choice[]
  /** Rarely wanted: folded away. */
  isMore?: true
  /** The part of the query; or what is wrong with the value. */
  read(value: string, direction: Direction): ListQuery | string
}

const dayMs = 24 * 3_600_000

const filters = {
  attention: {
    label: () => filterWords.attention,
    choices: (direction) => [
      { value: 'any', label: filterWords.anyReason },
      ...attentionWords(direction).map(({ attention, word }) => ({
        value: attention,
        label: word,
      })),
    ],
    read(value, direction) {
      const wanted = attentionWords(direction)
        .map(({ attention }) => attention)
        .filter((one) => value === 'any' || value === one)
      return wanted.length > 0 ? { attention: wanted } : filterWords.chooseReason
    },
  },
  state: {
    label: () => labels.state,
    choices: (direction) =>
      stateChoices(direction).map(({ name, word }) => ({ value: name, label: word })),
    read: (value, direction) =>
      stateChoices(direction).find(({ name }) => name === value)?.query ?? filterWords.chooseState,
  },
  sender: {
    label: (direction) => (direction === 'outbound' ? filterWords.onBehalf : labels.from),
    hint: filterWords.suchAs,
    read: (value) => participant(value, (id) => ({ sender: [id] })),
  },
  receiver: {
    label: (direction) => (direction === 'outbound' ? labels.to : filterWords.onBehalf),
    hint: filterWords.suchAs,
    read: (value) => participant(value, (id) => ({ receiver: [id] })),
  },
  from: {
    label: () => filterWords.from,
    type: 'date',
    read: (value) => day(value, (at) => ({ createdFrom: at })),
  },
  to: {
    label: () => filterWords.until,
    type: 'date',
    read: (value) => day(value, (at) => ({ createdTo: new Date(at.getTime() + dayMs) })),
  },
  type: {
    label: () => labels.type,
    choices: () => documentKinds.map((kind) => ({ value: kind, label: kinds[kind] })),
    read: (value) => oneOf(value, documentKinds, (kind) => ({ kind: [kind] })),
  },
  number: { label: () => labels.number, isMore: true, read: (value) => ({ number: [value] }) },
  reference: {
    ...{ label: () => labels.reference, isMore: true },
    read: (value) => ({ reference: [value] }),
  },
  clientId: { label: () => labels.client, isMore: true, read: (value) => ({ clientId: [value] }) },
  messageId: {
    label: () => labels.messageId,
    isMore: true,
    read: (value) => ({ messageId: [value] }),
  },
  waitingReason: {
    label: () => labels.waitsBecause,
    isMore: true,
    choices: () =>
      waitingReasons.map((reason) => ({ value: reason, label: waitingReason(reason) })),
    read: (value) => oneOf(value, waitingReasons, (reason) => ({ waitingReason: [reason] })),
  },
  taxReport: {
    label: () => labels.taxReport,
    isMore: true,
    choices: () =>
      taxReportStatuses.map((status) => ({ value: status, label: taxReportStates[status].word })),
    read: (value) => oneOf(value, taxReportStatuses, (status) => ({ taxReport: [status] })),
  },
} as const satisfies Record<string, Filter>

export type FilterName = keyof typeof filters
export type Given = { [name in FilterName]?: string }

const ofSent = Object.keys(filters) as FilterName[]
const onlySent: readonly FilterName[] = ['reference', 'clientId', 'waitingReason']

export function filterNames(direction: Direction): FilterName[] {
  return direction === 'outbound' ? ofSent : ofSent.filter((name) => !onlySent.includes(name))
}

export function filterOf(name: FilterName): Filter {
  return filters[name]
}

/** The query of a list, and what is wrong with the fields that were filled in. */
export function readFilters(
  given: Given,
  direction: Direction,
): { query: ListQuery; errors: { name: FilterName; message: string }[] } {
  const read = filterNames(direction).flatMap((name) => {
    const value = given[name]
    return value ? [{ name, part: filterOf(name).read(value, direction) }] : []
  })
  return {
    query: Object.assign({}, ...read.map(({ part }) => (typeof part === 'string' ? {} : part))),
    errors: read.flatMap(({ name, part }) =>
      typeof part === 'string' ? [{ name, message: part }] : [],
    ),
  }
}

/** The value as a chip shows it. */
export function shownValue(name: FilterName, value: string, direction: Direction): string {
  const choices = filterOf(name).choices?.(direction)
  return choices?.find((one) => one.value === value)?.label ?? value
}

function participant(text: string, query: (id: string) => ListQuery): ListQuery | string {
  const id = participantFilter(text)
  return id === undefined ? filterWords.writeParticipant : query(id)
}

function day(text: string, query: (at: Date) => ListQuery): ListQuery | string {
  const at = new Date(`${text}T00:00:00Z`)
  if (/^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(at.getTime())) return query(at)
  return filterWords.writeDay
}

function oneOf<Value extends string>(
  text: string,
  values: readonly Value[],
  query: (value: Value) => ListQuery,
): ListQuery | string {
  const value = values.find((one) => one === text)
  return value === undefined ? filterWords.chooseOne : query(value)
}
