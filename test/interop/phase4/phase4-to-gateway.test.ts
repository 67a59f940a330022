// phase4 sends five hundred documents to a gateway, which keeps, answers and refuses them as its
// tables say (docs/api.md, "Receiving"); phase4 receives the Message Level Status for them.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readStatusMessage, type StatusMessage } from '../../../src/reporting/index.ts'
import { brokenRules } from '../../schematron/own-rules.ts'
import { serverUrl, testDatabase } from '../../store/database.ts'
import { openRulesOf100 } from '../reporting/mls-100.ts'
import {
  type Exchange,
  judgeAnswers,
  judgeEvents,
  judgeReceived,
  judgeStatuses,
  type Received,
  wantedCounts,
  wordsOf,
} from './judge.ts'
import {
  allAnswered,
  type Json,
  type Network,
  openNetwork,
  type ReceivedStatus,
  receivedBy,
  type Tenant,
} from './network.ts'
import { buildPeer, whyNoPeer } from './peer.ts'
import { makeOrders, type Order } from './sendings.ts'

const count = 500
const seed = Number(process.env.PHASE4_SEED ?? 20261123)
const missing = whyNoPeer()
const database = serverUrl && !missing ? await testDatabase() : undefined

/** How 1.0.0 differs from the rules in force: it refuses small letters in sub-identifiers. */
const changedRules = [
  { rule: 'SCH-MLS-14', refuses: ({ receiver }: ReceivedStatus) => /[a-z]/.test(receiver) },
]

describe.skipIf(missing)(`from phase4 to a gateway${missing ? ` (${missing})` : ''}`, () => {
  let folder: string
  let network: Network
  let exchanges: Exchange[]
  let received: Received[]
  let events: { tenant: string; documentId: string }[]
  let statuses: ReceivedStatus[]

  beforeAll(async () => {
    buildPeer()
    folder = mkdtempSync(join(tmpdir(), 'fourcorner-phase4-'))
    network = await openNetwork(folder, database?.url)
    const orders = makeOrders(count, seed)
    const { default: first, other } = network.tenants
    const tenants = [watch('default', first, orders), watch('other', other, orders)]
    const isNew = (order: Order) => order.first === undefined
    exchanges = [
      ...(await network.send(orders.filter(isNew))),
      ...(await network.send(orders.filter((order) => !isNew(order)))),
    ]
    await allAnswered(network)
    events = (await Promise.all(tenants.map((tenant) => tenant.stop()))).flat()
    received = [...(await receivedBy('default', first)), ...(await receivedBy('other', other))]
    statuses = network.statuses()
  })

  afterAll(async () => {
    await network?.close()
    if (folder) rmSync(folder, { recursive: true, force: true })
  })

  it('sends five hundred, of which each kind, each fate and each status has its share', () => {
    const counts: Record<string, number> = {}
    for (const { sending } of exchanges) counts[sending.fate] = (counts[sending.fate] ?? 0) + 1
    expect(counts).toEqual({
      stored: 420,
      ...{ 'same message': 13, 'same document': 13, 'other document': 12, 'MessageId used': 12 },
      ...{ 'no participant': 13, 'no type': 12, 'no XML': 5 },
    })
    const types = new Set(exchanges.map(({ sending }) => sending.documentTypeId))
    expect(types.size).toBeGreaterThan(8)
    for (const code of ['AP', 'AB', 'RE'])
      expect(statuses.filter((one) => one.code === code).length).toBeGreaterThanOrEqual(20)
  })

  it('is answered as the tables say', () => {
    expect(judgeAnswers(exchanges)).toEqual([])
  })

  it('finds everything stored once, byte for byte, with its receipt, and nothing else', () => {
    expect(judgeReceived(exchanges, received)).toEqual([])
  })

  it('each tenant is told of each of its documents once', () => {
    expect(judgeEvents(received, events)).toEqual([])
  })

  it('each result is counted', async () => {
    const text = (await network.tenants.default.call('/metrics')).toString()
    const counts = text.matchAll(/^fourcorner_reception_seconds_count\{result="(.*?)"\} (\d+)$/gm)
    const found = Object.fromEntries(
      [...counts].map(([, result, value]) => [result, Number(value)]),
    )
    expect(found).toEqual(wantedCounts(exchanges))
  })

  it('gets one Message Level Status for each document that deserves one, where it wants it', () => {
    expect(judgeStatuses(exchanges, statuses)).toEqual([])
    expect(network.refusals()).toEqual([])
  })

  it('reads each of the words as its receiver said it', () => {
    const wanted = wordsOf(exchanges)
    for (const code of ['AP', 'AB', 'RE'])
      expect(wanted.filter((one) => one.code === code).length).toBeGreaterThanOrEqual(5)
    const read = statuses.map(({ ubl }) => {
      const { documentId, code, description, issues } = readStatusMessage(ubl) as StatusMessage & {
        kind: 'mls'
      }
      return { documentId, code, ...(description ? { description } : {}), issues }
    })
    for (const one of wanted) expect(read).toContainEqual(one)
  })

  it('gets statuses that are valid by the rules in force, 1.0.1', () => {
    const broken = statuses.flatMap(({ ubl }) => [...brokenRules(ubl, 'peppol-mls').keys()])
    expect(broken).toEqual([])
    const edited = statuses[0]!.ubl.toString().replace('>900001<', '>9001<')
    expect([...brokenRules(edited, 'peppol-mls').keys()]).toEqual(['SCH-MLS-09'])
  })

  it('gets statuses that are valid by the official 1.0.0, but for what changed', async () => {
    const brokenIn100 = await openRulesOf100()
    const explained = new Set<string>()
    for (const status of statuses) {
      const rules = changedRules.flatMap(({ rule, refuses }) => (refuses(status) ? [rule] : []))
      expect([status.documentId, brokenIn100(status.ubl)]).toEqual([status.documentId, rules])
      for (const rule of rules) explained.add(rule)
    }
    expect([...explained]).toEqual(changedRules.map(({ rule }) => rule))
  })
})

/** A tenant that follows its events, and says of what comes what it is to say. */
function watch(name: string, tenant: Tenant, orders: readonly Order[]) {
  const told: { tenant: string; documentId: string }[] = []
  let isEnding = false
  async function follow(): Promise<void> {
    for (let after = ''; ; ) {
      const query = `type=inbound.received&limit=200&wait=1${after && `&after=${after}`}`
      const { data, page } = await tenant.json(`/api/v1/events?${query}`)
      after = page.nextCursor
      const documentIds: string[] = data.map((event: Json) => event.data.documentId)
      told.push(...documentIds.map((documentId) => ({ tenant: name, documentId })))
      await Promise.all(documentIds.map(acknowledge))
      if (isEnding && data.length === 0) return
    }
  }
  async function acknowledge(id: string): Promise<void> {
    const { messageId } = await tenant.json(`/api/v1/inbound/${id}`)
    const order = orders.find((one) => one.messageId === messageId && one.tenant === name)
    if (order?.word) await tenant.json(`/api/v1/inbound/${id}/status`, order.word)
    if (order?.isAcknowledged) await tenant.json(`/api/v1/inbound/${id}/acknowledge`, {})
  }
  const following = follow()
  // When the test has failed before it waits for it.
  following.catch(() => {})
  return {
    async stop() {
      isEnding = true
      await following
      return told
    },
  }
}
