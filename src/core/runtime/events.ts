// Events: what they are called, when they get their numbers, and who waits for one.
import type { Store, ToldEvent } from '../../store/index.ts'
import { type Following, openFollowing } from './following.ts'
import { makeNotifier, type Notifier } from './notifier.ts'
import { singleFlight } from './single-flight.ts'

export const documentEventTypes = [
  'document.accepted',
  'document.rejected',
  'document.waiting',
  'document.delivered',
  'document.failed',
  'document.cancelled',
  'document.mls.received',
  'document.mls.overdue',
  'document.reported',
  'document.tax-report.pending',
  'document.tax-report.sent',
  'document.tax-report.accepted',
  'document.tax-report.rejected',
  'document.tax-report.failed',
  'document.tax-report.overdue',
  'document.tax-report.withdrawn',
  'inbound.received',
  'inbound.repeated',
] as const satisfies ToldEvent[]
export type DocumentEventType = (typeof documentEventTypes)[number]
/** Events that a webhook can be for. */
export const webhookEventTypes = [
  ...documentEventTypes,
  'document.answered',
  'certificate.expiring',
  'rules.forecast',
] as const
export type WebhookEventType = (typeof webhookEventTypes)[number]
export const eventTypes = [...webhookEventTypes, 'webhook.test'] as const
export type EventType = (typeof eventTypes)[number]

/** Numbers events for this process, and wakes those who wait for one. */
export type Events = {
  /** Something happened to a document of this tenant, in this process. */
  notify(tenantId: string): void
  /** Ends all waits: the process stops. */
  end(): void
  /** Something happened elsewhere. */
  look(): void
  /** A webhook may have its turn. */
  wakeDispatcher(): void
  /** Whatever happened before the call is in the feed after it. */
  number(): Promise<void>
  /** For the dispatcher: to whatever happens. */
  subscribe(): ReturnType<Notifier['subscribe']>
  /** Feeds that are followed, by tenant. */
  following: Following<{ last: number }>
  /** Removes the events that have been kept long enough. */
  forget(now: Date): Promise<void>
}

// No tenant has this name.
const onlyDispatcher = 'dispatcher'

/** `announce` tells other processes that something happened here. */
export function openEvents(
  store: Pick<Store, 'numberEvents' | 'lastEvents' | 'forgetEvents'>,
  limits: {
    lookAgainMs: number
    eventsKeptMs: number
    log: { warn(facts: object, message: string): void }
    announce(): void
  },
): Events {
  const happened = makeNotifier()
  const number = singleFlight(store.numberEvents)
  const following = openFollowing(
    happened,
    async (tenantIds) => {
      await number()
      return store.lastEvents(tenantIds)
    },
    limits,
  )
  const wakeDispatcher = () => happened.notify(onlyDispatcher)
  return {
    notify(tenantId) {
      happened.notify(tenantId)
      limits.announce()
    },
    end: () => happened.notify(),
    look() {
      wakeDispatcher()
      following.look()
    },
    wakeDispatcher,
    subscribe: () => happened.subscribe(),
    number,
    following,
    async forget(now) {
      await number()
      await store.forgetEvents(new Date(now.getTime() - limits.eventsKeptMs))
    },
  }
}
