// `npm run chaos -- --documents N [--callers C] [--embedded | --workers W] [--patroni [--strict]]
// [--pooler] [--payloads s3] [--tax] [--seed S]`: gateways that are killed and frozen, a database
// that crashes, a receiver that answers wrongly, while N documents go out, C at a time, and half as
// many come in; and at the end nothing is lost, nothing was received twice, all bytes can be read,
// and the audit log is whole. One JSON line at the end; exit code 1 if not. With `--patroni`, the
// database is a cluster whose leader is killed; with `--pooler`, PgBouncer stands before it, and is
// killed too; with `--payloads s3`, payloads are in a store that goes away. With `--tax`, all of it
// is reported to the tax authority of the sandbox, by sender and receiver, each once.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { childrenOf, type GatewayProcess, startGateway } from '../e2e/gateway-process.ts'
import { pick, randomNumbers } from '../fuzz/random.ts'
import { startS3 } from '../store/s3-server.ts'
import { checkEnd } from './check.ts'
import { startFailovers } from './failovers.ts'
import { startPatroni } from './patroni.ts'
import { otherParticipant, ownParticipant, sendAll, sendingParticipant } from './peer.ts'
import { startPooler } from './pooler.ts'
import { startPostgres } from './postgres.ts'
import { startReading } from './reader.ts'
import { startReceiver } from './receiver.ts'
import { submitAll } from './submit.ts'
import { emirati, emiratiBody, reportFrom, sendsInvalid } from './tax.ts'
import { listenForEvents, subscribe } from './webhook.ts'

const { values } = parseArgs({
  options: {
    documents: { type: 'string', default: '200' },
    callers: { type: 'string', default: '8' },
    embedded: { type: 'boolean', default: false },
    workers: { type: 'string', default: '1' },
    patroni: { type: 'boolean', default: false },
    strict: { type: 'boolean', default: false },
    pooler: { type: 'boolean', default: false },
    payloads: { type: 'string', default: 'database' },
    tax: { type: 'boolean', default: false },
    seed: { type: 'string', default: '20261122' },
  },
})
const documents = Number(values.documents)
const callers = Number(values.callers)
const random = randomNumbers(Number(values.seed))
const begun = Date.now()
const say = (line: string) =>
  process.stderr.write(`${((Date.now() - begun) / 1000).toFixed(1).padStart(7)} s  ${line}\n`)

const cluster = values.patroni ? await startPatroni({ isStrict: values.strict }) : undefined
const postgres = cluster || values.embedded ? undefined : await startPostgres()
const server = cluster ?? postgres
const pooler = server && values.pooler ? await startPooler(server.url) : undefined
const s3 = values.payloads === 's3' ? await startS3() : undefined
const receiver = await startReceiver(random, 10)
const webhook = await listenForEvents(random, 20)
const secretsKey = join(mkdtempSync(join(tmpdir(), 'fourcorner-chaos-key-')), 'key')
writeFileSync(secretsKey, `${'0123456789abcdef'.repeat(4)}\n`)
const environment = {
  ...receiver.settings,
  ...(server ? { DATABASE_URL: server.url, WORKERS: values.workers } : {}),
  ...(server && pooler
    ? {
        DATABASE_URL: pooler.url,
        DATABASE_POOLER: 'transaction',
        DATABASE_DIRECT_URL: server.url,
      }
    : {}),
  ...(s3
    ? {
        PAYLOAD_STORE: `s3://${s3.settings.bucket}`,
        AWS_ENDPOINT_URL: s3.settings.endpoint,
        AWS_ACCESS_KEY_ID: s3.settings.accessKeyId,
        AWS_SECRET_ACCESS_KEY: s3.settings.secretAccessKey,
      }
    : {}),
  LOG_LEVEL: 'fatal',
  RATE_LIMIT_PER_SECOND: '100000',
  SECRETS_KEY_FILE: secretsKey,
  WEBHOOKS_ALLOW_INSECURE: 'true',
}
const folders = (server ? ['a', 'b'] : ['a']).map((name) =>
  mkdtempSync(join(tmpdir(), `fourcorner-chaos-${name}-`)),
)
const gateways: (GatewayProcess | undefined)[] = []
for (const [index, folder] of folders.entries()) {
  // The second process finds a token in the database, and makes none: it shares the folder of the
  // first one.
  gateways[index] = await startGateway(environment, server ? folders[0] : folder)
}
const token = gateways[0]!.token
const { url: firstUrl } = gateways[0]!
await subscribe(webhook, { url: firstUrl, token })
await register()
if (values.tax) {
  const { scheme, id } = otherParticipant
  receiver.register(`${scheme}:${id}`, emirati.documentType, emirati.process)
  await reportFrom(gateways[0]!)
}
say(`${gateways.length} gateways; the first at ${firstUrl}`)

const happened: Record<string, number> = {}
let isOver = false
let isSubmitted = false

async function register(): Promise<void> {
  for (const { scheme, id } of [ownParticipant, sendingParticipant]) {
    const answer = await gateways[0]!.call('/api/v1/registrations', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ participant: `${scheme}:${id}`, documentTypes: 'all' }),
    })
    if (answer.status !== 201) throw new Error(`${answer.status} ${await answer.text()}`)
  }
}

async function pause(ms: number): Promise<void> {
  await new Promise((later) => setTimeout(later, ms))
}

/** The process of a gateway that was started, or one of those that it has started itself. */
function anyProcessOf(index: number): number {
  const pid = gateways[index]!.child.pid!
  return pick(random, [pid, ...childrenOf(pid)])
}

async function kill(index: number): Promise<void> {
  const gateway = gateways[index]!
  const pid = anyProcessOf(index)
  if (pid !== gateway.child.pid) {
    process.kill(pid, 'SIGKILL')
    return
  }
  gateways[index] = undefined
  await gateway.stop('SIGKILL')
  await pause(random(2_000))
  gateways[index] = await startAgain(folders[server ? 0 : index]!)
}

/** As whatever supervises it does: while the database is away, a gateway does not start. */
async function startAgain(folder: string): Promise<GatewayProcess> {
  for (const until = Date.now() + 120_000; ; await pause(1_000))
    try {
      return await startGateway(environment, folder)
    } catch (error) {
      if (!cluster || Date.now() > until) throw error
    }
}

/** Besides everything else. */
async function stopPayloads(): Promise<void> {
  while (s3 && !isOver) {
    await pause(1_000 + random(8_000))
    count('payload store away')
    await s3.stop()
    await pause(random(10_000))
    await s3.start()
  }
}

/** Frozen for longer than its leases last. */
async function freeze(index: number): Promise<void> {
  const pid = anyProcessOf(index)
  process.kill(pid, 'SIGSTOP')
  await pause(16_000 + random(6_000))
  process.kill(pid, 'SIGCONT')
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
  ...(pooler ? { 'pooler crash': () => pooler.crash() } : {}),
}

function count(name: string): void {
  happened[name] = (happened[name] ?? 0) + 1
  say(name)
}

async function wreak(): Promise<void> {
  while (!isOver) {
    await pause(2_000 + random(6_000))
    const name = pick(random, Object.keys(disasters))
    count(name)
    await disasters[name]!()
  }
}

const failovers = cluster && startFailovers(cluster, { isStrict: values.strict, happened, say })
const wreaking = Promise.all([wreak(), stopPayloads()])
const submitting = Date.now()
// Slowly enough that leaders fall and others rise while documents go out.
const pauseMs = cluster ? callers * 250 : 0
const reading = startReading({ token, urlOf: anyUrl })
const [{ accepted, faults: refused }, arrived] = await Promise.all([
  submitAll({
    ...{ callers, token, random, pauseMs, urlOf: anyUrl },
    ...(values.tax ? { bodyOf: emiratiBody } : {}),
    isDue: (number) => number < documents || failovers?.awaitsAccepted() === true,
    accepted: (askedAt) => failovers?.accepted(askedAt),
  }).finally(() => {
    isSubmitted = true
    failovers?.end()
  }),
  sendAll({
    ...{ count: Math.ceil(documents / 2), senders: Math.ceil(callers / 2), repeatedOneIn: 10 },
    ...{ dataDir: receiver.dataDir, random, pauseMs, urlOf: anyUrl },
    ...(values.tax ? { spoken: sendsInvalid(emirati) } : {}),
    isOver: () => isSubmitted,
    arrived: () =>
      receiver
        .arrivals()
        .filter(({ repeat }) => !repeat)
        .map(({ instanceIdentifier }) => instanceIdentifier),
  }),
])
const submitSeconds = (Date.now() - submitting) / 1000
say(`${accepted.length} accepted; ${arrived.receipted.length} received`)
isOver = true
await Promise.all([wreaking, failovers?.end()])
receiver.calm()
await reading.end()

function anyUrl(): string | undefined {
  return pick(random, gateways)?.url
}

const end = await checkEnd({
  accepted,
  receipted: arrived.receipted,
  responded: arrived.responded,
  isTaxed: values.tax,
  receiver,
  webhook,
  token,
  url: gateways[0]!.url,
  say,
  audit: () =>
    execFileSync(process.execPath, [resolve('dist/cli/index.js'), 'audit', 'verify'], {
      // No gateway uses a database that the shell names, unless it is given that one.
      env: {
        ...{ ...process.env, NODE_ENV: '', DATABASE_URL: '' },
        ...{ ...environment, DATA_DIR: folders[0]! },
      },
      encoding: 'utf8',
    }),
})
const faults = [...refused, ...arrived.faults, ...end.faults, ...(failovers?.faults ?? [])]
await Promise.all(gateways.map((gateway) => gateway?.stop()))
await receiver.close()
webhook.close()
await pooler?.remove()
await server?.remove()
await s3?.remove()
const serverName = `${cluster ? 'Patroni' : 'server'}${pooler ? ' behind PgBouncer' : ''}`
const setup = server ? `${serverName}, two gateways of ${values.workers}` : 'embedded'
process.stdout.write(
  `${JSON.stringify({
    bench: 'chaos',
    setup,
    payloads: values.payloads,
    documents: accepted.length,
    received: arrived.receipted.length,
    responded: arrived.responded.length,
    posts: arrived.posts,
    submitSeconds: Math.round(submitSeconds),
    seconds: Math.round((Date.now() - begun) / 1000),
    happened,
    answers: receiver.played,
    ...(failovers ? { failovers: failovers.seconds } : {}),
    ...end,
    faults,
  })}\n`,
)
if (faults.length > 0) process.exitCode = 1
