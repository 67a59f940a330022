// An element as the parser makes it. What most elements hold is one text: they keep that, and make
// a node and a list of it when somebody asks for their children. What they are called they share
// with others. So a tree takes half the memory, and large trees as much less time.
import type { ExpandedName } from './names.ts'
import type { XmlAttribute, XmlDeclaration, XmlElement, XmlNode } from './tree.ts'

// Most elements have no attributes, and hardly any has declarations: they share their empty lists.
const noAttributes: readonly XmlAttribute[] = []
const noDeclarations: readonly XmlDeclaration[] = []

export class TreeElement implements XmlElement {
  // When no element is left, V8 forgets how they are laid out, and throws away the machine code of
  // all that reads them: parsing took twice as long after every full collection of garbage. So one
  // is kept.
  static readonly kept = new TreeElement(
    { name: '', prefix: '', local: '', namespace: '' },
    undefined,
    0,
    0,
  )

  /** In no namespace until the start tag's declarations are known. */
  names: ExpandedName
  attributes = noAttributes
  declarations = noDeclarations
  /** The text of an element that holds nothing else ('' when it is empty), or its children. */
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
