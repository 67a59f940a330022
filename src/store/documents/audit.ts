// The audit log: one line for each step of a document, each with the hash of the line before it.
// The database numbers and hashes new lines (migrations/0001_documents.sql); the same hash is
// computed here to check the chain.
import { createHash } from 'node:crypto'
import type { Pool } from 'pg'
import type { AuditLine, File, Status } from '../facts.ts'
import { ordinalPage, type Page, type PageQuery } from '../postgres/pages.ts'
import { isUuid, present } from '../postgres/rows.ts'

export type AuditRow = {
  sequence: number
  at: Date
  from_status: Status | null
  to_status: Status
  event: string
  actor: string
  attempt: number | null
  detail: string | null
  files_sha256: string | null
  hash: string
  previous_hash: string
}

/** All lines of a document, oldest first. */
export async function auditOf(pool: Pool, documentId: string): Promise<AuditLine[]> {
  if (!isUuid(documentId)) return []
  const { rows } = await pool.query<AuditRow>(
    'select * from audit where document_id = $1 order by sequence',
    [documentId],
  )
  return rows.map(toLine)
}

/** A page of the lines of a document, oldest first. Throws CursorError. */
export async function auditPage(
  pool: Pool,
  documentId: string,
  query: PageQuery,
): Promise<Page<AuditLine>> {
  const statement = `select *, sequence as ordinal from audit
    where document_id = $documentId and ($after::integer is null or sequence > $after)
    order by sequence limit $limit`
  const list = { name: 'history', statement, values: { documentId } }
  const page = await ordinalPage<AuditRow & { ordinal: number }>(pool, list, query)
  return { ...page, items: page.items.map(toLine) }
}

export function toLine(row: AuditRow): AuditLine {
  return present({
    sequence: row.sequence,
    at: row.at,
    from: row.from_status,
    to: row.to_status,
    event: row.event,
    actor: row.actor,
    attempt: row.attempt,
    detail: row.detail,
    filesSha256: row.files_sha256,
    hash: row.hash,
    previousHash: row.previous_hash,
  })
}

function auditHash(documentId: string, line: AuditLine): string {
  return digestOf([
    line.previousHash,
    documentId,
    line.sequence,
    line.at.toISOString(),
    line.from,
    line.to,
    line.event,
    line.actor,
    line.attempt,
    line.detail,
    line.filesSha256,
  ])
}

/**
 * What the audit line that was written with these files says of them: SHA-256 (hex) over the kind
 * and the digest (hex) of each. Undefined without files.
 */
export function filesDigest(files: readonly Pick<File, 'kind' | 'sha256'>[]): string | undefined {
  return files.length > 0
    ? digestOf(files.flatMap(({ kind, sha256 }) => [kind, sha256]))
    : undefined
}

/**
 * SHA-256 (hex) over a JSON array as PostgreSQL writes it: with a space after each comma, and null
 * for what is absent. No two different lists give the same text.
 */
export function digestOf(parts: (string | number | undefined)[]): string {
  const text = parts.map((part) => JSON.stringify(part ?? null)).join(', ')
  return createHash('sha256').update(`[${text}]`).digest('hex')
}

/**
 * What the line of a forgetting says: digests of the record and of the lines before it, both
 * without their texts; and why.
 */
export type ForgottenFacts = { record: string; log: string; reason: string }

export function forgottenDetail({ record, log, reason }: ForgottenFacts): string {
  return `record ${record}, log ${log}: ${reason}`
}

export function forgottenFacts({
  event,
  detail = '',
}: Pick<AuditLine, 'event' | 'detail'>): ForgottenFacts | undefined {
  const [, record, log, reason] =
    /^record ([0-9a-f]{64}), log ([0-9a-f]{64}): (.*)$/s.exec(detail) ?? []
  return event === 'forgotten' && record && log ? { record, log, reason: reason ?? '' } : undefined
}

/** SHA-256 (hex) over lines as they are now, with the hashes of what they were. */
export function linesDigest(lines: readonly AuditLine[]): string {
  return digestOf(
    lines.flatMap((line) => [
      ...[line.sequence, line.at.toISOString(), line.from, line.to, line.event, line.actor],
      ...[line.attempt, line.detail, line.filesSha256, line.previousHash, line.hash],
    ]),
  )
}

/**
 * How many of the first lines may have lost their texts: the line of a forgetting after them has
 * their digest as they are now.
 */
function shortenedLines(lines: readonly AuditLine[]): number {
  const count = lines.findLastIndex((line) => forgottenFacts(line) !== undefined)
  const line = lines[count]
  return line && forgottenFacts(line)?.log === linesDigest(lines.slice(0, count)) ? count : 0
}

/**
 * Whether the lines are an unbroken chain from the first one on, whatever record that begins with
 * (record-digest.ts). It cannot detect lines cut off at the end: for that the last hash must be
 * known from elsewhere.
 */
export function isChainIntact(documentId: string, lines: AuditLine[]): boolean {
  const shortened = shortenedLines(lines)
  return lines.every((line, index) => {
    const before = lines[index - 1]
    return (
      line.sequence === index + 1 &&
      line.from === before?.to &&
      (before ? line.previousHash === before.hash : /^[0-9a-f]{64}$/.test(line.previousHash)) &&
      (index < shortened || line.hash === auditHash(documentId, line))
    )
  })
}
