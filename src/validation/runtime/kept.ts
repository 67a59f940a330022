// Results about a list of many nodes, for when they are asked for again.
import type { Item } from './values.ts'

/**
 * For fewer nodes, looking again is faster: for 100 lines, keeping results cost
 * more than it saved.
 */
const manyFrom = 500

export function isMany(nodes: readonly Item[]): boolean {
  return nodes.length >= manyFrom
}

/** For as long as the list exists; lists never change. */
const answers = new WeakMap<
  readonly Item[],
  Map<unknown, { answer: unknown } | { error: unknown }>
>()

/**
 * The answer to a question: a function of a rule, or the number of a name. A failure is repeated.
 */
export function kept<T>(nodes: readonly Item[], question: unknown, find: () => T): T {
  let known = answers.get(nodes)
  if (known === undefined) {
    known = new Map()
    answers.set(nodes, known)
  }
  let found = known.get(question)
  if (found === undefined) {
    found = attempt(find)
    known.set(question, found)
  }
  if ('error' in found) throw found.error
  return found.answer as T
}

function attempt(find: () => unknown): { answer: unknown } | { error: unknown } {
  try {
    return { answer: find() }
  } catch (error) {
    return { error }
  }
}
