// `npm run chaos -- --documents N [--embedded] [--seed S]`: gateways that are killed and frozen, a
// database that crashes, a receiver that answers wrongly, while N documents go out and half as many
// come in; and at the end nothing is lost, nothing was received twice, and the audit log is whole.
// One JSON line at the end; exit code 1 if not.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type GatewayProcess, startGateway } from '../e2e/gateway-process.ts'
import { pick, randomNumbers } from '../fuzz/random.ts'
import { checkEnd } from './check.ts'
import { ownParticipant, sendAll } from './peer.ts'
import { startPostgres } from './postgres.ts'
import { startReading } from './reader.ts'
import { startReceiver } from './receiver.ts'
import { submitAll } from './submit.ts'
import { listenForEvents, subscribe } from './webhook.ts'

const { values } = parseArgs({
  options: {
    documents: { type: 'string', default: '200' },
    embedded: { type: 'boolean', default: false },
    seed: { type: 'string', default: '20261122' },
  },
})
const documents = Number(values.documents)
const random = randomNumbers(Number(values.seed))
const begun = Date.now()
const say = (line: string) =>
  process.stderr.write(`${((Date.now() - begun) / 1000).toFixed(1).padStart(7)} s  ${line}\n`)

const postgres = values.embedded ? undefined : await startPostgres()
const receiver = await startReceiver(random, 10)
const webhook = await listenForEvents(random, 20)
const secretsKey = join(mkdtempSync(join(tmpdir(), 'fourcorner-chaos-key-')), 'key')
writeFileSync(secretsKey, `${'0123456789abcdef'.repeat(4)}\n`)
const environment = {
  ...receiver.settings,
  ...(postgres ? { DATABASE_URL: postgres.url } : {}),
  LOG_LEVEL: 'fatal',
  RATE_LIMIT_PER_SECOND: '100000',
  SECRETS_KEY_FILE: secretsKey,
  WEBHOOKS_ALLOW_INSECURE: 'true',
}
const folders = (postgres ? ['a', 'b'] : ['a']).map((name) =>
  mkdtempSync(join(tmpdir(), `fourcorner-chaos-${name}-`)),
)
const gateways: (GatewayProcess | undefined)[] = []
for (const [index, folder] of folders.entries()) {
  // The second process finds a token in the database, and makes none: it shares the folder of the
  // first one.
  gateways[index] = await startGateway(environment, postgres ? folders[0] : folder)
}
const token = gateways[0]!.token
const { url: firstUrl } = gateways[0]!
await subscribe(webhook, { url: firstUrl, token })
await register()
say(`${gateways.length} gateways; the first at ${firstUrl}`)

const happened: Record<string, number> = {}
let isOver = false

async function register(): Promise<void> {
  const { scheme, id } = ownParticipant
  const answer = await gateways[0]!.call('/api/v1/registrations', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ participant: `${scheme}:${id}`, documentTypes: 'all' }),
  })
  if (answer.status !== 201) throw new Error(`${answer.status} ${await answer.text()}`)
}

async function pause(ms: number): Promise<void> {
  await new Promise((later) => setTimeout(later, ms))
}

async function kill(index: number): Promise<void> {
  const gateway = gateways[index]!
  gateways[index] = undefined
  await gateway.stop('SIGKILL')
  await pause(random(2_000))
  gateways[index] = await startGateway(environment, folders[postgres ? 0 : index]!)
}

/** Frozen for longer than its leases last. */
async function freeze(index: number): Promise<void> {
  const { child } = gateways[index]!
  child.kill('SIGSTOP')
  await pause(16_000 + random(6_000))
  child.kill('SIGCONT')
}

const disasters: Record<string, () => Promise<void> | void> = {
  'kill -9': () => kill(random(gateways.length)),
  SIGSTOP: () => freeze(random(gateways.length)),
  ...(postgres
    ? {
        'database crash': () => postgres.crash(),
        'connections cut': () => postgres.cutConnections(),
      }
    : {}),
}

async function wreak(): Promise<void> {
  while (!isOver) {
    await pause(2_000 + random(6_000))
    const name = pick(random, Object.keys(disasters))
    happened[name] = (happened[name] ?? 0) + 1
    say(name)
    await disasters[name]!()
  }
}

const wreaking = wreak()
const submitting = Date.now()
const reading = startReading({ token, urlOf: anyUrl })
const [{ accepted, faults: refused }, arrived] = await Promise.all([
  submitAll({ documents, token, random, urlOf: anyUrl }),
  sendAll({
    ...{ count: Math.ceil(documents / 2), repeatedOneIn: 10 },
    ...{ dataDir: receiver.dataDir, random, urlOf: anyUrl },
  }),
])
const submitSeconds = (Date.now() - submitting) / 1000
say(`${accepted.length} accepted; ${arrived.receipted.length} received`)
isOver = true
await wreaking
receiver.calm()
await reading.end()

function anyUrl(): string | undefined {
  return pick(random, gateways)?.url
}

const end = await checkEnd({
  accepted,
  receipted: arrived.receipted,
  receiver,
  webhook,
  token,
  url: gateways[0]!.url,
  say,
  audit: () =>
    execFileSync(process.execPath, [resolve('dist/cli/index.js'), 'audit', 'verify'], {
      env: { ...process.env, ...environment, NODE_ENV: '', DATA_DIR: folders[0]! },
      encoding: 'utf8',
    }),
})
const faults = [...refused, ...arrived.faults, ...end.faults]
await Promise.all(gateways.map((gateway) => gateway?.stop()))
await receiver.close()
webhook.close()
postgres?.remove()
process.stdout.write(
  `${JSON.stringify({
    bench: 'chaos',
    setup: postgres ? 'server, two gateways' : 'embedded',
    documents: accepted.length,
    received: arrived.receipted.length,
    posts: arrived.posts,
    submitSeconds: Math.round(submitSeconds),
    seconds: Math.round((Date.now() - begun) / 1000),
    happened,
    answers: receiver.played,
    ...end,
    faults,
  })}\n`,
)
if (faults.length > 0) process.exitCode = 1
