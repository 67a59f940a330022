// A new certificate goes from node to node while callers submit: no start is refused, the nodes
// name the difference while there is one, and every document arrives once.
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { recertify } from '../../src/sandbox/pki.ts'
import { readPki } from '../../src/sandbox/pki-folder.ts'
import { startReceiver } from '../chaos/receiver.ts'
import { makeKeystore } from '../crypto/authority.ts'
import { randomNumbers } from '../fuzz/random.ts'
import { freshDatabase } from './database.ts'
import { type GatewayProcess, startGateway } from './gateway-process.ts'
import { invoiceJson } from './invoice.ts'

const server = process.env.DATABASE_URL

it.skipIf(!server && !process.env.CI)(
  'a rolling renewal over two live nodes loses no document and is refused nowhere',
  async () => {
    const receiver = await startReceiver(randomNumbers(1), 10)
    receiver.calm()
    const before = {
      ...receiver.settings,
      DATABASE_URL: await freshDatabase(server!),
      LOG_LEVEL: 'warn',
    }
    const after = { ...before, AS4_KEYSTORE_FILE: renewedKeystore(receiver.dataDir) }
    const started: GatewayProcess[] = []
    const start = async (environment: Record<string, string>) => {
      const node = await startGateway(environment, started[0]?.dataDir)
      started.push(node)
      return node
    }
    const nodes = [await start(before), await start(before)]
    const callers = keepSubmitting(() => nodes)
    try {
      await callers.accepted(5)
      for (let place = 0; place < 2; place++) {
        const renewed = await start(after)
        const old = nodes.splice(place, 1, renewed)[0]!
        await callers.accepted(5)
        if (place === 0) {
          await expect.poll(() => warningsOf(renewed)).toContainEqual(differs)
          await expect
            .poll(() => warningsOf(nodes[1]!), { timeout: 30_000 })
            .toContainEqual(differs)
        }
        expect(await old.stop()).toBe(0)
        await callers.accepted(5)
      }
      for (const node of nodes)
        await expect.poll(() => warningsOf(node), { timeout: 60_000 }).not.toContainEqual(differs)
      const ids = await callers.stop()
      for (const id of ids) {
        const record = await (await nodes[0]!.call(`/api/v1/status/${id}?wait=30`)).json()
        expect(record).toMatchObject({ id, status: 'delivered', attempts: 1 })
      }
      const arrived = receiver.arrivals()
      expect(new Set(arrived.map(({ instanceIdentifier }) => instanceIdentifier)).size).toBe(
        ids.length,
      )
      expect(arrived.filter(({ repeat }) => repeat)).toEqual([])
    } finally {
      await callers.stop()
      await Promise.all(started.map((node) => node.stop()))
      await receiver.close()
    }
  },
)

const differs = expect.stringMatching(/has the keys of \w{16}…, and this one those of/)

async function warningsOf(node: GatewayProcess): Promise<string[]> {
  const { warnings = [] } = (await (await node.call('/health/ready')).json()) as {
    warnings?: string[]
  }
  return warnings
}

/** A keystore with a new certificate for the key that the gateway has, of the same authority. */
function renewedKeystore(dataDir: string): string {
  const pki = readPki(join(dataDir, 'sandbox', 'pki'))
  const inUse = join(dataDir, 'sandbox', 'pki', 'gateway.pem')
  const asked = ['x509', '-in', inUse, '-noout', '-ext', 'crlDistributionPoints']
  const [, listsUrl] = /URI:(.+)\/[^/]+$/m.exec(
    execFileSync('openssl', asked, { encoding: 'utf8' }),
  )!
  const file = join(dataDir, 'renewed.p12')
  const renewed = recertify('gateway', pki, new Date(), listsUrl)
  writeFileSync(file, makeKeystore([renewed], 'a secret of the tests'))
  return file
}

/** One caller for each node that is there: it repeats a call that broke off, with the same key. */
function keepSubmitting(nodes: () => readonly GatewayProcess[]) {
  const ids: string[] = []
  let isStopped = false
  const submitOne = async (caller: number, number: number): Promise<string> => {
    const name = `ROLL-${caller}-${number}`
    for (let attempt = 0; ; attempt++) {
      const node = nodes()[(caller + attempt) % nodes().length]!
      const answer = await node
        .call('/api/v1/invoices/submit', {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', 'Idempotency-Key': name },
          body: invoiceJson(name),
        })
        .catch(() => undefined)
      if (answer?.status === 202) return ((await answer.json()) as { id: string }).id
      if (answer && answer.status !== 503)
        throw new Error(`${answer.status} ${await answer.text()}`)
    }
  }
  const call = async (caller: number) => {
    for (let number = 0; !isStopped; number++) {
      ids.push(await submitOne(caller, number))
      await new Promise((done) => setTimeout(done, 50))
    }
  }
  const calling = Promise.all([call(0), call(1)])
  return {
    /** Resolves once so many more have been accepted. */
    async accepted(more: number) {
      const enough = ids.length + more
      await expect.poll(() => ids.length, { timeout: 30_000 }).toBeGreaterThanOrEqual(enough)
    },
    async stop() {
      isStopped = true
      await calling
      return ids
    },
  }
}
