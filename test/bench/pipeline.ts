// Documents per second from submission to verified receipt: the real gateway as a process of its
// own, with its sandbox, on the embedded database or on the server of DATABASE_URL, driven over
// HTTP. On a server also two of them, the second one in the sandbox of the first.
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
  workers = '1',
  receivers = 8,
  turns = 7,
} = {}): Promise<void> {
  if (two) return benchTwo(documents, { workers, receivers, turns })
  const server = process.env.DATABASE_URL
  if (!server) print({ bench: 'pipeline', setup: 'floor', ...(await measureEmbeddedFloor()) })
  for (const nodes of server ? [1, 2] : [1]) {
    const database = server ? await freshDatabase(server) : ''
    // One message for each document: the sandbox sends no status back.
    const environment = {
      LOG_LEVEL: 'warn',
      DATABASE_URL: database,
      MLS_REQUEST: 'FAILURE_ONLY',
      RATE_LIMIT_PER_SECOND: '100000',
    }
    const gateways = await startGateways(nodes, environment)
    // The driver shares the machine with what it measures, so it uses the cheapest client.
    const connections = gateways.map(({ url }) => new Pool(url))
    const pids = gateways.map(({ child }) => child.pid!)
    try {
      for (const validated of [false, true]) {
        const submit = submitTo(connections, gateways[0]!.token, validated)
        await run(submit(true), { inFlight: 8, count: Math.min(warmUp, documents) })
        for (const { inFlight, share } of rounds) {
          const round = { inFlight, count: Math.ceil(documents * share) }
          const cpuBefore = cpuMillis(pids)
          const delivery = await run(submit(true), round)
          const cpuMillisEach = (cpuMillis(pids) - cpuBefore) / round.count
          const accepted = await run(submit(false), round)
          await emptied(connections[0]!, gateways[0]!.token)
          const cpuMillisOfStep = await cpuBySteps({
            cpu: () => cpuMillis(pids) / round.count,
            call: (path) => call(connections[0]!, gateways[0]!.token, path),
            accept: () => run(submit(false), round),
            deliver: () => emptied(connections[0]!, gateways[0]!.token),
          })
          print({
            bench: 'pipeline',
            database: server ? 'PostgreSQL server' : 'embedded',
            ...{ nodes, validated, inFlight, documents: round.count },
            perSecond: delivery.perSecond,
            deliveryMillis: delivery.millis,
            acceptedMillis: accepted.millis,
            cpuMillisEach,
            cpuMillisOfStep,
          })
        }
      }
    } finally {
      await Promise.all(connections.map((each) => each.close()))
      await Promise.all(gateways.map((gateway) => gateway.stop()))
    }
  }
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
    await new Promise((later) => setTimeout(later, 200))
  }
}
