// The nodes of one database: which one is refused, what is said of the others, and that it is the
// database's clock that counts.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ownKeys } from '../../src/core/runtime/own-keys.ts'
import { localKeys } from '../../src/crypto/index.ts'
import type { Network } from '../../src/peppol/index.ts'
import { type NodeOfDatabase, NodeRefused, openNode } from '../../src/setup/node.ts'
import { readyPair } from '../crypto/ready-keys.ts'
import { makeLaboratory, now } from '../peppol/laboratory.ts'
import { testDatabase } from '../store/database.ts'

const { store, pool } = await testDatabase()
const liveMs = 30_000
const laboratory = makeLaboratory()
const elsewhere = makeLaboratory()
const seat = laboratory.accessPoint({ pair: readyPair() })
const renewed = laboratory.accessPoint({ pair: readyPair() })

type Changes = {
  port?: number
  version?: string
  network?: Partial<Network>
  identity?: typeof seat
  secretsKey?: Buffer
}

function factsOf({ port = 8080, version = '1.0.0', network, identity, secretsKey }: Changes) {
  const joined: Network = { ...laboratory.network, name: 'custom', ...network }
  const first = localKeys(identity ?? seat)
  const keys = ownKeys({ first, findNext: () => ({}), trust: joined.trust, now: () => now })
  return { config: { PORT: port, version }, network: joined, keys, secretsKey }
}

let logged: string[] = []
const log = { warn: (facts: object) => logged.push((facts as { sentence: string }).sentence) }
const opened: NodeOfDatabase[] = []

/** Joins, and says every few milliseconds that it is there. */
async function start(changes: Changes = {}, everyMs = 5): Promise<NodeOfDatabase> {
  const node = openNode(store, { log, everyMs, liveMs })
  opened.push(node)
  await node.join(factsOf(changes))
  return node
}

async function seenMinutesAgo(minutes: number): Promise<void> {
  await pool.query(`update nodes set seen_at = now() - $1 * interval '1 minute'`, [minutes])
}

beforeEach(() => pool.query('delete from nodes'))
afterEach(async () => {
  for (const node of opened.splice(0)) await node.leave()
  logged = []
})

describe('a second node', () => {
  it.each<[string, Changes, RegExp]>([
    ['of another network', { network: { name: 'test' } }, /in the network 'custom', .* for 'test'/],
    [
      'of another sandbox',
      { network: { name: 'sandbox', trust: elsewhere.network.trust } },
      /:8080, seen 0 s ago, works on the same database with a sandbox of its own/,
    ],
    [
      'with other authorities',
      { network: { trust: { ...laboratory.network.trust, roots: [] } } },
      /with other authorities/,
    ],
  ])('%s is refused by name', async (_, changes, reason) => {
    await start()
    const second = start({ port: 8081, ...changes })
    await expect(second).rejects.toThrow(NodeRefused)
    await expect(second).rejects.toThrow(reason)
    await expect(second).rejects.toThrow(/:8080, seen 0 s ago/)
    expect(await store.liveNodes(liveMs)).toHaveLength(1)
  })

  it('with another sandbox is refused', async () => {
    await start({ network: { name: 'sandbox' } })
    const trust = { ...laboratory.network.trust, smpIssuers: [] }
    await expect(start({ port: 8081, network: { name: 'sandbox', trust } })).rejects.toThrow(
      /with a sandbox of its own/,
    )
  })

  it('that joins the sandbox of the first, with its authorities, is not refused', async () => {
    await start({ network: { name: 'sandbox' } })
    const second = await start({ port: 8081 })
    expect(second.concerns()).toEqual([])
  })

  it('of another seat is refused', async () => {
    await start()
    const other = laboratory.accessPoint({ pair: readyPair(), commonName: 'POP000999' })
    await expect(start({ port: 8081, identity: other })).rejects.toThrow(/as the access point POP/)
  })

  it('is not refused in a public network because its version knows other authorities', async () => {
    await start({ network: { name: 'test' } })
    const trust = { ...laboratory.network.trust, smpIssuers: [] }
    await start({ port: 8081, network: { name: 'test', trust } })
    expect(await store.liveNodes(liveMs)).toHaveLength(2)
  })

  it('that starts at the same moment is refused just so', async () => {
    const starts = await Promise.allSettled([
      start(),
      start({ port: 8081, network: { name: 'test' } }),
    ])
    expect(starts.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })
})

describe('another certificate, secrets key or version', () => {
  it.each<[string, Changes, RegExp]>([
    ['certificate', { identity: renewed }, /:8081 has the keys of \w{16}…, and this one those of/],
    ['secrets key', { secretsKey: Buffer.alloc(32, 1) }, /:8081 has another key in SECRETS_KEY/],
    ['version', { version: '1.1.0' }, /:8081 runs version 1\.1\.0, and this one 1\.0\.0\./],
  ])('%s: it starts, and both nodes name the other', async (_, changes, sentence) => {
    const first = await start()
    const second = await start({ port: 8081, ...changes })
    expect(second.concerns()).toHaveLength(1)
    expect(second.concerns()[0]).toContain(':8080')
    await expect.poll(() => first.concerns(), { timeout: 20_000 }).toHaveLength(1)
    expect(first.concerns()[0]).toMatch(sentence)
    expect(logged).toEqual([second.concerns()[0], first.concerns()[0]])
    await second.leave()
    await expect.poll(() => first.concerns(), { timeout: 20_000 }).toEqual([])
  })

  it('a rolling renewal over two nodes goes through without a refusal', async () => {
    const [first, second] = [await start(), await start({ port: 8081 })]
    await first.leave()
    const firstAgain = await start({ identity: renewed })
    expect(firstAgain.concerns()[0]).toContain(':8081')
    await second.leave()
    const secondAgain = await start({ port: 8081, identity: renewed })
    expect(secondAgain.concerns()).toEqual([])
    await expect.poll(() => firstAgain.concerns(), { timeout: 20_000 }).toEqual([])
  })
})

describe('the time of the last word', () => {
  it('of a node that died an hour ago counts no more, and is forgotten after a day', async () => {
    await start({}, 3_600_000)
    await seenMinutesAgo(60)
    await start({ port: 8081, network: { name: 'test' } }, 3_600_000)
    expect(await store.liveNodes(liveMs)).toHaveLength(1)
    await seenMinutesAgo(60 * 25)
    await start({ port: 8082 }, 3_600_000)
    expect((await pool.query('select from nodes')).rowCount).toBe(1)
  })

  it('comes from the database: a row that the pruning took is written again', async () => {
    await start()
    await pool.query('delete from nodes')
    await expect.poll(() => store.liveNodes(liveMs), { timeout: 20_000 }).toHaveLength(1)
  })
})

it('a node that leaves while it says that it is there has gone for good', async () => {
  let begun = 0
  let goOn = () => {}
  const held = new Promise<void>((resolve) => {
    goOn = resolve
  })
  const slow = {
    ...store,
    async seeNode(node: Parameters<typeof store.seeNode>[0]) {
      begun += 1
      await held
      await store.seeNode(node)
    },
  }
  const node = openNode(slow, { log, everyMs: 1, liveMs })
  await node.join(factsOf({}))
  await expect.poll(() => begun).toBe(1)
  // Timers of the same length run in turn: more of the node's have passed than of these.
  for (let passed = 0; passed < 5; passed++) await new Promise((resolve) => setTimeout(resolve, 1))
  expect(begun).toBe(1)
  const left = node.leave()
  goOn()
  await left
  expect(await store.liveNodes(liveMs)).toEqual([])
})
