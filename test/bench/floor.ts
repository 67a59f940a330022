// What a document takes at least, for `npm run bench -- pipeline`: a program that does only
// what two access points cannot leave out. For each document: RSA, AES, SHA-256 and gzip as in one
// AS4 message and its receipt; two requests over HTTP (the submission and the message); and of the
// database, that the bytes and one record on each side are kept by four commits: the submission,
// the request before it is sent, its receipt; the arrival. Nothing is parsed, checked or logged.
import { spawn } from 'node:child_process'
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  generateKeyPairSync,
  privateDecrypt,
  publicEncrypt,
  randomBytes,
  randomUUID,
  sign,
  verify,
} from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { gunzipSync, gzipSync } from 'node:zlib'
import { Client } from 'pg'
import { Pool } from 'undici'
import { freshDatabase } from '../e2e/database.ts'
import { cpuMillis, run } from './load.ts'

/** Bytes of the files of a small invoice, as `pipeline --two` sends it. */
const sizes = { submitted: 700, ubl: 3_400, sbd: 5_000, request: 12_000, receipt: 5_900 }

/** CPU milliseconds for each document: of either process and of the database. */
type Floor = { sender: number; receiver: number; database: number }

/** The least of a few rounds: other work on the machine only adds. */
export async function measureFloor(server: string, count = 500, rounds = 3): Promise<Floor> {
  const crypto = cryptography()
  const http = await openHttp()
  const database = await openDatabase(server)
  const all: Floor[] = []
  for (let round = 0; round <= rounds; round++) {
    const sending = await millisOf(count, async () => crypto.send())
    const receiving = await millisOf(count, async () => crypto.receive())
    const exchange = await millisOf(count, http.exchange, 8)
    const before = database.millis()
    const sender = await millisOf(count, database.send)
    const receiver = await millisOf(count, database.receive)
    all.push({
      // It serves the submission and posts the message; both ends of one exchange.
      sender: sending + exchange + sender,
      receiver: receiving + exchange / 2 + receiver,
      database: (database.millis() - before) / count,
    })
  }
  await Promise.all([http.close(), database.close()])
  const warm = all.slice(1)
  const least = (side: keyof Floor) => Math.min(...warm.map((each) => each[side]))
  return { sender: least('sender'), receiver: least('receiver'), database: least('database') }
}

/** CPU milliseconds of this process for each call. */
async function millisOf(
  count: number,
  call: () => Promise<unknown>,
  inFlight = 1,
): Promise<number> {
  const before = process.cpuUsage()
  await run(async () => void (await call()), { inFlight, count })
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000 / count
}

type EmbeddedFloor = {
  /** Resident memory, in MB: of the process that made the database, and of one that opened it. */
  idleMB: { first: number; later: number }
  /** The same four commits of both sides as of `database`, one after the other. */
  perSecond: number
  cpuMillisEach: number
}

/** The embedded database alone in a process of its own, which does nothing else. */
export async function measureEmbeddedFloor(count = 500): Promise<EmbeddedFloor> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  const first = await startEmbedded(folder)
  const firstMB = await residentMB(first.pid)
  await first.end()
  const { pid, address, end } = await startEmbedded(folder)
  const laterMB = await residentMB(pid)
  const database = await keepIn(new Client({ ...address, user: 'postgres', database: 'postgres' }))
  const both = () => database.send().then(database.receive)
  await run(both, { inFlight: 1, count })
  const before = cpuMillis([pid])
  const { perSecond } = await run(both, { inFlight: 1, count })
  const cpuMillisEach = (cpuMillis([pid]) - before) / count
  await database.close()
  await end()
  rmSync(folder, { recursive: true })
  return { idleMB: { first: firstMB, later: laterMB }, perSecond, cpuMillisEach }
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
    async end() {
      child.kill()
      await once(child, 'exit')
    },
  }
}

/** After ten seconds, in which V8 gives back what it does not need. */
async function residentMB(pid: number): Promise<number> {
  await pause(10_000)
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))!
  return Number(kilobytes) / 1000
}

function cryptography(): { send(): void; receive(): void } {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const oaep = { oaepHash: 'sha256' }
  const signedInfo = randomBytes(1_500)
  const signature = sign('sha256', signedInfo, privateKey)
  const line = () => `<cbc:ID>${randomBytes(8).toString('hex')}</cbc:ID>`
  const sbd = Buffer.from(Array.from({ length: sizes.sbd / 33 }, line).join(''))
  const sessionKey = randomBytes(16)
  const wrapped = publicEncrypt({ key: publicKey, ...oaep }, sessionKey)
  const nonce = randomBytes(12)
  const encrypt = () => {
    const cipher = createCipheriv('aes-128-gcm', sessionKey, nonce)
    return { bytes: Buffer.concat([cipher.update(gzipSync(sbd)), cipher.final()]), cipher }
  }
  const { bytes, cipher } = encrypt()
  const tag = cipher.getAuthTag()
  const digest = (content: Buffer) => createHash('sha256').update(content).digest()
  return {
    send() {
      for (const content of [sbd, bytes]) digest(content)
      sign('sha256', signedInfo, privateKey)
      publicEncrypt({ key: publicKey, ...oaep }, sessionKey)
      encrypt()
      verify('sha256', signedInfo, publicKey, signature)
    },
    receive() {
      verify('sha256', signedInfo, publicKey, signature)
      const key = privateDecrypt({ key: privateKey, ...oaep }, wrapped)
      const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(tag)
      const zipped = Buffer.concat([decipher.update(bytes), decipher.final()])
      for (const content of [zipped, gunzipSync(zipped)]) digest(content)
      sign('sha256', signedInfo, privateKey)
    },
  }
}

async function openHttp(): Promise<{ exchange(): Promise<void>; close(): Promise<void> }> {
  const receipt = randomBytes(sizes.receipt)
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.end(receipt))
  }).listen(0, '127.0.0.1')
  await new Promise((listening) => server.once('listening', listening))
  const connections = new Pool(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  const body = randomBytes(sizes.request)
  return {
    async exchange() {
      const answer = await connections.request({ path: '/', method: 'POST', body })
      await answer.body.arrayBuffer()
    },
    async close() {
      await connections.close()
      server.close()
    },
  }
}

type Kept = { send(): Promise<void>; receive(): Promise<void>; close(): Promise<void> }

async function openDatabase(server: string): Promise<Kept & { millis(): number }> {
  const client = new Client({ connectionString: await freshDatabase(server) })
  const kept = await keepIn(client)
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return { ...kept, millis: () => cpuMillis([rows[0]!.pid]) }
}

async function keepIn(client: Client): Promise<Kept> {
  await client.connect()
  await client.query(
    `create table kept_documents (
       id uuid primary key, record text not null, status text not null);
     create table kept_files (
       document_id uuid, kind text, bytes bytea, primary key (document_id, kind))`,
  )
  const bytesOf = (kind: keyof typeof sizes) => randomBytes(sizes[kind])
  const record = 'x'.repeat(600)
  const insert = `with kept as (insert into kept_documents values ($1, $2, 'new'))`
  const keep = (name: string, values: [string, string, Buffer, string, Buffer]) =>
    client.query({
      name,
      text: `${insert}
        insert into kept_files select $1, kind, bytes
        from (values ($3, $4::bytea), ($5, $6::bytea)) as file (kind, bytes)`,
      values: [values[0], record, ...values.slice(1)],
    })
  const add = (id: string, status: string, kind: string, bytes: Buffer) =>
    client.query({
      name: 'add',
      text: `with moved as (update kept_documents set status = $2 where id = $1)
        insert into kept_files values ($1, $3, $4)`,
      values: [id, status, kind, bytes],
    })
  return {
    async send() {
      const id = randomUUID()
      await keep('keep', [id, 'submitted', bytesOf('submitted'), 'ubl', bytesOf('ubl')])
      await add(id, 'sending', 'request', bytesOf('request'))
      await add(id, 'delivered', 'receipt', bytesOf('receipt'))
    },
    async receive() {
      await keep('keep', [randomUUID(), 'sbd', bytesOf('sbd'), 'receipt', bytesOf('receipt')])
    },
    close: () => client.end(),
  }
}
