// Lists of documents, page by page. The cursor is the position of the last document in the order,
// so pages stay correct while documents come in.
import type { Pool } from 'pg'
import { type DocumentRow, toDocument } from './documents.ts'
import type { Certainty, Document, DocumentKind, Status, WaitingReason } from './facts.ts'
import { isUuid } from './rows.ts'

export type ListSort = 'createdAt' | '-createdAt' | 'updatedAt' | '-updatedAt'

/**
 * A filter matches any of its values (an empty list matches nothing); all filters must match. From
 * is inclusive, To is exclusive.
 */
export type ListQuery = {
  clientId?: string[]
  reference?: string[]
  status?: Status[]
  /** What a caller names by one word (`outcome`); an absent certainty matches any. */
  states?: { status: Status; certainty?: Certainty }[]
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

export type DocumentPage = { documents: Document[]; nextCursor?: string }

/** The cursor does not come from a list in this order. */
export class CursorError extends Error {
  constructor() {
    super('The cursor does not belong to a list in this order')
    this.name = 'CursorError'
  }
}

const orders = {
  createdAt: { column: 'created_at', direction: 'asc', beyond: '>' },
  '-createdAt': { column: 'created_at', direction: 'desc', beyond: '<' },
  updatedAt: { column: 'updated_at', direction: 'asc', beyond: '>' },
  '-updatedAt': { column: 'updated_at', direction: 'desc', beyond: '<' },
} as const

const filters = `
  tenant_id = $1
  and ($2::text[] is null or client_id = any ($2))
  and ($3::text[] is null or reference = any ($3))
  and ($4::text[] is null or status = any ($4))
  and ($5::json is null or exists (
    select from json_to_recordset($5) as state (status text, certainty text)
    where state.status = documents.status
      and coalesce(state.certainty, documents.certainty) = documents.certainty))
  and ($6::text[] is null or waiting_reason = any ($6))
  and ($7::text[] is null or kind = any ($7))
  and ($8::text[] is null or direction = any ($8))
  and ($9::text[] is null or number = any ($9))
  and ($10::text[] is null or sender_id = any ($10))
  and ($11::text[] is null or receiver_id = any ($11))
  and ($12::boolean[] is null or test = any ($12))
  and ($13::timestamptz is null or created_at >= $13)
  and ($14::timestamptz is null or created_at < $14)
  and ($15::timestamptz is null or updated_at >= $15)
  and ($16::timestamptz is null or updated_at < $16)`

/** One page of a tenant's documents. Throws CursorError. */
export async function listDocuments(
  pool: Pool,
  tenantId: string,
  query: ListQuery,
): Promise<DocumentPage> {
  const { column, direction, beyond } = orders[query.sort]
  const after = query.cursor === undefined ? undefined : parseCursor(query.cursor, query.sort)
  const { rows } = await pool.query<DocumentRow>(
    `select * from documents
     where ${filters}
       and ($17::timestamptz is null or (${column}, id) ${beyond} ($17, $18::uuid))
     order by ${column} ${direction}, id ${direction}
     limit $19`,
    [tenantId, ...filterValues(query), after?.at, after?.id, query.limit + 1],
  )
  const documents = rows.slice(0, query.limit).map(toDocument)
  const last = documents.at(-1)
  return rows.length > query.limit && last
    ? { documents, nextCursor: buildCursor(query.sort, last) }
    : { documents }
}

function filterValues(query: ListQuery): unknown[] {
  return [
    query.clientId,
    query.reference,
    query.status,
    query.states && JSON.stringify(query.states),
    query.waitingReason,
    query.kind,
    query.direction,
    query.number,
    query.sender,
    query.receiver,
    query.test,
    query.createdFrom,
    query.createdTo,
    query.updatedFrom,
    query.updatedTo,
  ]
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
