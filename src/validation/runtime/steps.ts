// The amount of work that rules may do, counted in steps: items visited and characters read. Steps
// are the same on every machine, and cheaper to count than time.

/** Rules needed more steps than allowed: not an error of the rules, which do not catch it. */
export class StepsError extends Error {
  constructor() {
    super('The rules need more steps than allowed')
    this.name = 'StepsError'
  }
}

let left = Number.POSITIVE_INFINITY

/** Throws StepsError when there are not enough left. */
export function spend(steps: number): void {
  left -= steps
  if (left < 0) throw new StepsError()
}

/**
 * What it returns runs work within the steps that earlier work has left, and throws StepsError when
 * they are used up.
 */
export function openBudget(steps: number): <T>(work: () => T) => T {
  let own = steps
  return (work) => {
    left = own
    try {
      return work()
    } finally {
      own = left
      left = Number.POSITIVE_INFINITY
    }
  }
}
