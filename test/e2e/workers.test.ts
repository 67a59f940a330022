// One node of two processes behind one port, on a PostgreSQL server.
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { Pool } from 'undici'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freshDatabase } from './database.ts'
import { childrenOf, type GatewayProcess, startGateway } from './gateway-process.ts'
import { invoiceJson } from './invoice.ts'

const server = process.env.DATABASE_URL
const waitMs = 30_000

async function startNode(settings: Record<string, string> = {}): Promise<GatewayProcess> {
  return startGateway({
    DATABASE_URL: await freshDatabase(server!),
    WORKERS: '2',
    LOG_LEVEL: 'info',
    ...settings,
  })
}

const workersOf = ({ child }: GatewayProcess) => childrenOf(child.pid!)

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

function logOf(node: GatewayProcess, message: string): { worker?: number }[] {
  const lines = node.output().split('\n')
  return lines.filter((line) => line.includes(`"msg":"${message}"`)).map((line) => JSON.parse(line))
}

type Pooled = { status: number; body: Record<string, unknown> }

/** Calls on connections that stay open, `connections` of them. */
function callsOf({ url, token }: GatewayProcess, connections: number) {
  const pool = new Pool(url, { connections })
  return {
    async call(path: string, body?: string, headers: Record<string, string> = {}): Promise<Pooled> {
      const answer = await pool.request({
        path,
        method: body ? 'POST' : 'GET',
        headers: { 'X-API-Token': token, 'Content-Type': 'application/json', ...headers },
        ...(body ? { body } : {}),
      })
      return { status: answer.statusCode, body: (await answer.body.json()) as Pooled['body'] }
    },
    close: () => pool.close(),
  }
}

async function metric(node: GatewayProcess, name: string): Promise<number> {
  const text = await (await node.call('/metrics')).text()
  const lines = text.split('\n').filter((line) => line.startsWith(name))
  return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)
}

describe.skipIf(!server && !process.env.CI)('a node of two processes', () => {
  let node: GatewayProcess

  beforeAll(async () => {
    node = await startNode({ RATE_LIMIT_PER_SECOND: '100000' })
  })
  afterAll(() => node?.stop())

  it('says once where it is, and keeps both busy', async () => {
    await expect.poll(node.output, { timeout: 5_000 }).toContain('curl')
    expect(node.output().match(/accepts documents at/g)).toHaveLength(1)
    expect(node.output().match(/Your first API token/g)).toHaveLength(1)
    const { call, close } = callsOf(node, 8)
    const submitted = Array.from({ length: 40 }, (_, number) =>
      call('/api/v1/invoices/submit', invoiceJson(`BOTH-${number}`), { Prefer: 'wait=30' }),
    )
    for (const { body } of await Promise.all(submitted)) expect(body.status).toBe('delivered')
    await close()
    const ends = logOf(node, 'a delivery attempt ended').map(({ worker }) => worker)
    expect(new Set(ends)).toEqual(new Set([1, 2]))
  })

  it('tells a caller at one process at once what the other one has done', async () => {
    const { call, close } = callsOf(node, 6)
    const { body } = await call('/api/v1/events?limit=200')
    const { nextCursor } = body.page as { nextCursor: string }
    const path = `/api/v1/events?wait=20&after=${encodeURIComponent(nextCursor)}`
    const waiting = Array.from({ length: 4 }, () => call(path))
    await new Promise((later) => setTimeout(later, 500))
    await call('/api/v1/invoices/submit', invoiceJson('TOLD-1'))
    for (const { body } of await Promise.all(waiting)) expect(body.data).not.toEqual([])
    await close()
  })

  it('has the C library give freed memory back to the system in both', () => {
    for (const pid of workersOf(node)) {
      const environment = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0')
      expect(environment).toContain('MALLOC_TRIM_THRESHOLD_=131072')
    }
  })

  it('counts for the whole node: no call is missing, and the queue is there once', async () => {
    const { call, close } = callsOf(node, 8)
    const name = 'fourcorner_http_requests_total{method="GET",route="/api/identity/check"'
    const before = await metric(node, name)
    await Promise.all(Array.from({ length: 50 }, () => call('/api/identity/check')))
    expect(await metric(node, name)).toBe(before + 50)
    await call('/api/v1/queue/pause', '{}')
    for (const number of [1, 2, 3])
      await call('/api/v1/invoices/submit', invoiceJson(`QUEUED-${number}`))
    await expect.poll(() => metric(node, 'fourcorner_queue_documents '), { timeout: 5_000 }).toBe(3)
    await call('/api/v1/queue/resume', '{}')
    await close()
  })

  it('loses nothing with a process that is killed, and starts another one', async () => {
    const [killed, other] = workersOf(node) as [number, number]
    const counted = await metric(node, 'fourcorner_http_requests_total')
    const submit = async (number: number) => {
      const headers = { 'Idempotency-Key': `killed-${number}`, Prefer: 'wait=30' }
      for (;;) {
        const { call, close } = callsOf(node, 1)
        try {
          const invoice = invoiceJson(`KILLED-${number}`)
          const answer = await call('/api/v1/invoices/submit', invoice, headers)
          // Its key is in use until the lease of the one that died has run out.
          if (answer.status !== 409 && answer.status !== 503) return answer
        } catch {
          // The connection has ended with its process.
        } finally {
          await close()
        }
        await new Promise((later) => setTimeout(later, 500))
      }
    }
    const submitted = Array.from({ length: 30 }, (_, number) => submit(number))
    await new Promise((later) => setTimeout(later, 100))
    process.kill(killed, 'SIGKILL')
    for (const { body } of await Promise.all(submitted)) expect(body.status).toBe('delivered')
    await expect.poll(() => workersOf(node).length, { timeout: waitMs }).toBe(2)
    expect(workersOf(node)).toContain(other)
    expect(logOf(node, 'a worker has died and is started again')).toHaveLength(1)
    expect(await metric(node, 'fourcorner_http_requests_total')).toBeGreaterThan(counted)
  }, 90_000)

  it('leaves no caller waiting who was given to a process that died before', async () => {
    const [frozen] = workersOf(node) as [number, number]
    process.kill(frozen, 'SIGSTOP')
    const { call, close } = callsOf(node, 4)
    const answers = Array.from({ length: 4 }, () =>
      call('/api/identity/check').then(
        ({ status }) => status,
        () => 'closed',
      ),
    )
    await new Promise((later) => setTimeout(later, 1_000))
    process.kill(frozen, 'SIGKILL')
    for (const answer of await Promise.all(answers)) expect([200, 'closed']).toContain(answer)
    await close()
  }, 60_000)
})

describe.skipIf(!server && !process.env.CI)('the limits of a node of two processes', () => {
  it('hold for both together, and leave one connection all of what is allowed', async () => {
    const node = await startNode({ RATE_LIMIT_PER_SECOND: '20' })
    const one = callsOf(node, 1)
    const many = callsOf(node, 8)
    try {
      const statuses = (answers: Pooled[]) => answers.map(({ status }) => status)
      const allowed = await Promise.all(
        Array.from({ length: 36 }, () => one.call('/api/identity/check')),
      )
      expect(new Set(statuses(allowed))).toEqual(new Set([200]))
      const begun = performance.now()
      let served = 0
      while (performance.now() - begun < 3_000) {
        const round = Array.from({ length: 16 }, () => many.call('/api/identity/check'))
        served += statuses(await Promise.all(round)).filter((status) => status === 200).length
      }
      const seconds = (performance.now() - begun) / 1_000
      // What was left of the burst, then 20 a second; some more while the two tell each other.
      expect(served).toBeLessThan(10 + 20 * seconds + 20)
      expect(served).toBeGreaterThan(20 * seconds * 0.8)
    } finally {
      await Promise.all([one.close(), many.close(), node.stop()])
    }
  }, 60_000)
})

describe.skipIf(!server && !process.env.CI)('the first process of a node', () => {
  it('takes the others with it when it is killed, and leaves the port free', async () => {
    const node = await startNode()
    const workers = workersOf(node)
    expect(workers).toHaveLength(2)
    await node.stop('SIGKILL')
    await expect.poll(() => workers.filter(isAlive), { timeout: 5_000 }).toEqual([])
    const { port } = new URL(node.url)
    const refused = await new Promise<unknown>((resolve) => {
      const socket = connect(Number(port), '127.0.0.1', () => resolve('open'))
      socket.on('error', resolve)
    })
    expect(refused).toMatchObject({ code: 'ECONNREFUSED' })
  }, 60_000)

  it('ends with 0 on SIGTERM, when the others have finished what they had in hand', async () => {
    const node = await startNode()
    const workers = workersOf(node)
    const waiting = node.call('/api/v1/events?wait=30')
    await new Promise((later) => setTimeout(later, 500))
    // As from a terminal, or a supervisor that signals to all processes of a group.
    for (const pid of workers) process.kill(pid, 'SIGTERM')
    expect(await node.stop('SIGTERM')).toBe(0)
    expect((await waiting).status).toBe(200)
    expect(node.output().match(/finishing work in progress/g)).toHaveLength(1)
    expect(workers.filter(isAlive)).toEqual([])
  }, 60_000)

  it.each([
    ['settings that cannot be used', { SECRETS_KEY_FILE: '/nowhere' }, /SECRETS_KEY_FILE: .+/g],
    [
      'a database that is not there',
      { DATABASE_URL: 'postgres://postgres@127.0.0.1:1/none', PEPPOL_NETWORK: 'sandbox' },
      /The gateway could not start: .+/g,
    ],
  ])(
    'ends once with %s, saying so once',
    async (_, settings, words) => {
      const failure = await startNode({ LOG_LEVEL: 'silent', ...settings }).catch(
        (error: Error) => error.message,
      )
      expect(failure).toContain('ended with 1')
      expect(`${failure}`.match(words)).toHaveLength(1)
    },
    60_000,
  )
})
