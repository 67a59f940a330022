// What a database server does to a gateway: it is gone for half a minute, has no connection left,
// or ends a transaction. What was answered with 202 is delivered, once, and nothing else was
// answered but that the service is unavailable.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Postgres, startPostgres } from '../chaos/postgres.ts'
import { type GatewayProcess, startGateway } from './gateway-process.ts'
import { invoiceJson } from './invoice.ts'

const isSkipped = !process.env.DATABASE_URL && !process.env.CI

describe.skipIf(isSkipped)('a PostgreSQL server of its own (set DATABASE_URL)', () => {
  let postgres: Postgres
  let gateway: GatewayProcess
  const accepted: string[] = []
  let submitted = 0

  beforeAll(async () => {
    postgres = await startPostgres({ maxConnections: 30 })
    // A session looks for deadlocks once, when it has waited this long: by then the other one waits
    // as well.
    const url = `${postgres.url}?options=-c%20deadlock_timeout%3D4s`
    gateway = await startGateway({ DATABASE_URL: url, LOG_LEVEL: 'error' })
  })
  afterAll(async () => {
    await gateway?.stop()
    await postgres?.remove()
  })

  /** The status of the answer: 202, or 503 for a while. */
  async function submit(): Promise<number> {
    const answer = await gateway.call('/api/v1/invoices/submit', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: invoiceJson(`FAULT-${++submitted}`),
    })
    const body = (await answer.json()) as { id: string; code?: string }
    if (answer.status === 202) accepted.push(body.id)
    else expect(body).toMatchObject({ status: 503, code: 'service.unavailable' })
    return answer.status
  }

  async function submitFor(seconds: number): Promise<number[]> {
    const statuses: number[] = []
    const until = Date.now() + seconds * 1000
    while (Date.now() < until) {
      statuses.push(await submit())
      await setTimeout(250)
    }
    return statuses
  }

  const post = (path: string) =>
    gateway.call(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{}',
    })
  const ready = async () => (await gateway.call('/health/ready')).status

  async function expectAllDelivered(): Promise<void> {
    for (const id of accepted) {
      const status = async () => {
        const record = await (await gateway.call(`/api/v1/status/${id}?wait=10`)).json()
        return (record as { status: string }).status
      }
      await expect.poll(status, { timeout: 60_000 }).toBe('delivered')
    }
    const arrivals = readFileSync(join(gateway.dataDir, 'sandbox/inbox/arrivals.jsonl'), 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as { instanceIdentifier: string; repeat?: true })
      .filter(({ repeat }) => !repeat)
    expect(new Set(arrivals.map((one) => one.instanceIdentifier)).size).toBe(arrivals.length)
    expect(arrivals.length).toBeGreaterThanOrEqual(accepted.length)
  }

  it('that is gone for 30 seconds', async () => {
    for (let count = 0; count < 10; count++) expect(await submit()).toBe(202)
    await postgres.stop()
    expect(new Set(await submitFor(30))).toEqual(new Set([503]))
    expect(await ready()).toBe(503)
    expect((await gateway.call('/health/live')).status).toBe(200)
    await postgres.start()
    await expect.poll(submit, { timeout: 10_000 }).toBe(202)
    // The last answer is given for a second.
    await expect.poll(ready, { timeout: 10_000 }).toBe(200)
    await expectAllDelivered()
  })

  it('that has no connection left for 10 seconds', async () => {
    expect(await submit()).toBe(202)
    const others = await takeAllConnections(postgres.url)
    expect(new Set(await submitFor(10))).toEqual(new Set([503]))
    await Promise.all(others.map((other) => other.end()))
    await expect.poll(submit, { timeout: 10_000 }).toBe(202)
    await expectAllDelivered()
  })

  it('that ends a transaction of the gateway because of a deadlock', async () => {
    expect((await post('/api/v1/queue/pause')).status).toBe(200)
    expect(await submit()).toBe(202)
    const id = accepted.at(-1)!
    const record = async () => (await gateway.call(`/api/v1/status/${id}`)).json()
    await expect.poll(record).toMatchObject({ waiting: { reason: 'paused' } })

    const other = new Client({ connectionString: postgres.url })
    await other.connect()
    const { rows } = await other.query<{ pid: number }>('select pg_backend_pid() as pid')
    await other.query(`begin; set local deadlock_timeout = '1h'`)
    await other.query('select from states where document_id = $1 for update', [id])
    expect((await post('/api/v1/queue/resume')).status).toBe(200)
    // A claim holds the row of the job and waits for the row of the state; who holds that waits for
    // the row of the job. In a transaction, pg_stat_activity shows what it showed at first: another
    // connection looks.
    const observer = new Client({ connectionString: postgres.url })
    await observer.connect()
    const waiting = async () =>
      (
        await observer.query(
          `select from pg_stat_activity
           where application_name = 'fourcorner' and $1 = any (pg_blocking_pids(pid))`,
          [rows[0]!.pid],
        )
      ).rowCount
    await expect.poll(waiting, { timeout: 10_000 }).toBe(1)
    await other.query('select from jobs where document_id = $1 for update', [id])
    await other.query('rollback')
    await Promise.all([other.end(), observer.end()])
    await expect.poll(gateway.output).toContain('deadlock detected')
    await expectAllDelivered()
  })
})

/** Opens connections until no more can be had, and takes those of the gateway from it. */
async function takeAllConnections(url: string): Promise<Client[]> {
  const held: Client[] = []
  for (;;) {
    const client = new Client({ connectionString: url })
    client.on('error', () => {})
    const isOpen = await client.connect().then(
      () => true,
      () => false,
    )
    if (isOpen) held.push(client)
    const [first] = held
    if (isOpen || !first) continue
    const { rowCount } = await first.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where application_name like 'fourcorner%'`,
    )
    if (rowCount === 0) return held
  }
}
