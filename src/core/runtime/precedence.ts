// A caller of the API waits for an answer; what other access points send may wait for a moment.

export type Precedence = {
  /** Runs `work`, which others let pass. */
  first<T>(work: () => Promise<T>): Promise<T>
  /** Resolves when no such work is under way, or after `maxMs`. */
  letPass(maxMs: number): Promise<void>
}

export function newPrecedence(): Precedence {
  let underWay = 0
  const waiting = new Set<() => void>()
  return {
    async first(work) {
      underWay++
      try {
        return await work()
      } finally {
        underWay--
        if (underWay === 0) for (const proceed of waiting) proceed()
      }
    },
    letPass(maxMs) {
      if (underWay === 0) return Promise.resolve()
      return new Promise((resolve) => {
        const proceed = () => {
          clearTimeout(timer)
          waiting.delete(proceed)
          resolve()
        }
        const timer = setTimeout(proceed, maxMs)
        waiting.add(proceed)
      })
    },
  }
}
