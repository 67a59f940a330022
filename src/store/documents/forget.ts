// Removes the contents of a document at a person's request: its files, names and texts, wherever
// they stand, and those of what was said about it. One line of the audit log has the digests of
// what stays, so that the log is as whole as before.
import type { Pool, PoolClient } from 'pg'
import type { AuditLine, Status } from '../facts.ts'
import { query } from '../postgres/statement.ts'
import { inTransaction } from '../postgres/transaction.ts'
import {
  type AuditRow,
  forgottenDetail,
  forgottenFacts,
  isChainIntact,
  linesDigest,
  toLine,
} from './audit.ts'
import { forgetKnownNames } from './partner-names.ts'
import { recordDigestOf, recordSha256 } from './record-digest.ts'
import { removeStatement } from './retention.ts'

export type Forgetting = {
  documentId: string
  tenantId: string
  reason: string
  actor: string
  at: Date
  /** How long the answer to an Idempotency-Key is kept. */
  answersKeptMs: number
}

export type ForgetResult =
  /** `answers`: the documents about it, which were forgotten with it. */
  | { kind: 'forgotten'; at: Date; actor: string; reason: string; answers: string[] }
  /** It, or an answer to it, is not at its end, or something is still to be sent about it. */
  | { kind: 'open'; documentId: string; status: Status }
  /** It is not what the audit log says: forgetting it would hide that. */
  | { kind: 'altered'; documentId: string }

/** One transaction. What is forgotten already, and has gained nothing since, stays as it is. */
export async function forgetDocument(pool: Pool, forgetting: Forgetting): Promise<ForgetResult> {
  const result = await inTransaction(pool, (client) => forgetIn(client, forgetting))
  forgetKnownNames(pool)
  return result
}

async function forgetIn(client: PoolClient, forgetting: Forgetting): Promise<ForgetResult> {
  const { documentId, tenantId } = forgetting
  const held = await hold(client, documentId)
  const own = held.find((row) => row.document_id === documentId && row.tenant_id === tenantId)
  if (!own) throw new Error(`There is no document ${documentId}`)
  const open = held.find((row) => !isAtItsEnd(row, row === own))
  if (open) return { kind: 'open', documentId: open.document_id, status: open.status }
  const answers = held.filter((row) => row !== own)
  for (const { document_id: id, tenant_id: tenant } of answers) {
    const reason = `with document ${documentId}`
    const done = await forgetOne(client, {
      ...forgetting,
      documentId: id,
      tenantId: tenant,
      reason,
    })
    if (!done) return altered(client, id)
  }
  const line = await forgetOne(client, forgetting)
  const facts = line && forgottenFacts(line)
  if (!facts) return altered(client, documentId)
  const { at, actor } = line
  const { reason } = facts
  const ids = answers.map(({ document_id: id }) => id)
  return { kind: 'forgotten', at, actor, reason, answers: ids }
}

// What was removed until here stays.
async function altered(client: PoolClient, documentId: string): Promise<ForgetResult> {
  await client.query('rollback and chain')
  return { kind: 'altered', documentId }
}

type Held = {
  document_id: string
  tenant_id: string
  status: Status
  is_forgotten: boolean
  is_busy: boolean
}

/** The document and those about it, which nothing changes until the end of the transaction. */
async function hold(client: PoolClient, documentId: string): Promise<Held[]> {
  const { rows } = await client.query<Held>(
    query(
      `select document_id, tenant_id, status, forgotten_at is not null as is_forgotten,
              exists (select from inbound_jobs job where job.document_id = state.document_id)
                or exists (select from inbound_senders sender
                           where sender.document_id = state.document_id
                             and sender.due_at is not null) as is_busy
       from states state
       where document_id = any (array(
         select $documentId::uuid union all
         select answer_id from answers where answers.document_id = $documentId))
       order by document_id for update`,
      { documentId },
    ),
  )
  return rows
}

const ends: readonly Status[] = [
  'delivered',
  'reported',
  'rejected',
  'failed',
  'cancelled',
  'acknowledged',
]

/** An answer need not be taken by its tenant, nor what was forgotten as an answer before. */
function isAtItsEnd(
  { status, is_busy: isBusy, is_forgotten: isForgotten }: Held,
  isOwn: boolean,
): boolean {
  return !isBusy && (ends.includes(status) || ((!isOwn || isForgotten) && status === 'available'))
}

/** The line that says so; undefined if the document is not what its lines say. */
async function forgetOne(
  client: PoolClient,
  forgetting: Forgetting,
): Promise<AuditLine | undefined> {
  const { documentId, reason, actor, at } = forgetting
  const lines = await linesOf(client, documentId)
  const last = lines.at(-1)
  if (last && forgottenFacts(last)) return last
  const expected = recordDigestOf(lines)
  const isAsWritten =
    isChainIntact(documentId, lines) &&
    (expected === undefined || expected === (await digestOfRow(client, documentId)))
  if (!isAsWritten) return undefined
  await client.query(`select set_config('fourcorner.forgets', $1, true)`, [documentId])
  const kept = lines.map(withoutText)
  for (const [index, line] of kept.entries())
    if (line.detail !== lines[index]?.detail)
      await client.query('update audit set detail = $3 where document_id = $1 and sequence = $2', [
        documentId,
        line.sequence,
        line.detail,
      ])
  await removeName(client, documentId)
  await client.query(removeStatement, [[documentId]])
  for (const text of removals) await client.query(query(text, valuesFor(text, forgetting)))
  const record = await digestOfRow(client, documentId)
  const detail = forgottenDetail({ record, log: linesDigest(kept), reason })
  const { rows } = await client.query<AuditRow>(
    `insert into audit (document_id, at, to_status, event, actor, detail)
     select document_id, $2, status, 'forgotten', $3, $4 from states where document_id = $1
     returning *`,
    [documentId, at, actor, detail],
  )
  return rows[0] && toLine(rows[0])
}

async function linesOf(client: PoolClient, documentId: string): Promise<AuditLine[]> {
  const { rows } = await client.query<AuditRow>(
    'select * from audit where document_id = $1 order by sequence',
    [documentId],
  )
  return rows.map(toLine)
}

async function digestOfRow(client: PoolClient, documentId: string): Promise<string> {
  const { rows } = await client.query<{ digest: string }>(
    `select ${recordSha256} as digest from documents document where id = $1`,
    [documentId],
  )
  return rows[0]?.digest ?? ''
}

/** What stays of the details of a line: codes, and what other lines and rows are compared with. */
function withoutText({ detail, ...line }: AuditLine): AuditLine {
  const kept = detail === undefined ? undefined : keptOf(line.event, detail)
  return kept === undefined ? line : { ...line, detail: kept }
}

function keptOf(event: string, detail: string): string | undefined {
  switch (event) {
    case 'set-aside':
      return undefined
    case 'mls-received':
    case 'mls-ignored':
      return /^[A-Z]{2}\b/.exec(detail)?.[0]
    case 'postponed':
    case 'failed':
      return /^[a-z]+(\.[a-z-]+)+/.exec(detail)?.[0]
    default:
      return detail
  }
}

// The newest document that has the name is nearest: documents are forgotten from the oldest on.
const removeWords = (side: 'sender' | 'receiver') => `
  delete from partner_words words using documents own
  where own.id = $documentId and words.tenant_id = own.tenant_id
    and words.participant_id = own.${side}_id and words.name = own.${side}_name
    and words.word in (select name_words(own.${side}_name))
    and (select other.id from documents other
         where other.tenant_id = own.tenant_id and other.${side}_id = own.${side}_id
           and other.direction = own.direction and other.${side}_name = own.${side}_name
           and other.id <> own.id
         order by other.id desc limit 1) is null`

/** The name of the partner goes from the search, unless another document has it. */
async function removeName(client: PoolClient, documentId: string): Promise<void> {
  const { rows } = await client.query<{ is_sent: boolean }>(
    `select direction = 'outbound' as is_sent from documents where id = $1`,
    [documentId],
  )
  const side = rows[0]?.is_sent ? 'receiver' : 'sender'
  await client.query(query(removeWords(side), { documentId }))
}

const removeAnswer = `
  update idempotency set status = 410, answer = json_build_object(
    'code', 'document.content-removed', 'detail', 'The document was forgotten at a request.',
    'errors', '[]'::json, 'documentId', $documentId::uuid)
  where answer is not null
    and coalesce(answer->>'id', answer->>'documentId') = $documentId::uuid::text
    and expires_at = (select created_at from documents where id = $documentId::uuid)
      + $answersKeptMs * interval '1 millisecond'`

// The beginnings of what the tenant's systems answered. The id of a delivery is that of its event,
// which begins with the time of the line that it was made of.
const removeBodies = `
  update webhook_deliveries delivery
  set attempts = (select coalesce(jsonb_agg(attempt - 'body' order by place), '[]')
                  from jsonb_array_elements(delivery.attempts) with ordinality
                    as tried (attempt, place))
  from webhooks webhook, audit line
  where webhook.tenant_id = $tenantId and line.document_id = $documentId
    and delivery.webhook_id = webhook.id and delivery.document_id = $documentId
    and delivery.id >= first_uuid(line.at)
    and delivery.id < first_uuid(line.at + interval '1 millisecond')`

/** Statements that remove the contents of one document from each table that has any. */
const removals = [
  removeAnswer,
  `delete from webhook_deliveries delivery using webhooks webhook
   where webhook.tenant_id = $tenantId and delivery.webhook_id = webhook.id
     and delivery.document_id = $documentId and delivery.due_at is not null`,
  removeBodies,
  'update files set name = kind where document_id = $documentId',
  `update attempts set session_key = null, detail = null,
     ebms_errors = (select jsonb_agg(error - 'detail' order by place)
                    from jsonb_array_elements(ebms_errors) with ordinality as told (error, place))
   where document_id = $documentId`,
  `update answers set said = '{}' where document_id = $documentId`,
  `update answers set said = '{}' where answer_id = $documentId and kind <> 'mls'`,
  `update documents set sender_name = null, receiver_name = null, warnings = '{}'
   where id = $documentId`,
  `update states set forgotten_at = $at, updated_at = $at, set_aside_note = null,
     failure_detail = case when failure_code is not null then '' end,
     failure_retryable = case when failure_code is not null then false end
   where document_id = $documentId`,
  // Objects that were removed are looked for on the clock: now at once.
  `update schedules set due_at = least(due_at, $at) where name = 'payload-store'`,
]

function valuesFor(text: string, forgetting: Forgetting): Partial<Forgetting> {
  const { documentId, tenantId, at, answersKeptMs } = forgetting
  const values = { documentId, tenantId, at, answersKeptMs }
  return Object.fromEntries(Object.entries(values).filter(([name]) => text.includes(`$${name}`)))
}
