// The log of the installation as callers read it: who changed what belongs to their tenant, or to
// any.
import { installationLog, type LogFilter, type LogLine, type PageQuery } from '../../store/index.ts'
import type { Caller, Gateway } from '../gateway.ts'
import { type ListPage, toListPage } from '../list-page.ts'
import { requireScope } from './may-call.ts'

/**
 * Each is told of by a trigger (migrations/0029_log.sql), but for reports (reports.ts) and moves
 * (store/network/participant-moves.ts).
 */
export const logEvents = [
  'token.created',
  'token.changed',
  'token.rotated',
  'token.revoked',
  'token.removed',
  'tenant.created',
  'tenant.changed',
  'tenant.removed',
  'registration.added',
  'registration.changed',
  'registration.removed',
  'registration.publish-asked',
  'registration.withdraw-asked',
  'registration.identified',
  'move.asked',
  'move.key-given',
  'move.taken',
  'move.finished',
  'move.cancelled',
  'move.failed',
  'webhook.created',
  'webhook.changed',
  'webhook.enabled',
  'webhook.disabled',
  'webhook.secret-rotated',
  'webhook.deleted',
  'queue.paused',
  'queue.resumed',
  'report.submitted',
] as const

export type LogEntry = {
  /** Null: of the installation. */
  tenantId: string | null
  sequence: number
  at: string
  event: string
  actor: string
  subject: string
  /** What was set, or what is different now. */
  detail: Record<string, unknown>
  hash: string
  previousHash: string
}

type LogWish = Omit<LogFilter, 'chain'> & {
  /** The id of a tenant, `installation` or `all`; the caller's own tenant when absent. */
  tenantId?: string
}

/** Newest first. Throws Problem `auth.scope-missing`, `request.invalid-field`. */
export async function readLog(
  { store }: Pick<Gateway, 'store'>,
  caller: Caller,
  { tenantId = caller.tenant.id, ...filter }: LogWish,
  query: PageQuery,
): Promise<ListPage<LogEntry>> {
  if (tenantId !== caller.tenant.id) requireScope(caller, 'operator')
  return toListPage(store.logPage({ ...filter, ...chainOf(tenantId) }, query), toLogEntry)
}

function chainOf(tenantId: string): { chain?: string } {
  if (tenantId === 'all') return {}
  return { chain: tenantId === 'installation' ? installationLog : tenantId }
}

export function toLogEntry({ chain, at, detail, ...line }: LogLine): LogEntry {
  const { sequence, event, actor, subject, hash, previousHash } = line
  return {
    tenantId: chain === installationLog ? null : chain,
    ...{ sequence, at: at.toISOString(), event, actor, subject },
    detail: JSON.parse(detail) as LogEntry['detail'],
    ...{ hash, previousHash },
  }
}
