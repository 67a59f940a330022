// Entity tags of a record (RFC 9110, 8.8.3): they change with every move.
import type { DocumentRecord } from '../core/record.ts'

// Two moves in one millisecond share `updatedAt`, but not the status.
export function etagOf({ updatedAt, status }: DocumentRecord): string {
  return `"${updatedAt}.${status}"`
}

/**
 * Whether If-None-Match names the current record; weak and strong tags compare alike
 * (RFC 9110, 13.1.2).
 */
export function matches(ifNoneMatch: string, record: DocumentRecord): boolean {
  const tags = ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return tags.includes('*') || tags.includes(etagOf(record))
}
