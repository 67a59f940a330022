// Time limits of one exchange: a total, and a nearer one that is set anew as the exchange goes on.

export class TimedOut extends Error {}

/**
 * What tells one listener at a time that there is no time left. An AbortSignal would cost more than
 * the timers.
 */
export type Deadline = {
  /**
   * Calls `tell`, instead of whoever was to be told before, when time is up: at once when it is up
   * already.
   */
  onEnd(tell: (reason: Error) => void): void
}

export type Clock = Deadline & {
  /** Replaces the nearer limit: within `ms` from now the next such call is due. */
  expectWithin(ms: number): void
  stop(): void
}

export function startClock(totalMs: number): Clock {
  let ended: TimedOut | undefined
  let onEnd: (reason: Error) => void = () => {}
  const ringAfter = (ms: number) =>
    setTimeout(() => {
      ended ??= new TimedOut(`Nothing came of it within ${ms} ms`)
      onEnd(ended)
    }, ms)
  const total = ringAfter(totalMs)
  let nearer: NodeJS.Timeout | undefined
  return {
    onEnd(tell) {
      onEnd = tell
      if (ended) tell(ended)
    },
    expectWithin(ms) {
      clearTimeout(nearer)
      nearer = ringAfter(ms)
    },
    stop() {
      clearTimeout(nearer)
      clearTimeout(total)
    },
  }
}
