// The audit log: one line for each step of a document, each with the hash of the line before it.
// The database numbers and hashes new lines (migrations/0001_documents.sql); the same hash is
// computed here to check the chain.
import { createHash } from 'node:crypto'
import type { Pool } from 'pg'
import type { AuditLine, Status } from './facts.ts'
import { isUuid, present } from './rows.ts'

type Row = {
  sequence: number
  at: Date
  from_status: Status | null
  to_status: Status
  event: string
  actor: string
  attempt: number | null
  detail: string | null
  hash: string
  previous_hash: string
}

/** All lines of a document, oldest first. */
export async function auditOf(pool: Pool, documentId: string): Promise<AuditLine[]> {
  if (!isUuid(documentId)) return []
  const { rows } = await pool.query<Row>(
    'select * from audit where document_id = $1 order by sequence',
    [documentId],
  )
  return rows.map((row) =>
    present({
      sequence: row.sequence,
      at: row.at,
      from: row.from_status,
      to: row.to_status,
      event: row.event,
      actor: row.actor,
      attempt: row.attempt,
      detail: row.detail,
      hash: row.hash,
      previousHash: row.previous_hash,
    }),
  )
}

/**
 * SHA-256 (hex) over the parts of a line, each as its length in bytes, a colon, the part and a
 * comma; a dash if absent.
 */
function auditHash(documentId: string, line: AuditLine): string {
  const parts = [
    line.previousHash,
    documentId,
    String(line.sequence),
    line.at.toISOString(),
    line.from,
    line.to,
    line.event,
    line.actor,
    line.attempt?.toString(),
    line.detail,
  ]
  const text = parts
    .map((part) => (part === undefined ? '-' : `${Buffer.byteLength(part)}:${part},`))
    .join('')
  return createHash('sha256').update(text).digest('hex')
}

/**
 * Whether the lines are an unbroken chain from the first one on. It cannot detect lines cut off at
 * the end: for that the last hash must be known from elsewhere.
 */
export function isChainIntact(documentId: string, lines: AuditLine[]): boolean {
  return lines.every((line, index) => {
    const before = lines[index - 1]
    return (
      line.sequence === index + 1 &&
      line.from === before?.to &&
      line.previousHash === (before?.hash ?? '0'.repeat(64)) &&
      line.hash === auditHash(documentId, line)
    )
  })
}
