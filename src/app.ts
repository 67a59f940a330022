// Starts and stops the gateway: open, wire, listen, stop.
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { As4Request } from './as4/index.ts'
import type { Config } from './config/config.ts'
import { consoleLook } from './config/console-look.ts'
import { consolePages } from './console/index.ts'
import { startWork } from './core/deliver/work.ts'
import type { Gateway, Log } from './core/gateway.ts'
import { startHousekeeping } from './core/housekeeping.ts'
import { readiness } from './core/identity/identify.ts'
import { registerServiceProvider } from './core/identity/service-provider.ts'
import { servicesOf } from './core/network/registrations.ts'
import { startPublications } from './core/network/work-publications.ts'
import { receive } from './core/receive/receive.ts'
import { startInboundWork } from './core/receive/work-inbound.ts'
import { makeNotifier } from './core/runtime/notifier.ts'
import { startDispatch } from './core/webhooks/dispatch-webhooks.ts'
import { readGuides } from './http/reference/guides.ts'
import { readReferenceFile } from './http/reference/reference-files.ts'
import { buildMetricsServer } from './http/routes/metrics.ts'
import { buildServer } from './http/server.ts'
import { type As4Listener, listenForMessages } from './reception/index.ts'
import type { Sandbox } from './sandbox/index.ts'
import { buildGateway, type NodeOptions } from './setup/build-gateway.ts'
import { makeFirstToken } from './setup/first-token.ts'
import { shownOf } from './setup/membership.ts'
import { once } from './setup/once.ts'
import { openResources, type ResourceOptions, type Resources } from './setup/open-resources.ts'
import { gapsOf } from './validation/index.ts'

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

export type StartOptions = ResourceOptions &
  NodeOptions & {
    /** Nothing that is queued in the database is sent until it is resumed. */
    pausedAfterRestore?: true
    /** False: the sandbox does not publish by itself what is registered. */
    publish?: boolean
  }

/**
 * Opens the database and the network, then starts delivering and listening. `say`
 * reports the slow steps.
 */
export async function startApp(
  config: Config,
  log: Log,
  report: (line: string) => void,
  options: StartOptions = {},
): Promise<App> {
  const look = consoleLook(config)
  const resources = await openResources(config, log, report, options)
  const { sandbox, dataDir } = resources
  const shown = sandbox ? shownOf(sandbox) : options.joins?.shown
  const gateway = buildGateway(config, log, resources, { ...options, shown })
  const server = await wire(gateway, config, { ...resources, look })
  if (options.pausedAfterRestore) await pauseRestored(gateway, report)
  const publisher = options.publish === false ? undefined : (sandbox ?? options.joins)
  // Nothing has to be withdrawn there by hand, also where it once was written so.
  if (publisher && publisher === sandbox) await gateway.store.forgetPublications()
  const listeners = await listen(gateway, config, server, publisher)
  // It is shown once, so it is not made by a process that cannot start.
  const firstToken = await makeFirstToken(gateway, dataDir)
  gateway.starting.now = false
  const work = startWorking(gateway, config)
  const { faults } = await readiness(gateway)
  for (const fault of faults) log.warn({ fault }, 'the gateway is not ready')
  const end = once(() => stop(gateway, config, { resources, listeners, work }))
  return { gateway, server, sandbox, as4Url: listeners.as4Url, firstToken, faults, stop: end }
}

/** The server of the API; and what the database has to say before anything is served. */
async function wire(
  gateway: Gateway,
  config: Config,
  resources: Resources & { look: ReturnType<typeof consoleLook> },
): Promise<FastifyInstance> {
  const { store, log } = gateway
  const { validator, opened, look, node } = resources
  for (const gap of gapsOf(validator.rulePacks()))
    log.info({ gap }, 'rules are missing, or older than those in force')
  const server = await buildServer(gateway, {
    withAs4: config.AS4_PORT === undefined,
    pages: async (pages, options) => consolePages(pages, { ...options, look }),
    reference: { guides: await readGuides(), read: readReferenceFile },
  })
  await opened
  const secretsKey = await gateway.webhooks.secretsKey
  await node.join({ config, network: resources.network, keys: resources.keys, secretsKey })
  await Promise.all([
    registerServiceProvider(gateway),
    // Reported in the log, by readiness and to submissions.
    store.payloadStore?.isReady(),
  ])
  return server
}

async function pauseRestored(
  { store, now }: Gateway,
  report: (line: string) => void,
): Promise<void> {
  const pause = { since: now(), actor: 'start --paused-after-restore' }
  const held = await store.pauseRestored(pause)
  if (held !== undefined) report(`${held} documents that were open are held until you resume them.`)
}

type Listeners = Awaited<ReturnType<typeof listen>>

async function listen(
  gateway: Gateway,
  config: Config,
  server: FastifyInstance,
  publisher: Pick<Sandbox, 'publish'> | undefined,
) {
  const { store } = gateway
  // A caller that sees a new gateway ready can read its first token.
  gateway.starting.now = (await store.countTokens()) === 0
  await server.listen({ host: addressOf(config.HOST), port: config.PORT })
  const as4 = await listenForAs4(gateway, config)
  const as4Url = as4?.url ?? `${server.listeningOrigin}/as4`
  publisher?.publish({
    url: as4Url,
    certificate: () => gateway.peppolAccess.keys.certificate,
    participants: store.registeredParticipants,
    servicesOf: (participant) => servicesOf(gateway, participant),
  })
  const metrics = await listenForMetrics(gateway, config)
  return { as4Url, close: () => Promise.all([server.close(), as4?.close(), metrics?.close()]) }
}

type Working = ReturnType<typeof startWorking>

function startWorking(gateway: Gateway, { limits }: Pick<Config, 'limits'>) {
  const owner = `${process.pid}-${gateway.newId()}`
  const working = [
    startWork(gateway, owner),
    startInboundWork(gateway, owner),
    startDispatch(gateway, owner),
    startPublications(gateway, limits.smp.lookMs),
  ]
  const housekeeping = startHousekeeping(gateway)
  return {
    housekeeping,
    stop: (limitMs: number) => Promise.all(working.map((work) => work.stop(limitMs))),
  }
}

async function stop(
  gateway: Gateway,
  { limits: { stop } }: Config,
  { resources, listeners, work }: { resources: Resources; listeners: Listeners; work: Working },
): Promise<void> {
  const step = (ms: number, work: PromiseLike<unknown>) =>
    within(ms, work).catch((error: unknown) =>
      gateway.log.error({ err: error }, 'a shutdown step failed'),
    )
  gateway.draining.now = true
  gateway.moved.notify()
  gateway.events.end()
  resources.nextKeystore.close()
  await step(stop.requestsMs, listeners.close())
  work.housekeeping.stop()
  await step(stop.jobsMs, work.stop(stop.jobsMs))
  await step(stop.closeMs, resources.node.leave())
  await step(stop.closeMs, resources.close())
  await step(stop.closeMs, resources.store.close())
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

/**
 * Waits for a shutdown step, but not for ever: a step that hangs must not keep the process alive.
 */
async function within(ms: number, step: PromiseLike<unknown>): Promise<void> {
  const notifier = makeNotifier()
  const ended = Promise.resolve(step).finally(() => notifier.notify())
  await Promise.race([ended, notifier.subscribe().next(ms)])
}
