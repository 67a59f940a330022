// The log of the installation: chains of lines about tokens, tenants, registrations, webhooks,
// pauses and reports. Triggers write the lines (migrations/0029_log.sql); the same hash is computed
// here to check a chain.
import type { Pool, PoolClient } from 'pg'
import { digestOf } from '../documents/audit.ts'
import type { ChangedBy, LogLine } from '../facts.ts'
import { ordinalPage, type Page, type PageQuery } from '../postgres/pages.ts'
import { isUuid } from '../postgres/rows.ts'
import { inTransaction } from '../postgres/transaction.ts'

/** The chain of the installation itself; all others have the ids of their tenants. */
export const installationLog = '00000000-0000-0000-0000-000000000001'

/** One transaction: the lines about what it changes name `by`. */
export async function changing<T>(
  pool: Pool,
  by: ChangedBy,
  work: (client: PoolClient) => Promise<T>,
): Promise<T> {
  return inTransaction(pool, async (client) => {
    const setting = JSON.stringify(by)
    await client.query(`select set_config('fourcorner.changed_by', $1, true)`, [setting])
    return work(client)
  })
}

/** Adds a line about something that no trigger sees, unless there is one about it already. */
export async function addLogLine(
  pool: Pool,
  line: { event: string; subject: string; detail: object },
  by: ChangedBy,
): Promise<void> {
  await changing(pool, by, (client) =>
    client.query(
      `select log_change(array[$1::uuid], $2, $3, $4::jsonb)
       where not exists (
         select from log_lines where chain_id = $1 and event = $2 and subject = $3)`,
      [installationLog, line.event, line.subject, JSON.stringify(line.detail)],
    ),
  )
}

type LogRow = {
  ordinal: string
  chain: string
  sequence: number
  at: Date
  event: string
  actor: string
  subject: string
  detail: string
  previousHash: string
  hash: string
}

const columns = `
  ordinal, chain_id as chain, sequence, at, event, actor, subject, detail::text,
  previous_hash as "previousHash", hash`

/** Which lines: of one chain or of all, of these events, from one time until before another. */
export type LogFilter = { chain?: string; events?: string[]; from?: Date; to?: Date }

/** Newest first. Throws CursorError. */
export async function logPage(
  pool: Pool,
  { chain, events, from, to }: LogFilter,
  query: PageQuery,
): Promise<Page<LogLine>> {
  if (chain !== undefined && !isUuid(chain)) return { items: [] }
  const statement = `select ${columns} from log_lines
    where ($chain::uuid is null or chain_id = $chain)
      and ($events::text[] is null or event = any ($events))
      and ($from::timestamptz is null or at >= $from) and ($to::timestamptz is null or at < $to)
      and ($after::bigint is null or ordinal < $after)
    order by ordinal desc limit $limit`
  const values = { chain, events, from, to }
  const page = await ordinalPage<LogRow>(pool, { name: 'log', statement, values }, query)
  return { ...page, items: page.items.map(toLine) }
}

/** The lines of all chains, chain by chain, from the one after this line. */
export async function logLinesAfter(
  pool: Pool,
  { chain, sequence }: Pick<LogLine, 'chain' | 'sequence'>,
  limit: number,
): Promise<LogLine[]> {
  const { rows } = await pool.query<LogRow>(
    `select ${columns} from log_lines where (chain_id, sequence) > ($1::uuid, $2::integer)
     order by chain_id, sequence limit $3`,
    [chain, sequence, limit],
  )
  return rows.map(toLine)
}

/** The chains that there are, and those that may come. */
export async function logChains(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    'select id from tenants union select distinct chain_id from log_lines union select $1::uuid',
    [installationLog],
  )
  return rows.map(({ id }) => id)
}

function toLine({ ordinal: _, ...row }: LogRow): LogLine {
  return row
}

/** Whether a line is as it was written, and follows the one before it in its chain. */
export function isLogLineIntact(line: LogLine, before: LogLine | undefined): boolean {
  return (
    line.sequence === (before?.sequence ?? 0) + 1 &&
    line.previousHash === (before?.hash ?? '0'.repeat(64)) &&
    line.hash ===
      digestOf([
        ...[line.previousHash, line.chain, line.sequence, line.at.toISOString()],
        ...[line.event, line.actor, line.subject, line.detail],
      ])
  )
}
