// What a document takes at least, for `npm run bench -- pipeline`: programs that do only what two
// access points cannot leave out, under the load of the bench. Driver, sender and receiver are a
// process each, with a database each, and for each document there are two requests over HTTP and
// three commits, which are gathered: the submission with its request, before that is sent; the
// arrival; the receipt. There are three, and each does what the one before it does:
// - `cryptography`: RSA, AES, SHA-256 and gzip as in one AS4 message and its receipt; the databases
//   keep the bytes and one record on each side. Nothing is parsed or checked.
// - `messages`: JSON is read and UBL written; the message and its receipt are built, received and
//   judged, and the document is read, by the built program's own parts.
// - `rows`: the databases keep where a document stands, its attempts, audit lines and keys as well,
//   by the built program's own statements.
// None of them authenticates, limits, queues, looks up, logs, counts or tells anybody anything.
import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Pool as Database } from 'pg'
import { Pool } from 'undici'
import { freshDatabase } from '../e2e/database.ts'
import { invoiceJson } from '../e2e/invoice.ts'
import { keep, makeTables } from './floor-database.ts'
import { type Laboratory, openLaboratory } from './laboratory.ts'
import { cpuMillis, run, warmUp } from './load.ts'

export const floorSteps = ['cryptography', 'messages', 'rows'] as const
type FloorStep = (typeof floorSteps)[number]

type Floor = {
  /** The processes. */
  sender: number
  receiver: number
  /** Submits one document, which is delivered when this resolves. */
  submit(): Promise<void>
  end(): Promise<void>
}

/** `server`: the URL of a database server. */
export async function openFloor(
  server: string,
  step: FloorStep,
  laboratory: Laboratory,
): Promise<Floor> {
  const start = async (identity: 'gateway' | 'access-point', ...peer: string[]) =>
    startNode(laboratory, identity, await freshDatabase(server), step, ...peer)
  const receiver = await start('access-point')
  const sender = await start('gateway', receiver.url)
  const { submit, close } = submitting(sender.url)
  return {
    sender: sender.pid,
    receiver: receiver.pid,
    submit,
    async end() {
      await Promise.all([close(), sender.end(), receiver.end()])
    },
  }
}

function submitting(url: string): Pick<Floor, 'submit'> & { close(): Promise<void> } {
  const connections = new Pool(url)
  const series = Date.now()
  let submitted = 0
  return {
    async submit() {
      const body = invoiceJson(`${series}-${submitted++}`)
      const answer = await connections.request({ path: '/', method: 'POST', body })
      await answer.body.arrayBuffer()
      if (answer.statusCode !== 200) throw new Error(`the floor answers ${answer.statusCode}`)
    },
    close: () => connections.close(),
  }
}

async function startNode(
  laboratory: Laboratory,
  identity: 'gateway' | 'access-point',
  database: string,
  step: FloorStep,
  ...peer: string[]
) {
  const settings = laboratory.settingsOf(identity)
  const receiver = join(settings.DATA_DIR!, 'receiver.pem')
  writeFileSync(receiver, laboratory.certificate.toString())
  const imports = ['tsx', './test/bench/built.mjs'].flatMap((name) => ['--import', name])
  const child = spawn(
    process.execPath,
    [...imports, resolve('test/bench/floor-node.ts'), step, ...peer],
    {
      env: {
        ...process.env,
        ...settings,
        ...{ DATABASE_URL: database, FLOOR_RECEIVER_FILE: receiver },
      },
    },
  )
  child.stderr.pipe(process.stderr)
  const failed = once(child, 'exit').then(([code]): never => {
    throw new Error(`the floor ended with ${code}`)
  })
  const [line] = (await Promise.race([once(child.stdout, 'data'), failed])) as [Buffer]
  failed.catch(() => {})
  return { pid: child.pid!, url: line.toString().trim(), end: () => endOf(child) }
}

async function endOf(child: ChildProcess): Promise<void> {
  child.kill()
  await once(child, 'exit')
}

type Address = { host: string; port: number }

type EmbeddedFloor = {
  /** Resident memory, in MB: of the process that made the database, and of one that opened it. */
  idleMB: { first: number; later: number }
  /** Documents, by the three commits of both sides for each eight. */
  perSecond: number
  cpuMillisEach: number
  /** The same with the messages, and with the rows; both sides in a process beside the database. */
  messagesPerSecond: number
  rowsPerSecond: number
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
  const database = new Database({ ...address, user: 'postgres', database: 'postgres', max: 1 })
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
  const messagesPerSecond = await speedOn(address, 'messages', count)
  const rowsPerSecond = await speedOn(address, 'rows', count)
  await end()
  rmSync(folder, { recursive: true })
  return {
    idleMB: { first: firstMB, later: laterMB },
    perSecond: perSecond * atOnce,
    cpuMillisEach,
    messagesPerSecond,
    rowsPerSecond,
  }
}

async function speedOn({ host, port }: Address, step: FloorStep, count: number): Promise<number> {
  const laboratory = await openLaboratory()
  const url = `postgres://postgres@localhost/postgres?host=${encodeURIComponent(host)}&port=${port}`
  const both = await startNode(laboratory, 'access-point', url, step)
  const { submit, close } = submitting(both.url)
  await run(submit, { inFlight: atOnce, count: warmUp })
  const { perSecond } = await run(submit, { inFlight: atOnce, count })
  await close()
  await both.end()
  await laboratory.close()
  return perSecond
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
    address: JSON.parse(line.toString()) as Address,
    end: () => endOf(child),
  }
}

/** After ten seconds, in which V8 gives back what it does not need. */
async function residentMB(pid: number): Promise<number> {
  await pause(10_000)
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))!
  return Number(kilobytes) / 1000
}
