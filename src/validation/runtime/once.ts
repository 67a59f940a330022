// Values that are computed when first asked for, and then kept: what depends on the document alone,
// and the variables of rules and functions.

/** What was computed for one document, or for one call of a rule or function, by numbers. */
type Computed = unknown[]

class Failure {
  readonly error: unknown
  constructor(error: unknown) {
    this.error = error
  }
}
const none = Symbol('none')

/**
 * The value at `at`, which `compute` makes of what has been computed and of `given`; its error is
 * kept as well, and thrown each time. `compute` is a constant of the script: a function made anew
 * for each document loses its machine code at every garbage collection, and V8 compiles it again.
 */
export function once<Given extends unknown[]>(
  computed: Computed,
  at: number,
  compute: (computed: Computed, ...given: Given) => unknown,
  ...given: Given
): unknown {
  const known = computed[at]
  if (known === undefined) return keep(computed, at, compute, given)
  if (known === none) return undefined
  if (known instanceof Failure) throw known.error
  return known
}

function keep<Given extends unknown[]>(
  computed: Computed,
  at: number,
  compute: (computed: Computed, ...given: Given) => unknown,
  given: Given,
): unknown {
  try {
    const value = compute(computed, ...given)
    computed[at] = value === undefined ? none : value
    return value
  } catch (error) {
    computed[at] = new Failure(error)
    throw error
  }
}
