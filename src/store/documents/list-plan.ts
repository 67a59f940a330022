// Which statement finds a page of documents. No index has the order of changes together with what a
// document says, nor any order with several statuses: a scan in such an order meets few matches. So
// what may match little is counted first, up to a bound, and little is read before it is sorted.
import { type Filter, isByUpdate, type ListQuery } from './list-query.ts'

export type Table = 'documents' | 'states'

/** Filters of a table that are counted together. */
type Group = readonly Filter[]

/**
 * What is counted before a page is read, and whether there is less of any of it than a bound: of
 * `documents` and `states` than what is soon sorted, of `set` than what is kept in memory.
 */
export type CountPlan = { documents: readonly Group[]; states: readonly Group[]; set: Group[] }

/** What was found to be below its bound; the first one of them. */
export type Few = keyof CountPlan

export type PagePlan = {
  /**
   * `in-order`: an index that has the order is read until the page is full. `sorted`: all that
   * matches is read, then sorted. `in-set`: the order of changes is read, and each document of it
   * is looked for in a set of those that match.
   */
  way: 'in-order' | 'sorted' | 'in-set'
  /** In the order in which they are read. */
  tables: readonly [Table] | readonly [Table, Table]
}

export type DocumentFilter = (typeof documentFilters)[number]

/** Filters by what a document says. */
export const documentFilters = [
  'clientId',
  'reference',
  'kind',
  'direction',
  'number',
  'sender',
  'receiver',
  'test',
] as const satisfies Filter[]

const statusFilters = ['status', 'states'] as const
const attentionFilters = ['attention', 'setAside'] as const
const answerFilters = ['answers'] as const
const stateFilters = [
  ...statusFilters,
  ...attentionFilters,
  ...answerFilters,
  ...(['waitingReason', 'taxReport', 'updatedFrom', 'updatedTo'] as const),
] as const

// Neither the key of an index nor a column of each index.
const filtersWithoutKey: readonly Filter[] = ['kind', 'test']
// The key of an index that has the direction as well.
const filtersOfSets: readonly Filter[] = ['clientId', 'sender', 'receiver']

/** Undefined where the page is read without counting. */
export function planCounts(query: ListQuery): CountPlan | undefined {
  const documents = isByUpdate(query) ? countedDocuments(query) : []
  const states = countedStates(query)
  if (documents.length + states.length === 0) return undefined
  return { documents, states, set: mayBeSet(query) ? [keysGiven(query)] : [] }
}

// Each of several filters may match many where all together match few. Those take longer to count,
// most of all with a filter without a key.
function countedDocuments(query: ListQuery): Group[] {
  const keys = keysGiven(query)
  const each = [...keys, ...given(query, filtersWithoutKey)].map((filter) => [filter])
  return keys.length > 1 ? [...each, keys] : each
}

// What is set aside, needs attention or was answered may be little beside what does not.
function countedStates(query: ListQuery): Group[] {
  const { attention, setAside, answers } = query
  const isRare = attention !== undefined || setAside?.includes(true)
  const rare = isRare ? [given(query, attentionFilters)] : []
  if (answers !== undefined) rare.push(given(query, answerFilters))
  return hasSeveralStatuses(query) ? [given(query, statusFilters), ...rare] : rare
}

function hasSeveralStatuses({ status = [], states = [] }: ListQuery): boolean {
  return new Set([...status, ...states.map((state) => state.status)]).size > 1
}

function mayBeSet(query: ListQuery): boolean {
  const [filter, ...others] = given(query, documentFilters).filter((name) => name !== 'direction')
  const isOfOneIndex = filter && others.length === 0 && filtersOfSets.includes(filter)
  return Boolean(isOfOneIndex) && isByUpdate(query) && !query.messageId && !isCrossed(query)
}

/** `few`: what planCounts had counted and was found to be little. */
export function planPage(query: ListQuery, few?: Few): PagePlan {
  if (few === 'set') return { way: 'in-set', tables: ['states', 'documents'] }
  const byUpdate = isByUpdate(query)
  const way = few || isCrossed(query) ? 'sorted' : 'in-order'
  const readsStates = byUpdate || given(query, stateFilters).length > 0
  const hasOrder = way === 'sorted' && !byUpdate
  const readsDocuments = given(query, documentFilters).length > 0 || hasOrder
  if (!readsStates) return { way, tables: ['documents'] }
  if (!readsDocuments) return { way, tables: ['states'] }
  // What is sorted is found where there is little, or else in the table that the order is not of.
  const startsWithStates = few ? few === 'states' : hasOrder
  return { way, tables: startsWithStates ? ['states', 'documents'] : ['documents', 'states'] }
}

/** A window of one time in the order of the other. */
function isCrossed(query: ListQuery): boolean {
  const { createdFrom, createdTo, updatedFrom, updatedTo } = query
  const isCreated = Boolean(createdFrom && createdTo)
  const isUpdated = Boolean(updatedFrom && updatedTo)
  return isByUpdate(query) ? isCreated && !isUpdated : isUpdated && !isCreated
}

function keysGiven(query: ListQuery): Filter[] {
  return given(query, documentFilters).filter((filter) => !filtersWithoutKey.includes(filter))
}

function given(query: ListQuery, filters: readonly Filter[]): Filter[] {
  return filters.filter((filter) => query[filter] !== undefined)
}
