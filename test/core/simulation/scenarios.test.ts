// What X-TestOnly plays: each scenario through the real state machine, and nothing leaves the
// machine.
import { Socket as UdpSocket } from 'node:dgram'
import { readFileSync } from 'node:fs'
import { Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { playMls } from '../../../src/core/receive/play-mls.ts'
import { markOverdue } from '../../../src/core/receive/work-inbound.ts'
import { parseScenario, scenarioNames, scenarios } from '../../../src/core/simulation/scenarios.ts'
import { trackDocument } from '../../../src/core/tracking/track.ts'
import type { Document } from '../../../src/store/index.ts'
import { poolerUrl } from '../../store/database.ts'
import { openTestGateway } from '../test-gateway.ts'

const { gateway, caller, clock, submit, attempt, claim, events, databaseUrl } =
  await openTestGateway()
const speed = 100_000

/** Attempts until nothing is due any more. */
async function play(name: (typeof scenarioNames)[number], at = speed) {
  const { record } = await submit({ testOnly: true, scenario: { name, speed: at } })
  let document: Document
  do {
    document = await attempt()
    clock.aheadMs += 1_000
  } while (document.status === 'waiting')
  await playAnswers()
  return { document, record: await trackDocument(gateway, caller, record) }
}

const outcomes: Record<string, string> = {
  delivered: 'succeeded',
  rejected: 'rejected',
  failed: 'failed',
  attention: 'attention',
}

/** The Message Level Status that comes later, if any, and its lateness before. */
async function playAnswers(): Promise<void> {
  const { mls, store, now } = gateway
  for (const ms of [mls.playedAfterMs, mls.overdueMs]) {
    clock.aheadMs += ms
    await markOverdue(gateway)
    const claim = { owner: 'test', now: now(), leaseMs: 60_000, limit: 10 }
    for (const claimed of await store.claimInbound(claim)) await playMls(gateway, claimed)
  }
}

describe('every scenario', () => {
  const opened: unknown[] = []

  beforeEach(() => {
    opened.length = 0
    const { connect } = Socket.prototype
    vi.spyOn(Socket.prototype, 'connect').mockImplementation(function (
      this: Socket,
      ...to: unknown[]
    ) {
      if (!isDatabase(to)) opened.push(to)
      return Reflect.apply(connect, this, to)
    })
    const { send } = UdpSocket.prototype
    vi.spyOn(UdpSocket.prototype, 'send').mockImplementation(function (
      this: UdpSocket,
      ...what: unknown[]
    ) {
      opened.push(what)
      return Reflect.apply(send, this, what)
    })
  })
  afterEach(() => vi.restoreAllMocks())

  /** The one connection that a test document may open: to the database of the gateway. */
  function isDatabase(to: unknown[]): boolean {
    const words = JSON.stringify(to)
    return [databaseUrl, poolerUrl ?? databaseUrl]
      .map((url) => new URL(url))
      .some(({ port, pathname }) => words.includes(port || pathname) || words.includes('.s.PGSQL'))
  }

  it.each(scenarioNames)('%s ends as it says, and no socket is opened', async (name) => {
    const { document, record } = await play(name)
    const row: { ends: string; code?: string } = scenarios[name]
    const outcome = outcomes[row.ends]
    expect(record).toMatchObject({ outcome, test: true })
    expect(record.failure?.code).toBe(row.code)
    expect(document.attempts).toBe(
      { 'delivery.window-exhausted': 10 }[row.code ?? ''] ?? attempts(name),
    )
    expect(opened).toEqual([])
  })

  const attempts = (name: string) =>
    ['timeout-before-send', 'timeout-after-send', 'http-503-then-ok'].includes(name) ? 2 : 1
})

it.each([
  ['mls-accepted', ['mls-received'], 'accepted', 'AP'],
  ['mls-acknowledged', ['mls-received'], 'acknowledged', 'AB'],
  ['mls-rejected', ['mls-received'], 'rejected', 'RE'],
  ['mls-late', ['mls-overdue', 'mls-received'], 'acknowledged', 'AB'],
] as const)('%s: %j after the receipt', async (name, wanted, status, code) => {
  const { document, record } = await play(name, 1)
  expect(await events(document.id)).toEqual(['submitted', 'claimed', 'delivered', ...wanted])
  expect(record.mls).toMatchObject({ status, code })
  const [file] = (await gateway.store.filesOf(document.id)).filter(({ kind }) => kind === 'mls')
  expect(file).toBeDefined()
})

it('without a scenario for it, a test document asks for no Message Level Status', async () => {
  const { record } = await play('delivered')
  expect(record.mls).toEqual({ status: 'not-expected' })
})

it('a real delivery does open sockets, so the watch above sees them', async () => {
  const seen = vi.spyOn(Socket.prototype, 'connect')
  await submit()
  await attempt()
  expect(seen).toHaveBeenCalled()
  vi.restoreAllMocks()
})

it('a repeated message has the same MessageId, as in reality', async () => {
  const { document } = await play('timeout-after-send')
  const made = await gateway.store.attemptsOf(document.id)
  expect(made.map(({ outcome }) => outcome)).toEqual(['transport.timeout', 'delivered'])
  expect(new Set(made.map(({ messageId }) => messageId)).size).toBe(1)
  expect(await events(document.id)).toEqual([
    'submitted',
    'claimed',
    'postponed',
    'claimed',
    'delivered',
  ])
})

it('a message that never left is a new one at the next attempt', async () => {
  const { document } = await play('timeout-before-send')
  const made = await gateway.store.attemptsOf(document.id)
  expect(new Set(made.map(({ messageId }) => messageId)).size).toBe(2)
})

it('at its real speed the second attempt is due after half a minute', async () => {
  const { record } = await submit({
    testOnly: true,
    scenario: { name: 'http-503-then-ok', speed: 1 },
  })
  await attempt()
  expect(await claim()).toEqual([])
  clock.aheadMs += 36_000
  expect((await attempt()).status).toBe('delivered')
  expect(record.test).toBe(true)
})

it('failures that are played do not close the circuit of other test documents', async () => {
  for (let count = 0; count < 3; count++) await play('connect-refused')
  await submit({ testOnly: true, scenario: { name: 'connect-refused', speed: 1 } })
  expect((await attempt()).waiting?.reason).toBe('retry-backoff')
  await submit({ testOnly: true })
  expect((await attempt()).status).toBe('delivered')
})

it('the documentation has a row for each, in this order', () => {
  const ends = {
    delivered: '`delivered`',
    rejected: '`delivered`, outcome `rejected`',
    failed: '`failed`',
  }
  const rows = Object.entries<{ what: string; ends: string; code?: string }>(scenarios).map(
    ([name, { what, ends: end, code }]) => {
      const words = ends[end as keyof typeof ends] ?? '`failed`, outcome `attention`'
      return `| \`${name}\` | ${what} | ${words}${code ? `, \`${code}\`` : ''} |`
    },
  )
  expect(readFileSync('docs/api.md', 'utf8')).toContain(rows.join('\n'))
})

describe('the value of X-TestOnly', () => {
  it.each([
    ['scenario=slow', { name: 'slow', speed: 1 }],
    ['scenario=slow;speed=20', { name: 'slow', speed: 20 }],
    ['scenario=slow; speed=20', { name: 'slow', speed: 20 }],
  ])('%s is a scenario', (text, scenario) => expect(parseScenario(text)).toEqual(scenario))

  it.each([
    'true',
    'slow',
    'scenario=',
    'scenario=fast',
    'scenario=toString',
    'scenario=slow;speed=0',
    'scenario=slow;speed=1000000',
    'scenario=slow;pace=2',
  ])('%s is none', (text) => expect(parseScenario(text)).toBeUndefined())
})
