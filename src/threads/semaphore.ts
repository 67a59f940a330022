// Lets a limited number in at a time; the others wait in line.

/** When a wait ends: `listener` is called with the reason, at once if it has ended. */
type Deadline = { onEnd(listener: (reason: Error) => void): void }

export type Semaphore = {
  /** Resolves with `release`, to be called once. Rejects when the deadline comes first. */
  acquire(deadline?: Deadline): Promise<() => void>
  /** Runs `work` when its turn comes. */
  run<T>(work: () => Promise<T>): Promise<T>
}

export function makeSemaphore(count: number): Semaphore {
  let free = count
  const line = new Set<() => void>()

  // Passes straight to the first that waits, so that none overtakes.
  function release(): void {
    const [first] = line
    if (first) first()
    else free += 1
  }

  function acquire(deadline?: Deadline): Promise<() => void> {
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
      deadline?.onEnd((reason) => {
        line.delete(enter)
        reject(reason)
      })
    })
  }

  return {
    acquire,
    async run(work) {
      const release = await acquire()
      try {
        return await work()
      } finally {
        release()
      }
    },
  }
}
