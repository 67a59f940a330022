// The bytes of documents. A file is a name for a payload; a payload is stored in chunk rows, or as
// an object of the payload store, with one chunk row without bytes.
import type { Pool, PoolClient } from 'pg'
import { digestInSlices, joinInSlices } from '../../threads/index.ts'
import type { File, FileKind, NewFile } from '../facts.ts'
import { payloadStoreOf } from '../payloads/payload-store.ts'
import { PayloadStoreError } from '../payloads/s3.ts'
import { inMonths } from '../postgres/months.ts'
import { ordinalPage, type Page, type PageQuery } from '../postgres/pages.ts'
import { prepared, runPrepared } from '../postgres/prepared.ts'
import { type RowOf, rowsIn, rowType, toParameter } from '../postgres/row-types.ts'
import { isUuid } from '../postgres/rows.ts'
import { statement } from '../postgres/statement.ts'
import { inTransaction } from '../postgres/transaction.ts'
import { filesDigest } from './audit.ts'
import { storedMediaType } from './media-type.ts'

// The driver returns bytes as a string of hexadecimal digits. Up to 128 KB, V8 puts it into memory
// that it reuses; each longer string has memory of its own, and with what is made of it touches
// nine times its bytes for the first time.
const chunkBytesMax = 60 * 1024
// What goes with the statement that stores the fact itself; the rest follows in
// the same transaction.
const batchBytesMax = 8 * chunkBytesMax

// Objects that no row names are removed a day after they were stored (payloads/sweep.ts): a row
// that comes so late after its object, because its process stood still, must not come at all.
const rowWithinMs = 3_600_000

// Without a place among the bytes of the statement, a chunk has none: they are an object.
const newChunk = rowType('new_chunk', {
  document_id: 'uuid',
  payload_id: 'uuid',
  ordinal: 'integer',
  start: 'integer',
  length: 'integer',
  of_attempt: 'boolean',
})
const newFile = rowType('new_file', {
  document_id: 'uuid',
  position: 'integer',
  id: 'uuid',
  payload_id: 'uuid',
  kind: 'text',
  name: 'text',
  media_type: 'text',
  size: 'bigint',
  sha256: 'bytea',
  at: 'timestamptz',
  of_attempt: 'boolean',
})

type Chunk = { payload_id: string; ordinal: number; start?: number; length?: number }
type Batch = { chunks: Chunk[]; parts: Uint8Array[]; size: number }

/** The files of a document: `first` goes with a statement, `rest` is too large for that. */
export type FileValues = {
  documentId: string
  rows: Omit<RowOf<typeof newFile>, 'of_attempt'>[]
  first: Batch
  rest: Batch[]
  /** Their bytes are objects since then, in milliseconds since 1970. */
  objectsSince?: number
  /** For the audit line that goes with them. */
  digest: string | undefined
  /** They belong to an attempt, and are stored only with it. */
  ofAttempt?: true
}

/**
 * Common table expressions that store files (`fileParameters`) of the documents whose ids are in
 * the table `held`. `unless`: a condition by which a row of `held` has none of those of
 * an attempt. `owners`: another table of ids than `held`.
 */
function filesUnless(unless?: string, owners = 'held'): string {
  const without = (table: string) => (unless ? `and not (${table}.of_attempt and ${unless})` : '')
  return `
  new_chunks as (
    insert into payload_chunks (payload_id, ordinal, bytes)
    select chunk.payload_id, chunk.ordinal,
           substring($fileBytes::bytea from chunk.start + 1 for chunk.length)
    from ${owners} held join ${rowsIn(newChunk, '$chunks')} as chunk
      on chunk.document_id = held.document_id ${without('chunk')}
  ),
  new_files as (
    insert into files (document_id, id, payload_id, kind, name, media_type, size, sha256,
                       created_at)
    select file.document_id, file.id, file.payload_id, file.kind, file.name, file.media_type,
           file.size, file.sha256, file.at
    from ${owners} held join ${rowsIn(newFile, '$files')} as file
      on file.document_id = held.document_id ${without('file')}
    order by file.document_id, file.of_attempt, file.position
  )`
}

export const insertFiles = filesUnless()
/** Where `held` has a column `is_placed`. */
export const insertFilesOfPlaced = filesUnless('not held.is_placed')
/** Also for the documents that those in `held` are about. */
export const insertFilesAbout = filesUnless(
  'not held.is_placed',
  `(select document_id, is_placed from held
    union all select about_id, false from held where about_id is not null)`,
)

export type FileParameters = { chunks: Buffer; files: Buffer; fileBytes: Uint8Array }

/** What one statement stores of the files of several documents; to be sent at once. */
export function fileParameters(all: readonly FileValues[]): FileParameters {
  const chunks: RowOf<typeof newChunk>[] = []
  const parts: Uint8Array[] = []
  let size = 0
  for (const { documentId, first, objectsSince, ofAttempt } of all) {
    if (objectsSince !== undefined && Date.now() - objectsSince > rowWithinMs)
      throw new PayloadStoreError('away', 'the bytes were stored too long ago')
    for (const { start, ...chunk } of first.chunks)
      chunks.push({
        document_id: documentId,
        payload_id: chunk.payload_id,
        ordinal: chunk.ordinal,
        start: start === undefined ? undefined : size + start,
        length: chunk.length,
        of_attempt: ofAttempt ?? false,
      })
    parts.push(...first.parts)
    size += first.size
  }
  const rows = all.flatMap(({ rows, ofAttempt = false }) =>
    rows.map((row) => ({ of_attempt: ofAttempt, ...row })),
  )
  return {
    chunks: toParameter(newChunk, chunks),
    files: toParameter(newFile, rows),
    fileBytes: joinedParts(parts),
  }
}

/**
 * Files with the same bytes share one payload, which has the id of the first of them. With a
 * payload store, their bytes are there before this resolves; throws PayloadStoreError when they
 * are not.
 */
export async function toFileValues(
  pool: Pool,
  files: readonly NewFile[],
  { documentId, at }: { documentId: string; at: Date },
): Promise<FileValues> {
  const digests: Buffer[] = []
  for (const { bytes } of files) digests.push(await digestInSlices(bytes))
  const digestsInHex = digests.map((digest) => digest.toString('hex'))
  const owners = digestsInHex.map((digest) => digestsInHex.indexOf(digest))
  const owning = files
    .map((file, index) => ({ sha256: digestsInHex[index]!, ...file }))
    .filter((_, index) => owners[index] === index)
  const objectsSince = Date.now()
  const objects = await storeObjects(pool, owning)
  const batches = objects ? [objects] : toBatches(owning)
  const [first = { chunks: [], parts: [], size: 0 }, ...rest] = batches
  const rows = files.map(({ id, kind, name, mediaType, bytes }, index) => ({
    document_id: documentId,
    position: index,
    at,
    id,
    payload_id: files[owners[index] ?? index]?.id,
    kind,
    name,
    media_type: storedMediaType(mediaType),
    size: bytes.length,
    sha256: digests[index],
  }))
  return {
    documentId,
    rows,
    first,
    rest,
    ...(objects ? { objectsSince } : {}),
    digest: filesDigest(files.map(({ kind }, index) => ({ kind, sha256: digestsInHex[index]! }))),
  }
}

/** The chunk rows of objects that were stored; undefined without a payload store. */
async function storeObjects(
  pool: Pool,
  files: readonly (NewFile & { sha256: string })[],
): Promise<Batch | undefined> {
  const payloads = payloadStoreOf(pool)
  const filled = files.filter(({ bytes }) => bytes.length > 0)
  if (!payloads || filled.length === 0) return undefined
  await Promise.all(filled.map((file) => payloads.put(file, file.bytes)))
  const chunks = filled.map(({ id }) => ({ payload_id: id, ordinal: 0 }))
  return { chunks, parts: [], size: 0 }
}

// The parts are joined one batch after the other.
function toBatches(files: readonly NewFile[]): Batch[] {
  const batches: Batch[] = []
  for (const { id, bytes } of files) {
    let ordinal = 0
    for (let at = 0; at < bytes.length; ) {
      const batch = batchWithRoom(batches)
      const part = bytes.subarray(at, at + batchBytesMax - batch.size)
      for (let start = 0; start < part.length; start += chunkBytesMax) {
        const length = Math.min(chunkBytesMax, part.length - start)
        batch.chunks.push({
          payload_id: id,
          ordinal: ordinal++,
          start: batch.size + start,
          length,
        })
      }
      batch.parts.push(part)
      batch.size += part.length
      at += part.length
    }
  }
  return batches
}

function batchWithRoom(batches: Batch[]): Batch {
  const last = batches.at(-1)
  if (last && last.size < batchBytesMax) return last
  const batch = { chunks: [], parts: [], size: 0 }
  batches.push(batch)
  return batch
}

// Most large batches are part of one file, which need not be copied.
function joinedParts(parts: readonly Uint8Array[]): Uint8Array {
  const [part] = parts
  return part && parts.length === 1 ? part : Buffer.concat(parts)
}

/**
 * Runs a statement that stores `first`, then stores `rest` in the same transaction, unless what
 * `write` returns is false or undefined: then the statement stored nothing.
 */
export async function storeWithFiles<Stored>(
  pool: Pool,
  { rest }: FileValues,
  write: (database: Pool | PoolClient) => Promise<Stored>,
): Promise<Stored> {
  if (rest.length === 0) return inMonths(pool, () => write(pool))
  return storeInTransaction(pool, { rest }, write)
}

/** The same in a transaction, however small the files are. */
export function storeInTransaction<Stored>(
  pool: Pool,
  { rest }: Pick<FileValues, 'rest'>,
  write: (client: PoolClient) => Promise<Stored>,
): Promise<Stored> {
  const inOne = async (client: PoolClient) => {
    const stored = await write(client)
    if (stored) for (const batch of rest) await insertChunks(client, batch)
    return stored
  }
  return inMonths(pool, () => inTransaction(pool, inOne))
}

const insertRest = statement<{ chunks: string; fileBytes: Uint8Array }>(`
  insert into payload_chunks (payload_id, ordinal, bytes)
  select chunk.payload_id, chunk.ordinal,
         substring($fileBytes::bytea from chunk.start + 1 for chunk.length)
  from json_to_recordset($chunks::json)
    as chunk (payload_id uuid, ordinal integer, start integer, length integer)`)

async function insertChunks(client: PoolClient, batch: Batch): Promise<void> {
  const chunks = JSON.stringify(batch.chunks)
  await client.query(insertRest.with({ chunks, fileBytes: joinedParts(batch.parts) }))
}

type FileKey = { documentId: string; fileId: string }

type FilesRow = {
  id: string
  kind: FileKind
  name: string
  media_type: string
  size: string
  sha256: Buffer
  created_at: Date
}

const selectFile = `
  select file.id, file.kind, file.name, file.media_type, file.size, file.sha256, file.created_at
  from files file`

const selectFiles = statement<{ documentId: string }>(
  `${selectFile} where file.document_id = $documentId order by file.ordinal`,
)

/** The files of a document in the order in which they were stored. */
export async function filesOf(pool: Pool, documentId: string): Promise<File[]> {
  if (!isUuid(documentId)) return []
  const { rows } = await pool.query<FilesRow>(selectFiles.with({ documentId }))
  return rows.map(toFile)
}

/** A page of the files of a document, in that order. Throws CursorError. */
export async function filesPage(
  pool: Pool,
  documentId: string,
  query: PageQuery,
): Promise<Page<File>> {
  const paged = `select * from files file
    where file.document_id = $documentId and ($after::bigint is null or file.ordinal > $after)
    order by file.ordinal limit $limit`
  const list = { name: 'files', statement: paged, values: { documentId } }
  const page = await ordinalPage<FilesRow & { ordinal: string }>(pool, list, query)
  return { ...page, items: page.items.map(toFile) }
}

const selectById = statement<FileKey>(
  `${selectFile} where file.document_id = $documentId and file.id = $fileId`,
)

export async function fileById(
  pool: Pool,
  documentId: string,
  fileId: string,
): Promise<File | undefined> {
  if (!isUuid(documentId) || !isUuid(fileId)) return undefined
  const { rows } = await pool.query<FilesRow>(selectById.with({ documentId, fileId }))
  return rows[0] && toFile(rows[0])
}

// Not as a plain join: there are no statistics of whole partitioned tables, without which the
// planner expects so many chunks that it starts other processes to sort them.
function chunksOf(file: string): string {
  return `left join lateral (select ordinal, bytes from payload_chunks
    where payload_id = ${file}.payload_id order by ordinal) chunk on true`
}

/** A file with one chunk of its payload; without one, its bytes were removed, or it has none. */
type ChunkRow = Pick<FilesRow, 'size' | 'sha256'> & {
  payload_id: string
  ordinal: number | null
  bytes: Buffer | null
}

const selectChunks = statement<FileKey>(`
  select file.payload_id, file.size, file.sha256, chunk.ordinal, chunk.bytes
  from files file ${chunksOf('file')}
  where file.document_id = $documentId and file.id = $fileId order by chunk.ordinal`)

/**
 * The bytes of a file; none if they were removed. Throws when the document has no such file, and
 * PayloadStoreError when its object cannot be read.
 */
export async function readFile(pool: Pool, documentId: string, fileId: string): Promise<Buffer> {
  const { rows } = await pool.query<ChunkRow>(selectChunks.with({ documentId, fileId }))
  if (rows.length === 0) throw new Error(`There is no file ${fileId}`)
  return bytesOf(pool, rows)
}

async function bytesOf(pool: Pool, rows: ChunkRow[]): Promise<Buffer> {
  const object = rows.find(({ ordinal, bytes }) => ordinal !== null && bytes === null)
  if (!object) return joinInSlices(rows.flatMap(({ bytes }) => bytes ?? []))
  const payloads = payloadStoreOf(pool)
  if (!payloads)
    throw new PayloadStoreError('away', 'these bytes are in a payload store: set PAYLOAD_STORE')
  const sha256 = object.sha256.toString('hex')
  return payloads.read({ id: object.payload_id, sha256, size: Number(object.size) })
}

// One statement for the file and its bytes: each delivery asks for them, and the round
// trips are what costs.
const latestStatement = prepared<{ documentId: string; kind: FileKind }>(
  'latest_file',
  `
  with latest as (
    select * from files where document_id = known_at_start($documentId) and kind = $kind
    order by ordinal desc limit 1)
  select latest.id, latest.kind, latest.name, latest.media_type, latest.size, latest.sha256,
         latest.created_at, latest.payload_id, chunk.ordinal, chunk.bytes
  from latest ${chunksOf('latest')}
  order by chunk.ordinal`,
)

/** The most recently stored file of that kind. */
export async function latestFile(
  pool: Pool,
  documentId: string,
  kind: FileKind,
): Promise<{ file: File; bytes: Buffer } | undefined> {
  if (!isUuid(documentId)) return undefined
  const query = latestStatement.with({ documentId, kind })
  const { rows } = await runPrepared<FilesRow & ChunkRow>(pool, query)
  return rows[0] && { file: toFile(rows[0]), bytes: await bytesOf(pool, rows) }
}

function toFile(row: FilesRow): File {
  return {
    id: row.id,
    kind: row.kind,
    name: row.name,
    mediaType: row.media_type,
    size: Number(row.size),
    sha256: row.sha256.toString('hex'),
    createdAt: row.created_at,
  }
}
