// Token buckets: a steady rate with a burst, for each key. What is idle for long enough is full
// again, and forgotten.

export type Rate = { perSecond: number; burst: number }

export type Buckets = {
  rate: Rate
  /** How many calls are left; below zero when more were taken. */
  left(key: string): number
  take(key: string, calls?: number): void
  /** How many buckets are kept. */
  size(): number
}

/** More keys at a time than anybody honest has; the oldest gives way. */
const bucketsMax = 10_000

export function openBuckets(rate: Rate, now: () => Date): Buckets {
  const buckets = new Map<string, { level: number; atMs: number }>()
  const levelAt = (ms: number, { level, atMs }: { level: number; atMs: number }) =>
    Math.min(rate.burst, level + (Math.max(0, ms - atMs) * rate.perSecond) / 1000)

  function left(key: string): number {
    const bucket = buckets.get(key)
    return bucket ? levelAt(now().getTime(), bucket) : rate.burst
  }

  return {
    rate,
    left,
    take(key, calls = 1) {
      const level = left(key) - calls
      const atMs = now().getTime()
      // The order of a Map is that of insertion: what was used least recently comes first.
      buckets.delete(key)
      buckets.set(key, { level, atMs })
      for (const [oldest, bucket] of buckets) {
        if (levelAt(atMs, bucket) < rate.burst && buckets.size <= bucketsMax) break
        buckets.delete(oldest)
      }
    },
    size: () => buckets.size,
  }
}
