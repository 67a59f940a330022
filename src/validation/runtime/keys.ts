// Keys (XSLT 2.0, 16.3): nodes found by a value, through one pass over the document.
import { inOrder } from './axes.ts'
import { elementsOf } from './document-index.ts'
import type { RuleNode } from './node.ts'
import { type Nodes, type Sequence, textOf } from './values.ts'

type KeyDefinition = {
  match: (node: RuleNode) => boolean
  use: (node: RuleNode) => Sequence
}

/** The elements of the document whose key is one of the values, compared as strings. */
export function keyed(document: RuleNode, definition: KeyDefinition, values: Sequence): Nodes {
  const table = tableOf(document, definition)
  const found = values.map((value) => table.get(textOf(value)) ?? [])
  // Nodes of one value are in order, and are not copied: a rule may ask each of a thousand elements
  // how many have the same value as itself.
  return found.length === 1 ? found[0]! : inOrder(found.flat())
}

function tableOf(document: RuleNode, definition: KeyDefinition): Map<string, RuleNode[]> {
  document.memory.keys ??= new Map()
  const { keys } = document.memory
  const known = keys.get(definition)
  if (known) return known
  const table = new Map<string, RuleNode[]>()
  for (const element of elementsOf(document)) {
    if (!definition.match(element)) continue
    for (const value of definition.use(element)) {
      const key = textOf(value)
      const same = table.get(key)
      if (!same) table.set(key, [element])
      else if (same.at(-1) !== element) same.push(element)
    }
  }
  keys.set(definition, table)
  return table
}
