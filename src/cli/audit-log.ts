// `fourcorner audit log`: who changed what belongs to a tenant, or to none. Works with and without
// a running gateway.
import { Command } from 'commander'
import { type LogEntry, toLogEntry } from '../core/access/installation-log.ts'
import { isUuid, type LogFilter, type Store } from '../store/index.ts'
import { foreignText, jsonLine } from './foreign-text.ts'
import { tenantNamed, withStore } from './with-store.ts'

type AuditLogOptions = { tenant?: string; json?: true }

export function auditLogCommand(): Command {
  return new Command('log')
    .description('Print the log of the installation, newest first: who changed what.')
    .option('--tenant <name>', 'that of one tenant, by its name; by its id if it was removed')
    .option('--json', 'one JSON line for each')
    .action(print)
}

async function print({ tenant, json }: AuditLogOptions): Promise<void> {
  await withStore(async (store) => {
    const filter = tenant === undefined ? {} : { chain: await chainOf(store, tenant) }
    for await (const entry of linesOf(store, filter))
      process.stdout.write(`${json ? jsonLine(entry) : describeEntry(entry)}\n`)
  })
}

async function chainOf(store: Store, tenant: string): Promise<string> {
  return isUuid(tenant) ? tenant : (await tenantNamed(store, tenant)).id
}

async function* linesOf(store: Store, filter: LogFilter): AsyncGenerator<LogEntry> {
  for (let cursor: string | undefined; ; ) {
    const page = await store.logPage(filter, { limit: 200, ...(cursor ? { cursor } : {}) })
    yield* page.items.map(toLogEntry)
    cursor = page.nextCursor
    if (cursor === undefined) return
  }
}

function describeEntry({ tenantId, at, event, actor, subject, detail }: LogEntry): string {
  const chain = tenantId === null ? 'the installation' : `tenant ${tenantId}`
  const words = `${at}  ${event.padEnd(22)} ${subject}  by ${actor}, in the log of ${chain}`
  return `${foreignText(words)}  ${jsonLine(detail)}`
}
