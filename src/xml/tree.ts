// The tree that parseXml returns: what namespace-aware reading and canonicalisation need, and where
// each element was.
export type XmlNode = XmlElement | XmlText | XmlComment | XmlInstruction

/**
 * Character data, with references replaced and line ends normalised. CDATA sections are text;
 * adjacent text is one node. White space that occurs in many places may be the same node in all
 * of them.
 */
export type XmlText = { readonly kind: 'text'; readonly value: string }
export type XmlComment = { kind: 'comment'; value: string }
export type XmlInstruction = { kind: 'instruction'; target: string; value: string }

/**
 * An attribute that is not a namespace declaration. `prefix` and `namespace` are '' when there
 * is none.
 */
export type XmlAttribute = {
  name: string
  prefix: string
  local: string
  namespace: string
  value: string
  /** Its position, as for an element. */
  order: number
}

/** A namespace declaration; prefix '' is the default namespace, namespace '' undeclares it. */
export type XmlDeclaration = { prefix: string; namespace: string }

export type XmlElement = {
  readonly kind: 'element'
  readonly name: string
  readonly prefix: string
  readonly local: string
  readonly namespace: string
  /** In document order, without namespace declarations. */
  attributes: readonly XmlAttribute[]
  /** The namespace declarations on this element. */
  declarations: readonly XmlDeclaration[]
  children: XmlNode[]
  parent: XmlElement | undefined
  /** UTF-16 offset in the document's text of the start tag's '<'. */
  start: number
  /** UTF-16 offset in the document's text after the end tag's '>'. */
  end: number
  /**
   * A number that is unique among the elements and attributes of the document, less than its
   * `orders` and rising in document order.
   */
  order: number
}

export type XmlDocument = {
  root: XmlElement
  /** The bytes that were parsed. */
  bytes: Uint8Array
  /** The decoded text, without a byte order mark. */
  text: string
  /** Byte offsets in `bytes` of the root's '<' and after its closing '>'. */
  rootStart: number
  rootEnd: number
  /** One more than the highest order: the length of an array that is indexed by order. */
  orders: number
}

export type XmlLimits = {
  /** How deep elements may be nested, the root being 1. Default 100. */
  depthMax?: number
  /**
   * Elements, attributes, namespace declarations, texts, comments and instructions together.
   * Default one million.
   */
  nodesMax?: number
  /** Processing instructions. Default 'refuse'. */
  instructions?: 'refuse' | 'keep'
}

export type XmlErrorReason = 'malformed' | 'forbidden' | 'encoding' | 'limit'

/** Why we do not take some bytes as XML. Line and column count from 1; columns are UTF-16 units. */
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
