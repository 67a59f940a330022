// How slowly a body may come. A fast start earns no credit for a slow end: a body that is held
// for long keeps others out.

export type PaceLimits = {
  paceBytesPerSecondMin: number
  /** How far behind a sender may fall: for so long nothing at all may come. */
  paceFromMs: number
}

export type Pace = { waits(): void; took(bytes: number): void; stop(): void }

/**
 * Calls `onLate` once. Time counts from `waits` until `took`; each byte makes up for its share of
 * it, up to `paceFromMs`.
 */
export function watchPace(
  { paceBytesPerSecondMin, paceFromMs }: PaceLimits,
  onLate: () => void,
): Pace {
  let creditMs = paceFromMs
  let waitsSince: number | undefined
  let timer: NodeJS.Timeout | undefined
  let isOver = false
  const sinceMs = () => (waitsSince === undefined ? 0 : performance.now() - waitsSince)
  const leftMs = () => Math.ceil(creditMs - sinceMs())

  // One timer serves many chunks: it looks again when it finds that it is too early.
  function look(): void {
    timer = undefined
    if (waitsSince === undefined || isOver) return
    // What has arrived while the event loop was held is read before this is called again.
    if (leftMs() <= 0) setImmediate(judge)
    else watch()
  }
  function judge(): void {
    if (waitsSince === undefined || isOver) return
    if (leftMs() > 0) watch()
    else {
      isOver = true
      onLate()
    }
  }
  function watch(): void {
    if (!isOver) timer ??= setTimeout(look, leftMs()).unref()
  }
  return {
    waits(): void {
      waitsSince = performance.now()
      watch()
    },
    took(bytes: number): void {
      const earnedMs = (bytes / paceBytesPerSecondMin) * 1000
      creditMs = Math.min(paceFromMs, creditMs - sinceMs() + earnedMs)
      waitsSince = undefined
    },
    stop(): void {
      isOver = true
      clearTimeout(timer)
    },
  }
}
