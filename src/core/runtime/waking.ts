// What ends a wait: a delivery that was queued, a document that moved, an event. In this process at
// once; from other processes on the database by notices, or at the next look.
import type { Store } from '../../store/index.ts'
import { type Events, openEvents } from './events.ts'
import { type Following, openFollowing, type SeenDocument } from './following.ts'
import { makeNotifier, type Notifier } from './notifier.ts'

export type Waking = {
  /** Notifies the id of each document that changed in this process. */
  moved: Notifier
  /** For calls that wait for a document to change, by any process. */
  following: Following<SeenDocument>
  events: Events
  /** Notifies when a job was queued. */
  queued: Notifier
  /** Notifies when there is something to be done with an inbound document. */
  inboundQueued: Notifier
}

export function openWaking(
  store: Store,
  limits: {
    lookAgainMs: number
    eventsKeptMs: number
    log: { warn(facts: object, message: string): void }
  },
): Waking & { close(): Promise<void> } {
  const moved = makeNotifier()
  const queuedAnywhere = makeNotifier()
  const following = openFollowing(moved, store.versions, limits)
  const events = openEvents(store, { ...limits, announce: () => notices.send('happened') })
  const notices = store.openNotices((notice) => {
    if (notice === 'queued') return queuedAnywhere.notify()
    following.look()
    events.look()
  })
  const queued: Notifier = {
    subscribe: queuedAnywhere.subscribe,
    notify(topic) {
      queuedAnywhere.notify(topic)
      notices.send('queued')
    },
  }
  const inboundQueued = makeNotifier()
  return { moved, following, events, queued, inboundQueued, close: notices.close }
}
