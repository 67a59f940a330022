// An element as the parser makes it. Most elements contain one text: they store the string, and
// make a node and a list only when asked for their children. Their names are shared. This halves
// the memory of a tree, and the time for large ones.
import type { ExpandedName } from './reader.ts'
import type { XmlAttribute, XmlDeclaration, XmlElement, XmlNode } from './tree.ts'

// Most elements have no attributes, and hardly any have declarations: they share empty lists.
const noAttributes: readonly XmlAttribute[] = []
const noDeclarations: readonly XmlDeclaration[] = []

export class TreeElement implements XmlElement {
  // When no element is left, V8 drops their hidden class and the machine code that depends on it:
  // parsing took twice as long after every full garbage collection. So one is kept.
  static readonly kept = new TreeElement(
    { name: '', prefix: '', local: '', namespace: '' },
    undefined,
    0,
    0,
  )

  /** Not in a namespace until the start tag's declarations are known. */
  names: ExpandedName
  attributes = noAttributes
  declarations = noDeclarations
  /** The text of an element that contains nothing else ('' when it is empty), or its children. */
  content: string | XmlNode[] = ''
  readonly parent: TreeElement | undefined
  readonly start: number
  end = 0
  readonly order: number

  constructor(names: ExpandedName, parent: TreeElement | undefined, start: number, order: number) {
    this.names = names
    this.parent = parent
    this.start = start
    this.order = order
  }

  get kind(): 'element' {
    return 'element'
  }

  get name(): string {
    return this.names.name
  }

  get prefix(): string {
    return this.names.prefix
  }

  get local(): string {
    return this.names.local
  }

  get namespace(): string {
    return this.names.namespace
  }

  get children(): XmlNode[] {
    if (typeof this.content === 'string')
      this.content = this.content === '' ? [] : [{ kind: 'text', value: this.content }]
    return this.content
  }

  set children(nodes: XmlNode[]) {
    this.content = nodes
  }
}
