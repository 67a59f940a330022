// Returning to the version before: its database is migrated, used by this version, and restored
// from the backup of before, as docs/operations.md says.
import { cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Pool } from 'pg'
import { expect, it } from 'vitest'
import { clusterFolder, openEmbedded } from '../../src/store/embedded/embedded.ts'
import { openStore } from '../../src/store/index.ts'
import { migrate, readSchema } from '../../src/store/postgres/migrate.ts'
import { temporaryFolder } from './database.ts'
import { newAccept } from './records.ts'
import { databaseBefore, lastBefore } from './version-before.ts'

const at = new Date('2026-11-29T12:00:00.000Z')
const schema = await readSchema()
/** What the program of the version before knows. */
const schemaBefore = {
  migrations: schema.migrations.filter(({ name }) => name <= lastBefore),
  functions: [],
}

async function onDatabase<T>(folder: string, work: (pool: Pool) => Promise<T>): Promise<T> {
  const embedded = await openEmbedded(folder)
  const pool = new Pool({ ...embedded.address, user: 'postgres', database: 'postgres', max: 2 })
  try {
    return await work(pool)
  } finally {
    await pool.end()
    await embedded.close()
  }
}

/** A digest of the rows of each table. */
async function digests(pool: Pool): Promise<Record<string, string>> {
  const { rows } = await pool.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`,
  )
  const found: Record<string, string> = {}
  for (const { name } of rows) {
    const { rows: all } = await pool.query<{ digest: string }>(
      `select md5(coalesce(string_agg(one::text, '' order by one::text), '')) as digest
       from ${name} one`,
    )
    found[name] = all[0]!.digest
  }
  return found
}

it('a backup of before is restored, after this version has worked on the database', async () => {
  const before = await databaseBefore()
  await before.fill()
  const rows = await digests(before.pool)
  await before.close()
  const [folder, backup] = [before.folder, await temporaryFolder()]
  await cp(join(folder, clusterFolder), join(backup, clusterFolder), { recursive: true })

  const store = await openStore({ dataDir: folder })
  const tenant = (await store.tenants({ limit: 10 })).items.find(({ name }) => name === 'default')!
  const query = { sort: 'createdAt', limit: 200 } as const
  const count = async () => (await store.listDocuments(tenant.id, query)).documents.length
  const known = await count()
  expect(known).toBeGreaterThan(3)
  await store.acceptDocument(newAccept(tenant.id, { createdAt: at, number: 'AFTER-1' }))
  expect(await count()).toBe(known + 1)
  await store.close()

  const refused = onDatabase(folder, (pool) => migrate(pool, schemaBefore, at))
  await expect(refused).rejects.toThrow(/The database is newer than this program/)

  await rm(join(folder, clusterFolder), { recursive: true })
  await cp(join(backup, clusterFolder), join(folder, clusterFolder), { recursive: true })
  await onDatabase(folder, async (pool) => {
    expect(await migrate(pool, schemaBefore, at)).toEqual([])
    expect(await digests(pool)).toEqual(rows)
  })

  // Later on, the next try.
  const again = await openStore({ dataDir: folder })
  const listed = await again.listDocuments(tenant.id, query)
  expect(listed.documents).toHaveLength(known)
  await again.close()
}, 120_000)
