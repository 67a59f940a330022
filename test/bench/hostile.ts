// What it costs those who submit that hostile messages come to `/as4` meanwhile: the time to the
// 202 of a steady caller, in turns with and without them. The messages come at random moments, as
// those of strangers do: in step with the caller each would meet a submission, or none would.
import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Pool } from 'undici'
import { localKeys } from '../../src/crypto/index.ts'
import { readPki } from '../../src/sandbox/pki-folder.ts'
import { selfSigned } from '../as4/hostile/pki.ts'
import { buildMessage } from '../chaos/peer.ts'
import { type GatewayProcess, startGateway } from '../e2e/gateway-process.ts'
import { invoiceJson } from '../e2e/invoice.ts'
import { register } from '../e2e/neighbours/as4-attacks.ts'
import { pause } from '../e2e/neighbours/sockets.ts'
import { randomNumbers } from '../fuzz/random.ts'

const turns = 12
const secondsEach = 10
const submittedPerSecond = 20
const hostilePerSecond = 20

export async function benchHostile(): Promise<void> {
  const gateway = await startGateway({ LOG_LEVEL: 'warn', MLS_REQUEST: 'FAILURE_ONLY' })
  const callers = new Pool(gateway.url)
  const strangers = new Pool(gateway.url)
  try {
    await register({ gateway })
    const messages = await hostileMessages(gateway)
    await submitting(callers, gateway.token, 100)
    const times = { alone: [] as number[], beside: [] as number[] }
    const answers = new Map<string, number>()
    for (let turn = 0; turn < turns; turn++) {
      const isBeside = turn % 2 === 1
      const sending = isBeside ? attack(strangers, messages, answers) : undefined
      const count = submittedPerSecond * secondsEach
      times[isBeside ? 'beside' : 'alone'].push(
        ...(await submitting(callers, gateway.token, count)),
      )
      await sending
    }
    const [alone, beside] = [p95(times.alone), p95(times.beside)]
    console.log(
      JSON.stringify({
        ...{ bench: 'hostile', hostilePerSecond, submittedPerSecond },
        answers: Object.fromEntries(answers),
        ...{ acceptedP95Millis: { alone, beside }, ratio: Number((beside / alone).toFixed(2)) },
      }),
    )
  } finally {
    await Promise.all([callers.close(), strangers.close()])
    await gateway.stop()
  }
}

type Hostile = { contentType: string; body: Buffer }

/** By a stranger; with a flipped bit in the payload; for nobody here; and cut short. */
async function hostileMessages({ dataDir }: GatewayProcess): Promise<Hostile[]> {
  const folder = join(dataDir, 'sandbox', 'pki')
  const keys = localKeys(readPki(folder)['access-point'])
  const certificate = new X509Certificate(readFileSync(join(folder, 'gateway.pem')))
  const build = async (changes: object) =>
    (await buildMessage({ number: 'HOSTILE', keys, gateway: certificate, ...changes })).message
  const [honest, ...others] = [
    await build({}),
    await build({ keys: localKeys(selfSigned) }),
    await build({ receiver: { scheme: '0208', id: '0202239951' } }),
  ]
  const flipped = Buffer.from(honest!.body)
  flipped[flipped.length - 200]! ^= 1
  const cut = honest!.body.subarray(0, 3_000)
  const { contentType } = honest!
  return [...others, { contentType, body: flipped }, { contentType, body: cut }]
}

async function attack(
  connections: Pool,
  messages: Hostile[],
  answers: Map<string, number>,
): Promise<void> {
  const count = hostilePerSecond * secondsEach
  const moments = Array.from({ length: count }, () => random(secondsEach * 1_000))
  await at(
    moments.toSorted((a, b) => a - b),
    async (number) => {
      const { contentType, body } = messages[number % messages.length]!
      const answer = await connections.request({
        ...{ path: '/as4', method: 'POST', body },
        headers: { 'Content-Type': contentType },
      })
      const text = await answer.body.text()
      const said = /errorCode="([^"]*)"/.exec(text)?.[1] ?? `HTTP ${answer.statusCode}`
      answers.set(said, (answers.get(said) ?? 0) + 1)
    },
  )
}

let submitted = 0

/** The times to the 202, in ms. */
async function submitting(connections: Pool, token: string, count: number): Promise<number[]> {
  const times: number[] = []
  const moments = Array.from(
    { length: count },
    (_, number) => (number * 1_000) / submittedPerSecond,
  )
  await at(moments, async () => {
    const begun = performance.now()
    const answer = await connections.request({
      ...{ path: '/api/v1/invoices/submit', method: 'POST' },
      headers: { 'X-API-Token': token, 'Content-Type': 'application/json' },
      body: invoiceJson(`HOSTILE-${submitted++}`),
    })
    await answer.body.dump()
    if (answer.statusCode !== 202) throw new Error(`submit: ${answer.statusCode}`)
    times.push(performance.now() - begun)
  })
  return times
}

const random = randomNumbers(1)

/** Begins a call at each moment, in ms from now, whether or not the last one is done. */
async function at(moments: number[], call: (number: number) => Promise<void>): Promise<void> {
  const begun = performance.now()
  const calls: Promise<void>[] = []
  for (const [number, moment] of moments.entries()) {
    await pause(begun + moment - performance.now())
    calls.push(call(number))
  }
  await Promise.all(calls)
}

function p95(times: number[]): number {
  const sorted = times.toSorted((a, b) => a - b)
  return Number(sorted[Math.floor(sorted.length * 0.95)]!.toFixed(1))
}
