// Whatever was answered with 202 is delivered, whatever happens to the process in between.
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { freshDatabase } from './database.ts'
import { type GatewayProcess, startGateway } from './gateway-process.ts'
import { invoiceJson } from './invoice.ts'

const kills = 20
const server = process.env.DATABASE_URL

describe.each([
  { database: 'the embedded database', make: async () => '' },
  ...(server ? [{ database: 'a PostgreSQL server', make: () => freshDatabase(server) }] : []),
])('on $database', ({ make }) => {
  it(`delivers every accepted document once although it is killed ${kills} times`, async () => {
    const environment = { DATABASE_URL: await make(), LOG_LEVEL: 'warn' }
    const dataDir = mkdtempSync(join(tmpdir(), 'fourcorner-kill-'))
    const chance = seededChance(20261121)
    const accepted: string[] = []

    for (let kill = 0; kill < kills; kill++) {
      const gateway = await startGateway(environment, dataDir)
      await submitUntilKilled(gateway, accepted, {
        submissions: 1 + Math.floor(chance() * 4),
        waitMs: chance() * 100,
      })
    }
    expect(accepted.length).toBeGreaterThanOrEqual(kills)

    const gateway = await startGateway(environment, dataDir)
    try {
      for (const id of accepted) expect(await finalStatus(gateway, id)).toBe('delivered')
      const firsts = arrivals(dataDir).filter((arrival) => !arrival.repeat)
      const instances = firsts.map((arrival) => arrival.instanceIdentifier)
      expect(new Set(instances).size).toBe(instances.length)
      expect(instances.length).toBeGreaterThanOrEqual(accepted.length)
    } finally {
      await gateway.stop()
    }
  })
})

if (!server)
  it.skipIf(!process.env.CI)('is proven on a PostgreSQL server too (set DATABASE_URL)', () => {
    expect.fail('DATABASE_URL is not set, and CI may not skip this')
  })

/**
 * Submits one document after another and kills the process in the middle, some time after a number
 * of them were accepted.
 */
async function submitUntilKilled(
  gateway: GatewayProcess,
  accepted: string[],
  { submissions, waitMs }: { submissions: number; waitMs: number },
): Promise<void> {
  const killed = new Promise((done) => gateway.child.once('exit', done))
  for (let number = 1; gateway.child.signalCode === null; number++) {
    const id = await submit(gateway, `KILL-${number}`)
    if (id === undefined) break
    accepted.push(id)
    if (number === submissions) setTimeout(() => gateway.child.kill('SIGKILL'), waitMs)
  }
  await killed
}

/** The id of a document that was answered with 202; undefined when no answer came. */
async function submit(gateway: GatewayProcess, number: string): Promise<string | undefined> {
  try {
    const headers = { 'Content-Type': 'application/json' }
    const response = await gateway.call('/api/v1/invoices/submit', {
      method: 'POST',
      headers,
      body: invoiceJson(number),
    })
    const { id } = (await response.json()) as { id: string }
    expect(response.status).toBe(202)
    return id
  } catch (error) {
    if (error instanceof TypeError || gateway.child.signalCode !== null) return undefined
    throw error
  }
}

async function finalStatus(gateway: GatewayProcess, id: string): Promise<string> {
  for (let look = 0; look < 20; look++) {
    const response = await gateway.call(`/api/v1/status/${id}?wait=10`)
    const { status, completedAt } = (await response.json()) as {
      status: string
      completedAt?: string
    }
    if (completedAt) return status
  }
  return 'still under way'
}

type Arrival = { instanceIdentifier: string; repeat?: boolean }

function arrivals(dataDir: string): Arrival[] {
  const lines = readFileSync(join(dataDir, 'sandbox', 'inbox', 'arrivals.jsonl'), 'utf8')
  return lines
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Arrival)
}

function seededChance(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return state / 0x80000000
  }
}
