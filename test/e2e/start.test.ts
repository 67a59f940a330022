// `npm start` as typed: what it prints, what it leaves behind, how it exits.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

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

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

describe('npm start', () => {
  it('prints the first token once, with a working curl line, and exits with npm', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'fourcorner-start-'))
    const port = await freePort()
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
    await first.end()

    const second = await npmStart(dataDir, port)
    expect(second.output()).not.toContain('pgw_')
    await second.end()
  })
})
