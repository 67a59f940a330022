// Pages of lists in the order of creation, newest first. The cursor is the id of the last row, so
// pages stay correct while rows come in.
import type { Pool, QueryResultRow } from 'pg'
import { isUuid } from './rows.ts'

export type PageQuery = { limit: number; cursor?: string }
export type Page<T> = { items: T[]; nextCursor?: string }

/** The cursor does not come from a list in this order. */
export class CursorError extends Error {
  constructor() {
    super('The cursor does not belong to a list in this order')
    this.name = 'CursorError'
  }
}

/**
 * One page. `statement` selects rows whose `id` is a UUID version 7, and takes two parameters after
 * `values`: only ids below the first one, or any if that is null; and a limit. Throws CursorError.
 */
export async function pageOf<Row extends QueryResultRow & { id: string }>(
  pool: Pool,
  list: { name: string; statement: string; values: unknown[] },
  { limit, cursor }: PageQuery,
): Promise<Page<Row>> {
  const before = cursor === undefined ? null : parseCursor(cursor, list.name)
  const { rows } = await pool.query<Row>(list.statement, [...list.values, before, limit + 1])
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  if (rows.length <= limit || !last) return { items }
  return { items, nextCursor: Buffer.from(`${list.name} ${last.id}`).toString('base64url') }
}

function parseCursor(cursor: string, name: string): string {
  const [madeFor, id = '', ...more] = Buffer.from(cursor, 'base64url').toString('utf8').split(' ')
  if (madeFor !== name || !isUuid(id) || more.length > 0) throw new CursorError()
  return id
}
