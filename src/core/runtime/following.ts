// Calls that wait for a document, or a feed, to change. Changes made in this process wake them at
// once; for those made by others, one query looks for all that wait.
import type { Document } from '../../store/index.ts'
import type { Notifier } from './notifier.ts'
import { singleFlight } from './single-flight.ts'

/** Two moves in one millisecond share `updatedAt`, but not the status. */
export type SeenDocument = { updatedAt: string; status: Document['status'] }

/** `Seen`: the members by which two versions of what is followed differ. */
export type Following<Seen> = {
  follow(id: string): Follower<Seen>
  /** Looks now: another process may have changed something. */
  look(): void
}

type Follower<Seen> = {
  /** Resolves when what is followed may differ from `seen`, after `waitMs`, or on `signal`. */
  next(seen: Seen, waitMs: number, signal?: AbortSignal): Promise<void>
  stop(): void
}

type Version = { id: string } & Record<string, string | number>

const idsAtOnce = 1_000

/** Looks every `lookAgainMs`, as long as a call waits. */
export function openFollowing<V extends Version>(
  moved: Notifier,
  versions: (ids: string[]) => Promise<V[]>,
  {
    lookAgainMs,
    log,
  }: { lookAgainMs: number; log: { warn(facts: object, message: string): void } },
): Following<Omit<V, 'id'>> {
  type Seen = Omit<V, 'id'>
  const waiting = new Map<string, Set<Seen>>()
  let isLooking = false

  async function lookFor(): Promise<void> {
    const ids = [...waiting.keys()]
    for (let at = 0; at < ids.length; at += idsAtOnce)
      for (const now of await versions(ids.slice(at, at + idsAtOnce)))
        if ([...(waiting.get(now.id) ?? [])].some((seen) => differs(seen, now)))
          moved.notify(now.id)
  }

  const lookOnce = singleFlight(() =>
    lookFor().catch((error: unknown) =>
      log.warn({ err: error }, 'what calls wait for could not be looked up'),
    ),
  )

  async function keepLooking(): Promise<void> {
    if (isLooking) return
    isLooking = true
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, lookAgainMs))
      if (waiting.size === 0) break
      await lookOnce()
    }
    isLooking = false
  }

  return {
    look() {
      if (waiting.size > 0) void lookOnce()
    },
    follow(id) {
      const subscription = moved.subscribe(id)
      return {
        async next(seen, waitMs, signal) {
          const all = waiting.get(id) ?? new Set()
          waiting.set(id, all.add(seen))
          void keepLooking()
          try {
            await subscription.next(waitMs, signal)
          } finally {
            all.delete(seen)
            if (all.size === 0) waiting.delete(id)
          }
        },
        stop: subscription.stop,
      }
    },
  }
}

function differs<Seen extends object>(seen: Seen, now: Seen): boolean {
  return (Object.keys(seen) as (keyof Seen)[]).some((member) => seen[member] !== now[member])
}
