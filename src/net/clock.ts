// Time limits of one exchange: a total, and a nearer one that is reset as the exchange goes on.

export class TimedOut extends Error {}

/** Notifies one listener at a time. An AbortSignal would cost more than the timers. */
export type Deadline = {
  /** Calls `listener`, in place of any earlier one, when time is up; at once if it already is. */
  onEnd(listener: (reason: Error) => void): void
}

export type Clock = Deadline & {
  /** Resets the nearer limit: the next call must come within `ms`. */
  expectWithin(ms: number): void
  /** Resets the total, from now on. */
  endWithin(ms: number): void
  stop(): void
}

export function startClock(totalMs: number): Clock {
  let ended: TimedOut | undefined
  let onEnd: (reason: Error) => void = () => {}
  const endAfter = (ms: number) =>
    setTimeout(() => {
      ended ??= new TimedOut(`Timed out after ${ms} ms`)
      onEnd(ended)
    }, ms)
  let total = endAfter(totalMs)
  let nearer: NodeJS.Timeout | undefined
  return {
    onEnd(listener) {
      onEnd = listener
      if (ended) listener(ended)
    },
    expectWithin(ms) {
      clearTimeout(nearer)
      nearer = endAfter(ms)
    },
    endWithin(ms) {
      clearTimeout(total)
      total = endAfter(ms)
    },
    stop() {
      clearTimeout(nearer)
      clearTimeout(total)
    },
  }
}
