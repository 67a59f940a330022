// What is unique over all time: references and numbers of documents. A statement that meets a taken
// key fails as a whole, with an error that names the table (migrations/0001_documents.sql).
import type { Pool } from 'pg'
import type { Document } from '../facts.ts'
import { documentById } from './documents.ts'

/** The reference, or the number, belongs to another document of the tenant. */
export type Taken = { kind: 'taken'; what: 'reference' | 'number'; holder: Document }

const tables = { document_references: 'reference', document_numbers: 'number' } as const

/** What a statement about `document` failed for; undefined for any other failure. */
export async function takenBy(
  pool: Pool,
  error: unknown,
  { tenantId }: Pick<Document, 'tenantId'>,
): Promise<Taken | undefined> {
  if (!(error instanceof Error) || !('table' in error) || !('detail' in error)) return undefined
  const what = tables[error.table as keyof typeof tables]
  const holder = what && (await documentById(pool, tenantId, String(error.detail)))
  return holder && { kind: 'taken', what, holder }
}
