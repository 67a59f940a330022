// The tree that rules run on: lean nodes with interned names and document order, made from the
// strict tree in one pass.
import { holdsElements, textOf, type XmlDocument, type XmlElement } from '../../xml/index.ts'

/** The kinds of node, with the numbers of the DOM. */
export const kinds = {
  element: 1,
  attribute: 2,
  text: 3,
  instruction: 7,
  comment: 8,
  document: 9,
} as const

export type NodeKind = (typeof kinds)[keyof typeof kinds]

// Shared by all nodes without any; never modified.
const none: RuleNode[] = []

/** What carries the name of a node: the strict tree's element or attribute. */
type Origin = { name: string; prefix: string; local: string; namespace: string }

// Only loading rules adds names, so a document cannot make this grow.
const interned = new Map<string, Map<string, number>>()
let internedCount = 0

/**
 * The elements at one path of names below the root element, and the paths that continue from there.
 */
export type Paths = { nodes: RuleNode[]; next: Map<number, Paths> | undefined }

/**
 * Nodes by the number of their name, and these numbers in the order in which they first occur.
 * Nodes whose names no rule mentions are under 0.
 */
export type NodesByName = { names: number[]; ofName: (RuleNode[] | undefined)[] }

export type DocumentIndex = {
  root: RuleNode
  paths: Paths
  elements: RuleNode[]
  elementsByName: NodesByName
  attributesByName: NodesByName
  /** Elements with a name by their text, once that name has been asked for. */
  elementsByText: Map<number, Map<string, RuleNode[]>>
}

/**
 * The nodes of one document by the value of a key, for each definition of a key (keys.ts). A
 * WeakMap would hold documents until V8 collects all of its memory.
 */
type KeyTables = Map<object, Map<string, RuleNode[]>>

/**
 * Computed facts about a node, kept for reuse. Most nodes never need them, so they
 * have no room for them.
 */
type Known = {
  /** Child elements by name, once there are many; see axes. */
  index: Map<number, RuleNode[]> | null
  /** For the document node; see document-index. */
  document: DocumentIndex | null
  /** For the document node; see keys. */
  keys: KeyTables | null
  /** The children of every kind. */
  children: RuleNode[] | null
}

// A document has a node for each of its elements and attributes. Its texts, comments and
// instructions are two thirds of all nodes and hardly ever asked for, so an element
// creates those on demand.
export class RuleNode {
  // When no node is left, V8 forgets their layout, and discards the machine code of
  // everything that reads them.
  static readonly kept = new RuleNode(kinds.document, null, 0, {
    ...{ name: '', prefix: '', local: '', namespace: '' },
  })

  readonly kind: NodeKind
  /** The interned name; 0 for a name that no rule mentions. */
  readonly name: number
  readonly parent: RuleNode | null
  /**
   * Position in document order: where it begins in the text, or close enough to come
   * before what follows it.
   */
  readonly order: number
  /** The children that are elements. */
  elements: RuleNode[] = none
  attributes: RuleNode[] = none
  /** For texts, comments, instructions and attributes; for others once it was asked for. */
  value: string | null
  private readonly origin: Origin
  private known: Known | null = null

  constructor(
    kind: NodeKind,
    parent: RuleNode | null,
    order: number,
    origin: Origin,
    value: string | null = null,
  ) {
    this.kind = kind
    this.name = numberOf(origin)
    this.parent = parent
    this.order = order
    this.origin = origin
    this.value = value
  }

  /** The name as it is written, with its prefix. */
  get qualified(): string {
    return this.origin.name
  }

  get local(): string {
    return this.origin.local
  }

  get namespace(): string {
    return this.origin.namespace
  }

  /** The strict tree's element, for element nodes only: it knows its place in the text. */
  get source(): XmlElement | undefined {
    return this.kind === kinds.element ? (this.origin as XmlElement) : undefined
  }

  /** The children of every kind. */
  get children(): RuleNode[] {
    const { source } = this
    if (source === undefined || source.children.length === 0) return this.elements
    this.memory.children ??= childrenOfEveryKind(this, source)
    return this.memory.children
  }

  get memory(): Known {
    this.known ??= { index: null, document: null, keys: null, children: null }
    return this.known
  }
}

/** The number of a name mentioned by rules; the same for all modules of this thread. */
export function intern(namespace: string, local: string): number {
  let names = interned.get(namespace)
  if (names === undefined) {
    names = new Map()
    interned.set(namespace, names)
  }
  let id = names.get(local)
  if (id === undefined) {
    id = ++internedCount
    names.set(local, id)
  }
  return id
}

/** How many names have a number, which count from 1. */
export function namesInterned(): number {
  return internedCount
}

function numberOf({ namespace, local }: Origin): number {
  return interned.get(namespace)?.get(local) ?? 0
}

const nameless: Origin = { name: '', prefix: '', local: '', namespace: '' }

/** The document node of the tree. Rules must have been loaded before: they number the names. */
export function toRuleTree({ root }: XmlDocument): RuleNode {
  const document = new RuleNode(kinds.document, null, -1, nameless)
  document.elements = [elementNode(root, document, [])]
  return document
}

// Recursive; the strict parser limits the depth. `siblings` ends with the elements that the parents
// of this one have so far: each with an array of its own would make room for seventeen.
function elementNode(element: XmlElement, parent: RuleNode, siblings: RuleNode[]): RuleNode {
  const node = new RuleNode(kinds.element, parent, element.start, element)
  const { attributes } = element
  // Every attribute takes more than one character of the text, so these positions are free.
  let order = element.start
  if (attributes.length > 0) {
    node.attributes = attributes.map(
      (attribute) => new RuleNode(kinds.attribute, node, ++order, attribute, attribute.value),
    )
  }
  if (!holdsElements(element)) return node
  const before = siblings.length
  for (const child of element.children)
    if (child.kind === 'element') siblings.push(elementNode(child, node, siblings))
  node.elements = siblings.slice(before)
  while (siblings.length > before) siblings.pop()
  return node
}

// Each text, comment or instruction takes at least one character of the text, so that it is
// before the next element.
function childrenOfEveryKind(
  node: RuleNode,
  { attributes, children, start }: XmlElement,
): RuleNode[] {
  let elements = 0
  let order = start + attributes.length + 1
  return children.map((child) => {
    if (child.kind === 'element') {
      order = child.end
      return node.elements[elements++]!
    }
    const origin =
      child.kind === 'instruction'
        ? { ...nameless, name: child.target, local: child.target }
        : nameless
    return new RuleNode(kinds[child.kind], node, order++, origin, child.value)
  })
}

/** The string value (XPath Data Model, 5.13): for an element or document, all text inside. */
export function stringValue(node: RuleNode): string {
  node.value ??= node.source ? textInside(node.source) : node.elements.map(stringValue).join('')
  return node.value
}

function textInside(element: XmlElement): string {
  if (!holdsElements(element)) return textOf(element)
  let text = ''
  for (const child of element.children) {
    if (child.kind === 'text') text += child.value
    else if (child.kind === 'element') text += textInside(child)
  }
  return text
}
