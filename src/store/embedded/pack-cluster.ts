// Packs a new database cluster, with all migrations and functions, into the built program:
// `node dist/store/embedded/pack-cluster.js`, the last step of the build.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Pool } from 'pg'
import { migrate, readSchema } from '../postgres/migrate.ts'
import { packedCluster } from './create-cluster.ts'
import { clusterFolder, openEmbedded } from './embedded.ts'
import { packFolder } from './packed-folder.ts'

// Otherwise an earlier one would be unpacked, and packed again.
rmSync(packedCluster, { force: true })
const folder = mkdtempSync(join(tmpdir(), 'fourcorner-'))
try {
  const embedded = await openEmbedded(folder)
  const pool = new Pool({ ...embedded.address, user: 'postgres', database: 'postgres', max: 1 })
  await migrate(pool, await readSchema(), new Date())
  await pool.query('checkpoint')
  await pool.end()
  await embedded.close()
  writeFileSync(packedCluster, packFolder(join(folder, clusterFolder)))
} finally {
  rmSync(folder, { recursive: true })
}
