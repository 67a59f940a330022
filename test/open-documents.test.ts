// A database that the version before left with documents under way is opened by this program: it
// is migrated, and each document gets where it was going.
import { once } from 'node:events'
import { cpSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startApp } from '../src/app.ts'
import { readConfig } from '../src/config/config.ts'
import { listsPortIn } from '../src/sandbox/pki-folder.ts'
import { serverUrl } from './store/database.ts'
import { type DatabaseBefore, databaseBefore, type Rows } from './store/version-before.ts'

const silent = { info() {}, warn() {}, error() {} }
const last = '0029_log.sql'
const embedded = await databaseBefore({ last })
const onServer = serverUrl ? await databaseBefore({ last, url: serverUrl }) : undefined

const statusBefore = {
  accepted: 'OPEN-ACCEPTED',
  waiting: 'OPEN-WAITING',
  sending: 'OPEN-SENDING',
  received: 'OPEN-RECEIVED',
}

/** The documents of the rows that were not done, by what they wait for. */
function openIn({ states, documents }: Rows): { id: string; tenantId: string; ends: string }[] {
  return Object.entries(statusBefore).map(([status, number]) => {
    const isOpen = new Set(
      states!.filter((state) => state.status === status).map((state) => state.document_id),
    )
    const { id, tenant_id, direction } = documents!.find(
      (document) => document.number === number && isOpen.has(document.id),
    )!
    const ends = direction === 'inbound' ? 'available' : 'delivered'
    return { id: String(id), tenantId: String(tenant_id), ends }
  })
}

/**
 * Holds the port at which the certificates of the documents say that the revocation lists are, once
 * nothing else does, until what it resolves to is called.
 */
async function holdListsPort(pki: string): Promise<() => Promise<unknown>> {
  for (;;) {
    const server = createServer()
    try {
      await once(server.listen(listsPortIn(pki), '127.0.0.1'), 'listening')
      return () => once(server.close(), 'close')
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error
      await pause(100)
    }
  }
}

async function deliverAll(before: DatabaseBefore, kept: 'embedded' | 'server'): Promise<void> {
  const fixture = join('test/fixtures/open-documents', kept)
  const release = await holdListsPort(join(fixture, 'sandbox/pki'))
  const rows = await before.fill(fixture)
  const { rows: applied } = await before.pool.query(
    'select name, sha256 from migrations order by name',
  )
  expect(applied).toEqual(rows.migrations!.map(({ name, sha256 }) => ({ name, sha256 })))
  await before.close()
  cpSync(join(fixture, 'sandbox'), join(before.folder, 'sandbox'), { recursive: true })

  // A minute later, when all leases have run out. From then on, a second passes with each look.
  const lastAt = rows.states!.map((state) => Date.parse(String(state.updated_at)))
  onTestFinished(() => void vi.useRealTimers())
  vi.useFakeTimers({ toFake: ['Date'], now: Math.max(...lastAt) + 60_000 })
  const config = readConfig({
    ...{ DATA_DIR: before.folder, PORT: '0', INBOUND_VALIDATION: 'schema' },
    ...(before.url ? { DATABASE_URL: before.url } : {}),
  })
  const said: string[] = []
  await release()
  const app = await startApp(config, silent, (line) => said.push(line))
  onTestFinished(() => app.stop())
  expect(said.join('\n')).toContain('Applied migrations: 0030_functions.sql')
  const { store } = app.gateway
  for (const { id, tenantId, ends } of openIn(rows)) {
    const look = async () => {
      vi.setSystemTime(Date.now() + 1_000)
      return (await store.documentById(tenantId, id))?.status
    }
    await expect.poll(look, { timeout: 60_000, interval: 250 }).toBe(ends)
  }
}

test('an embedded database: all documents are delivered', { timeout: 180_000 }, () =>
  deliverAll(embedded, 'embedded'),
)

test.skipIf(!onServer)(
  'a database on a server: all documents are delivered',
  {
    timeout: 180_000,
  },
  () => deliverAll(onServer!, 'server'),
)
