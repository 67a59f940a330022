// Wires everything together. The only file that knows every room.
import { statfs } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { resolve } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { As4Request } from './as4/index.ts'
import { type Config, storeOptions } from './config/config.ts'
import { rulesFolder } from './config/rules-settings.ts'
import { consolePages } from './console/index.ts'
import { openDeliverySlots } from './core/deliver/delivery-slots.ts'
import { startWork } from './core/deliver/work.ts'
import type { Gateway, Log, SimulatedAccess } from './core/gateway.ts'
import { startHousekeeping } from './core/housekeeping.ts'
import { readiness } from './core/identity/identify.ts'
import { registerServiceProvider } from './core/identity/service-provider.ts'
import { servicesOf } from './core/network/registrations.ts'
import { receive } from './core/receive/receive.ts'
import { openRefusalLog } from './core/receive/refusal-log.ts'
import { startInboundWork } from './core/receive/work-inbound.ts'
import { openCallBudget } from './core/runtime/call-budget.ts'
import { openFigures } from './core/runtime/figures.ts'
import { noAnswersYet } from './core/runtime/kept-answers.ts'
import { makeNotifier } from './core/runtime/notifier.ts'
import { ownKeys } from './core/runtime/own-keys.ts'
import { newPrecedence } from './core/runtime/precedence.ts'
import { holdRecentDocuments } from './core/runtime/recent-documents.ts'
import { remembered } from './core/runtime/remembered.ts'
import { type SharedUse, usedAlone } from './core/runtime/shared-use.ts'
import { openStorage, type StorageLimits } from './core/runtime/storage.ts'
import { makeTurns } from './core/runtime/turns.ts'
import { openWaking } from './core/runtime/waking.ts'
import { startDispatch } from './core/webhooks/dispatch-webhooks.ts'
import { newUuid } from './crypto/index.ts'
import { completeExample } from './http/reference/complete-example.ts'
import { readGuides } from './http/reference/guides.ts'
import { readReferenceFile } from './http/reference/reference-files.ts'
import { buildMetricsServer, openMetrics, type SumOf } from './http/routes/metrics.ts'
import { buildServer } from './http/server.ts'
import { openIntake } from './intake/index.ts'
import { openNet, openPosting } from './net/index.ts'
import { openPrinter } from './pdf/index.ts'
import { type As4Listener, listenForMessages, openLaps } from './reception/index.ts'
import { openRevocations } from './revocation/index.ts'
import { openSimulation, type Sandbox, startSandbox } from './sandbox/index.ts'
import { makeFirstToken } from './setup/first-token.ts'
import {
  joinSandbox,
  readNetworkFiles,
  type ShownSandbox,
  sandboxOptions,
  shownOf,
} from './setup/membership.ts'
import { watchNextKeystore } from './setup/next-keystore.ts'
import { beginConfiguredStore } from './setup/open-store.ts'
import { keyThatFits, ownSecretsKey, readSecretsKey } from './setup/secrets-key.ts'
import { openSpool } from './setup/spool.ts'
import type { Opening } from './store/index.ts'
import { openInlineWork } from './threads/index.ts'
import { gapsOf, openValidator } from './validation/index.ts'

export type App = {
  gateway: Gateway
  server: FastifyInstance
  sandbox: Sandbox | undefined
  /** Where other access points deliver. */
  as4Url: string
  /** The token that was created because there was none yet. */
  firstToken: string | undefined
  /** Why it is not ready, one sentence each. */
  faults: string[]
  /** Shuts down in order, each step with a time limit. Safe to call twice. */
  stop(): Promise<void>
}

export type StartOptions = {
  /** Nothing that is queued in the database is sent until it is resumed. */
  pausedAfterRestore?: true
  /**
   * A sandbox that runs elsewhere, with our keys in it; the network of the settings otherwise.
   * `shown`: what our callers are told of it.
   */
  joins?: Pick<Sandbox, 'settings' | 'publish'> & { shown?: ShownSandbox }
  /** With the other processes of this node. */
  sharedUse?: SharedUse
  /** What all processes of this node have counted, this one included. */
  sumOf?: SumOf
  /** The store of these settings, if somebody has begun to open it. */
  opening?: Opening
}

/**
 * Opens the database and the network, then starts delivering and listening. `say`
 * reports the slow steps.
 */
export async function startApp(
  config: Config,
  log: Log,
  say: (line: string) => void,
  { pausedAfterRestore, joins, sharedUse = usedAlone, sumOf, ...given }: StartOptions = {},
): Promise<App> {
  const dataDir = resolve(config.DATA_DIR)
  const membership = joins
    ? joinSandbox(joins.settings)
    : config.PEPPOL_NETWORK === 'sandbox'
      ? undefined
      : readNetworkFiles(config)
  const namedKey = readSecretsKey(config)
  const { store, opened } = given.opening ?? (await beginConfiguredStore(storeOptions(config), say))
  const inlineWork = openInlineWork()
  const validator = await openValidator({
    inlineWork,
    rulesDir: rulesFolder(config),
    engine: config.VALIDATION_ENGINE,
    limits: config.limits.validation,
  })
  // Its files belong to whoever has the folder open: a second process ends before this.
  const sandbox = membership ? undefined : await startSandbox(sandboxOptions(config, say))
  const { network, keys: first, dnsServers } = membership ?? joinSandbox(sandbox!.settings)
  const nextKeystore = watchNextKeystore(config, {
    everyMs: config.limits.nextKeystoreMs,
    say: (sentence) => log.warn({ sentence }, 'the next keystore has changed'),
  })
  const keys = ownKeys({
    first,
    findNext: nextKeystore.found,
    trust: network.trust,
    now: () => new Date(),
  })
  const { plainHttpAllowed } = network
  const net = openNet({ dnsServers, plainHttpAllowed, limits: config.limits.sending })
  const posting = openPosting({
    limits: config.limits.webhooks.sending,
    insecureAllowed: config.WEBHOOKS_ALLOW_INSECURE,
  })
  const revocations = openRevocations({
    get: net.getSigned,
    store,
    limits: config.limits.revocation,
    warn: log.warn.bind(log),
    now: () => new Date(),
    newId: () => newUuid(new Date()),
  })
  const precedence = newPrecedence()
  const printer = openPrinter(config.limits.printing)
  const intake = openIntake(config.limits.intake, inlineWork)
  const example = Buffer.from(JSON.stringify({ number: '1', ...completeExample }))
  const { ubl } = await intake.read({ format: 'json', bytes: example }, 'invoice')
  await validator.prepare(ubl)
  const { close: closeWaking, ...wakingHere } = openWaking(store, {
    lookAgainMs: config.limits.requests.lookAgainMs,
    eventsKeptMs: config.EVENTS_DAYS * 24 * 3_600_000,
    log,
  })
  const rates = ratesOf(config)
  const backlog = remembered(() => store.backlog(), 1_000)
  const shown = sandbox ? shownOf(sandbox) : joins?.shown
  const gateway: Gateway = {
    store,
    peppolAccess: {
      network,
      get keys() {
        return keys.current()
      },
      ...net,
      revocationOf: revocations.revocationOf,
      ...noAnswersYet(),
    },
    simulation: once(() => simulate(config.limits.reception)),
    recentDocuments: holdRecentDocuments(config.limits.delivery.recentUblBytesMax),
    revocationConcerns: revocations.concerns,
    allKeys: keys.all,
    otherCertificates: keys.others,
    backlog,
    figuresOf: openFigures({ store, backlog, now: () => new Date() }, config.limits.figures),
    service: {
      version: config.version,
      ...(shown ? { sandbox: shown } : {}),
    },
    intake,
    storage: openStorage({
      ...{ store, limits: storageLimits(config), now: () => new Date() },
      freeBytes: remembered(() => freeBytesIn([dataDir, tmpdir()]), freeReadMs),
    }),
    tenantLimits: {
      tokens: config.TENANT_TOKENS_MAX,
      webhooks: config.TENANT_WEBHOOKS_MAX,
      registrations: config.TENANT_REGISTRATIONS_MAX,
    },
    inlineWork,
    callBudget: openCallBudget({ rates, sharedUse, now: () => new Date() }),
    delivery: config.limits.delivery,
    inbound: {
      ...config.limits.inbound,
      limits: config.limits.reception,
      spool: openSpool(),
      ownLap: openLaps(precedence.letPass, config.limits.inbound.letPassMs),
      turns: makeTurns(config.limits.inbound.largeAtOnce),
      logRefusal: openRefusalLog(log, config.limits.inbound.refusalsLogged, () => new Date()),
      validation: config.INBOUND_VALIDATION,
    },
    mls: { ...config.limits.mls, request: config.MLS_REQUEST },
    sending: config.limits.sending,
    submission: config.limits.submission,
    requests: config.limits.requests,
    rates,
    trustedProxies: config.TRUST_PROXY,
    retention: { days: config.RETENTION_DAYS, everyMs: config.limits.delivery.sweepMs },
    validate: validator.validate,
    validationFloor: config.VALIDATION_FLOOR,
    webhooks: { limits: config.limits.webhooks, ...posting },
    printer,
    deliverySlots: openDeliverySlots(config.limits.delivery.places),
    draining: { now: false },
    precedence,
    ...wakingHere,
    log,
    metrics: openMetrics(sumOf),
    sharedUse,
    now: () => new Date(),
    newId: (at = new Date()) => newUuid(at),
  }
  for (const gap of gapsOf(validator.rulePacks()))
    log.info({ gap }, 'rules are missing, or older than those in force')
  const server = await buildServer(gateway, {
    withAs4: config.AS4_PORT === undefined,
    pages: consolePages,
    reference: { guides: await readGuides(), read: readReferenceFile },
  })
  await opened
  const ownKey = config.DATABASE_URL || namedKey ? namedKey : await ownSecretsKey(dataDir)
  const [secretsKey] = await Promise.all([
    keyThatFits(store, ownKey, log),
    registerServiceProvider(gateway),
    // Said in the log; readiness and submissions say so as well.
    store.payloadStore?.isReady(),
  ])
  if (secretsKey) gateway.webhooks.secretsKey = secretsKey
  if (pausedAfterRestore) {
    const pause = { since: gateway.now(), actor: 'start --paused-after-restore' }
    const held = await store.pauseRestored(pause)
    if (held !== undefined) say(`${held} documents that were open are held until you resume them.`)
  }
  // Whoever sees a new gateway ready can read its first token.
  gateway.draining.now = (await store.countTokens()) === 0
  await server.listen({ host: addressOf(config.HOST), port: config.PORT })
  const as4 = await listenForAs4(gateway, config)
  const as4Url = as4?.url ?? `${server.listeningOrigin}/as4`
  const publisher = sandbox ?? joins
  publisher?.publish({
    url: as4Url,
    certificate: () => gateway.peppolAccess.keys.certificate,
    participants: store.registeredParticipants,
    servicesOf: (participant) => servicesOf(gateway, participant),
  })
  const metricsServer = await listenForMetrics(gateway, config)
  // It is shown once, so it is not made by a process that cannot start.
  const firstToken = await makeFirstToken(gateway, dataDir)
  gateway.draining.now = false
  const owner = `${process.pid}-${gateway.newId()}`
  const work = startWork(gateway, owner)
  const inboundWork = startInboundWork(gateway, owner)
  const dispatch = startDispatch(gateway, owner)
  const housekeeping = startHousekeeping(gateway)
  const { stop } = config.limits

  async function end(): Promise<void> {
    gateway.draining.now = true
    gateway.moved.notify()
    gateway.events.end()
    nextKeystore.close()
    const step = (ms: number, work: PromiseLike<unknown>) =>
      within(ms, work).catch((error: unknown) =>
        log.error({ err: error }, 'a shutdown step failed'),
      )
    await step(stop.requestsMs, Promise.all([server.close(), as4?.close(), metricsServer?.close()]))
    housekeeping.stop()
    const working = [work, inboundWork, dispatch]
    await step(stop.jobsMs, Promise.all(working.map((work) => work.stop(stop.jobsMs))))
    await step(
      stop.closeMs,
      Promise.all([
        closeWaking(),
        net.close(),
        posting.close(),
        revocations.close(),
        sandbox?.close(),
        printer.close(),
        intake.close(),
        validator.close(),
      ]),
    )
    await step(stop.closeMs, store.close())
  }
  const { faults } = await readiness(gateway)
  for (const fault of faults) log.warn({ fault }, 'the gateway is not ready')
  return { gateway, server, sandbox, as4Url, firstToken, faults, stop: once(end) }
}

/** How long a look at the free space holds. */
const freeReadMs = 500

/** On the fuller of the disks of these folders. */
async function freeBytesIn(folders: string[]): Promise<number> {
  const free = await Promise.all(
    folders.map(async (folder) => {
      const { bavail, bsize } = await statfs(folder)
      return bavail * bsize
    }),
  )
  return Math.min(...free)
}

function storageLimits({ INBOUND_BYTES_PER_DAY, TENANT_BYTES_PER_DAY }: Config): StorageLimits {
  return {
    ...(INBOUND_BYTES_PER_DAY ? { 'access-point': INBOUND_BYTES_PER_DAY } : {}),
    ...(TENANT_BYTES_PER_DAY ? { tenant: TENANT_BYTES_PER_DAY } : {}),
  }
}

/** A tenant has four times the calls of a token, however many tokens it has. */
function ratesOf({ RATE_LIMIT_PER_SECOND: perSecond, limits }: Config): Gateway['rates'] {
  const rate = (perSecond: number) => ({ perSecond, burst: 2 * perSecond })
  return {
    perToken: rate(perSecond),
    perTenant: rate(4 * perSecond),
    failuresPerAddress: limits.failedTokens,
  }
}

/** Where the API is. */
export function urlOf({ server }: Pick<App, 'server'>, { HOST }: Pick<Config, 'HOST'>): string {
  const { port } = server.server.address() as AddressInfo
  return `http://${HOST.includes(':') ? `[${HOST}]` : HOST}:${port}`
}

// For the name localhost, Fastify opens a second server, on ::1, with none of the guards of the
// first.
function addressOf(host: string): string {
  return host === 'localhost' ? '127.0.0.1' : host
}

async function listenForAs4(
  gateway: Gateway,
  { AS4_PORT: port, HOST: host }: Config,
): Promise<As4Listener | undefined> {
  if (port === undefined) return undefined
  const respond = (request: As4Request) => receive(gateway, request)
  return listenForMessages(port, gateway.inbound.limits, respond, host)
}

async function listenForMetrics(
  gateway: Gateway,
  { METRICS_HOST: host, METRICS_PORT: port }: Config,
): Promise<FastifyInstance | undefined> {
  if (port === undefined) return undefined
  const server = buildMetricsServer(gateway)
  await server.listen({ host: addressOf(host), port })
  return server
}

async function simulate(limits: Config['limits']['reception']): Promise<SimulatedAccess> {
  return { ...(await openSimulation(limits)), ...noAnswersYet() }
}

/** Made on the first call; if that fails, the next call tries again. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined
      throw error
    })
    return made
  }
}

/**
 * Waits for a shutdown step, but not for ever: a step that hangs must not keep the process alive.
 */
async function within(ms: number, step: PromiseLike<unknown>): Promise<void> {
  const notifier = makeNotifier()
  const ended = Promise.resolve(step).finally(() => notifier.notify())
  await Promise.race([ended, notifier.subscribe().next(ms)])
}
