// Documents per second from submission to verified receipt: the real gateway as a process of its
// own, with its sandbox, on the embedded database or on the server of DATABASE_URL, driven over
// HTTP. On a server also two of them, the second one in the sandbox of the first.
import { readFileSync } from 'node:fs'
import { Pool } from 'undici'
import { settingsToJoin } from '../chaos/join-sandbox.ts'
import { freshDatabase } from '../e2e/database.ts'
import { type GatewayProcess, startGateway } from '../e2e/gateway-process.ts'
import { invoiceJson } from '../e2e/invoice.ts'

const warmUp = 60
const rounds = [
  { inFlight: 1, share: 0.25 },
  { inFlight: 8, share: 1 },
] as const

export async function benchPipeline({ documents = 600 } = {}): Promise<void> {
  const server = process.env.DATABASE_URL
  for (const nodes of server ? [1, 2] : [1]) {
    const database = server ? await freshDatabase(server) : ''
    // One message for each document: the sandbox sends no status back.
    const environment = {
      LOG_LEVEL: 'warn',
      DATABASE_URL: database,
      MLS_REQUEST: 'FAILURE_ONLY',
    }
    const gateways = await startGateways(nodes, environment)
    // The driver shares the machine with what it measures, so it uses the cheapest client.
    const connections = gateways.map(({ url }) => new Pool(url))
    try {
      for (const validated of [false, true]) {
        const submit = submitTo(connections, gateways[0]!.token, validated)
        await run(submit, { inFlight: 8, count: Math.min(warmUp, documents), wait: true })
        for (const { inFlight, share } of rounds) {
          const round = { inFlight, count: Math.ceil(documents * share) }
          const cpuBefore = cpuMillis(gateways)
          const delivery = await run(submit, { ...round, wait: true })
          const cpuMillisEach = (cpuMillis(gateways) - cpuBefore) / round.count
          const accepted = await run(submit, { ...round, wait: false })
          await emptied(connections[0]!, gateways[0]!.token)
          print({
            database: server ? 'PostgreSQL server' : 'embedded',
            ...{ nodes, validated, inFlight, documents: round.count },
            perSecond: delivery.perSecond,
            deliveryMillis: delivery.millis,
            acceptedMillis: accepted.millis,
            cpuMillisEach,
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
type Submit = (number: number, wait: boolean) => Promise<void>

function submitTo(connections: Pool[], token: string, validated: boolean): Submit {
  return async (number, wait) => {
    const answer = await connections[number % connections.length]!.request({
      path: '/api/v1/invoices/submit',
      method: 'POST',
      headers: {
        'X-API-Token': token,
        'Content-Type': 'application/json',
        'X-Validation': String(validated),
        ...(wait ? { Prefer: 'wait=30' } : {}),
      },
      body: invoiceJson(`BENCH-${number}`),
    })
    const { status } = (await answer.body.json()) as { status?: string }
    const isRight = wait ? status === 'delivered' : answer.statusCode === 202
    if (!isRight) throw new Error(`${answer.statusCode}: a document is ${status}`)
  }
}

type Millis = { p50: number; p95: number; p99: number }

async function run(
  submit: Submit,
  { inFlight, count, wait }: { inFlight: number; count: number; wait: boolean },
): Promise<{ perSecond: number; millis: Millis }> {
  const millis: number[] = []
  let next = 0
  async function lane(): Promise<void> {
    while (next < count) {
      const begun = performance.now()
      await submit(next++, wait)
      millis.push(performance.now() - begun)
    }
  }
  const begun = performance.now()
  await Promise.all(Array.from({ length: inFlight }, lane))
  const seconds = (performance.now() - begun) / 1000
  millis.sort((a, b) => a - b)
  const at = (share: number) => millis[Math.floor(millis.length * share)]!
  return { perSecond: count / seconds, millis: { p50: at(0.5), p95: at(0.95), p99: at(0.99) } }
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

/** Processor time of the gateways so far, their threads and sandbox included; 0 if unknown. */
function cpuMillis(gateways: GatewayProcess[]): number {
  try {
    const ticks = gateways.map(({ child }) => {
      const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
      return Number(fields[11]) + Number(fields[12])
    })
    return ticks.reduce((sum, each) => sum + each, 0) * 10
  } catch {
    return 0
  }
}

function print(figures: object): void {
  const rounded = (_: string, value: unknown) =>
    typeof value === 'number' ? Number(value.toPrecision(3)) : value
  console.log(JSON.stringify({ bench: 'pipeline', ...figures }, rounded))
}
