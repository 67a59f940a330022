// The thread in which the embedded database runs, so that a long query never holds up the
// rest of the process. A new one is created in a thread of its own, whose memory goes with it:
// that takes twice as much as the database needs afterwards.
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { openCluster } from './durable.ts'
import { Listener } from './listener.ts'

/** `where` to serve the database; absent: create it, and end. */
export type WorkerOrder = {
  cluster: string
  where?: { path: string } | { host: string; port: number }
  syncs: SharedArrayBuffer
}
export type WorkerReport = { kind: 'created' | 'closed' } | { kind: 'listening'; port: number }

const { cluster, where, syncs } = workerData as WorkerOrder
const counter = new Int32Array(syncs)
const synced = () => void Atomics.add(counter, 0, 1)
const report = (message: WorkerReport) => parentPort?.postMessage(message)

if (where) await serve(where)
else {
  await makeCluster()
  report({ kind: 'created' })
}

async function serve(where: Required<WorkerOrder>['where']): Promise<void> {
  const database = await openCluster(cluster, synced)
  const upkeep = ['checkpoint', 'vacuum (analyze) jobs', 'vacuum (analyze) documents']
  const listener = new Listener(database, upkeep, (words) => {
    // Ends the thread; its parent is notified.
    setImmediate(() => {
      throw new Error(words)
    })
  })
  report({ kind: 'listening', port: await listener.listen(where) })
  parentPort?.once('message', async () => {
    await listener.close()
    await database.close()
    report({ kind: 'closed' })
    parentPort?.close()
  })
}

// Created in a temporary place and then moved, so that a process killed halfway leaves
// no partial cluster.
async function makeCluster(): Promise<void> {
  const unfinished = `${cluster}.new`
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(unfinished, { recursive: true, mode: 0o700 })
  await (await openCluster(unfinished, synced)).close()
  await syncTree(unfinished)
  await rename(unfinished, cluster)
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
