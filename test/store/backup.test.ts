// The commands of docs/operations.md bring a database back as it was.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openStore, type Store } from '../../src/store/index.ts'
import { copyTemplate, newServerDatabase, serverUrl, temporaryFolder } from './database.ts'

const folder = await temporaryFolder()
const section = readFileSync('docs/operations.md', 'utf8')
  .split('\n## ')
  .find((one) => one.startsWith('Backup and restore'))!
const [dump, restore, pack, unpack] = [...section.matchAll(/```sh\n(.+?)```/gs)].map(
  ([, it]) => it!,
)

const add = (store: Store, name: string) =>
  store.ensureTenant(
    { id: crypto.randomUUID(), name, participants: [], duplicates: 'refuse' },
    { actor: 'test', at: new Date('2026-11-29T08:00:00Z') },
  )
const tenantsOf = async (store: Store) =>
  (await store.tenants({ limit: 10 })).items.map(({ name }) => name)

type Database = Parameters<typeof openStore>[0]

/** What is there after a backup, one more tenant, and restoring. */
async function walk(database: Database, run: (commands: string) => void): Promise<string[]> {
  const during = async <T>(work: (store: Store) => Promise<T>) => {
    const store = await openStore(database)
    return work(store).finally(() => store.close())
  }
  await during((store) => add(store, 'before'))
  run('dataDir' in database ? pack! : dump!)
  await during((store) => add(store, 'after'))
  run('dataDir' in database ? unpack! : restore!)
  return during(tenantsOf)
}

it('the embedded database, by tar', async () => {
  const dataDir = join(folder, 'data')
  await copyTemplate(dataDir)
  const names = await walk({ dataDir }, (commands) =>
    execFileSync('sh', ['-ec', commands], { cwd: folder }),
  )
  expect(names).toContain('before')
  expect(names).not.toContain('after')
})

describe.skipIf(!serverUrl)('on a PostgreSQL server (set DATABASE_URL)', () => {
  it('by pg_dump and pg_restore, into an empty database', async () => {
    const databaseUrl = await newServerDatabase(serverUrl!)
    const { hostname, port, username, password, pathname } = new URL(databaseUrl)
    const name = pathname.slice(1)
    const env = {
      ...process.env,
      ...{ PGHOST: hostname, PGPORT: port || '5432', PGUSER: username, PGPASSWORD: password },
    }
    const named = (commands: string) =>
      commands
        .replaceAll('--owner fourcorner', `--owner ${username}`)
        .replaceAll(/\bfourcorner(?!\.dump)/g, name)
    const names = await walk({ databaseUrl }, (commands) =>
      execFileSync('sh', ['-ec', named(commands)], { cwd: folder, env }),
    )
    execFileSync('sh', ['-c', `dropdb ${name}_before`], { env })
    expect(names).toContain('before')
    expect(names).not.toContain('after')
  })
})
