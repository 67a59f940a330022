// The clients of examples/, as their page has them run, against the built gateway.
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freePort } from '../free-port.ts'
import { type GatewayProcess, startGateway } from './gateway-process.ts'

const run = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), 'fourcorner-examples-'))
const page = readFileSync('examples/README.md', 'utf8')
const example = JSON.parse(/\{ "number"[\s\S]*?(?=')/.exec(readFileSync('README.md', 'utf8'))![0])

let gateway: GatewayProcess
beforeAll(async () => {
  gateway = await startGateway({ WEBHOOKS_ALLOW_INSECURE: 'true' })
})
afterAll(async () => {
  await gateway?.stop()
})

function writeInvoice(number: string, changes: object = {}): string {
  const file = join(folder, `${number}.json`)
  writeFileSync(file, JSON.stringify({ ...example, number, ...changes }))
  return file
}

/** The answer to an event that is not signed by the gateway, once there is one. */
async function forge(port: number): Promise<number> {
  const body = JSON.stringify({ type: 'document.failed', data: { documentId: 'forged' } })
  const time = String(Math.floor(Date.now() / 1_000))
  const headers = { 'webhook-id': '1', 'webhook-timestamp': time, 'webhook-signature': 'v1,AAAA' }
  for (;;) {
    const sent = fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body, headers })
    const answer = await sent.catch(() => undefined)
    if (answer) return answer.status
    await sleep(10)
  }
}

const clients = [
  ['TypeScript', ['npx', 'tsx', 'examples/typescript/client.ts']],
  ['Python', ['python3', 'examples/python/client.py']],
] as const

it.each(clients)(
  '%s: submits, follows, and believes a signed webhook only',
  async (name, words) => {
    expect(page).toContain(`${words.join(' ')} invoice.json`)
    const [program, ...start] = words
    const port = await freePort()
    const access = { FOURCORNER_URL: gateway.url, FOURCORNER_TOKEN: gateway.token }
    const env = { ...process.env, ...access, WEBHOOK_PORT: String(port) }
    const running = run(program, [...start, writeInvoice(`${name}-1`)], { env })
    expect(await Promise.race([forge(port), running])).toBe(401)
    const { stdout } = await running
    expect(stdout.trim().split('\n')).toEqual([
      expect.stringMatching(/^accepted [0-9a-f-]{36}$/),
      'delivered',
      'webhook document.delivered',
    ])
    const wrong = writeInvoice(`${name}-2`, { currency: 'XYZ' })
    await expect(run(program, [...start, wrong], { env })).rejects.toThrow(/currency/i)
  },
)
