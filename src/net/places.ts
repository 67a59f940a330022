// A limited number of places; who comes when all are taken waits in line.

export type Places = {
  /** Resolves, when there is a place, with what gives it back: to be called once. Rejects when `signal` aborts first. */
  take(signal: AbortSignal): Promise<() => void>
}

export function makePlaces(count: number): Places {
  let free = count
  const line = new Set<() => void>()

  // A place that is given back goes straight to the first in line, so that nobody overtakes.
  const giveBack = () => {
    const [first] = line
    if (first) first()
    else free += 1
  }
  return {
    take(signal) {
      if (free > 0) {
        free -= 1
        return Promise.resolve(giveBack)
      }
      return new Promise((resolve, reject) => {
        const enter = () => {
          line.delete(enter)
          signal.removeEventListener('abort', leave)
          resolve(giveBack)
        }
        const leave = () => {
          line.delete(enter)
          reject(signal.reason)
        }
        line.add(enter)
        signal.addEventListener('abort', leave, { once: true })
      })
    },
  }
}
