// The bytes of a file, read while they are used: a large one is never in memory as a whole.
import { createHash, type Hash } from 'node:crypto'
import type { Pool } from 'pg'
import { payloadStoreOf } from '../payloads/payload-store.ts'
import { PayloadStoreError } from '../payloads/s3.ts'
import { isUuid } from '../postgres/rows.ts'
import { statement } from '../postgres/statement.ts'

// Eight chunks, some 480 KB.
const chunksAtOnce = 8
const objectBytesAtOnce = 512 * 1024

/** `is_object` is null for a payload without chunks: it is empty, or was removed. */
type FileRow = { payload_id: string; size: string; sha256: Buffer; is_object: boolean | null }

const selectFile = statement<{ documentId: string; fileId: string }>(`
  select file.payload_id, file.size, file.sha256,
         (select chunk.bytes is null from payload_chunks chunk
          where chunk.payload_id = file.payload_id order by chunk.ordinal limit 1) as is_object
  from files file where file.document_id = $documentId and file.id = $fileId`)

/**
 * The bytes of a file in pieces; none if they were removed. The last piece comes only when all of
 * them are what was stored. Throws when the document has no such file or its bytes disappear in
 * between, and PayloadStoreError when its object cannot be read.
 */
export async function* filePieces(
  pool: Pool,
  documentId: string,
  fileId: string,
): AsyncGenerator<Buffer, void> {
  if (!isUuid(documentId) || !isUuid(fileId)) throw new Error(`There is no file ${fileId}`)
  const { rows } = await pool.query<FileRow>(selectFile.with({ documentId, fileId }))
  const file = rows[0]
  if (!file) throw new Error(`There is no file ${fileId}`)
  if (file.is_object === null) return
  const pieces = file.is_object ? objectPieces(pool, file) : chunkPieces(pool, file)
  yield* checked(pieces, file)
}

const selectChunks = statement<{ payloadId: string; ordinal: number; limit: number }>(`
  select ordinal, bytes from payload_chunks where payload_id = $payloadId and ordinal >= $ordinal
  order by ordinal limit $limit`)

async function* chunkPieces(
  pool: Pool,
  { payload_id: payloadId }: FileRow,
): AsyncGenerator<Buffer, void> {
  for (let ordinal = 0; ; ) {
    const chunks = selectChunks.with({ payloadId, ordinal, limit: chunksAtOnce })
    const { rows } = await oneByOne(pool, () =>
      pool.query<{ ordinal: number; bytes: Buffer }>(chunks),
    )
    for (const { bytes } of rows) yield bytes
    const last = rows.at(-1)
    if (!last || rows.length < chunksAtOnce) return
    ordinal = last.ordinal + 1
  }
}

const lastReads = new WeakMap<Pool, Promise<unknown>>()

/** Large reads, one after the other: short statements of others do not wait for many of them. */
function oneByOne<T>(pool: Pool, read: () => Promise<T>): Promise<T> {
  const next = (lastReads.get(pool) ?? Promise.resolve()).then(read)
  lastReads.set(
    pool,
    next.catch(() => {}),
  )
  return next
}

async function* objectPieces(pool: Pool, file: FileRow): AsyncGenerator<Buffer, void> {
  const payloads = payloadStoreOf(pool)
  if (!payloads)
    throw new PayloadStoreError('away', 'these bytes are in a payload store: set PAYLOAD_STORE')
  const payload = { id: file.payload_id, sha256: file.sha256.toString('hex') }
  const size = Number(file.size)
  for (let from = 0; from < size; from += objectBytesAtOnce)
    yield await payloads.readRange(payload, from, Math.min(objectBytesAtOnce, size - from))
}

async function* checked(
  pieces: AsyncGenerator<Buffer, void>,
  { size, sha256 }: FileRow,
): AsyncGenerator<Buffer, void> {
  const digest: Hash = createHash('sha256')
  let left = Number(size)
  for await (const piece of pieces) {
    digest.update(piece)
    left -= piece.length
    if (left <= 0 && (left < 0 || !digest.digest().equals(sha256)))
      throw new PayloadStoreError('damaged', 'the bytes are not what was stored')
    yield piece
  }
  if (left > 0) throw new Error('The bytes of a file were removed while they were read')
}
