// What the database cannot do without, for the floor of `npm run bench -- pipeline`: the bytes and
// one record of a document. Those of several documents are written by one statement.
import { randomBytes } from 'node:crypto'
import type { Pool } from 'pg'
import { prepared, runPrepared } from '../../src/store/postgres/prepared.ts'
import { sizes } from './floor-cryptography.ts'

export type Step = 'new' | 'done'
type Kind = keyof typeof sizes

const statements = {
  new: `
    with document as (
      insert into kept_documents
      select id, record, 'new' from json_to_recordset($items::json) as item (id uuid, record text)
    )`,
  done: `
    with document as (
      update kept_documents set status = 'done'
      from json_to_recordset($items::json) as item (id uuid, record text)
      where kept_documents.id = item.id
    )`,
}
const insertFiles = `
  insert into kept_files
  select id, kind, substring($fileBytes::bytea from start + 1 for length)
  from json_to_recordset($files::json) as file (id uuid, kind text, start integer, length integer)`

type Values = { items: string; files: string; fileBytes: Buffer }

const queries = {
  new: prepared<Values>('new', statements.new + insertFiles),
  done: prepared<Values>('done', statements.done + insertFiles),
}

const bytesOf = Object.fromEntries(
  Object.entries(sizes).map(([kind, size]) => [kind, randomBytes(size)]),
) as Record<Kind, Buffer>
const record = 'x'.repeat(600)

/** Those of `keep`. */
export async function makeTables(database: Pool): Promise<void> {
  await database.query(
    `create table if not exists kept_documents (
       id uuid primary key, record text not null, status text not null);
     create table if not exists kept_files (
       document_id uuid, kind text, bytes bytea, primary key (document_id, kind))`,
  )
}

/** Stores documents, or that they are done, and a file of each kind for each, by one commit. */
export async function keep(
  database: Pool,
  step: Step,
  ids: readonly string[],
  kinds: readonly Kind[],
): Promise<void> {
  const parts = ids.flatMap((id) => kinds.map((kind) => ({ id, kind, bytes: bytesOf[kind] })))
  let start = 0
  const files = parts.map(({ id, kind, bytes: { length } }) => {
    start += length
    return { id, kind, start: start - length, length }
  })
  const query = queries[step].with({
    items: JSON.stringify(ids.map((id) => ({ id, ...(step === 'new' ? { record } : {}) }))),
    files: JSON.stringify(files),
    fileBytes: Buffer.concat(parts.map(({ bytes }) => bytes)),
  })
  await runPrepared(database, query)
}
