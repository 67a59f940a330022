// The record that all of core works on, built from what is open and from the settings.
import { statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { type Config, validationDefaults } from '../config/config.ts'
import { openDeliverySlots } from '../core/deliver/delivery-slots.ts'
import type { Gateway, Log, PeppolAccess, SimulatedAccess } from '../core/gateway.ts'
import { ownShareOfMonth } from '../core/operations/own-share.ts'
import { openRefusalLog } from '../core/receive/refusal-log.ts'
import { cached } from '../core/runtime/cached.ts'
import { openCallBudget } from '../core/runtime/call-budget.ts'
import { openFigures } from '../core/runtime/figures.ts'
import { emptyLookupCache } from '../core/runtime/lookup-cache.ts'
import { makeNotifier } from '../core/runtime/notifier.ts'
import { perTenant } from '../core/runtime/per-tenant.ts'
import { holdRecentDocuments } from '../core/runtime/recent-documents.ts'
import { type SharedUse, usedAlone } from '../core/runtime/shared-use.ts'
import { openStorage, type StorageLimits } from '../core/runtime/storage.ts'
import { newUuid } from '../crypto/index.ts'
import { openMetrics, type SumOf } from '../http/routes/metrics.ts'
import { openOwnTicks } from '../reception/index.ts'
import { openSimulation } from '../sandbox/index.ts'
import { makeSemaphore } from '../threads/index.ts'
import type { ShownSandbox } from './membership.ts'
import { once } from './once.ts'
import type { Resources } from './open-resources.ts'
import { isKeyNamed } from './secrets-key.ts'
import { openSpool } from './spool.ts'

export type NodeOptions = {
  /** Shared with the other processes of this node. */
  sharedUse?: SharedUse
  /** What all processes of this node have counted, this one included. */
  sumOf?: SumOf
}

/** How long a look at the free space holds. */
const freeReadMs = 500

const now = () => new Date()

export function buildGateway(
  config: Config,
  log: Log,
  resources: Resources,
  { sharedUse = usedAlone, sumOf, shown }: NodeOptions & { shown?: ShownSandbox | undefined },
): Gateway {
  const { store, validator, posting, secretsKey } = resources
  const { limits } = config
  const rates = ratesOf(config)
  const backlog = cached(() => store.backlog(), 1_000)
  return {
    ...settingsOf(config),
    ...pickShared(resources),
    peppolAccess: peppolAccessOf(resources),
    simulation: once(() => simulate(limits.reception)),
    recentDocuments: holdRecentDocuments(limits.delivery.recentUblBytesMax),
    revocationConcerns: resources.revocations.concerns,
    nodeConcerns: resources.node.concerns,
    allKeys: resources.keys.all,
    otherCertificates: resources.keys.others,
    backlog,
    figuresOf: openFigures({ store, backlog, now }, limits.figures),
    mlsShare: cached(
      () => ownShareOfMonth({ store, now }),
      limits.mlsShare.everyMs,
      limits.mlsShare.staleMs,
    ),
    taxReportLevels: cached(
      () => store.taxReportLevels(now()),
      limits.taxReportLevels.everyMs,
      limits.taxReportLevels.staleMs,
    ),
    attentionFor: perTenant((tenantId) =>
      cached(
        () => store.countAttention(tenantId),
        limits.attention.everyMs,
        limits.attention.staleMs,
      ),
    ),
    service: { version: config.version, ...(shown ? { sandbox: shown } : {}) },
    storage: openStorage({
      ...{ store, limits: storageLimits(config), now },
      freeBytes: cached(() => freeBytesIn([resources.dataDir, tmpdir()]), freeReadMs),
    }),
    callBudget: openCallBudget({ rates, sharedUse, now }),
    inbound: inboundOf(config, log, resources),
    publicationAsked: makeNotifier(),
    rates,
    validate: validator.validate,
    rulePacks: validator.rulePacks,
    webhooks: { limits: limits.webhooks, ...posting, secretsKey, isKeyNamed: isKeyNamed(config) },
    deliverySlots: openDeliverySlots(limits.delivery.slots),
    starting: { now: true },
    draining: { now: false },
    log,
    metrics: openMetrics(sumOf),
    sharedUse,
    now,
    newId: (at = now()) => newUuid(at),
  }
}

function settingsOf(config: Config) {
  const { limits } = config
  return {
    ...{ delivery: limits.delivery, sending: limits.sending, submission: limits.submission },
    requests: limits.requests,
    mls: { ...limits.mls, request: config.MLS_REQUEST },
    taxReports: { deadlineMs: config.TAX_REPORT_DEADLINE_DAYS * 24 * 3_600_000 },
    tenantLimits: {
      tokens: config.TENANT_TOKENS_MAX,
      webhooks: config.TENANT_WEBHOOKS_MAX,
      registrations: config.TENANT_REGISTRATIONS_MAX,
    },
    trustedProxies: config.TRUST_PROXY,
    retention: {
      days: config.RETENTION_DAYS,
      daysMin: config.RETENTION_DAYS_MIN,
      everyMs: limits.delivery.sweepMs,
    },
    validationFloor: config.VALIDATION_FLOOR,
    validationDefault: validationDefaults(config).outbound,
  }
}

function pickShared(resources: Resources) {
  const { store, intake, inlineWork, printer, precedence, publishing, waking } = resources
  return { store, intake, inlineWork, printer, precedence, publishing, ...waking }
}

function peppolAccessOf({ network, keys, net, revocations }: Resources): PeppolAccess {
  return {
    network,
    get keys() {
      return keys.current()
    },
    ...net,
    revocationOf: revocations.revocationOf,
    ...emptyLookupCache(),
  }
}

function inboundOf(config: Config, log: Log, { precedence }: Resources): Gateway['inbound'] {
  const { limits } = config
  return {
    ...limits.inbound,
    limits: limits.reception,
    spool: openSpool(),
    ownTick: openOwnTicks(precedence.letPass, limits.inbound.letPassMs),
    concurrency: makeSemaphore(limits.inbound.largeAtOnce),
    logRefusal: openRefusalLog(log, limits.inbound.refusalsLogged, now),
    validation: validationDefaults(config).inbound,
  }
}

async function simulate(limits: Config['limits']['reception']): Promise<SimulatedAccess> {
  return { ...(await openSimulation(limits)), ...emptyLookupCache() }
}

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
