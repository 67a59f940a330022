// The built gateway as a process of its own, started as an operator would.
// Imports nothing from src.
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

/** The processes that a process has started. */
export function childrenOf(pid: number): number[] {
  const tasks = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return tasks.trim().split(' ').filter(Boolean).map(Number)
}

export type GatewayProcess = {
  url: string
  token: string
  dataDir: string
  child: ChildProcess
  /** Its output so far, both standard output and standard error. */
  output(): string
  call(path: string, init?: RequestInit & { headers?: Record<string, string> }): Promise<Response>
  /** Submits a JSON invoice and waits for its final state. */
  submitAndWait(body: string): Promise<{ id: string; status: string }>
  stop(signal?: NodeJS.Signals): Promise<number | null>
}

const program = resolve('dist/cli/index.js')

/**
 * Starts the gateway on a free port and a fresh or given data folder, and waits until it
 * accepts documents.
 */
export async function startGateway(
  environment: Record<string, string> = {},
  dataDir = mkdtempSync(join(tmpdir(), 'fourcorner-')),
  options: readonly string[] = [],
): Promise<GatewayProcess> {
  if (!existsSync(program)) throw new Error('dist is missing: run `npm run build` first')
  const child = spawn(process.execPath, [program, 'start', ...options], {
    env: {
      ...process.env,
      NODE_ENV: '',
      DATABASE_URL: '',
      WORKERS: '1',
      PORT: '0',
      DATA_DIR: dataDir,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream!.on('data', (chunk) => (output += chunk))
  const url = await listening(child, () => output)
  const token = readFileSync(join(dataDir, 'api-token'), 'utf8').trim()
  const call: GatewayProcess['call'] = (path, init = {}) =>
    fetch(new URL(path, url), { ...init, headers: { 'X-API-Token': token, ...init.headers } })
  return {
    url,
    token,
    dataDir,
    child,
    call,
    output: () => output,
    async submitAndWait(body) {
      const headers = { 'Content-Type': 'application/json', Prefer: 'wait=30' }
      const response = await call('/api/v1/invoices/submit', { method: 'POST', headers, body })
      if (!response.ok) throw new Error(`submit: ${response.status} ${await response.text()}`)
      return (await response.json()) as { id: string; status: string }
    },
    stop: (signal = 'SIGTERM') => ended(child, signal),
  }
}

function listening(child: ChildProcess, output: () => string): Promise<string> {
  return new Promise((done, failed) => {
    const look = () => {
      const url = /(?:accepts documents|is not ready, but listens) at (http:\S+)/.exec(
        output(),
      )?.[1]
      if (url) done(url)
    }
    child.stdout!.on('data', look)
    child.once('exit', (code) => failed(new Error(`the gateway ended with ${code}:\n${output()}`)))
  })
}

function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(child.exitCode)
  const end = new Promise<number | null>((done) => child.once('exit', done))
  child.kill(signal)
  return end
}
