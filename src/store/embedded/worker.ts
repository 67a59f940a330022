// The thread in which the embedded database runs, so that a long query never holds up the
// rest of the process. A new one is created in a thread of its own, whose memory goes with it:
// that takes twice as much as the database needs afterwards.
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
  await (await openCluster(cluster, synced)).close()
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
