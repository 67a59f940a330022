// Time limits of one exchange: a total, and a nearer one that is set anew as the exchange goes on.

export class TimedOut extends Error {}

export type Clock = {
  /** Aborts with TimedOut. */
  signal: AbortSignal
  /** Replaces the nearer limit: within `ms` from now the next such call is due. */
  expectWithin(ms: number): void
  stop(): void
}

export function startClock(totalMs: number): Clock {
  const controller = new AbortController()
  const ringAfter = (ms: number) =>
    setTimeout(() => controller.abort(new TimedOut(`Nothing came of it within ${ms} ms`)), ms)
  const total = ringAfter(totalMs)
  let nearer: NodeJS.Timeout | undefined
  return {
    signal: controller.signal,
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
