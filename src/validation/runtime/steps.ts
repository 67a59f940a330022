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

/** The steps that are left. */
export type Budget = { steps: number }

/** What `work` makes of `given` within a budget. Throws StepsError when that is used up. */
export function within<Given, Made>(
  budget: Budget,
  work: (given: Given) => Made,
  given: Given,
): Made {
  left = budget.steps
  try {
    return work(given)
  } finally {
    budget.steps = left
    left = Number.POSITIVE_INFINITY
  }
}
