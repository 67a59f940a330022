// Documents that other access points send us: each is stored once, with its receipt, before that is
// sent (migrations/0007_inbound.sql).
import { createHash } from 'node:crypto'
import type { Pool } from 'pg'
import { keptTenant, tenantById } from '../access/tenants.ts'
import { newDocument, newState, toDocumentRow, toStateRow } from '../documents/documents.ts'
import {
  type FileParameters,
  type FileValues,
  fileParameters,
  insertFiles,
  storeWithFiles,
  toFileValues,
} from '../documents/files.ts'
import { hasNewName, insertNames, noteName } from '../documents/partner-names.ts'
import type { Document, Exchange, MlsType, Move, NewFile } from '../facts.ts'
import { batched, batchedRead } from '../postgres/batch.ts'
import { inParts, prepared, runPrepared } from '../postgres/prepared.ts'
import { columnsOf, type RowOf, rowsIn, rowType, toParameter } from '../postgres/row-types.ts'
import { statement } from '../postgres/statement.ts'
import { insertSender } from './inbound-senders.ts'

/** What identifies a message, and what identifies its document. */
export type ArrivalKeys = {
  /** The seat id of the sender: each has MessageIds of its own. */
  accessPoint: string
  messageId: string
  /** The digest that instanceDigest makes. */
  instance: Buffer
}

export type KnownArrival = {
  /** The message has come before. Digests as hex. */
  message?: { documentId: string; sbdSha256: string; receiptId: string }
  /** Its InstanceIdentifier has. */
  instance?: { documentId: string; documentSha256: string }
}

export function instanceDigest(of: {
  sender: string
  receiver: string
  instanceIdentifier: string
}): Buffer {
  const parts = [of.sender, of.receiver, of.instanceIdentifier]
  return createHash('sha256').update(JSON.stringify(parts)).digest()
}

const knownStatement = prepared<{ keys: string }>(
  'known_arrivals',
  `
  select message.document_id as message_document, encode(message.sbd_sha256, 'hex') as sbd_sha256,
         message.receipt_id, instance.document_id as instance_document,
         encode(instance.document_sha256, 'hex') as document_sha256
  from json_to_recordset($keys::json)
    as asked (position integer, access_point text, message_id text, digest text)
  left join lateral (select * from inbound_messages message
    where message.access_point = asked.access_point and message.message_id = asked.message_id
    limit 1) message on true
  left join lateral (select * from inbound_instances instance
    where instance.digest = decode(asked.digest, 'hex') limit 1) instance on true
  order by asked.position`,
)

type KnownRow = { [Name in keyof Record<KnownColumn, unknown>]: string | null }
type KnownColumn =
  | 'message_document'
  | 'sbd_sha256'
  | 'receipt_id'
  | 'instance_document'
  | 'document_sha256'

const knownRow = batchedRead(async (pool, all: ArrivalKeys[]) => {
  const keys = all.map(({ accessPoint, messageId, instance }, position) => ({
    ...{ position, access_point: accessPoint, message_id: messageId },
    digest: instance.toString('hex'),
  }))
  const query = knownStatement.with({ keys: JSON.stringify(keys) })
  const { rows } = await runPrepared<KnownRow>(pool, query)
  return rows
})

/** What is stored of an earlier arrival of the same. */
export async function knownArrival(pool: Pool, keys: ArrivalKeys): Promise<KnownArrival> {
  const row = await knownRow(pool, keys)
  return {
    ...(row.message_document && row.sbd_sha256 && row.receipt_id
      ? {
          message: {
            documentId: row.message_document,
            sbdSha256: row.sbd_sha256,
            receiptId: row.receipt_id,
          },
        }
      : {}),
    ...(row.instance_document && row.document_sha256
      ? {
          instance: {
            documentId: row.instance_document,
            documentSha256: row.document_sha256,
          },
        }
      : {}),
  }
}

export type NewArrival = {
  document: Document
  keys: ArrivalKeys
  /** Digest of the SBD as hex. */
  sbdSha256: string
  /** Absent: another document has the InstanceIdentifier (`document.sameInstanceAs`). */
  documentSha256?: string
  /** The SBD, the document, and the receipt, which has the id `receiptId`. */
  files: readonly NewFile[]
  receiptId: string
  /** To `received`. */
  move: Move
  /** To `available`, where `document` already stands, because nothing about it has to be judged. */
  opening?: Move
  exchange: Exchange
}

const linesOfOpenings = `
    union all
    select document_id, null, at, opened_to, opened_by, opener, null, null from held
    where opened_to is not null`

const insertWork = `
  new_work as (
    insert into inbound_jobs (document_id, run_at)
    select document_id, work_at from held where work_at is not null
  ),`

const newExchange = rowType('new_exchange', {
  document_id: 'uuid',
  at: 'timestamptz',
  direction: 'text',
  access_point: 'text',
  document_type_id: 'text',
  process_id: 'text',
  country_c1: 'text',
  country_c4: 'text',
  end_user: 'text',
})

const newArrival = rowType('new_arrival', {
  document_id: 'uuid',
  at: 'timestamptz',
  access_point: 'text',
  message_id: 'text',
  sbd_sha256: 'bytea',
  receipt_id: 'uuid',
  instance: 'bytea',
  document_sha256: 'bytea',
  to_status: 'text',
  event: 'text',
  actor: 'text',
  detail: 'text',
  files_sha256: 'text',
  opened_to: 'text',
  opened_by: 'text',
  opener: 'text',
  work_at: 'timestamptz',
  document: newDocument,
  state: newState,
  exchange: newExchange,
})

// Two lines of one document are written in their order: a line is numbered when it is written.
// Postgres runs the later ones of these expressions first: the first line begins with a digest of
// the document's row, which is there by then.
const keepStatement = inParts<'names' | 'work' | 'openings', FileParameters & { arrivals: Buffer }>(
  'keep_arrivals',
  (needs) => `
  with item as (
    select * from ${rowsIn(newArrival, '$arrivals')} as item
  ),
  held as (
    select item.* from item cross join lateral ${keptTenant('(item.document).tenant_id')} tenant
    where (select true from inbound_messages known where known.access_point = item.access_point
             and known.message_id = item.message_id limit 1) is null
      and (document_sha256 is null or (select true from inbound_instances known
             where known.digest = item.instance limit 1) is null)
  ),
  new_message as (
    insert into inbound_messages (access_point, message_id, document_id, sbd_sha256, receipt_id)
    select access_point, message_id, document_id, sbd_sha256, receipt_id from held
  ),
  new_instance as (
    insert into inbound_instances (digest, document_id, document_sha256)
    select instance, document_id, document_sha256 from held
    where document_sha256 is not null
  ),
  new_line as (
    insert into audit (document_id, sequence, at, to_status, event, actor, detail, files_sha256)
    select document_id, 1, at, to_status, event, actor, detail, files_sha256 from held
    ${needs.openings ? linesOfOpenings : ''}
  ),
  new_document as (
    insert into documents (${columnsOf(newDocument)})
    select (document).* from held
  ),
  new_state as (
    insert into states (${columnsOf(newState)})
    select (state).* from held
  ),
  ${needs.names ? insertNames : ''}
  ${needs.work ? insertWork : ''}
  new_exchange as (
    insert into exchanges (${columnsOf(newExchange)})
    select (exchange).* from held
  ),
  ${insertFiles}
  select document_id from held`,
)

export const keeping = batched(
  async (
    database,
    items: { arrival: NewArrival; files: FileValues; hasNewName: boolean }[],
  ): Promise<boolean[]> => {
    const arrivals = items.map(({ arrival }) => arrival)
    const arrivalRows = items.map(toArrivalRow)
    const statement = keepStatement({
      names: items.some((item) => item.hasNewName),
      work: arrivalRows.some((row) => row.work_at),
      openings: arrivalRows.some((row) => row.opened_to),
    })
    const query = statement.with({
      ...fileParameters(items.map(({ files }) => files)),
      arrivals: toParameter(newArrival, arrivalRows),
    })
    const { rows } = await runPrepared<{ document_id: string }>(database, query)
    const stored = new Set(rows.map((row) => row.document_id))
    return arrivals.map(({ document }) => stored.has(document.id))
  },
)

/**
 * Stores an arrival with everything that belongs to it in one transaction. `known` when the
 * message, or the InstanceIdentifier, was stored before: ask for it.
 */
export async function keepArrival(
  pool: Pool,
  arrival: NewArrival,
): Promise<'stored' | 'known' | 'tenant-removed'> {
  const { id, createdAt, tenantId } = arrival.document
  const files = await toFileValues(pool, arrival.files, { documentId: id, at: createdAt })
  const isNew = hasNewName(pool, arrival.document)
  try {
    if (await keeping.write(pool, { arrival, files, hasNewName: isNew })) {
      if (isNew) noteName(pool, arrival.document)
      return 'stored'
    }
    return (await tenantById(pool, tenantId)) ? 'known' : 'tenant-removed'
  } catch (error) {
    if (isTakenKey(error)) return 'known'
    throw error
  }
}

function toArrivalRow({
  arrival,
  files,
}: {
  arrival: NewArrival
  files: FileValues
}): RowOf<typeof newArrival> {
  const { document, keys, move, opening } = arrival
  return {
    document_id: document.id,
    at: document.createdAt,
    access_point: keys.accessPoint,
    message_id: keys.messageId,
    sbd_sha256: Buffer.from(arrival.sbdSha256, 'hex'),
    receipt_id: arrival.receiptId,
    instance: keys.instance,
    document_sha256:
      arrival.documentSha256 === undefined ? undefined : Buffer.from(arrival.documentSha256, 'hex'),
    to_status: move.to,
    event: move.event,
    actor: move.actor,
    detail: move.detail,
    files_sha256: files.digest,
    opened_to: opening?.to,
    opened_by: opening?.event,
    opener: opening?.actor,
    // It is to be opened, or answered when its tenant has not done so by then.
    work_at: opening ? document.mls?.dueAt : document.createdAt,
    document: toDocumentRow(document),
    state: toStateRow(document),
    exchange: toExchangeRow(document.id, arrival.exchange),
  }
}

/** A row of `exchanges`. */
function toExchangeRow(documentId: string, exchange: Exchange): RowOf<typeof newExchange> {
  return {
    document_id: documentId,
    at: exchange.at,
    direction: exchange.direction,
    access_point: exchange.accessPoint,
    document_type_id: exchange.documentTypeId,
    process_id: exchange.processId,
    country_c1: exchange.countryC1,
    country_c4: exchange.countryC4,
    end_user: exchange.endUser,
  }
}

const keyTables = ['inbound_messages', 'inbound_instances']

function isTakenKey(error: unknown): boolean {
  if (!(error instanceof Error) || !('table' in error) || !('code' in error)) return false
  return error.code === '23505' && keyTables.includes(String(error.table))
}

type RepeatedArrival = {
  documentId: string
  keys: ArrivalKeys
  sbdSha256: string
  receipt: NewFile
  actor: string
  at: Date
  /** Which Message Level Status its envelope asks for, and where. */
  mlsType?: MlsType
  mlsTo?: string
}

type RepeatValues = FileParameters & {
  at: Date
  documentId: string
  accessPoint: string
  messageId: string
  sbdSha256: string
  receiptId: string
  actor: string
  filesDigest: string | undefined
  mlsType: MlsType | undefined
  mlsTo: string | undefined
  storedMax: number
}

const repeatStatement = prepared<RepeatValues>(
  'keep_repeated_arrival',
  `
  with counted as (
    update states set repeats = repeats + 1 where document_id = known_at_start($documentId::uuid)
    returning document_id, status, as4_access_point, repeats
  ),
  held as (
    select document_id, status, as4_access_point from counted where repeats <= $storedMax::integer
  ),
  new_message as (
    insert into inbound_messages (access_point, message_id, document_id, sbd_sha256, receipt_id)
    select $accessPoint, $messageId, document_id, decode($sbdSha256, 'hex'), $receiptId::uuid
    from held
  ),
  ${insertSender},
  new_line as (
    insert into audit (document_id, at, to_status, event, actor, detail, files_sha256)
    select document_id, $at::timestamptz, status, 'repeated', $actor, $messageId, $filesDigest
    from held
  ),
  ${insertFiles}
  select document_id from held`,
)

/** Repeats of one document: more are counted, and not stored. */
const repeatsStoredMax = 100

/**
 * Stores another message that carried a stored document, with its receipt, and counts it; the
 * hundred first ones are stored.
 */
export async function keepRepeatedArrival(
  pool: Pool,
  repeated: RepeatedArrival,
): Promise<'stored' | 'known'> {
  const { documentId, keys, sbdSha256, receipt, actor, at, mlsType, mlsTo } = repeated
  const files = await toFileValues(pool, [receipt], { documentId, at })
  try {
    await storeWithFiles(pool, files, async (database) => {
      const query = repeatStatement.with({
        ...fileParameters([files]),
        ...{ at, documentId, sbdSha256, actor, mlsType, mlsTo },
        accessPoint: keys.accessPoint,
        messageId: keys.messageId,
        receiptId: receipt.id,
        filesDigest: files.digest,
        storedMax: repeatsStoredMax,
      })
      const { rowCount } = await runPrepared(database, query)
      return rowCount === 1
    })
    return 'stored'
  } catch (error) {
    if (isTakenKey(error)) return 'known'
    throw error
  }
}

const countStatement = statement<{ documentId: string }>(
  'update states set repeats = repeats + 1 where document_id = $documentId',
)

/** Counts a message that came again and gets its receipt again. */
export async function countRepeat(pool: Pool, documentId: string): Promise<void> {
  await pool.query(countStatement.with({ documentId }))
}
