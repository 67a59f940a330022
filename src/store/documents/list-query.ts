// What a list of documents is asked for, and the cursor of its next page.
import type { Certainty, Document, Status, TaxReportStatus, WaitingReason } from '../facts.ts'
import { CursorError } from '../postgres/pages.ts'
import { isUuid } from '../postgres/rows.ts'
import type { Attention } from './attention.ts'
import type { StoredKind } from './documents.ts'

export type ListSort = 'createdAt' | '-createdAt' | 'updatedAt' | '-updatedAt'

/**
 * A filter matches any of its values (an empty list matches nothing); all filters must match. From
 * is inclusive, To is exclusive.
 */
export type ListQuery = {
  clientId?: string[]
  reference?: string[]
  status?: Status[]
  /** What a caller names by one word (`outcome`); what is absent matches any. */
  states?: { status: Status; certainty?: Certainty; isRefused?: boolean; isHeld?: boolean }[]
  waitingReason?: WaitingReason[]
  attention?: Attention[]
  setAside?: boolean[]
  /**
   * What was answered: the code of the last Invoice Response, or, without one, the Message Level
   * Status of what was delivered (`accepted`, `acknowledged`, `rejected`).
   */
  answers?: string[]
  /** Where the report about it stands. */
  taxReport?: TaxReportStatus[]
  /** Absent: all but reports to tax authorities. */
  kind?: StoredKind[]
  direction?: Document['direction'][]
  number?: string[]
  /** At most a hundred. */
  ids?: readonly string[]
  /** AS4: of any attempt, or of any message that brought it. */
  messageId?: string[]
  sender?: string[]
  receiver?: string[]
  test?: boolean[]
  createdFrom?: Date
  createdTo?: Date
  updatedFrom?: Date
  updatedTo?: Date
  sort: ListSort
  limit: number
  cursor?: string
}

export type Filter = Exclude<keyof ListQuery, 'sort' | 'limit' | 'cursor'>

export function isByUpdate({ sort }: Pick<ListQuery, 'sort'>): boolean {
  return sort.endsWith('updatedAt')
}

export function isDescending({ sort }: Pick<ListQuery, 'sort'>): boolean {
  return sort.startsWith('-')
}

/** The cursor is the position of the last document in the order. */
export function buildCursor(sort: ListSort, { id, createdAt, updatedAt }: Document): string {
  const at = isByUpdate({ sort }) ? updatedAt : createdAt
  return Buffer.from(`${sort} ${at.toISOString()} ${id}`).toString('base64url')
}

/** Undefined for the first page. Throws CursorError. */
export function cursorOf({ cursor, sort }: ListQuery): { at: Date; id: string } | undefined {
  if (cursor === undefined) return undefined
  const [madeFor, at = '', id = '', ...more] = Buffer.from(cursor, 'base64url')
    .toString('utf8')
    .split(' ')
  const date = new Date(at)
  const isTime = /^\d{4}-/.test(at) && !Number.isNaN(date.getTime())
  if (madeFor !== sort || !isTime || !isUuid(id) || more.length > 0) throw new CursorError()
  return { at: date, id }
}
