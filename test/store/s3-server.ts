// A real S3 server for tests, versitygw, named by VERSITYGW or found in PATH; and what stands
// before it to break its answers.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { S3Settings } from '../../src/store/payloads/s3.ts'
import { freePort } from '../free-port.ts'

export type S3Server = {
  settings: S3Settings
  /** The folder that is the bucket. */
  folder: string
  /** The keys of all payloads. */
  keys(): string[]
  /** Kills it. */
  stop(): Promise<void>
  /** Starts it again where it was. */
  start(): Promise<void>
  remove(): Promise<void>
}

/** Undefined when there is none on this machine. */
export const versitygw = findVersitygw()

function findVersitygw(): string | undefined {
  const name = process.env.VERSITYGW || 'versitygw'
  try {
    execFileSync(name, ['--version'], { stdio: 'ignore' })
    return name
  } catch {
    return undefined
  }
}

export async function startS3(): Promise<S3Server> {
  if (!versitygw) throw new Error('There is no versitygw: name it by VERSITYGW')
  const root = mkdtempSync(join(tmpdir(), 'fourcorner-s3-'))
  const folder = join(root, 'documents')
  mkdirSync(folder)
  const port = await freePort()
  const settings = {
    ...{ endpoint: `http://127.0.0.1:${port}`, region: 'us-east-1', bucket: 'documents' },
    ...{ accessKeyId: 'fourcorner', secretAccessKey: 'a secret for tests' },
  }
  let server: ChildProcess | undefined

  async function start(): Promise<void> {
    server = spawn(
      versitygw!,
      ['--port', `127.0.0.1:${port}`, '--quiet', '--keep-alive', 'posix', root],
      {
        env: {
          ...process.env,
          ROOT_ACCESS_KEY: settings.accessKeyId,
          ROOT_SECRET_KEY: settings.secretAccessKey,
        },
        stdio: 'ignore',
      },
    )
    for (let tries = 0; tries < 100; tries++) {
      if (await fetch(settings.endpoint).catch(() => undefined)) return
      await new Promise((later) => setTimeout(later, 100))
    }
    throw new Error('versitygw does not answer')
  }

  async function stop(): Promise<void> {
    const running = server
    server = undefined
    if (!running || running.exitCode !== null) return
    const ended = new Promise((done) => running.once('exit', done))
    running.kill('SIGKILL')
    await ended
  }

  await start()
  return {
    ...{ settings, folder, start, stop },
    keys: () => filesIn(join(folder, 'payloads')),
    async remove() {
      await stop()
      rmSync(root, { recursive: true, force: true })
    },
  }
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort()
  } catch {
    return []
  }
}

/** What becomes of a request, or of its answer. */
export type Fault =
  | 'wrong byte'
  | 'truncated'
  | 'too long'
  | 'hangs up'
  | 'never answers'
  | 'stops in the middle'
  | 'slow'
  | '500'
  | '503'
  | '403'
  /** The request is carried out, and the connection ends. */
  | 'answer lost'

export type FaultyS3 = {
  settings: S3Settings
  /** For the next `times` requests with that method. */
  inject(fault: Fault, times?: number, method?: string): void
  clear(): void
  requests(): number
  close(): Promise<void>
}

/** The same store through a proxy that can be told to break answers; honest until then. */
export async function startFaultyS3(behind: S3Settings): Promise<FaultyS3> {
  let plan: { fault: Fault; times: number; method: string | undefined } | undefined
  let requests = 0

  function nextFault(method: string): Fault | undefined {
    if (!plan || plan.times === 0 || (plan.method && plan.method !== method)) return undefined
    plan.times--
    return plan.fault
  }

  const server = createServer((incoming, answer) => {
    requests++
    const fault = nextFault(incoming.method ?? '')
    if (fault === 'hangs up') return void incoming.socket.destroy()
    if (fault === 'never answers') return void incoming.resume()
    if (fault === '500' || fault === '503' || fault === '403')
      return refuse(incoming, answer, Number(fault))
    forward(behind, incoming, answer, fault)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  return {
    settings: { ...behind, endpoint: `http://127.0.0.1:${port}` },
    inject(fault, times = Number.POSITIVE_INFINITY, method = undefined) {
      plan = { fault, times, method }
    },
    clear() {
      plan = undefined
    },
    requests: () => requests,
    async close() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

function refuse(incoming: IncomingMessage, answer: ServerResponse, status: number): void {
  const codes: Record<number, string> = { 403: 'AccessDenied', 500: 'InternalError' }
  incoming.resume()
  incoming.on('end', () => {
    answer.writeHead(status, { 'content-type': 'application/xml' })
    answer.end(`<Error><Code>${codes[status] ?? 'SlowDown'}</Code></Error>`)
  })
}

function forward(
  { endpoint }: S3Settings,
  incoming: IncomingMessage,
  answer: ServerResponse,
  fault: Fault | undefined,
): void {
  const { hostname, port } = new URL(endpoint)
  const { method, url, headers } = incoming
  const onwards = request({ hostname, port, method, path: url, headers }, async (came) => {
    const pieces: Buffer[] = []
    for await (const piece of came) pieces.push(piece)
    const body = Buffer.concat(pieces)
    if (fault === 'answer lost') return void incoming.socket.destroy()
    const { status, shown } = { status: came.statusCode ?? 500, shown: changed(body, fault) }
    const length = fault === 'truncated' || fault === 'stops in the middle' ? body : shown
    answer.writeHead(status, { ...came.headers, 'content-length': length.length })
    if (fault === 'slow') return void setTimeout(() => answer.end(shown), 300)
    if (fault !== 'truncated' && fault !== 'stops in the middle') return void answer.end(shown)
    answer.write(shown, () => fault === 'truncated' && incoming.socket.destroy())
  })
  onwards.on('error', () => incoming.socket.destroy())
  incoming.pipe(onwards)
}

function changed(body: Buffer, fault: Fault | undefined): Buffer {
  if (fault === 'too long') return Buffer.concat([body, Buffer.from('x')])
  if (fault === 'truncated' || fault === 'stops in the middle')
    return body.subarray(0, body.length >> 1)
  if (fault !== 'wrong byte') return body
  const wrong = Buffer.from(body)
  wrong[wrong.length >> 1]! ^= 1
  return wrong
}
