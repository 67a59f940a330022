// The embedded database as the rest of the store sees it: an address where an ordinary
// Postgres client finds it.
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { workerFile } from '../../threads/index.ts'
import { createCluster } from './create-cluster.ts'
import { type Address, holderOf, takeLock } from './lock.ts'
import type { WorkerOrder, WorkerReport } from './worker.ts'

export type Embedded = {
  /** Undefined before `opened`. */
  address: Address
  opened: Promise<void>
  /** Publishes the address to other processes of this machine; call it once they may connect. */
  publish(): Promise<void>
  /** How many times bytes were really forced to the disk. */
  syncs(): number
  /** Resolves with the reason if the database, once open, stops on its own. */
  lost: Promise<string>
  close(): Promise<void>
}

/** The folder of the database in a data folder. */
export const clusterFolder = 'postgres'

// Postgres clients fix the name of the socket: `.s.PGSQL.` and the port.
const socketPort = 5432
// The operating system's limit is 108 with the terminating zero byte, 104 on macOS.
const socketPathBytesMax = process.platform === 'darwin' ? 103 : 106

/** How long to wait for a holder that is just exiting. */
const endingMs = 3_000

/** Like beginEmbedded; resolves once it is open. */
export async function openEmbedded(
  folder: string,
  say: (line: string) => void = () => {},
): Promise<Embedded> {
  const embedded = await beginEmbedded(folder, say)
  try {
    await embedded.opened
    return embedded
  } catch (error) {
    await embedded.close()
    throw error
  }
}

/**
 * Begins to open the database in `folder`, creating it on first use; resolves once the folder is
 * ours. Throws FolderInUseError when another process has it open.
 */
export async function beginEmbedded(
  folder: string,
  say: (line: string) => void = () => {},
): Promise<Embedded> {
  const lock = await takeLock(folder, { waitMs: endingMs, say })
  try {
    const socketFolder = process.platform === 'win32' ? undefined : await makeSocketFolder(folder)
    const syncs = new SharedArrayBuffer(4)
    const starting = startThread(join(folder, clusterFolder), socketFolder, syncs)
    const opened = starting.then(() => {})
    // The caller may fail before it waits for this.
    opened.catch(() => {})
    const address = socketFolder
      ? { host: socketFolder, port: socketPort }
      : { host: '127.0.0.1', port: (await starting).port }
    return {
      address,
      opened,
      publish: () => lock.publish(address),
      syncs: () => Atomics.load(new Int32Array(syncs), 0),
      lost: starting.then(
        ({ lost }) => lost,
        () => new Promise<never>(() => {}),
      ),
      async close() {
        await starting.then(
          (thread) => thread.close(),
          () => {},
        )
        if (socketFolder) await rm(socketFolder, { recursive: true, force: true })
        await lock.release()
      },
    }
  } catch (error) {
    await lock.release()
    throw error
  }
}

/**
 * Where the live holder of `folder` serves its database; waits while it starts, at most 30 s.
 * Undefined: there is no holder.
 */
export async function addressOfHolder(folder: string): Promise<Address | undefined> {
  for (let tries = 0; tries < 300; tries++) {
    const holder = await holderOf(folder)
    if (holder === undefined || holder.address !== undefined) return holder?.address
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(
    `The process that has the data folder ${folder} open did not become ready within 30 s`,
  )
}

// The socket is in the data folder or, if that path is too long for a socket, in a new folder of
// the temp folder. No other user may access it: the database asks for no password.
async function makeSocketFolder(folder: string): Promise<string> {
  const own = join(await realpath(folder), 'socket')
  if (socketBytes(own) > socketPathBytesMax) return makeTemporarySocketFolder()
  await rm(own, { recursive: true, force: true })
  await mkdir(own, { mode: 0o700 })
  return own
}

async function makeTemporarySocketFolder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'fourcorner-'))
  const length = socketBytes(path)
  if (length <= socketPathBytesMax) return path
  await rm(path, { recursive: true })
  throw new Error(
    `The path of the temp folder is too long for a socket (${length} bytes); set ` +
      'TMPDIR to a shorter one',
  )
}

function socketBytes(folder: string): number {
  return Buffer.byteLength(join(folder, `.s.PGSQL.${socketPort}`))
}

type Thread = { port: number; lost: Promise<string>; close(): Promise<void> }

async function startThread(
  cluster: string,
  socketFolder: string | undefined,
  syncs: SharedArrayBuffer,
): Promise<Thread> {
  const where = socketFolder
    ? { path: join(socketFolder, `.s.PGSQL.${socketPort}`) }
    : { host: '127.0.0.1', port: 0 }
  if (!existsSync(cluster)) await createCluster(cluster, (folder) => initialize(folder, syncs))
  const worker = startWorker({ cluster, where, syncs })
  let running = true
  let closing = false
  worker.once('exit', () => {
    running = false
  })
  const report = await firstReport(worker)
  const lost = new Promise<string>((resolve) => {
    worker.once('error', (error) => resolve(error.message))
    worker.once('exit', (code) => closing || resolve(`its thread ended with ${code}`))
  })
  return {
    port: report.kind === 'listening' ? report.port : 0,
    lost,
    async close() {
      closing = true
      if (!running) return
      const left = new Promise((resolve) => worker.once('exit', resolve))
      worker.postMessage('close')
      await left
    },
  }
}

async function initialize(cluster: string, syncs: SharedArrayBuffer): Promise<void> {
  const worker = startWorker({ cluster, syncs })
  await firstReport(worker)
  await worker.terminate()
}

function startWorker(order: WorkerOrder): Worker {
  return new Worker(workerFile(import.meta.url), { workerData: order, execArgv: [] })
}

function firstReport(worker: Worker): Promise<WorkerReport> {
  return new Promise((resolve, reject) => {
    worker.once('error', reject)
    worker.once('exit', (code) =>
      reject(new Error(`The embedded database stopped while it was starting (${code})`)),
    )
    worker.once('message', (report: WorkerReport) => {
      worker.removeAllListeners('error')
      resolve(report)
    })
  })
}
