// Lists of documents, page by page. The cursor is the position of the last document in the order,
// so pages stay correct while documents come in.
import type { Pool } from 'pg'
import { type RecordRow, stateColumns, toDocument } from './documents.ts'
import type { Certainty, Document, DocumentKind, Status, WaitingReason } from './facts.ts'
import { CursorError } from './pages.ts'
import { firstUuid, isUuid } from './rows.ts'

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

const orders = {
  createdAt: { column: 'document.id', direction: 'asc', beyond: '>' },
  '-createdAt': { column: 'document.id', direction: 'desc', beyond: '<' },
  updatedAt: { column: 'state.updated_at', direction: 'asc', beyond: '>' },
  '-updatedAt': { column: 'state.updated_at', direction: 'desc', beyond: '<' },
} as const

/** One page of a tenant's documents. Throws CursorError. */
export async function listDocuments(
  pool: Pool,
  tenantId: string,
  query: ListQuery,
): Promise<DocumentPage> {
  const { text, values } = listStatement(tenantId, query)
  const { rows } = await pool.query<RecordRow>(text, values)
  const documents = rows.slice(0, query.limit).map(toDocument)
  const last = documents.at(-1)
  return rows.length > query.limit && last
    ? { documents, nextCursor: buildCursor(query.sort, last) }
    : { documents }
}

/**
 * The statement of a list, with the conditions that the query has and no others: that is what the
 * planner needs to choose an index.
 */
export function listStatement(
  tenantId: string,
  query: ListQuery,
): { text: string; values: unknown[] } {
  const values: unknown[] = []
  const give = (value: unknown) => `$${values.push(value)}`
  const tenant = give(tenantId)
  const { column, direction, beyond } = orders[query.sort]
  const conditions = [
    `document.tenant_id = ${tenant}`,
    `state.tenant_id = ${tenant}`,
    ...conditionsOf(query, give),
    ...(query.cursor === undefined
      ? []
      : [positionOf(query.cursor, query.sort, { column, beyond, give })]),
  ]
  const order = isCrossed(query)
    ? crossedOrders[query.sort]
    : column === 'document.id'
      ? [column]
      : [column, 'state.document_id']
  const text = `
    select document.*, ${stateColumns}
    from documents document join states state on state.document_id = document.id
    where ${conditions.join(' and ')}
    order by ${order.map((name) => `${name} ${direction}`).join(', ')}
    limit ${give(query.limit + 1)}`
  return { text, values }
}

// A window of one time in the order of the other is read as a whole and sorted, by columns that no
// index has: an index in that order would be searched from its end until it comes to the window.
const crossedOrders = {
  createdAt: ['document.created_at', 'document.id'],
  '-createdAt': ['document.created_at', 'document.id'],
  updatedAt: [`state.updated_at + interval '0'`, 'state.document_id'],
  '-updatedAt': [`state.updated_at + interval '0'`, 'state.document_id'],
} as const

function isCrossed({ sort, createdFrom, createdTo, updatedFrom, updatedTo }: ListQuery): boolean {
  return sort.endsWith('updatedAt')
    ? Boolean(createdFrom && createdTo && !(updatedFrom && updatedTo))
    : Boolean(updatedFrom && updatedTo && !(createdFrom && createdTo))
}

type Give = (value: unknown) => string

const columnsOfFilters = {
  clientId: 'document.client_id',
  reference: 'document.reference',
  kind: 'document.kind',
  direction: 'document.direction',
  number: 'document.number',
  sender: 'document.sender_id',
  receiver: 'document.receiver_id',
  test: 'document.test',
  status: 'state.status',
  waitingReason: 'state.waiting_reason',
} as const

function conditionsOf(query: ListQuery, give: Give): string[] {
  const conditions: string[] = []
  for (const [name, column] of Object.entries(columnsOfFilters)) {
    const wanted = query[name as keyof typeof columnsOfFilters]
    if (wanted) conditions.push(oneOf(column, wanted, give))
  }
  if (query.states) conditions.push(statesCondition(query.states, give))
  if (query.waitingReason) conditions.push(`state.status = 'waiting'`)
  // The order of ids is that of creation, to the millisecond.
  if (query.createdFrom) conditions.push(`document.id >= ${give(firstUuid(query.createdFrom))}`)
  if (query.createdTo) conditions.push(`document.id < ${give(firstUuid(query.createdTo))}`)
  if (query.updatedFrom) conditions.push(`state.updated_at >= ${give(query.updatedFrom)}`)
  if (query.updatedTo) conditions.push(`state.updated_at < ${give(query.updatedTo)}`)
  return conditions
}

// With one value, an index gives the rows in order.
function oneOf(column: string, wanted: readonly unknown[], give: Give): string {
  return wanted.length === 1
    ? `${column} = ${give(wanted[0])}`
    : `${column} = any (${give(wanted)})`
}

// By Message Level Status.
const refused = `coalesce(state.mls_status = 'rejected', false)`

function statesCondition(states: NonNullable<ListQuery['states']>, give: Give): string {
  const each = states.map(({ status, certainty, isRefused }) => {
    const conditions = [
      `state.status = ${give(status)}`,
      ...(certainty ? [`state.certainty = ${give(certainty)}`] : []),
      ...(isRefused === undefined ? [] : [isRefused ? refused : `not ${refused}`]),
    ]
    return `(${conditions.join(' and ')})`
  })
  return each.length === 0 ? 'false' : `(${each.join(' or ')})`
}

function positionOf(
  cursor: string,
  sort: ListSort,
  { column, beyond, give }: { column: string; beyond: string; give: Give },
): string {
  const { at, id } = parseCursor(cursor, sort)
  return column === 'document.id'
    ? `document.id ${beyond} ${give(id)}`
    : `(${column}, state.document_id) ${beyond} (${give(at)}, ${give(id)})`
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
