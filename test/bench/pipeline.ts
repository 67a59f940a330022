// Documents per second from submission to verified receipt: the real gateway as a process of its
// own, with its sandbox, on the embedded database or on the server of DATABASE_URL, driven over
// HTTP. On a server also two of them, the second one in the sandbox of the first. Beside them, in
// turn, the same with the default MLS_REQUEST: each document then gets a Message Level Status, and
// is done when that is recorded. With `--tax`, those with a status and, beside them in turn, the
// same where the sender also reports to the tax authority of the sandbox: a document is done when
// the status of its report is recorded, too.
import { setTimeout as pause } from 'node:timers/promises'
import { Pool } from 'undici'
import { settingsToJoin } from '../chaos/join-sandbox.ts'
import { freshDatabase } from '../e2e/database.ts'
import { type GatewayProcess, startGateway } from '../e2e/gateway-process.ts'
import { invoiceJson } from '../e2e/invoice.ts'
import { measureEmbeddedFloor } from './floor.ts'
import { cpuMillis, print, run, warmUp } from './load.ts'
import { benchTwo } from './pipeline-two.ts'

const rounds = [
  { inFlight: 1, share: 0.25 },
  { inFlight: 8, share: 1 },
] as const

export async function benchPipeline({
  documents = 600,
  two = false,
  tax = false,
  workers = '1',
  receivers = 8,
  turns = 7,
} = {}): Promise<void> {
  if (two) return benchTwo(documents, { workers, receivers, turns })
  const server = process.env.DATABASE_URL
  if (!server) print({ bench: 'pipeline', setup: 'floor', ...(await measureEmbeddedFloor()) })
  for (const nodes of server ? [1, 2] : [1]) {
    const setups = [
      await openSetup({ server, nodes, hasStatuses: tax, isReporting: false }),
      await openSetup({ server, nodes, hasStatuses: true, isReporting: tax }),
    ]
    try {
      for (const validated of [false, true]) {
        for (const setup of setups)
          await deliverAll(setup, { validated, inFlight: 8, count: Math.min(warmUp, documents) })
        for (const { inFlight, share } of rounds) {
          const round = { validated, inFlight, count: Math.ceil(documents * share) }
          const [before, after] = [
            await measure(setups[0]!, round),
            await measure(setups[1]!, round),
          ]
          const whole = after.whole / before.whole
          const ratios = tax
            ? { cpuWithReports: whole, cpuOfAccepting: after.accept / before.accept }
            : { cpuWithStatuses: whole }
          print({ bench: 'pipeline', nodes, ...round, ...ratios })
        }
      }
    } finally {
      for (const setup of setups) await closeSetup(setup)
    }
  }
}

/** Gateways on one database, and connections to them. */
type Setup = {
  gateways: GatewayProcess[]
  connections: Pool[]
  pids: number[]
  facts: { database: string; nodes: number; hasStatuses: boolean; isReporting: boolean }
}
type Round = { validated: boolean; inFlight: number; count: number }

async function openSetup({
  server,
  nodes,
  hasStatuses,
  isReporting,
}: {
  server: string | undefined
  nodes: number
  hasStatuses: boolean
  isReporting: boolean
}): Promise<Setup> {
  const gateways = await startGateways(nodes, {
    LOG_LEVEL: 'warn',
    DATABASE_URL: server ? await freshDatabase(server) : '',
    RATE_LIMIT_PER_SECOND: '100000',
    // The sandbox then sends no status back.
    ...(hasStatuses ? {} : { MLS_REQUEST: 'FAILURE_ONLY' }),
  })
  if (isReporting) await startReporting(gateways[0]!)
  return {
    gateways,
    // The driver shares the machine with what it measures, so it uses the cheapest client.
    connections: gateways.map(({ url }) => new Pool(url)),
    pids: gateways.map(({ child }) => child.pid!),
    facts: { database: server ? 'PostgreSQL server' : 'embedded', nodes, hasStatuses, isReporting },
  }
}

/** Everything that the seller sends is reported, as in Slovakia. */
async function startReporting({ url, token }: GatewayProcess): Promise<void> {
  const headers = { 'X-API-Token': token, 'Content-Type': 'application/json' }
  const identity = await fetch(`${url}/api/identity/check`, { headers })
  const { tenant } = (await identity.json()) as { tenant: { id: string } }
  const entry = {
    ...{ regime: 'sk', participants: ['0208:0123456749'], receiver: '0242:900000-TAX_SK' },
    ...{ authority: { id: 'SK' }, from: '2026-01-01' },
  }
  const body = JSON.stringify({ taxReporting: [entry] })
  const path = `${url}/api/v1/tenants/${tenant.id}`
  const answer = await fetch(path, { method: 'PATCH', headers, body })
  if (answer.status !== 200) throw new Error(`${answer.status}: ${await answer.text()}`)
}

async function closeSetup({ gateways, connections }: Setup): Promise<void> {
  await Promise.all(connections.map((each) => each.close()))
  await Promise.all(gateways.map((gateway) => gateway.stop()))
}

/** Prints a row; the processor time of each document, with its statuses if it gets some. */
async function measure(setup: Setup, round: Round): Promise<{ whole: number; accept: number }> {
  const { gateways, connections, pids, facts } = setup
  const { validated, inFlight, count } = round
  const submit = submitTo(connections, gateways[0]!.token, validated)
  const { delivery, seconds, cpuMillisEach } = await deliverAll(setup, round)
  const accepted = await run(submit(false), round)
  await finished(setup, count)
  const cpuMillisOfStep = await cpuBySteps({
    cpu: () => cpuMillis(pids) / count,
    call: (path) => call(connections[0]!, gateways[0]!.token, path),
    accept: () => run(submit(false), round),
    deliver: () => finished(setup, count),
  })
  print({
    ...{ bench: 'pipeline', ...facts, validated, inFlight, documents: count },
    perSecond: facts.hasStatuses ? count / seconds : delivery.perSecond,
    deliveryMillis: delivery.millis,
    acceptedMillis: accepted.millis,
    cpuMillisEach,
    cpuMillisOfStep,
  })
  return { whole: cpuMillisEach, accept: cpuMillisOfStep.accept }
}

/** Delivers documents; with statuses, until each has its own. */
async function deliverAll(setup: Setup, { validated, inFlight, count }: Round) {
  const { connections, gateways, pids } = setup
  const cpuBefore = cpuMillis(pids)
  const begun = performance.now()
  const submit = submitTo(connections, gateways[0]!.token, validated)
  const delivery = await run(submit(true), { inFlight, count })
  await finished(setup, count)
  const seconds = (performance.now() - begun) / 1000
  return { delivery, seconds, cpuMillisEach: (cpuMillis(pids) - cpuBefore) / count }
}

/** How many statuses came before, of each setup. */
const statusesBefore = new WeakMap<Setup, number>()

/** Until the queue is empty, and so many documents more have their statuses. */
async function finished(setup: Setup, count: number): Promise<void> {
  const { connections, gateways, facts } = setup
  await emptied(connections[0]!, gateways[0]!.token)
  if (!facts.hasStatuses) return
  const each = facts.isReporting ? 2 : 1
  const wanted = (statusesBefore.get(setup) ?? 0) + each * count
  while ((await statusesOf(setup)) < wanted) await pause(100)
  statusesBefore.set(setup, wanted)
}

async function statusesOf({ connections, gateways }: Setup): Promise<number> {
  let sum = 0
  for (const connection of connections) {
    const headers = { 'X-API-Token': gateways[0]!.token }
    const answer = await connection.request({ path: '/metrics', method: 'GET', headers })
    const text = await answer.body.text()
    for (const [, value] of text.matchAll(/^fourcorner_mls_received_total\{.*\} (\d+)$/gm))
      sum += Number(value)
  }
  return sum
}

async function startGateways(
  nodes: number,
  environment: Record<string, string>,
): Promise<GatewayProcess[]> {
  const first = await startGateway(environment)
  if (nodes === 1) return [first]
  const joined = { ...environment, ...settingsToJoin(first.dataDir) }
  return [first, await startGateway(joined, first.dataDir)]
}

/** `wait`: until it is delivered, or else until it is accepted. */
type Submit = (wait: boolean) => (number: number) => Promise<void>

// Each round counts from zero, and a number that comes again is a duplicate.
let submitted = 0

function submitTo(connections: Pool[], token: string, validated: boolean): Submit {
  return (wait) => async (number) => {
    const answer = await connections[number % connections.length]!.request({
      path: '/api/v1/invoices/submit',
      method: 'POST',
      headers: {
        'X-API-Token': token,
        'Content-Type': 'application/json',
        'X-Validation': String(validated),
        ...(wait ? { Prefer: 'wait=30' } : {}),
      },
      body: invoiceJson(`BENCH-${submitted++}`),
    })
    const { status } = (await answer.body.json()) as { status?: string }
    const isRight = wait ? status === 'delivered' : answer.statusCode === 202
    if (!isRight) throw new Error(`${answer.statusCode}: a document is ${status}`)
  }
}

type Steps = {
  cpu(): number
  call(path: string): Promise<unknown>
  accept(): Promise<unknown>
  deliver(): Promise<void>
}

/**
 * What accepting a document takes, and what delivering it takes of both sides: one after the other,
 * since nothing is sent during a pause.
 */
async function cpuBySteps({ cpu, call, accept, deliver }: Steps) {
  await call('/api/v1/queue/pause')
  const begin = cpu()
  await accept()
  const accepted = cpu()
  await call('/api/v1/queue/resume')
  await deliver()
  return { accept: accepted - begin, deliver: cpu() - accepted }
}

async function call(connection: Pool, token: string, path: string): Promise<void> {
  const headers = { 'X-API-Token': token }
  const answer = await connection.request({ path, method: 'POST', headers })
  await answer.body.dump()
  if (answer.statusCode !== 200) throw new Error(`${path}: ${answer.statusCode}`)
}

/** Until what was accepted is delivered. */
async function emptied(connection: Pool, token: string): Promise<void> {
  for (;;) {
    const answer = await connection.request({
      path: '/api/v1/status/queue',
      method: 'GET',
      headers: { 'X-API-Token': token },
    })
    const { depth } = (await answer.body.json()) as { depth: number }
    if (depth === 0) return
    await pause(200)
  }
}
