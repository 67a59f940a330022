// Lets a limited number in at a time; the others wait in line.
import type { Deadline } from './clock.ts'

export type Semaphore = {
  /** Resolves with `release`, to be called once. Rejects when the deadline comes first. */
  acquire(deadline: Deadline): Promise<() => void>
}

export function makeSemaphore(count: number): Semaphore {
  let free = count
  const line = new Set<() => void>()

  // Passes straight to the first that waits, so that none overtakes.
  const release = () => {
    const [first] = line
    if (first) first()
    else free += 1
  }
  return {
    acquire(deadline) {
      if (free > 0) {
        free -= 1
        return Promise.resolve(release)
      }
      return new Promise((resolve, reject) => {
        const enter = () => {
          line.delete(enter)
          resolve(release)
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
