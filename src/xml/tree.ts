// The tree that parseXml gives: what a namespace-aware reader and canonicalisation need, and where
// each element stood.
export type XmlNode = XmlElement | XmlText | XmlComment | XmlInstruction

/**
 * Character data, with references replaced and line ends normalised. CDATA sections are text;
 * adjacent text is one node. White space that stands in many places can be the same node in all of
 * them.
 */
export type XmlText = { readonly kind: 'text'; readonly value: string }
export type XmlComment = { kind: 'comment'; value: string }
export type XmlInstruction = { kind: 'instruction'; target: string; value: string }

/**
 * An attribute that is no namespace declaration. `prefix` and `namespace` are '' when there is
 * none.
 */
export type XmlAttribute = {
  name: string
  prefix: string
  local: string
  namespace: string
  value: string
  /** As an element has it. */
  order: number
}

/**
 * A namespace declaration; prefix '' is the default namespace, namespace '' takes the default away.
 */
export type XmlDeclaration = { prefix: string; namespace: string }

export type XmlElement = {
  readonly kind: 'element'
  readonly name: string
  readonly prefix: string
  readonly local: string
  readonly namespace: string
  /** In document order, without namespace declarations. */
  attributes: readonly XmlAttribute[]
  /** The namespace declarations that stand on this element. */
  declarations: readonly XmlDeclaration[]
  children: XmlNode[]
  parent: XmlElement | undefined
  /** UTF-16 offset in the document's text of the start tag's '<'. */
  start: number
  /** UTF-16 offset in the document's text after the end tag's '>'. */
  end: number
  /**
   * A number that no other element and no attribute of the document has: less than its `orders`,
   * rising from the front to the back.
   */
  order: number
}

export type XmlDocument = {
  root: XmlElement
  /** What was parsed. */
  bytes: Uint8Array
  /** The decoded text, without a byte order mark. */
  text: string
  /** Byte offsets, in those bytes, of the root's '<' and after its closing '>'. */
  rootStart: number
  rootEnd: number
  /**
   * One more than the highest order: what is known about nodes can stand in an array of this
   * length.
   */
  orders: number
}

export type XmlLimits = {
  /** Elements inside one another, the root being 1; 100 unless told. */
  depthMax?: number
  /**
   * Elements, attributes, namespace declarations, texts, comments and instructions together; a
   * million unless told.
   */
  nodesMax?: number
  /** Processing instructions; refused unless told. */
  instructions?: 'refuse' | 'keep'
}

export type XmlErrorReason = 'malformed' | 'forbidden' | 'encoding' | 'limit'

/**
 * Why bytes are not the XML that we read. Line and column count from 1; columns are UTF-16 units.
 */
export class XmlError extends Error {
  readonly reason: XmlErrorReason
  readonly line: number
  readonly column: number

  constructor(reason: XmlErrorReason, message: string, position: { line: number; column: number }) {
    super(message)
    this.name = 'XmlError'
    this.reason = reason
    this.line = position.line
    this.column = position.column
  }
}
