// What a document takes at least, for `npm run bench -- pipeline`: a program that does only
// what two access points cannot leave out, under the load of the bench. Driver, sender and receiver
// are a process each, with a database each. For each document: RSA, AES, SHA-256 and gzip as in one
// AS4 message and its receipt; two requests over HTTP (the submission and the message); and of the
// databases, that the bytes and one record on each side are kept by three commits, which are
// gathered: the submission with its request, before that is sent; the arrival; the receipt. Nothing
// is parsed, checked or logged.
import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { Pool } from 'undici'
import { freshDatabase } from '../e2e/database.ts'
import { keep, makeTables } from './floor-database.ts'
import { sizes } from './floor-messages.ts'
import {
  cpuMillis,
  type Figures,
  type Millis,
  perDocument,
  pipelineCpu,
  run,
  signatureMicros,
} from './load.ts'

type Round = { inFlight: number; share: number }
type Floor = {
  inFlight: number
  perSecond: number
  deliveryMillis: Millis
  /** Of each process, and of the server. */
  cpuMillisEach: Figures
  signatureMicros: number
}

/** One for each of `rounds`, after `warmUp` documents. `server`: the URL of a database server. */
export async function measureFloor(
  server: string,
  documents: number,
  { warmUp, rounds }: { warmUp: number; rounds: readonly Round[] },
): Promise<Floor[]> {
  const receiver = await startNode('receiver', await freshDatabase(server))
  const sender = await startNode('sender', await freshDatabase(server), receiver.url)
  const connections = new Pool(sender.url)
  const client = new Client({ connectionString: server })
  await client.connect()
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const cpu = () => pipelineCpu([sender.pid], [receiver.pid], rows[0]!.pid)
  const body = Buffer.alloc(sizes.submitted)
  async function submit(): Promise<void> {
    const answer = await connections.request({ path: '/', method: 'POST', body })
    await answer.body.arrayBuffer()
  }
  const floors: Floor[] = []
  try {
    await run(submit, { inFlight: 8, count: warmUp })
    for (const { inFlight, share } of rounds) {
      const count = Math.ceil(documents * share)
      const signatureBefore = signatureMicros()
      const before = cpu()
      const { perSecond, millis } = await run(submit, { inFlight, count })
      const cpuMillisEach = perDocument(before, cpu(), count)
      floors.push({
        ...{ inFlight, perSecond, deliveryMillis: millis, cpuMillisEach },
        signatureMicros: (signatureBefore + signatureMicros()) / 2,
      })
    }
  } finally {
    await Promise.all([connections.close(), client.end(), sender.end(), receiver.end()])
  }
  return floors
}

async function startNode(role: 'sender' | 'receiver', ...more: string[]) {
  const program = [resolve('test/bench/floor-node.ts'), role, ...more]
  const child = spawn(process.execPath, ['--import', 'tsx', ...program])
  child.stderr.pipe(process.stderr)
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  return { pid: child.pid!, url: line.toString().trim(), end: () => endOf(child) }
}

async function endOf(child: ChildProcess): Promise<void> {
  child.kill()
  await once(child, 'exit')
}

type EmbeddedFloor = {
  /** Resident memory, in MB: of the process that made the database, and of one that opened it. */
  idleMB: { first: number; later: number }
  /** Documents, by the three commits of both sides for each eight. */
  perSecond: number
  cpuMillisEach: number
}

/** As many as the gateway has in flight. */
const atOnce = 8

/** The embedded database alone in a process of its own, which does nothing else. */
export async function measureEmbeddedFloor(count = 1_600): Promise<EmbeddedFloor> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  const first = await startEmbedded(folder)
  const firstMB = await residentMB(first.pid)
  await first.end()
  const { pid, address, end } = await startEmbedded(folder)
  const laterMB = await residentMB(pid)
  const database = new Client({ ...address, user: 'postgres', database: 'postgres' })
  await database.connect()
  await makeTables(database)
  const eight = () => Array.from({ length: atOnce }, () => randomUUID())
  const both = async () => {
    const ids = eight()
    await keep(database, 'new', ids, ['submitted', 'ubl', 'request'])
    await keep(database, 'new', eight(), ['sbd', 'ubl', 'receipt'])
    await keep(database, 'done', ids, ['receipt'])
  }
  const turns = { inFlight: 1, count: count / atOnce }
  await run(both, turns)
  const before = cpuMillis([pid])
  const { perSecond } = await run(both, turns)
  const cpuMillisEach = (cpuMillis([pid]) - before) / count
  await database.end()
  await end()
  rmSync(folder, { recursive: true })
  return {
    idleMB: { first: firstMB, later: laterMB },
    perSecond: perSecond * atOnce,
    cpuMillisEach,
  }
}

const openAlone = `
  import { openEmbedded } from ${JSON.stringify(resolve('dist/store/embedded/embedded.js'))}
  const { address, close } = await openEmbedded(process.argv[1])
  console.log(JSON.stringify(address))
  process.once('SIGTERM', () => close())`

async function startEmbedded(folder: string) {
  const child = spawn(process.execPath, ['--input-type=module', '-e', openAlone, folder])
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  return {
    pid: child.pid!,
    address: JSON.parse(line.toString()) as { host: string; port: number },
    end: () => endOf(child),
  }
}

/** After ten seconds, in which V8 gives back what it does not need. */
async function residentMB(pid: number): Promise<number> {
  await pause(10_000)
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))!
  return Number(kilobytes) / 1000
}
