// The conditions of a list as SQL.

import { firstUuid } from '../postgres/rows.ts'
import { attentionOfState } from './attention.ts'
import { type DocumentFilter, documentFilters } from './list-plan.ts'
import { cursorOf, isByUpdate, isDescending, type ListQuery } from './list-query.ts'
import { numberColumn, numberFacts } from './numbers.ts'

/** Names a value, and returns its parameter. */
export type Give = (name: string, value: unknown) => string

export function giveTo(values: Record<string, unknown>): Give {
  return (name, value) => {
    values[name] = value
    return `$${name}`
  }
}

export type Filters = Omit<ListQuery, 'sort' | 'limit' | 'cursor'>

/** What a table is asked for; the values are given by the names of their filters. */
export const conditionsOf = { documents: documentConditions, states: stateConditions }

const documentColumns: Record<DocumentFilter, string> = {
  clientId: 'document.client_id',
  reference: 'document.reference',
  kind: 'document.kind',
  direction: 'document.direction',
  number: 'document.number',
  sender: 'document.sender_id',
  receiver: 'document.receiver_id',
  test: 'document.test',
}

function documentConditions(filters: Filters, give: Give): string[] {
  const number = filters.number?.map((whole) => numberColumn(numberFacts(whole)))
  const wanted: { [Name in DocumentFilter]?: readonly unknown[] | undefined } = {
    ...filters,
    number,
  }
  return documentFilters.flatMap((name) => {
    const values = wanted[name]
    return values ? [oneOf(documentColumns[name], name, values, give)] : []
  })
}

function stateConditions(filters: Filters, give: Give): string[] {
  const { status, states, waitingReason, attention, setAside, answers, taxReport } = filters
  const { updatedFrom, updatedTo } = filters
  return [
    ...(status ? [oneOf('state.status', 'status', status, give)] : []),
    ...(states ? [statesCondition(states, give)] : []),
    ...(waitingReason ? [`state.status = 'waiting'`] : []),
    ...(waitingReason ? [oneOf('state.waiting_reason', 'waitingReason', waitingReason, give)] : []),
    ...(attention ? [oneOf(attentionOfState, 'attention', attention, give)] : []),
    ...(setAside ? [setAsideCondition(setAside)] : []),
    ...(answers ? [isAnswered, oneOf(answerOfState, 'answers', answers, give)] : []),
    ...(taxReport ? [oneOf(`state.tax_report ->> 'status'`, 'taxReport', taxReport, give)] : []),
    ...(updatedFrom ? [`state.updated_at >= ${give('updatedFrom', updatedFrom)}`] : []),
    ...(updatedTo ? [`state.updated_at < ${give('updatedTo', updatedTo)}`] : []),
  ]
}

// Both are worded like the index states_answered.
const answerOfState = 'coalesce(state.response_code, state.mls_status)'
const isAnswered = `(state.response_code is not null or
  (state.status = 'delivered' and state.mls_status in ('accepted', 'acknowledged', 'rejected')))`

function setAsideCondition(wanted: readonly boolean[]): string {
  const each = wanted.map((is) => `state.set_aside_at is ${is ? 'not ' : ''}null`)
  return `(${each.join(' or ') || 'false'})`
}

// An index gives the rows of one value in order.
function oneOf(column: string, name: string, wanted: readonly unknown[], give: Give): string {
  return wanted.length === 1
    ? `${column} = ${give(name, wanted[0])}`
    : `${column} = any (${give(name, wanted)})`
}

// The answers of receivers; the first condition is worded like the index of refused documents.
const refused = `state.mls_status = 'rejected'`
const notRefused = `state.mls_status is distinct from 'rejected'`

// A success that waits for its report; worded like the index states_held.
const held = `state.tax_report ->> 'holds' = 'true'
  and state.tax_report ->> 'status' in ('pending', 'sent', 'overdue')`

function statesCondition(states: NonNullable<ListQuery['states']>, give: Give): string {
  const each = states.map(({ status, certainty, isRefused, isHeld }, index) => {
    const conditions = [
      `state.status = ${give(`status${index}`, status)}`,
      ...(certainty ? [`state.certainty = ${give(`certainty${index}`, certainty)}`] : []),
      ...(isRefused === undefined ? [] : [isRefused ? refused : notRefused]),
      ...(isHeld === undefined ? [] : [isHeld ? held : `(${held}) is not true`]),
    ]
    return `(${conditions.join(' and ')})`
  })
  return each.length === 0 ? 'false' : `(${each.join(' or ')})`
}

/** Bounds of ids, whose order is that of creation, to the millisecond. Throws CursorError. */
export function idBounds(list: ListQuery, give: Give): string[] {
  const { createdFrom, createdTo, messageId, ids } = list
  const after = isByUpdate(list) ? undefined : cursorOf(list)
  return [
    ...(createdFrom ? [`>= ${give('createdFrom', firstUuid(createdFrom))}`] : []),
    ...(createdTo ? [`< ${give('createdTo', firstUuid(createdTo))}`] : []),
    ...(ids ? [`= any (${give('ids', ids)}::uuid[])`] : []),
    ...(messageId ? [ofMessages(give('messageId', messageId))] : []),
    ...(after ? [`${beyond(list)} ${give('cursorId', after.id)}`] : []),
  ]
}

/** Where a page in the order of changes begins. Throws CursorError. */
export function updateBound(list: ListQuery, give: Give): string[] {
  const after = isByUpdate(list) ? cursorOf(list) : undefined
  if (!after) return []
  const [at, id] = [give('cursorAt', after.at), give('cursorId', after.id)]
  return [`(state.updated_at, state.document_id) ${beyond(list)} (${at}, ${id})`]
}

function beyond(list: ListQuery): string {
  return isDescending(list) ? '<' : '>'
}

// Few documents, whatever else is asked: they are found first.
function ofMessages(messageIds: string): string {
  return `= any (array(
    select document_id from attempts where message_id = any (${messageIds}) union all
    select document_id from inbound_messages where message_id = any (${messageIds})))`
}
