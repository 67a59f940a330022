// A new database cluster. Postgres takes seconds to create one, so the build makes one and packs it
// (pack-cluster.ts).
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { unpackFolder } from './packed-folder.ts'

/** A cluster with all migrations and functions; absent beside sources. */
export const packedCluster = new URL('./cluster.bin.br', import.meta.url)

/**
 * Creates `cluster` in a temporary place and then moves it, so that a process killed halfway leaves
 * no partial cluster. `initialize` lets Postgres create it in an empty folder, if none is packed.
 */
export async function createCluster(
  cluster: string,
  initialize: (folder: string) => Promise<void>,
): Promise<void> {
  const unfinished = `${cluster}.new`
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(unfinished, { recursive: true, mode: 0o700 })
  const packed = await readFile(packedCluster).catch(ifMissing)
  await (packed ? unpackFolder(packed, unfinished) : initialize(unfinished))
  await syncTree(unfinished)
  await rename(unfinished, cluster)
}

function ifMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

async function syncTree(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) await syncTree(path)
    else await syncFile(path)
  }
  if (process.platform !== 'win32') await syncFile(folder)
}

async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r')
  await file.sync().finally(() => file.close())
}
