// Pages of lists in the order of creation, newest first. The cursor is the id of the last row, so
// pages stay correct while rows come in.
import type { Pool, QueryResultRow } from 'pg'
import { isUuid } from './rows.ts'
import { query, type ValuesByName } from './statement.ts'

export type PageQuery = { limit: number; cursor?: string }
export type Page<T> = { items: T[]; nextCursor?: string }

/** The cursor does not come from a list in this order. */
export class CursorError extends Error {
  constructor() {
    super('The cursor does not belong to a list in this order')
    this.name = 'CursorError'
  }
}

/** SQL with parameters for its `values`, and for the two of a page. */
export type PagedList = { name: string; statement: string; values: ValuesByName }

/**
 * One page. The statement selects rows whose `id` is a UUID version 7: only those below `$before`,
 * or any if that is null, and at most `$limit`. Throws CursorError.
 */
export async function pageOf<Row extends QueryResultRow & { id: string }>(
  pool: Pool,
  list: PagedList,
  { limit, cursor }: PageQuery,
): Promise<Page<Row>> {
  const before = cursor === undefined ? null : parseCursor(cursor, list.name)
  const values = { ...list.values, before, limit: limit + 1 }
  const { rows } = await pool.query<Row>(query(list.statement, values))
  const items = pageRows(rows, limit)
  const last = items.at(-1)
  if (rows.length <= items.length || !last) return { items }
  return { items, nextCursor: Buffer.from(`${list.name} ${last.id}`).toString('base64url') }
}

/** For what the rows of a page hold together; one row is always taken. */
const pageCharactersMax = 1_000_000

/** The rows of a page: `limit` at most, and no more than an answer should hold. */
export function pageRows<Row extends object>(rows: readonly Row[], limit: number): Row[] {
  let characters = 0
  const end = rows.findIndex((row, index) => {
    characters += charactersOf(row)
    return index === limit || (index > 0 && characters > pageCharactersMax)
  })
  return rows.slice(0, end === -1 ? limit : end)
}

function charactersOf(value: unknown): number {
  if (typeof value === 'string' || Buffer.isBuffer(value)) return value.length
  if (typeof value !== 'object' || value === null) return 0
  return Object.values(value).reduce((sum: number, member) => sum + charactersOf(member), 0)
}

/**
 * One page in the order of numbers. The statement selects rows with an `ordinal`: only those after
 * `$after`, or any if that is null, and at most `$limit`. Throws CursorError.
 */
export async function ordinalPage<Row extends QueryResultRow & { ordinal: string | number }>(
  pool: Pool,
  list: PagedList,
  { limit, cursor }: PageQuery,
): Promise<Page<Row>> {
  const after = cursor === undefined ? null : parseOrdinal(cursor, list.name)
  const values = { ...list.values, after, limit: limit + 1 }
  const { rows } = await pool.query<Row>(query(list.statement, values))
  const items = pageRows(rows, limit)
  const last = items.at(-1)
  if (rows.length <= items.length || !last) return { items }
  return { items, nextCursor: Buffer.from(`${list.name} ${last.ordinal}`).toString('base64url') }
}

function parseOrdinal(cursor: string, name: string): string {
  const text = Buffer.from(cursor, 'base64url').toString('utf8')
  const [, madeFor, ordinal] = /^(\S+) (\d{1,18})$/.exec(text) ?? []
  if (madeFor !== name || ordinal === undefined) throw new CursorError()
  return ordinal
}

function parseCursor(cursor: string, name: string): string {
  const [madeFor, id = '', ...more] = Buffer.from(cursor, 'base64url').toString('utf8').split(' ')
  if (madeFor !== name || !isUuid(id) || more.length > 0) throw new CursorError()
  return id
}
