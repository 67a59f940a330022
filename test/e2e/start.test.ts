// `npm start` as typed: what it prints, what it leaves behind, how it exits.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { describe, expect, it } from 'vitest'
import { freePort } from '../free-port.ts'

/** When a function of the embedded database was applied last. */
async function functionsAppliedAt(dataDir: string): Promise<Date | undefined> {
  const socket = { host: join(dataDir, 'socket'), port: 5432 }
  const client = new Client({ ...socket, user: 'postgres', database: 'postgres' })
  await client.connect()
  const { rows } = await client.query<{ at: Date }>(
    'select max(applied_at) as at from applied_functions',
  )
  await client.end()
  return rows[0]?.at
}

type Started = { output(): string; url: string; end(): Promise<void> }

async function npmStart(dataDir: string, port: number): Promise<Started> {
  const child = spawn('npm', ['start'], {
    env: { ...process.env, NODE_ENV: '', DATABASE_URL: '', DATA_DIR: dataDir, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.on('data', (chunk) => {
    output += chunk
  })
  await expect.poll(() => output, { timeout: 60_000 }).toContain('/docs')
  const url = `http://127.0.0.1:${port}`
  return {
    output: () => output,
    url,
    async end() {
      child.kill('SIGTERM')
      await expect.poll(() => isAnswering(url), { timeout: 20_000 }).toBe(false)
    },
  }
}

async function isAnswering(url: string): Promise<boolean> {
  return fetch(`${url}/health/live`).then(
    ({ ok }) => ok,
    () => false,
  )
}

describe('npm start', () => {
  it('makes the first token only when it can listen', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'fourcorner-start-'))
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    const environment = { ...process.env, NODE_ENV: '', DATABASE_URL: '', DATA_DIR: dataDir }
    const refused = spawnSync('npm', ['start'], {
      env: { ...environment, PORT: String(port) },
      encoding: 'utf8',
      timeout: 60_000,
    })
    other.close()
    expect(refused.status).toBe(1)
    expect(refused.stderr).toContain('already listening')
    const tokens = spawnSync('npm', ['run', '-s', 'fourcorner', '--', 'token', 'list'], {
      env: environment,
      encoding: 'utf8',
    })
    expect([tokens.status, tokens.stdout]).toEqual([0, ''])
    const started = await npmStart(dataDir, await freePort())
    await expect.poll(started.output, { timeout: 5_000 }).toContain('pgw_test_')
    await started.end()
  })

  it('prints the first token once, with a working curl line, and exits with npm', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'fourcorner-start-'))
    const port = await freePort()
    const startedAt = new Date()
    const first = await npmStart(dataDir, port)
    await expect.poll(first.output, { timeout: 5_000 }).toContain('curl')
    const token = /pgw_test_[0-9a-f]{16}_[0-9a-f]{64}/.exec(first.output())?.[0]
    const file = join(dataDir, 'api-token')
    expect(readFileSync(file, 'utf8').trim()).toBe(token)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const check = await fetch(`${first.url}/api/identity/check`, {
      headers: { 'X-API-Token': token ?? '' },
    })
    expect(await check.json()).toMatchObject({ valid: true, service: { network: 'sandbox' } })
    expect((await fetch(`${first.url}/health/ready`)).status).toBe(200)
    // The cluster that the build has packed needs no migration, and has all functions.
    expect(first.output()).toContain('Creating the embedded database')
    expect(first.output()).not.toContain('Applied migrations')
    const lastAppliedAt = await functionsAppliedAt(dataDir)
    expect(lastAppliedAt!.getTime()).toBeLessThan(startedAt.getTime())
    await first.end()

    const second = await npmStart(dataDir, port)
    expect(second.output()).not.toContain('pgw_')
    await second.end()
  })
})

describe('a start', () => {
  const program = join(process.cwd(), 'dist/cli/index.js')

  /** In a folder of its own, whose `.env` has these lines. */
  function run(lines: string[], word: string, environment: Record<string, string>) {
    const folder = mkdtempSync(join(tmpdir(), 'fourcorner-start-'))
    writeFileSync(join(folder, '.env'), `${lines.join('\n')}\n`)
    // Embedded in a folder that cannot be made.
    const settings = { NODE_ENV: '', DATABASE_URL: '', DATA_DIR: '/dev/null/data', PORT: '0' }
    return spawnSync(process.execPath, [program, word], {
      cwd: folder,
      env: { ...process.env, ...settings, ...environment },
      encoding: 'utf8',
      timeout: 60_000,
    })
  }
  const typed = ['PEPPOL_NETWROK=test', 'COMPOSE_PROJECT_NAME=one']
  const sentences =
    '.env sets PEPPOL_NETWROK, which is no setting. Is PEPPOL_NETWORK meant?\n' +
    'The environment has TRUSTED_PROXY, which is no setting. Is TRUST_PROXY meant?\n'

  it('names what looks like a setting and is none, and so does config', () => {
    const environment = { TRUSTED_PROXY: '10.0.0.1' }
    expect(run(typed, 'start', environment).stdout).toContain(sentences)
    expect(run(typed, 'config', environment).stderr).toBe(sentences)
    expect(run(['COMPOSE_PROJECT_NAME=one'], 'config', {}).stderr).toBe('')
  })

  it('that fails says why in a sentence; its stack is for LOG_LEVEL=debug', () => {
    const failed = run([], 'start', {})
    expect(failed.status).toBe(1)
    expect(failed.stderr).toMatch(/^The gateway could not start: .+$/m)
    expect(failed.stderr).toContain('"reason":"The gateway could not start: ')
    expect(failed.stderr).not.toContain('"stack"')
    expect(run([], 'start', { LOG_LEVEL: 'debug' }).stderr).toMatch(/"stack":".*(at|file:)/)
  })
})
