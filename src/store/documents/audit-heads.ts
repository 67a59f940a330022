// Signed heads over the audit chains of all documents (migrations/0005_audit_heads.sql) and of the
// log of the installation (migrations/0029_log.sql): an id is that of a document or of its chain.
import type { Pool } from 'pg'

/** The last line of a chain, at the time: that of a document, or one of the log (log.ts). */
export type CoveredLine = { documentId: string; sequence: number; hash: string }

export type AuditHead = {
  /** 1, 2, 3, … */
  number: number
  at: Date
  /** The covered lines, in 52 bytes each (core/audit-head.ts). */
  packed: Buffer
  root: Buffer
  previousHash: string
  hash: string
  /** RSA-SHA256 of the text that `hash` is of. */
  signature: Buffer
  /** Fingerprint, and the certificate as PEM. */
  signer: string
  certificate: string
}

/** Lines that no head covers yet; `first` before all others. */
export async function uncoveredLines(
  pool: Pool,
  limit: number,
  first?: string,
): Promise<CoveredLine[]> {
  const { rows } = await pool.query<CoveredLine>(
    `with uncovered as (
       select document_id as "documentId", sequence from audit_uncovered
       order by document_id is distinct from $2::uuid, document_id limit $1
     )
     select uncovered.*, audit.hash from uncovered
     join audit on audit.document_id = "documentId" and audit.sequence = uncovered.sequence
     union all
     select uncovered.*, line.hash from uncovered
     join log_lines line on line.chain_id = "documentId" and line.sequence = uncovered.sequence`,
    [limit, first ?? null],
  )
  return rows
}

/** Has the last line of a document covered once more. */
export async function uncover(pool: Pool, documentId: string): Promise<void> {
  await pool.query(
    `insert into audit_uncovered (document_id, sequence)
     select document_id, sequence from audit where document_id = $1
     order by sequence desc limit 1
     on conflict do nothing`,
    [documentId],
  )
}

export async function lastHead(
  pool: Pool,
): Promise<Pick<AuditHead, 'number' | 'hash'> | undefined> {
  const { rows } = await pool.query<{ number: number; hash: string }>(
    'select number::integer, hash from audit_heads order by audit_heads.number desc limit 1',
  )
  return rows[0]
}

/** False when another process has added a head with this number. */
export async function addHead(
  pool: Pool,
  head: AuditHead,
  lines: readonly CoveredLine[],
): Promise<boolean> {
  // Rows that another process is just changing have a new line: they stay. Waiting could deadlock.
  const { rowCount } = await pool.query(
    `with signer as (
       insert into audit_signers values ($9, $10) on conflict do nothing
     ),
     head as (
       insert into audit_heads
         (number, at, lines, root, previous_hash, hash, signature, signer)
       values ($1, $2, $3, $4, $5, $6, $7, $9)
       on conflict do nothing
       returning number
     ),
     covered as (
       select uncovered.document_id
       from json_to_recordset($8::json) as line ("documentId" uuid, sequence integer)
       join audit_uncovered uncovered on uncovered.document_id = line."documentId"
         and uncovered.sequence = line.sequence
       where exists (select from head)
       for update of uncovered skip locked
     ),
     done as (
       delete from audit_uncovered using covered
       where audit_uncovered.document_id = covered.document_id
     )
     select number from head`,
    [
      head.number,
      head.at,
      head.packed,
      head.root,
      head.previousHash,
      head.hash,
      head.signature,
      JSON.stringify(lines),
      head.signer,
      head.certificate,
    ],
  )
  return rowCount === 1
}

const headColumns = `
  head.number::integer, head.at, head.lines as packed, head.root,
  head.previous_hash as "previousHash", head.hash, head.signature, head.signer, signer.certificate`

/** Heads in their order, from the one after `number`. */
export async function headsAfter(pool: Pool, number: number, limit: number): Promise<AuditHead[]> {
  const { rows } = await pool.query<AuditHead>(
    `select ${headColumns}
     from audit_heads head join audit_signers signer on signer.fingerprint = head.signer
     where head.number > $1 order by head.number limit $2`,
    [number, limit],
  )
  return rows
}

/**
 * A head over this line (`packed`, in its 52 bytes), which was written at `at`: among the first 50
 * since then, as far as the clocks of two processes may differ. Undefined if there is none.
 */
export async function headOver(
  pool: Pool,
  { packed, at }: { packed: Buffer; at: Date },
): Promise<AuditHead | undefined> {
  const { rows } = await pool.query<AuditHead>(
    `select ${headColumns}
     from (select * from audit_heads where at > $2::timestamptz - interval '1 minute'
           order by at limit 50) head
     join audit_signers signer on signer.fingerprint = head.signer
     where position($1::bytea in head.lines) > 0
     order by head.number limit 1`,
    [packed, at],
  )
  return rows[0]
}

/** For each line, the hash that it has in the log now, and its time, if it is there. */
export async function linesNow(
  pool: Pool,
  lines: readonly CoveredLine[],
): Promise<({ hash: string; at: Date } | undefined)[]> {
  const { rows } = await pool.query<{ hash: string | null; at: Date }>(
    `select coalesce(audit.hash, logged.hash) as hash, coalesce(audit.at, logged.at) as at
     from unnest($1::uuid[], $2::integer[]) with ordinality as line (document_id, sequence, place)
     left join audit on audit.document_id = line.document_id and audit.sequence = line.sequence
     left join log_lines logged
       on logged.chain_id = line.document_id and logged.sequence = line.sequence
     order by line.place`,
    [lines.map(({ documentId }) => documentId), lines.map(({ sequence }) => sequence)],
  )
  return rows.map(({ hash, at }) => (hash === null ? undefined : { hash, at }))
}
