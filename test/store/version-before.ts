// A database as the version before left it: with the migrations that it knew, and no others.
import { Pool } from 'pg'
import { afterAll } from 'vitest'
import { openEmbedded } from '../../src/store/embedded/embedded.ts'
import { migrate, readMigrations } from '../../src/store/migrate.ts'
import { temporaryFolder } from './database.ts'

/** The last migration of the version whose databases are brought up to date. */
const lastBefore = '0009_row_types.sql'

export type DatabaseBefore = {
  /** The data folder. */
  folder: string
  pool: Pool
  /** Applies the migrations that it lacks. */
  bringUpToDate(): Promise<string[]>
  close(): Promise<void>
}

/** Call it where `afterAll` may be called. */
export async function databaseBefore(): Promise<DatabaseBefore> {
  const folder = await temporaryFolder()
  const embedded = await openEmbedded(folder)
  const pool = new Pool({ ...embedded.address, user: 'postgres', database: 'postgres', max: 2 })
  const migrations = await readMigrations()
  await migrate(
    pool,
    migrations.filter(({ name }) => name <= lastBefore),
    new Date(),
  )
  let closing: Promise<void> | undefined
  const close = () => (closing ??= pool.end().then(() => embedded.close()))
  afterAll(close)
  return { folder, pool, bringUpToDate: () => migrate(pool, migrations, new Date()), close }
}
