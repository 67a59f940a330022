// Lists of documents, page by page. The cursor is the position of the last document in the order,
// so pages stay correct while documents come in.
import type { Pool } from 'pg'
import type { Certainty, Document, DocumentKind, Status, WaitingReason } from '../facts.ts'
import { CursorError, pageRows } from '../postgres/pages.ts'
import { firstUuid, isUuid } from '../postgres/rows.ts'
import { type RecordRow, stateColumns, toDocument } from './documents.ts'
import { numberColumn, numberFacts } from './numbers.ts'

export type ListSort = 'createdAt' | '-createdAt' | 'updatedAt' | '-updatedAt'

/**
 * A filter matches any of its values (an empty list matches nothing); all filters must match. From
 * is inclusive, To is exclusive.
 */
export type ListQuery = {
  clientId?: string[]
  reference?: string[]
  status?: Status[]
  /** What a caller names by one word (`outcome`); what is absent matches any. */
  states?: { status: Status; certainty?: Certainty; isRefused?: boolean }[]
  waitingReason?: WaitingReason[]
  kind?: DocumentKind[]
  direction?: Document['direction'][]
  number?: string[]
  /** AS4: of any attempt, or of any message that brought it. */
  messageId?: string[]
  sender?: string[]
  receiver?: string[]
  test?: boolean[]
  createdFrom?: Date
  createdTo?: Date
  updatedFrom?: Date
  updatedTo?: Date
  sort: ListSort
  limit: number
  cursor?: string
}

type DocumentPage = { documents: Document[]; nextCursor?: string }

/** One page of a tenant's documents. Throws CursorError. */
export async function listDocuments(
  pool: Pool,
  tenantId: string,
  query: ListQuery,
): Promise<DocumentPage> {
  const { text, values } = listStatement(tenantId, query, await findFew(pool, tenantId, query))
  const { rows } = await pool.query<RecordRow>(text, values)
  const documents = pageRows(rows, query.limit).map(toDocument)
  const last = documents.at(-1)
  return rows.length > documents.length && last
    ? { documents, nextCursor: buildCursor(query.sort, last) }
    : { documents }
}

/**
 * The statement of a list, with the conditions that the query has and no others: that is what the
 * planner needs to choose an index. The ids of a page are found in those tables alone that the
 * query asks about. `few`: what is read first, because there is little of it.
 */
export function listStatement(
  tenantId: string,
  query: ListQuery,
  few?: Few,
): { text: string; values: unknown[] } {
  const values: unknown[] = []
  const give = (value: unknown) => `$${values.push(value)}`
  const tenant = give(tenantId)
  const ofDocuments = documentConditions(query, give)
  const ofStates = stateConditions(query, give)
  const bounds = idBounds(query, give)
  const isByUpdate = query.sort.endsWith('updatedAt')
  const isSorted = (few !== undefined && few !== 'set') || isCrossed(query)
  const readsStates = isByUpdate || ofStates.length > 0
  const readsDocuments = ofDocuments.length > 0 || !readsStates || (isSorted && !isByUpdate)
  const tables = [
    ...(readsDocuments ? [{ ...documents, conditions: ofDocuments }] : []),
    ...(readsStates ? [{ ...states, conditions: ofStates }] : []),
  ]
  // A bound of the ids of one table is one of the other's: the planner does not conclude that, and
  // merges the two from their ends.
  const whereOf = ({ alias, id, conditions }: (typeof tables)[number]) =>
    [
      `${alias}.tenant_id = ${tenant}`,
      ...conditions,
      ...bounds.map((bound) => `${id} ${bound}`),
    ].join(' and ')
  const where = [
    ...tables.map(whereOf),
    ...(tables.length > 1 ? [`${states.id} = ${documents.id}`] : []),
  ]
  // What is read before it is sorted is found where there are few, or else in the table that the
  // order is not of.
  const isByState = isSorted && (few ? few === 'states' : !isByUpdate)
  const [first, second] = isByState ? tables.toReversed() : tables
  const others = !second
    ? ''
    : isSorted
      ? byKey(second, first!.id)
      : `, ${second.name} ${second.alias}`
  const direction = query.sort.startsWith('-') ? 'desc' : 'asc'
  const orderBy = (...columns: string[]) =>
    `order by ${columns.map((column) => `${column} ${direction}`).join(', ')}`
  const time = isByUpdate ? 'state.updated_at' : 'document.created_at'
  // Sorted by what no index has: one in that order would be read from its end until it comes to
  // what matches.
  const order = isSorted ? [`${time} + interval '0'`] : isByUpdate ? [time] : []
  const { id } = first!
  const inOrder = () =>
    `select ${id} as id from ${first!.name} ${first!.alias} ${others}
     where ${where.join(' and ')} ${orderBy(...order, id)}`
  // Each document in the order of changes is looked for in a set of those that match, which takes
  // an eighth of finding it in an index. The subquery has one set serve all months, and `is true`
  // has it made at all; its limit tells the planner that there is room for it, and lets more come
  // meanwhile.
  const inSet = () =>
    `select state.document_id as id from (
       select document_id, updated_at from states state
       where ${whereOf(tables.at(-1)!)} ${orderBy(time, states.id)}) state
     where (${states.id} in (
       select ${documents.id} from documents document
       where ${whereOf(tables[0]!)} order by ${documents.id} limit ${setRows + fewRows})) is true
     ${orderBy(time, states.id)}`
  const text = `
    select document.*, ${stateColumns}
    from (${few === 'set' ? inSet() : inOrder()} limit ${give(query.limit + 1)}) page
    ${rowsOf('page.id')}
    ${orderBy(time, 'page.id')}`
  return { text, values }
}

const documents = { name: 'documents', alias: 'document', id: 'document.id', key: 'id' }
const states = { name: 'states', alias: 'state', id: 'state.document_id', key: 'document_id' }

/** Joins `document` and `state` of an id. */
export function rowsOf(id: string): string {
  return `${byKey(documents, id)} ${byKey(states, id)}`
}

// Not as a plain join: nobody gathers statistics of whole partitioned tables, and without them the
// planner expects thousands of rows for each id.
function byKey({ name, alias, key }: typeof documents, id: string): string {
  return `cross join lateral (select * from ${name} where ${key} = ${id} limit 1) ${alias}`
}

// A window of one time in the order of the other.
function isCrossed({ sort, createdFrom, createdTo, updatedFrom, updatedTo }: ListQuery): boolean {
  return sort.endsWith('updatedAt')
    ? Boolean(createdFrom && createdTo && !(updatedFrom && updatedTo))
    : Boolean(updatedFrom && updatedTo && !(createdFrom && createdTo))
}

const fewRows = 10_000
const setRows = 40_000
type Few = 'documents' | 'states' | 'set'

// No index has the order of changes together with what a document says, nor any order with several
// statuses: read in that order, what matches is met one in so many. Few of them are read before,
// and of more, by the key of one index, a set is made.
async function findFew(pool: Pool, tenantId: string, query: ListQuery): Promise<Few | undefined> {
  const values: unknown[] = [tenantId]
  const give = (value: unknown) => `$${values.push(value)}`
  const isByUpdate = query.sort.endsWith('updatedAt')
  // Each of several may match many where all together match few. Those take longer to count, most
  // of all with what is neither the key of an index nor in each of them.
  const { kind, test, ...keys } = query
  const together = isByUpdate ? documentConditions(keys, give) : []
  const ofDocuments = [
    ...together,
    ...(isByUpdate ? documentConditions({ kind, test }, give) : []),
    ...(together.length > 1 ? [together.join(' and ')] : []),
  ]
  const named = [...(query.status ?? []), ...(query.states ?? []).map(({ status }) => status)]
  const isOfSeveral = new Set(named).size > 1
  const ofStates = isOfSeveral ? [statusConditions(query, give).join(' and ')] : []
  if (ofDocuments.length + ofStates.length === 0) return undefined
  const mayBeSet = isByUpdate && isOfOneIndex(query) && !query.messageId && !isCrossed(query)
  const asSet = mayBeSet ? [together.join(' and ')] : []
  const anyIsBelow = (most: number, table: string, conditions: string[]) =>
    ['false', ...conditions.map((condition) => isBelow(most, table, condition))].join(' or ')
  const { rows } = await pool.query<Record<Few, boolean>>(
    `select ${anyIsBelow(fewRows, 'documents document', ofDocuments)} as documents,
            ${anyIsBelow(fewRows, 'states state', ofStates)} as states,
            ${anyIsBelow(setRows, 'documents document', asSet)} as set`,
    values,
  )
  const [found] = rows
  return (['documents', 'states', 'set'] as const).find((few) => found![few])
}

// Their indexes have the direction as well.
const keysOfSets = ['clientId', 'sender', 'receiver']

function isOfOneIndex({ direction: _, ...query }: ListQuery): boolean {
  const named = Object.keys(documentColumns).filter((name) => name in query)
  return named.length === 1 && keysOfSets.includes(named[0]!)
}

function isBelow(most: number, table: string, condition: string): string {
  return `(select count(*) < ${most} from (
    select from ${table} where tenant_id = $1 and ${condition} limit ${most}) few)`
}

type Give = (value: unknown) => string

const documentColumns = {
  clientId: 'document.client_id',
  reference: 'document.reference',
  kind: 'document.kind',
  direction: 'document.direction',
  number: 'document.number',
  sender: 'document.sender_id',
  receiver: 'document.receiver_id',
  test: 'document.test',
} as const

type OfDocuments = {
  [Name in Exclude<keyof typeof documentColumns, 'number'>]?: readonly unknown[] | undefined
} & { number?: readonly string[] | undefined }

function documentConditions(query: OfDocuments, give: Give): string[] {
  const numbers = query.number?.map((whole) => numberColumn(numberFacts(whole)))
  return Object.entries(documentColumns).flatMap(([name, column]) => {
    const wanted = name === 'number' ? numbers : query[name as keyof typeof documentColumns]
    return wanted ? [oneOf(column, wanted, give)] : []
  })
}

function statusConditions({ status, states }: ListQuery, give: Give): string[] {
  return [
    ...(status ? [oneOf('state.status', status, give)] : []),
    ...(states ? [statesCondition(states, give)] : []),
  ]
}

function stateConditions(query: ListQuery, give: Give): string[] {
  const conditions = statusConditions(query, give)
  const { waitingReason, updatedFrom, updatedTo, sort, cursor } = query
  if (waitingReason)
    conditions.push(`state.status = 'waiting'`, oneOf('state.waiting_reason', waitingReason, give))
  if (updatedFrom) conditions.push(`state.updated_at >= ${give(updatedFrom)}`)
  if (updatedTo) conditions.push(`state.updated_at < ${give(updatedTo)}`)
  if (cursor !== undefined && sort.endsWith('updatedAt')) {
    const { at, id } = parseCursor(cursor, sort)
    const columns = 'state.updated_at, state.document_id'
    conditions.push(`(${columns}) ${beyond(sort)} (${give(at)}, ${give(id)})`)
  }
  return conditions
}

// The order of ids is that of creation, to the millisecond.
function idBounds({ createdFrom, createdTo, messageId, sort, cursor }: ListQuery, give: Give) {
  const bounds: string[] = []
  if (createdFrom) bounds.push(`>= ${give(firstUuid(createdFrom))}`)
  if (createdTo) bounds.push(`< ${give(firstUuid(createdTo))}`)
  if (messageId) bounds.push(ofMessages(give(messageId)))
  if (cursor !== undefined && sort.endsWith('createdAt'))
    bounds.push(`${beyond(sort)} ${give(parseCursor(cursor, sort).id)}`)
  return bounds
}

function beyond(sort: ListSort): string {
  return sort.startsWith('-') ? '<' : '>'
}

// With one value, an index gives the rows in order.
function oneOf(column: string, wanted: readonly unknown[], give: Give): string {
  return wanted.length === 1
    ? `${column} = ${give(wanted[0])}`
    : `${column} = any (${give(wanted)})`
}

// Few documents, whatever else is asked: they are found first.
function ofMessages(messageIds: string): string {
  return `= any (array(
    select document_id from attempts where message_id = any (${messageIds}) union all
    select document_id from inbound_messages where message_id = any (${messageIds})))`
}

// By Message Level Status; the first in the words of the index of those.
const refused = `state.mls_status = 'rejected'`
const notRefused = `state.mls_status is distinct from 'rejected'`

function statesCondition(states: NonNullable<ListQuery['states']>, give: Give): string {
  const each = states.map(({ status, certainty, isRefused }) => {
    const conditions = [
      `state.status = ${give(status)}`,
      ...(certainty ? [`state.certainty = ${give(certainty)}`] : []),
      ...(isRefused === undefined ? [] : [isRefused ? refused : notRefused]),
    ]
    return `(${conditions.join(' and ')})`
  })
  return each.length === 0 ? 'false' : `(${each.join(' or ')})`
}

function buildCursor(sort: ListSort, { id, createdAt, updatedAt }: Document): string {
  const at = sort.endsWith('createdAt') ? createdAt : updatedAt
  return Buffer.from(`${sort} ${at.toISOString()} ${id}`).toString('base64url')
}

function parseCursor(cursor: string, sort: ListSort): { at: Date; id: string } {
  const [madeFor, at = '', id = '', ...more] = Buffer.from(cursor, 'base64url')
    .toString('utf8')
    .split(' ')
  const date = new Date(at)
  const isTime = /^\d{4}-/.test(at) && !Number.isNaN(date.getTime())
  if (madeFor !== sort || !isTime || !isUuid(id) || more.length > 0) throw new CursorError()
  return { at: date, id }
}
