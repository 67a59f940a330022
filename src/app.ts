// Wires everything together. The only file that knows every room.
import { resolve } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Config } from './config.ts'
import type { Gateway, Log, PeppolAccess } from './core/gateway.ts'
import { makeNotifier } from './core/notifier.ts'
import { holdRecentUbl } from './core/recent-ubl.ts'
import { remembered } from './core/remembered.ts'
import { startWork } from './core/work.ts'
import { newUuid } from './crypto/index.ts'
import { makeFirstToken } from './first-token.ts'
import { completeExample } from './http/complete-example.ts'
import { buildServer } from './http/server.ts'
import { openIntake } from './intake/index.ts'
import { joinSandbox, readNetworkFiles } from './membership.ts'
import { openNet } from './net/index.ts'
import { openPrinter } from './pdf/index.ts'
import { openRevocations } from './revocation/index.ts'
import { rulesFolder } from './rules-settings.ts'
import { openSimulation, type Sandbox, startSandbox } from './sandbox/index.ts'
import { openStore } from './store/index.ts'
import { gapsOf, openValidator } from './validation/index.ts'

export type App = {
  gateway: Gateway
  server: FastifyInstance
  sandbox: Sandbox | undefined
  /** The token that was created because there was none yet. */
  firstToken: string | undefined
  /** Shuts down in order, each step with a time limit. Safe to call twice. */
  stop(): Promise<void>
}

/**
 * Opens the database and the network, then starts delivering and listening. `say`
 * reports the slow steps.
 */
export async function startApp(
  config: Config,
  log: Log,
  say: (line: string) => void,
): Promise<App> {
  const dataDir = resolve(config.DATA_DIR)
  // Unusable files stop the start before anything is opened.
  const membership = config.PEPPOL_NETWORK === 'sandbox' ? undefined : readNetworkFiles(config)
  const [store, sandbox, validator] = await Promise.all([
    openStore(config.DATABASE_URL ? { databaseUrl: config.DATABASE_URL } : { dataDir }, say),
    membership
      ? undefined
      : startSandbox({
          dataDir,
          receivers: config.SANDBOX_RECEIVERS,
          say,
          limits: config.limits.reception,
        }),
    openValidator({
      rulesDir: rulesFolder(config),
      engine: config.VALIDATION_ENGINE,
      limits: config.limits.validation,
    }),
  ])
  const { network, keys, dnsServers } = membership ?? joinSandbox(sandbox!)
  const { plainHttpAllowed } = network
  const net = openNet({ dnsServers, plainHttpAllowed, limits: config.limits.sending })
  const revocations = openRevocations({
    get: net.getSigned,
    store,
    limits: config.limits.revocation,
    warn: log.warn.bind(log),
    now: () => new Date(),
    newId: () => newUuid(new Date()),
  })
  const printer = openPrinter(config.limits.printing)
  const intake = openIntake(config.limits.intake)
  const example = Buffer.from(JSON.stringify({ number: '1', ...completeExample }))
  const { ubl } = await intake.read({ format: 'json', bytes: example }, 'invoice')
  await validator.prepare(ubl)
  const gateway: Gateway = {
    store,
    peppolAccess: {
      network,
      keys,
      ...net,
      revocationOf: revocations.revocationOf,
      endpoints: new Map(),
    },
    simulation: once(() => simulate(config.limits.reception)),
    recentUbl: holdRecentUbl(config.limits.delivery.recentUblBytesMax),
    revocationConcerns: revocations.concerns,
    backlog: remembered(() => store.backlog(), 1_000),
    service: {
      version: config.version,
      ...(sandbox
        ? { sandbox: { receivers: sandbox.receivers, unregistered: sandbox.unregistered } }
        : {}),
    },
    intake,
    delivery: config.limits.delivery,
    sending: config.limits.sending,
    submission: config.limits.submission,
    requests: config.limits.requests,
    validate: validator.validate,
    validationFloor: config.VALIDATION_FLOOR,
    printer,
    draining: { now: false },
    moved: makeNotifier(),
    queued: makeNotifier(),
    log,
    now: () => new Date(),
    newId: () => newUuid(new Date()),
  }
  for (const gap of gapsOf(validator.rulePacks()))
    log.info({ gap }, 'rules are missing, or older than those in force')
  const firstToken = await makeFirstToken(gateway, dataDir)
  const server = await buildServer(gateway)
  // Builds the API reference now, so that its first reader does not hold up other requests.
  server.swagger()
  await server.listen({ host: config.HOST, port: config.PORT })
  const work = startWork(gateway, `${process.pid}-${gateway.newId()}`)
  const { stop } = config.limits

  async function end(): Promise<void> {
    gateway.draining.now = true
    gateway.moved.notify()
    const step = (ms: number, work: PromiseLike<unknown>) =>
      within(ms, work).catch((error: unknown) =>
        log.error({ err: error }, 'a shutdown step failed'),
      )
    await step(stop.requestsMs, server.close())
    await step(stop.jobsMs, work.stop(stop.jobsMs))
    await step(
      stop.closeMs,
      Promise.all([
        net.close(),
        revocations.close(),
        sandbox?.close(),
        printer.close(),
        intake.close(),
        validator.close(),
      ]),
    )
    await step(stop.closeMs, store.close())
  }
  return { gateway, server, sandbox, firstToken, stop: once(end) }
}

async function simulate(limits: Config['limits']['reception']): Promise<PeppolAccess> {
  return { ...(await openSimulation(limits)), endpoints: new Map() }
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
