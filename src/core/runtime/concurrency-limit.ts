// A few at a time: large documents are several times in memory while they are sent.

export type ConcurrencyLimit = {
  /** Runs `work` once fewer than `atOnce` others run. */
  take<T>(work: () => Promise<T>): Promise<T>
}

export function limitConcurrency(atOnce: number): ConcurrencyLimit {
  const waiting: (() => void)[] = []
  let free = atOnce
  return {
    async take(work) {
      if (free > 0) free--
      else await new Promise<void>((resolve) => waiting.push(resolve))
      try {
        return await work()
      } finally {
        const next = waiting.shift()
        if (next) next()
        else free++
      }
    },
  }
}
