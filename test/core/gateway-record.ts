// The record that core functions and routes use in tests: the real limits, and one
// thread of each kind.
import { afterAll } from 'vitest'
import { limits } from '../../src/config/limits.ts'
import { openDeliverySlots } from '../../src/core/deliver/delivery-slots.ts'
import type { Gateway } from '../../src/core/gateway.ts'
import { ownShareOfMonth } from '../../src/core/operations/own-share.ts'
import { openRefusalLog } from '../../src/core/receive/refusal-log.ts'
import { openCallBudget } from '../../src/core/runtime/call-budget.ts'
import { openFigures } from '../../src/core/runtime/figures.ts'
import { makeNotifier } from '../../src/core/runtime/notifier.ts'
import { newPrecedence } from '../../src/core/runtime/precedence.ts'
import { holdRecentDocuments } from '../../src/core/runtime/recent-documents.ts'
import { usedAlone } from '../../src/core/runtime/shared-use.ts'
import { openStorage } from '../../src/core/runtime/storage.ts'
import { openWaking } from '../../src/core/runtime/waking.ts'
import { newUuid } from '../../src/crypto/index.ts'
import { openMetrics } from '../../src/http/routes/metrics.ts'
import { openIntake } from '../../src/intake/index.ts'
import { openPosting } from '../../src/net/index.ts'
import { openPrinter } from '../../src/pdf/index.ts'
import { openOwnTicks } from '../../src/reception/index.ts'
import { openSpool } from '../../src/setup/spool.ts'
import { makeSemaphore, openInlineWork } from '../../src/threads/index.ts'
import { ValidationUnavailable } from '../../src/validation/index.ts'

type Given = 'store' | 'peppolAccess' | 'simulation' | 'log'

/** Any field can be given. Call it at the top of a test file; its threads end with the file. */
export function openGatewayRecord(given: Pick<Gateway, Given> & Partial<Gateway>): Gateway {
  const { store, now = () => new Date() } = given
  const { close: closeWaking, ...waking } = openWaking(store, {
    lookAgainMs: limits.requests.lookAgainMs,
    eventsKeptMs: 30 * 24 * 3_600_000,
    log: given.log,
  })
  const rates = {
    perToken: { perSecond: 500, burst: 1_000 },
    perTenant: { perSecond: 2_000, burst: 4_000 },
    failuresPerAddress: limits.failedTokens,
  }
  const backlog = () => store.backlog()
  const precedence = newPrecedence()
  const printer = openPrinter({ ...limits.printing, threads: 1 })
  const intake = openIntake({ ...limits.intake, threads: 1 })
  const posting = openPosting({ limits: limits.webhooks.sending, insecureAllowed: true })
  afterAll(() => Promise.all([printer.close(), intake.close(), posting.close(), closeWaking()]))
  return {
    recentDocuments: holdRecentDocuments(1_000_000),
    revocationConcerns: () => [],
    nodeConcerns: () => [],
    publishing: undefined,
    publicationAsked: makeNotifier(),
    validationDefault: 'none',
    allKeys: () => [given.peppolAccess.keys],
    otherCertificates: () => ({}),
    backlog,
    figuresOf: openFigures({ store, backlog, now }, { everyMs: 0, staleMs: 0 }),
    mlsShare: () => ownShareOfMonth({ store, now }),
    taxReportLevels: () => store.taxReportLevels(now()),
    attentionFor: (tenantId) => store.countAttention(tenantId),
    service: { version: '0.0.0' },
    delivery: limits.delivery,
    inbound: {
      ...limits.inbound,
      limits: limits.reception,
      spool: openSpool(),
      ownTick: openOwnTicks(precedence.letPass, limits.inbound.letPassMs),
      concurrency: makeSemaphore(limits.inbound.largeAtOnce),
      logRefusal: openRefusalLog(given.log, limits.inbound.refusalsLogged, now),
      validation: 'none',
    },
    mls: { ...limits.mls, request: 'ALWAYS_SEND' },
    taxReports: { deadlineMs: 14 * 24 * 3_600_000 },
    sending: limits.sending,
    submission: limits.submission,
    requests: limits.requests,
    rates,
    storage: openStorage({ store, limits: {}, freeBytes: () => store.diskFreeBytes(), now }),
    tenantLimits: { tokens: 200, webhooks: 20, registrations: 10_000 },
    callBudget: openCallBudget({ rates, sharedUse: usedAlone, now }),
    inlineWork: openInlineWork(),
    retention: { days: undefined, daysMin: 7, everyMs: 3_600_000 },
    trustedProxies: [],
    intake,
    printer,
    validate: () => Promise.reject(new ValidationUnavailable('There are no rules here')),
    rulePacks: () => [],
    metrics: openMetrics(),
    sharedUse: usedAlone,
    validationFloor: 'none',
    deliverySlots: openDeliverySlots(limits.delivery.slots),
    starting: { now: false },
    draining: { now: false },
    precedence,
    ...waking,
    webhooks: {
      limits: limits.webhooks,
      ...posting,
      secretsKey: Promise.resolve(Buffer.alloc(32, 7)),
      isKeyNamed: true,
    },
    now,
    newId: (at = now()) => newUuid(at),
    ...given,
  }
}
