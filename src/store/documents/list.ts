// Lists of documents, page by page. The cursor is the position of the last document in the order,
// so pages stay correct while documents come in.
import type { Pool } from 'pg'
import type { Document } from '../facts.ts'
import { pageRows } from '../postgres/pages.ts'
import type { Query } from '../postgres/statement.ts'
import { type RecordRow, toDocument } from './documents.ts'
import { type Few, planCounts, planPage } from './list-plan.ts'
import { buildCursor, type ListQuery } from './list-query.ts'
import { printCounts, printPage } from './list-sql.ts'

type DocumentPage = { documents: Document[]; nextCursor?: string }

/** One page of a tenant's documents. Throws CursorError. */
export async function listDocuments(
  pool: Pool,
  tenantId: string,
  query: ListQuery,
): Promise<DocumentPage> {
  const few = await findFew(pool, tenantId, query)
  const { rows } = await pool.query<RecordRow>(listStatement(tenantId, query, few))
  const documents = pageRows(rows, query.limit).map(toDocument)
  const last = documents.at(-1)
  return rows.length > documents.length && last
    ? { documents, nextCursor: buildCursor(query.sort, last) }
    : { documents }
}

/** The statement of a page. `few`: what is read first, because there is little of it. */
export function listStatement(tenantId: string, query: ListQuery, few?: Few): Query {
  return printPage(planPage(query, few), tenantId, query)
}

async function findFew(pool: Pool, tenantId: string, query: ListQuery): Promise<Few | undefined> {
  const plan = planCounts(query)
  if (!plan) return undefined
  const { rows } = await pool.query<Record<Few, boolean>>(printCounts(plan, tenantId, query))
  return (['documents', 'states', 'set'] as const).find((few) => rows[0]![few])
}
