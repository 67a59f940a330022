// The work on documents that came: claimed with a lease, opened, and made available or answered
// (migrations/0007_inbound.sql).
import type { Pool, PoolClient } from 'pg'
import { acceptReport, type NewReport, prepareReport } from '../documents/accept.ts'
import { documentsOf, type RecentRecord } from '../documents/documents.ts'
import {
  type FileParameters,
  type FileValues,
  fileParameters,
  insertFiles,
  storeInTransaction,
  storeWithFiles,
  toFileValues,
} from '../documents/files.ts'
import type {
  Document,
  MlsCode,
  MlsStatus,
  Move,
  NewFile,
  Status,
  TaxReport,
  ValidationFacts,
} from '../facts.ts'
import { batched } from '../postgres/batch.ts'
import { between, type IdRange, rangeOf } from '../postgres/months.ts'
import { inParts, prepared, runPrepared } from '../postgres/prepared.ts'
import { type RowOf, rowsIn, rowType, toParameter } from '../postgres/row-types.ts'
import { statement } from '../postgres/statement.ts'

export type InboundClaim = { documentId: string; epoch: number }

type ClaimRow = { document_id: string; epoch: number }

const claimStatement = prepared<{ owner: string; now: Date; leaseUntil: Date; limit: number }>(
  'claim_inbound',
  `
  with next as (
    select document_id from inbound_jobs where run_at <= $now
    order by run_at limit $limit for update skip locked
  ),
  claimed as (
    update inbound_jobs set lease_owner = $owner, epoch = epoch + 1, run_at = $leaseUntil
    from next where inbound_jobs.document_id = next.document_id
    returning inbound_jobs.document_id, inbound_jobs.epoch
  )
  select document_id, epoch from claimed order by document_id`,
)

/**
 * Claims work on inbound documents that is due. Claims of a process that died fall due again.
 * `recent` is asked for documents that were never claimed before.
 */
export async function claimInbound(
  pool: Pool,
  claim: { owner: string; now: Date; leaseMs: number; limit: number; recent?: RecentRecord },
): Promise<(InboundClaim & { document: Document })[]> {
  const { owner, now, leaseMs, limit } = claim
  const leaseUntil = new Date(now.getTime() + leaseMs)
  const query = claimStatement.with({ owner, now, leaseUntil, limit })
  const { rows } = await runPrepared<ClaimRow>(pool, query)
  const documents = await documentsOf(
    pool,
    rows.map(({ document_id: id, epoch }) => ({ id, isNew: epoch === 1 })),
    claim.recent,
  )
  return rows.flatMap(({ document_id: documentId, epoch }) => {
    const document = documents.get(documentId)
    return document ? [{ documentId, epoch, document }] : []
  })
}

const endStatement = statement<InboundClaim>(
  'delete from inbound_jobs where document_id = $documentId and epoch = $epoch',
)
const putOffStatement = statement<InboundClaim & { runAt: Date }>(`
  update inbound_jobs set run_at = $runAt, lease_owner = null
  where document_id = $documentId and epoch = $epoch`)

/** Ends the work on a document, or puts it off. Does nothing when another process took it over. */
export async function endInbound(
  pool: Pool,
  { documentId, epoch }: InboundClaim,
  runAt?: Date,
): Promise<void> {
  await pool.query(
    runAt
      ? putOffStatement.with({ documentId, epoch, runAt })
      : endStatement.with({ documentId, epoch }),
  )
}

type OpenedInbound = InboundClaim & {
  /** From `received` to `available`. */
  move: Move
  at: Date
  validation?: ValidationFacts
  files: readonly NewFile[]
  /** A Message Level Status is owed, and due then. */
  mlsDueAt?: Date
  /** What it says of its report to a tax authority, and that report, if there is one. */
  reported?: { taxReport: TaxReport; report?: NewReport }
}

const inboundOpening = rowType('inbound_opening', {
  document_id: 'uuid',
  epoch: 'integer',
  at: 'timestamptz',
  to_status: 'text',
  event: 'text',
  actor: 'text',
  detail: 'text',
  files_sha256: 'text',
  validation: 'jsonb',
  mls_due_at: 'timestamptz',
})

const awaitAnswer = `,
  again as (
    update inbound_jobs set run_at = held.mls_due_at, lease_owner = null
    from held
    where inbound_jobs.document_id = held.document_id and held.mls_due_at is not null
  )`
const endWork = `,
  done as (
    delete from inbound_jobs using held
    where inbound_jobs.document_id = held.document_id and held.mls_due_at is null
  )`

const openStatement = inParts<
  'awaited' | 'done' | 'files',
  FileParameters & IdRange & { openings: Buffer }
>(
  'open_inbound',
  (needs) => `
  with item as (
    select * from ${rowsIn(inboundOpening, '$openings')} as item
  ),
  job as (
    select item.* from item join inbound_jobs
      on inbound_jobs.document_id = item.document_id and inbound_jobs.epoch = item.epoch
    for update of inbound_jobs
  ),
  held as (
    update states set status = job.to_status, updated_at = job.at, validation = job.validation,
      mls_status = case when job.mls_due_at is not null then 'awaited' end,
      mls_due_at = job.mls_due_at
    from job
    where states.document_id = job.document_id and ${between('states.document_id')}
      and states.status = 'received'
    returning job.*
  ),
  new_line as (
    insert into audit (document_id, at, to_status, event, actor, detail, files_sha256)
    select document_id, at, to_status, event, actor, detail, files_sha256 from held
  )
  ${needs.awaited ? awaitAnswer : ''}
  ${needs.done ? endWork : ''}
  ${needs.files ? `, ${insertFiles}` : ''}
  select document_id from held`,
)

type Opening = { opened: OpenedInbound; files: FileValues }

export const opening = batched(openItems)

async function openItems(database: Pool | PoolClient, items: Opening[]): Promise<boolean[]> {
  const form = openStatement({
    awaited: items.some(({ opened }) => opened.mlsDueAt),
    done: items.some(({ opened }) => !opened.mlsDueAt),
    files: items.some(({ opened }) => opened.files.length > 0),
  })
  const query = form.with({
    ...fileParameters(items.map(({ files }) => files)),
    openings: toParameter(inboundOpening, items.map(toOpenedRow)),
    ...rangeOf(items.map(({ opened }) => opened.documentId)),
  })
  const { rows } = await runPrepared<{ document_id: string }>(database, query)
  const held = new Set(rows.map((row) => row.document_id))
  return items.map(({ opened }) => held.has(opened.documentId))
}

/** Makes a document available to its tenant. False when another process took the work over. */
export async function openInbound(pool: Pool, opened: OpenedInbound): Promise<boolean> {
  const files = await toFileValues(pool, opened.files, opened)
  const { reported } = opened
  return reported
    ? openReported(pool, { opened, files }, reported)
    : opening.write(pool, { opened, files })
}

/** The report is stored with it or not at all. */
async function openReported(
  pool: Pool,
  { opened, files }: Opening,
  { taxReport, report }: NonNullable<OpenedInbound['reported']>,
): Promise<boolean> {
  const prepared = report && (await prepareReport(pool, report))
  const rest = [...files.rest, ...(prepared?.files.rest ?? [])]
  return storeInTransaction(pool, { rest }, async (client) => {
    const [isOpened = false] = await openItems(client, [{ opened, files }])
    if (!isOpened) return false
    const unreported = { id: opened.documentId, taxReport, actor: opened.move.actor }
    if (prepared) await acceptReport(client, prepared, taxReport)
    else await client.query(unreportedStatement.with(unreported))
    return true
  })
}

const unreportedStatement = statement<{ id: string; taxReport: TaxReport; actor: string }>(`
  with held as (
    update states set tax_report = $taxReport::jsonb where document_id = $id
    returning document_id, status, updated_at
  )
  insert into audit (document_id, at, to_status, event, actor, detail)
  select document_id, updated_at, status, 'tax-report-failed', $actor,
         $taxReport::jsonb ->> 'detail'
  from held where $taxReport::jsonb ->> 'status' = 'failed'`)

function toOpenedRow({
  opened,
  files,
}: {
  opened: OpenedInbound
  files: FileValues
}): RowOf<typeof inboundOpening> {
  const { documentId, epoch, move, at, validation, mlsDueAt } = opened
  return {
    ...{ document_id: documentId, epoch, at, validation, mls_due_at: mlsDueAt },
    ...{ to_status: move.to, event: move.event, actor: move.actor, detail: move.detail },
    files_sha256: files.digest,
  }
}

type WordValues = FileParameters & {
  documentId: string
  tenantId: string
  code: MlsCode
  at: Date
  isSent: boolean
  mlsStatus: MlsStatus | undefined
  toStatus: Status
  actor: string
  detail: string
  filesDigest: string | undefined
  acknowledged: string | undefined
}

// Work that another process has in hand is taken from it: it would send another status. The epoch
// is never that of new work, whose record a process may have from before.
const wordStatement = statement<WordValues>(`
  with held as (
    update states set word_code = $code::text, word_at = $at::timestamptz, status = $toStatus,
      updated_at = $at::timestamptz,
      completed_at = case when $toStatus = 'acknowledged' then $at::timestamptz end,
      mls_status = case when $isSent::boolean then 'awaited' end,
      mls_due_at = case when $isSent::boolean then $at::timestamptz end
    where document_id = $documentId::uuid and tenant_id = $tenantId::uuid
      and status = 'available' and word_code is null
      and mls_status is not distinct from $mlsStatus::text
    returning document_id
  ),
  due as (
    insert into inbound_jobs (document_id, run_at, epoch)
    select document_id, $at::timestamptz, 1 from held where $isSent::boolean
    on conflict (document_id) do update
      set run_at = excluded.run_at, lease_owner = null, epoch = inbound_jobs.epoch + 1
  ),
  new_lines as (
    insert into audit (document_id, at, to_status, event, actor, detail, files_sha256)
    select document_id, $at::timestamptz, line.to_status, line.event, $actor, line.detail,
           line.digest
    from held, (values (1, 'available', 'word', $detail::text, $filesDigest::text),
                       (2, $toStatus::text, $acknowledged::text, null, null))
      as line (step, to_status, event, detail, digest)
    where line.event is not null
    order by line.step
  ),
  ${insertFiles}
  select document_id from held`)

type InboundWord = {
  document: Pick<Document, 'id' | 'tenantId' | 'mls'>
  code: MlsCode
  /** Whether a Message Level Status is sent; else it is only recorded. */
  isSent: boolean
  /** To `acknowledged`, unless the document stays available. */
  acknowledged?: Move
  actor: string
  file: NewFile
  at: Date
}

/**
 * Records what the receiver says about a document, once; its Message Level Status is then due at
 * once. False when something was said before, or when the document has moved.
 */
export async function giveWord(pool: Pool, word: InboundWord): Promise<boolean> {
  const { document, code, isSent, acknowledged, actor, file, at } = word
  const files = await toFileValues(pool, [file], { documentId: document.id, at })
  return storeWithFiles(pool, files, async (database) => {
    const query = wordStatement.with({
      ...fileParameters([files]),
      ...{ documentId: document.id, tenantId: document.tenantId, code, at, isSent, actor },
      mlsStatus: document.mls?.status,
      toStatus: acknowledged?.to ?? 'available',
      acknowledged: acknowledged?.event,
      detail: isSent ? code : `${code} not sent`,
      filesDigest: files.digest,
    })
    const { rowCount } = await database.query(query)
    return rowCount === 1
  })
}

type Acknowledgement = Pick<Move, 'to' | 'event' | 'actor'> & {
  documentId: string
  tenantId: string
  at: Date
  detail: string | undefined
}

const acknowledgeStatement = statement<Acknowledgement>(`
  with held as (
    update states set status = $to, updated_at = $at, completed_at = $at
    where document_id = $documentId and tenant_id = $tenantId and status = 'available'
    returning document_id
  ),
  due as (
    update inbound_jobs set run_at = $at from held
    where inbound_jobs.document_id = held.document_id and lease_owner is null
  )
  insert into audit (document_id, at, to_status, event, actor, detail)
  select document_id, $at, $to, $event, $actor, $detail from held`)

/**
 * Moves a document from `available` to `acknowledged`; a Message Level Status that is owed is then
 * due at once. False when it is not available.
 */
export async function acknowledgeInbound(
  pool: Pool,
  {
    documentId,
    tenantId,
    move,
    at,
  }: { documentId: string; tenantId: string; move: Move; at: Date },
): Promise<boolean> {
  const { to, event, actor, detail } = move
  const { rowCount } = await pool.query(
    acknowledgeStatement.with({ documentId, tenantId, at, to, event, actor, detail }),
  )
  return rowCount === 1
}
