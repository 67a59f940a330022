// Predicates that rules apply to the same nodes again and again: to all lines, say, once for each
// VAT breakdown. The results for the nodes are kept, so that the work grows with the lines, not
// with the lines times the breakdowns.
import { compareSequences, isTextual } from './comparison.ts'
import { Decimal } from './decimal.ts'
import { isMany, kept } from './kept.ts'
import type { RuleNode } from './node.ts'
import { filter } from './sequences.ts'
import { type Item, type Nodes, nothing, type Sequence, textOf } from './values.ts'

/**
 * The first questions look through all nodes: most documents have two or three rates, for which an
 * index is not worth it.
 */
const questionsWithoutIndex = 16

/** nodes[test], where the test depends on the node alone. */
export function filterKept(nodes: Nodes, test: (node: Item) => boolean): Nodes {
  return isMany(nodes) ? kept(nodes, test, () => filter(nodes, test)) : filter(nodes, test)
}

/**
 * nodes[use = values], where `use` depends on the node alone and the values do not depend on it.
 */
export function filterByValue(
  nodes: Nodes,
  use: (node: Item) => Sequence,
  values: Sequence,
): Nodes {
  if (isMany(nodes) && values.length === 1) {
    const questions = kept(nodes, use, () => ({ asked: 0 }))
    questions.asked++
    if (questions.asked > questionsWithoutIndex) {
      const byValue = kept(nodes, questions, () => indexBy(nodes, use))
      const key = keyOf(values[0]!)
      if (byValue?.nodes.size === 0) return nothing
      if (byValue && key && key.type === byValue.type) return byValue.nodes.get(key.text) ?? nothing
    }
  }
  return filter(nodes, (node) => compareSequences('=', use(node), values))
}

type Key = { type: 'text' | 'decimal'; text: string }
type ByValue = { type: Key['type'] | undefined; nodes: Map<string, RuleNode[]> }

/** Undefined when two equal values may be written differently, or values cannot be compared. */
function indexBy(nodes: Nodes, use: (node: Item) => Sequence): ByValue | undefined {
  const index = new Map<string, RuleNode[]>()
  let type: Key['type'] | undefined
  for (const node of nodes) {
    for (const value of use(node)) {
      const key = keyOf(value)
      if (key === undefined || (type !== undefined && key.type !== type)) return undefined
      type = key.type
      const same = index.get(key.text)
      if (same === undefined) index.set(key.text, [node])
      else if (same.at(-1) !== node) same.push(node)
    }
  }
  return { type, nodes: index }
}

function keyOf(value: Item): Key | undefined {
  if (isTextual(value)) return { type: 'text', text: textOf(value) }
  return value instanceof Decimal ? { type: 'decimal', text: textOf(value) } : undefined
}
