// A few at a time: large documents are several times in memory while they are sent.

export type Turns = {
  /** Runs `work` when it is its turn. */
  take<T>(work: () => Promise<T>): Promise<T>
}

export function makeTurns(atOnce: number): Turns {
  const line: (() => void)[] = []
  let free = atOnce
  return {
    async take(work) {
      if (free > 0) free--
      else await new Promise<void>((resolve) => line.push(resolve))
      try {
        return await work()
      } finally {
        const next = line.shift()
        if (next) next()
        else free++
      }
    },
  }
}
