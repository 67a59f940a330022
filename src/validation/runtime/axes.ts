// Steps along the axes of XPath 2.0, 3.2.1. The frequent ones have a variant for one node
// and one for a list.
import { fail } from './error.ts'
import { isMany, kept } from './kept.ts'
import { kinds, RuleNode } from './node.ts'
import { spend } from './steps.ts'
import { type Item, type Nodes, nothing } from './values.ts'

/**
 * From this number of children on, finding them by name uses an index: a step from line to
 * line stays linear.
 */
const indexedFrom = 24

function childIndex(node: RuleNode): Map<number, RuleNode[]> {
  if (node.memory.index !== null) return node.memory.index
  const index = new Map<number, RuleNode[]>()
  for (const child of node.elements) {
    const same = index.get(child.name)
    if (same) same.push(child)
    else index.set(child.name, [child])
  }
  node.memory.index = index
  return index
}

/** child::name of one node. */
export function childrenOf(node: Item, name: number): Nodes {
  if (!(node instanceof RuleNode)) return noNode()
  const { elements } = node
  if (elements.length >= indexedFrom) return childIndex(node).get(name) ?? nothing
  spend(elements.length)
  let found: RuleNode[] | undefined
  for (let at = 0; at < elements.length; at++) {
    const child = elements[at]!
    if (child.name !== name) continue
    if (found === undefined) found = [child]
    else found.push(child)
  }
  return found ?? nothing
}

/** For a step from an item that is not a node. */
export function noNode(): never {
  return fail('XPTY0020', 'a step needs a node, and this is not one')
}

/** child::name of each. */
export function childrenOfAll(nodes: readonly Item[], name: number): Nodes {
  if (nodes.length === 0) return nothing
  if (nodes.length === 1) return childrenOf(nodes[0]!, name)
  return isMany(nodes)
    ? kept(nodes, name, () => childrenOfEach(nodes, name))
    : childrenOfEach(nodes, name)
}

function childrenOfEach(nodes: readonly Item[], name: number): RuleNode[] {
  spend(nodes.length)
  const found: RuleNode[] = []
  for (const node of nodes) for (const child of childrenOf(node, name)) found.push(child)
  return found
}

export function hasChild(node: Item, name: number): boolean {
  if (!(node instanceof RuleNode)) return noNode()
  const { elements } = node
  if (elements.length >= indexedFrom) return childIndex(node).has(name)
  for (let at = 0; at < elements.length; at++) if (elements[at]!.name === name) return true
  return false
}

/** child::* of one node. */
export function elementsIn(node: Item): Nodes {
  return node instanceof RuleNode ? node.elements : noNode()
}

export function hasElements(node: Item): boolean {
  return elementsIn(node).length > 0
}

export function someHasChild(nodes: readonly Item[], name: number): boolean {
  spend(nodes.length)
  for (const node of nodes) if (hasChild(node, name)) return true
  return false
}

/** attribute::name of one node. */
export function attributesOf(node: Item, name: number): Nodes {
  if (!(node instanceof RuleNode)) return noNode()
  for (const attribute of node.attributes) if (attribute.name === name) return [attribute]
  return nothing
}

export function attributesOfAll(nodes: readonly Item[], name: number): Nodes {
  if (nodes.length === 1) return attributesOf(nodes[0]!, name)
  spend(nodes.length)
  const found: RuleNode[] = []
  for (const node of nodes) for (const attribute of attributesOf(node, name)) found.push(attribute)
  return found
}

export function hasAttribute(node: Item, name: number): boolean {
  if (!(node instanceof RuleNode)) return noNode()
  for (const attribute of node.attributes) if (attribute.name === name) return true
  return false
}

export function parentOf(node: Item): Nodes {
  if (!(node instanceof RuleNode)) return noNode()
  return node.parent === null ? nothing : [node.parent]
}

export function parentsOf(nodes: readonly Item[]): Nodes {
  return inOrder(nodes.flatMap(parentOf))
}

function rootOf(node: RuleNode): RuleNode {
  let at = node
  while (at.parent !== null) at = at.parent
  return at
}

type Test = (node: RuleNode) => boolean

const walks: Record<string, (node: RuleNode, test: Test, found: RuleNode[]) => void> = {
  child: (node, test, found) => keep(node.children, test, found),
  attribute: (node, test, found) => keep(node.attributes, test, found),
  self: (node, test, found) => keep([node], test, found),
  parent: (node, test, found) => keep(node.parent === null ? [] : [node.parent], test, found),
  ancestor: (node, test, found) => keep(ancestors(node).reverse(), test, found),
  'ancestor-or-self': (node, test, found) =>
    keep([...ancestors(node).reverse(), node], test, found),
  descendant: descend,
  'descendant-or-self': (node, test, found) => {
    keep([node], test, found)
    descend(node, test, found)
  },
  'following-sibling': (node, test, found) => {
    const siblings = siblingsOf(node)
    keep(siblings.slice(siblings.indexOf(node) + 1), test, found)
  },
  'preceding-sibling': (node, test, found) => {
    const siblings = siblingsOf(node)
    keep(siblings.slice(0, Math.max(0, siblings.indexOf(node))), test, found)
  },
  following: (node, test, found) => {
    const last = lastInside(node).order
    descend(rootOf(node), (other) => other.order > last && test(other), found)
  },
  preceding: (node, test, found) => {
    const above = new Set(ancestors(node))
    descend(
      rootOf(node),
      (other) => other.order < node.order && !above.has(other) && test(other),
      found,
    )
  },
}

function keep(nodes: readonly RuleNode[], test: Test, found: RuleNode[]): void {
  spend(nodes.length)
  for (const node of nodes) if (test(node)) found.push(node)
}

function descend(node: RuleNode, test: Test, found: RuleNode[]): void {
  spend(node.children.length)
  for (const child of node.children) {
    if (test(child)) found.push(child)
    descend(child, test, found)
  }
}

function ancestors(node: RuleNode): RuleNode[] {
  const above: RuleNode[] = []
  for (let at = node.parent; at !== null; at = at.parent) above.push(at)
  return above
}

function siblingsOf(node: RuleNode): RuleNode[] {
  return node.kind === kinds.attribute ? [] : (node.parent?.children ?? [])
}

function lastInside(node: RuleNode): RuleNode {
  let at = node
  while (at.children.length > 0) at = at.children.at(-1)!
  return at.attributes.at(-1) ?? at
}

/**
 * Any axis from any nodes; each node's results are in document order, but the
 * whole may need inOrder.
 */
export function walk(nodes: readonly Item[], axis: string, test: Test): Nodes {
  const found: RuleNode[] = []
  const step = walks[axis]!
  for (const node of nodes) {
    if (node instanceof RuleNode) step(node, test, found)
    else noNode()
  }
  return found
}

/** Document order, each node once. */
export function inOrder(nodes: readonly Item[]): Nodes {
  if (!isNodes(nodes)) return fail('XPTY0018', 'values are mixed with nodes')
  let isOrdered = true
  for (let at = 1; at < nodes.length && isOrdered; at++) {
    isOrdered = nodes[at - 1]!.order < nodes[at]!.order
  }
  if (isOrdered) return nodes
  const sorted = [...nodes].sort((a, b) => a.order - b.order)
  return sorted.filter((node, at) => node !== sorted[at - 1])
}

function isNodes(items: readonly Item[]): items is Nodes {
  spend(items.length)
  for (const item of items) if (!(item instanceof RuleNode)) return false
  return true
}

export function union(a: readonly Item[], b: readonly Item[]): Nodes {
  return inOrder(a.length === 0 ? b : b.length === 0 ? a : [...a, ...b])
}

export function intersect(a: readonly Item[], b: readonly Item[]): Nodes {
  spend(a.length + b.length)
  const others = new Set(b)
  return inOrder(a.filter((item) => others.has(item)))
}

export function except(a: readonly Item[], b: readonly Item[]): Nodes {
  spend(a.length + b.length)
  const others = new Set(b)
  return inOrder(a.filter((item) => !others.has(item)))
}

/** Whether an ancestor of the node passes the test. */
export function someAncestor(node: RuleNode, test: Test): boolean {
  for (let at = node.parent; at !== null; at = at.parent) if (test(at)) return true
  return false
}

/** The position, from 1, of the node among the siblings that pass the test. */
export function placeAmong(node: RuleNode, test: Test): { position: number; last: number } {
  spend(node.parent?.children.length ?? 0)
  const siblings = (
    node.kind === kinds.attribute ? (node.parent?.attributes ?? []) : (node.parent?.children ?? [])
  ).filter(test)
  return { position: siblings.indexOf(node) + 1, last: siblings.length }
}
