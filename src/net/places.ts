// A limited number of places; who comes when all are taken waits in line.
import type { Deadline } from './clock.ts'

export type Places = {
  /**
   * Resolves, when there is a place, with what gives it back: to be called once. Rejects when time
   * is up first.
   */
  take(deadline: Deadline): Promise<() => void>
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
    take(deadline) {
      if (free > 0) {
        free -= 1
        return Promise.resolve(giveBack)
      }
      return new Promise((resolve, reject) => {
        const enter = () => {
          line.delete(enter)
          resolve(giveBack)
        }
        line.add(enter)
        deadline.onEnd((reason) => {
          line.delete(enter)
          reject(reason)
        })
      })
    },
  }
}
