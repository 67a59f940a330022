// How much work rules may do, counted in steps: items that are looked at and characters that are
// read. Steps are the same on every machine, and cost less to count than time.

/** Rules needed more steps than they may take: no fault of the rules, which do not catch it. */
export class StepsError extends Error {
  constructor() {
    super('The rules take more steps than they may')
    this.name = 'StepsError'
  }
}

let left = Number.POSITIVE_INFINITY

/** Throws StepsError when there are not so many left. */
export function spend(steps: number): void {
  left -= steps
  if (left < 0) throw new StepsError()
}

/** What `work` gives if it takes `steps` at most. Throws StepsError. */
export function within<T>(steps: number, work: () => T): T {
  left = steps
  try {
    return work()
  } finally {
    left = Number.POSITIVE_INFINITY
  }
}
