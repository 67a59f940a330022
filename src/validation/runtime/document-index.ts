// What one pass over a document yields for all rules: the paths from its root element, and its
// elements and attributes by name.
import { childrenOf, childrenOfAll, hasChild, noNode, someAncestor, someHasChild } from './axes.ts'
import { compareSequences, isTextual } from './comparison.ts'
import {
  type DocumentIndex,
  kinds,
  type NodesByName,
  namesInterned,
  type Paths,
  RuleNode,
  stringValue,
} from './node.ts'
import { spend } from './steps.ts'
import { type Item, type Nodes, nothing, type Sequence, textOf } from './values.ts'

function indexOf(document: RuleNode): DocumentIndex {
  if (document.memory.document !== null) return document.memory.document
  const root = document.elements[0]!
  const index: DocumentIndex = {
    root,
    paths: { nodes: [], next: undefined },
    elements: [],
    elementsByName: newNodesByName(),
    attributesByName: newNodesByName(),
    elementsByText: new Map(),
  }
  addElement(index, root, index.paths)
  document.memory.document = index
  return index
}

function addElement(index: DocumentIndex, element: RuleNode, paths: Paths): void {
  paths.nodes.push(element)
  index.elements.push(element)
  addTo(index.elementsByName, element)
  for (const attribute of element.attributes) addTo(index.attributesByName, attribute)
  if (element.elements.length === 0) return
  paths.next ??= new Map()
  for (const child of element.elements) {
    let next = paths.next.get(child.name)
    if (next === undefined) {
      next = { nodes: [], next: undefined }
      paths.next.set(child.name, next)
    }
    addElement(index, child, next)
  }
}

function newNodesByName(): NodesByName {
  return { names: [], ofName: new Array(namesInterned() + 1) }
}

function addTo({ names, ofName }: NodesByName, node: RuleNode): void {
  const same = ofName[node.name]
  if (same !== undefined) same.push(node)
  else {
    names.push(node.name)
    ofName[node.name] = [node]
  }
}

/** All elements, in document order. */
export function elementsOf(document: RuleNode): readonly RuleNode[] {
  return indexOf(document).elements
}

/** All elements of each name. */
export function elementsByName(document: RuleNode): NodesByName {
  return indexOf(document).elementsByName
}

/** All attributes of each name. */
export function attributesByName(document: RuleNode): NodesByName {
  return indexOf(document).attributesByName
}

/** //name */
export function elementsNamed(document: RuleNode, name: number): Nodes {
  return indexOf(document).elementsByName.ofName[name] ?? nothing
}

/** preceding::name of one node: the elements that ended before it began. */
export function precedingNamed(document: RuleNode, node: Item, name: number): Nodes {
  if (!(node instanceof RuleNode)) return noNode()
  const found: RuleNode[] = []
  for (const other of elementsNamed(document, name)) {
    if (other.order >= node.order) break
    spend(1)
    if (!someAncestor(node, (above) => above === other)) found.push(other)
  }
  return found
}

/**
 * preceding::name = values, asked for each of many nodes: uses an index of their
 * texts, to stay linear.
 */
export function somePrecedingEquals(
  document: RuleNode,
  node: Item,
  name: number,
  values: Sequence,
): boolean {
  if (!(node instanceof RuleNode)) return noNode()
  if (!values.every(isTextual))
    return compareSequences('=', precedingNamed(document, node, name), values)
  const byText = elementsByText(document, name)
  return values.some((value) => hasEnded(byText.get(textOf(value)) ?? nothing, node))
}

// The first one decides, unless it is an ancestor of the node: there are no more ancestors than
// documents may be deep.
function hasEnded(inOrder: Nodes, before: RuleNode): boolean {
  for (const node of inOrder) {
    if (node.order >= before.order) return false
    spend(1)
    if (!someAncestor(before, (above) => above === node)) return true
  }
  return false
}

function elementsByText(document: RuleNode, name: number): Map<string, RuleNode[]> {
  const index = indexOf(document)
  const known = index.elementsByText.get(name)
  if (known) return known
  const byText = new Map<string, RuleNode[]>()
  for (const element of elementsNamed(document, name)) {
    const text = stringValue(element)
    const same = byText.get(text)
    if (same) same.push(element)
    else byText.set(text, [element])
  }
  index.elementsByText.set(name, byText)
  return byText
}

/** //@name */
export function attributesNamed(document: RuleNode, name: number): Nodes {
  return indexOf(document).attributesByName.ofName[name] ?? nothing
}

/** The nodes at a path below the root element; `root` is its name, 0 any name. */
export function fromRoot(document: RuleNode, root: number, path: readonly number[]): Nodes {
  const index = indexOf(document)
  if (root !== 0 && index.root.name !== root) return nothing
  return follow(index.paths, path)?.nodes ?? nothing
}

function follow(from: Paths, path: readonly number[]): Paths | undefined {
  let at: Paths | undefined = from
  for (let step = 0; step < path.length && at !== undefined; step++) at = at.next?.get(path[step]!)
  return at
}

function isRoot(node: Item): node is RuleNode & { parent: RuleNode } {
  return node instanceof RuleNode && node.parent !== null && node.parent.kind === kinds.document
}

/** a/b/c from one node, at least two steps. */
export function along(node: Item, path: readonly number[]): Nodes {
  if (isRoot(node)) return follow(indexOf(node.parent).paths, path)?.nodes ?? nothing
  let found = childrenOf(node, path[0]!)
  for (let step = 1; step < path.length && found.length > 0; step++)
    found = childrenOfAll(found, path[step]!)
  return found
}

/**
 * Whether a/b/c from one node leads to anything: from the root element a few look-ups,
 * whatever the size.
 */
export function leadsSomewhere(node: Item, path: readonly number[]): boolean {
  if (isRoot(node)) return follow(indexOf(node.parent).paths, path) !== undefined
  const last = path.length - 1
  if (last === 0) return hasChild(node, path[0]!)
  let found = childrenOf(node, path[0]!)
  for (let step = 1; step < last && found.length > 0; step++)
    found = childrenOfAll(found, path[step]!)
  return someHasChild(found, path[last]!)
}

/**
 * Many paths of names in one tree: at the end of each path, its index in the list from which
 * the tree was made.
 */
type PathTree = { ends: number[]; next: Map<number, PathTree> }

export function pathTree(paths: readonly (readonly number[])[]): PathTree {
  const tree: PathTree = { ends: [], next: new Map() }
  for (const [place, path] of paths.entries()) {
    let at = tree
    for (const name of path) {
      const next = at.next.get(name) ?? { ends: [], next: new Map() }
      at.next.set(name, next)
      at = next
    }
    at.ends.push(place)
  }
  return tree
}

/** The indexes of the paths that lead somewhere from the node, in ascending order. */
export function pathsFrom(node: RuleNode, tree: PathTree): readonly number[] {
  const found = new Set<number>()
  if (isRoot(node)) findAmongPaths(indexOf(node.parent).paths, tree, found)
  else findBelow(node, tree, found)
  return found.size === 0 ? nothing : [...found].sort((a, b) => a - b)
}

function findAmongPaths(paths: Paths, tree: PathTree, found: Set<number>): void {
  for (const [name, below] of paths.next ?? []) {
    const wanted = tree.next.get(name)
    if (wanted === undefined) continue
    for (const place of wanted.ends) found.add(place)
    if (wanted.next.size > 0) findAmongPaths(below, wanted, found)
  }
}

function findBelow(node: RuleNode, tree: PathTree, found: Set<number>): void {
  spend(node.elements.length)
  for (const child of node.elements) {
    const wanted = tree.next.get(child.name)
    if (wanted === undefined) continue
    for (const place of wanted.ends) found.add(place)
    if (wanted.next.size > 0) findBelow(child, wanted, found)
  }
}
