// The tree that rules run on: lean nodes with interned names and document order, made from the strict tree in one pass.
import type { XmlDocument, XmlElement } from '../../xml/index.ts'
import type { DocumentIndex } from './document-index.ts'

/** The kinds of node, numbered as DOM numbers them. */
export const kinds = {
  element: 1,
  attribute: 2,
  text: 3,
  instruction: 7,
  comment: 8,
  document: 9,
} as const

export type NodeKind = (typeof kinds)[keyof typeof kinds]

// Shared by all nodes without any; nothing is ever added to it.
const none: RuleNode[] = []

export class RuleNode {
  readonly kind: NodeKind
  /** The interned name; 0 for a name that no rule mentions. */
  readonly name: number
  readonly prefix: string
  readonly local: string
  readonly namespace: string
  readonly parent: RuleNode | null
  /** Place in document order. */
  readonly order: number
  /** The strict tree's element, of an element node only: it knows where it stands in the text. */
  readonly source: XmlElement | undefined
  readonly children: RuleNode[]
  attributes: RuleNode[]
  /** Of texts, comments, instructions and attributes; of others as soon as somebody asked. */
  value: string | null = null
  /** Children by name, once there are many; see axes. */
  index: Map<number, RuleNode[]> | null = null
  /** Of the document node, as soon as somebody asked; see document-index. */
  documentIndex: DocumentIndex | null = null

  constructor(
    kind: NodeKind,
    name: { id: number; prefix: string; local: string; namespace: string },
    parent: RuleNode | null,
    order: number,
    source?: XmlElement,
  ) {
    this.kind = kind
    this.name = name.id
    this.prefix = name.prefix
    this.local = name.local
    this.namespace = name.namespace
    this.parent = parent
    this.order = order
    this.source = source
    this.children = kind === kinds.element || kind === kinds.document ? [] : none
    this.attributes = none
  }
}

// Only loading rules adds names, so a document cannot make this grow.
const interned = new Map<string, Map<string, number>>()
let internedCount = 0

/** The number of a name that rules mention; the same for all modules of this thread. */
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

const nameless = { id: 0, prefix: '', local: '', namespace: '' }

/** The document node of the tree. Rules must have been loaded before, for they give the names their numbers. */
export function toRuleTree({ root }: XmlDocument): RuleNode {
  let order = 0
  const document = new RuleNode(kinds.document, nameless, null, order++)
  const open: { element: XmlElement; node: RuleNode; next: number }[] = []

  const addElement = (element: XmlElement, parent: RuleNode) => {
    const node = new RuleNode(kinds.element, nameOf(element), parent, order++, element)
    parent.children.push(node)
    if (element.attributes.length > 0) {
      node.attributes = element.attributes.map((attribute) => {
        const child = new RuleNode(kinds.attribute, nameOf(attribute), node, order++)
        child.value = attribute.value
        return child
      })
    }
    open.push({ element, node, next: 0 })
  }

  addElement(root, document)
  for (let at = open.at(-1); at; at = open.at(-1)) {
    const child = at.element.children[at.next++]
    if (child === undefined) open.pop()
    else if (child.kind === 'element') addElement(child, at.node)
    else {
      const name = child.kind === 'instruction' ? { ...nameless, local: child.target } : nameless
      const node = new RuleNode(kinds[child.kind], name, at.node, order++)
      node.value = child.value
      at.node.children.push(node)
    }
  }
  return document
}

function nameOf(named: { prefix: string; local: string; namespace: string }) {
  const { prefix, local, namespace } = named
  return { id: interned.get(namespace)?.get(local) ?? 0, prefix, local, namespace }
}

/** The string value (XPath Data Model, 5.13): of an element or document all text inside. */
export function stringValue(node: RuleNode): string {
  if (node.value !== null) return node.value
  const { children } = node
  const only = children[0]
  node.value = children.length === 1 && only!.kind === kinds.text ? only!.value! : textInside(children)
  return node.value
}

function textInside(nodes: RuleNode[]): string {
  let text = ''
  for (const node of nodes) {
    if (node.kind === kinds.text || node.kind === kinds.element) text += stringValue(node)
  }
  return text
}
