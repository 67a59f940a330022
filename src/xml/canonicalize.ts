// Canonical XML 1.0 (https://www.w3.org/TR/2001/REC-xml-c14n-20010315) and Exclusive XML
// Canonicalization (https://www.w3.org/TR/xml-exc-c14n/) of an element and its content, both
// without comments.
import type { XmlAttribute, XmlElement, XmlNode } from './tree.ts'
import { escapeParsedAttribute, escapeParsedText } from './write.ts'

const xmlNamespace = 'http://www.w3.org/XML/1998/namespace'

export type Canonicalization = {
  mode: 'exclusive' | 'inclusive'
  /**
   * The PrefixList of ec:InclusiveNamespaces, which may include '#default'; for exclusive
   * mode only.
   */
  inclusivePrefixes?: string[]
  /** A subtree to leave out: the signature itself when it is enveloped. */
  omit?: XmlElement
}

// Both maps change when the walk enters an element, and change back when it leaves. So the time is
// linear in the size of the document, however many namespaces are in scope.
type Change = { map: Map<string, string>; prefix: string; before: string | undefined }
type Walk = {
  /** What each prefix means here. */
  inScope: Map<string, string>
  /** What each prefix means at this point of the output. */
  rendered: Map<string, string>
  /** The prefixes that are rendered where they are declared, used or not. */
  inclusive: 'all' | ReadonlySet<string>
  changes: Change[]
}
type Frame = { element: XmlElement; next: number; changesBefore: number }

/**
 * The canonical form of an element in its document. Its UTF-8 bytes are what is digested or signed.
 */
export function canonicalize(apex: XmlElement, options: Canonicalization): string {
  const listed = new Set(
    options.inclusivePrefixes?.map((prefix) => (prefix === '#default' ? '' : prefix)),
  )
  const walk: Walk = {
    inScope: scopeAround(apex),
    rendered: new Map(),
    inclusive: options.mode === 'inclusive' ? 'all' : listed,
    changes: [],
  }
  const inherited = [...walk.inScope.keys()].filter((prefix) => isInclusive(walk, prefix))
  const attributes = options.mode === 'inclusive' ? withInheritedXml(apex) : apex.attributes
  const frames: Frame[] = [{ element: apex, next: 0, changesBefore: 0 }]
  let output = startTag(walk, apex, attributes, inherited)
  for (let frame = frames.at(-1); frame; frame = frames.at(-1)) {
    const node = frame.element.children[frame.next++]
    if (!node) {
      output += `</${frame.element.name}>`
      undo(walk, frame.changesBefore)
      frames.pop()
    } else if (node.kind !== 'element') {
      output += leaf(node)
    } else if (node !== options.omit) {
      frames.push({ element: node, next: 0, changesBefore: walk.changes.length })
      output += startTag(walk, node, node.attributes, [])
    }
  }
  return output
}

function leaf(node: Exclude<XmlNode, XmlElement>): string {
  if (node.kind === 'text') return escapeParsedText(node.value)
  if (node.kind === 'comment') return ''
  return node.value === '' ? `<?${node.target}?>` : `<?${node.target} ${node.value}?>`
}

function startTag(
  walk: Walk,
  element: XmlElement,
  attributes: readonly XmlAttribute[],
  inherited: string[],
): string {
  let tag = `<${element.name}`
  for (const [prefix, namespace] of newNamespaces(walk, element, inherited)) {
    tag += ` ${prefix === '' ? 'xmlns' : `xmlns:${prefix}`}="${escapeParsedAttribute(namespace)}"`
  }
  const sorted = attributes.length > 1 ? [...attributes].sort(compareAttributes) : attributes
  for (const attribute of sorted)
    tag += ` ${attribute.name}="${escapeParsedAttribute(attribute.value)}"`
  return `${tag}>`
}

// Renders the prefixes that the element and its attributes use, and the inclusive ones that it
// declares (or, on the apex, that are in scope), each only where the output does not already bind
// it to the same namespace (exclusive C14N, 3).
function newNamespaces(walk: Walk, element: XmlElement, inherited: string[]): [string, string][] {
  const candidates = [element.prefix, ...inherited]
  for (const { prefix, namespace } of element.declarations) {
    change(walk, walk.inScope, prefix, namespace)
    if (isInclusive(walk, prefix)) candidates.push(prefix)
  }
  for (const attribute of element.attributes)
    if (attribute.prefix !== '') candidates.push(attribute.prefix)
  const found: [string, string][] = []
  for (const prefix of candidates) {
    const namespace = walk.inScope.get(prefix) ?? ''
    if (prefix === 'xml' || namespace === (walk.rendered.get(prefix) ?? '')) continue
    change(walk, walk.rendered, prefix, namespace)
    found.push([prefix, namespace])
  }
  return found.length > 1 ? found.sort(([a], [b]) => compareCodePoints(a, b)) : found
}

function isInclusive({ inclusive }: Walk, prefix: string): boolean {
  return inclusive === 'all' || inclusive.has(prefix)
}

function change(walk: Walk, map: Map<string, string>, prefix: string, namespace: string): void {
  walk.changes.push({ map, prefix, before: map.get(prefix) })
  map.set(prefix, namespace)
}

function undo(walk: Walk, changesBefore: number): void {
  while (walk.changes.length > changesBefore) {
    const { map, prefix, before } = walk.changes.pop()!
    if (before === undefined) map.delete(prefix)
    else map.set(prefix, before)
  }
}

function scopeAround(apex: XmlElement): Map<string, string> {
  const scope = new Map<string, string>()
  for (const ancestor of ancestorsOf(apex).reverse()) {
    for (const { prefix, namespace } of ancestor.declarations) scope.set(prefix, namespace)
  }
  return scope
}

// Canonical XML 1.0, 2.4: an apex that is not the root inherits the nearest xml:… attributes of
// its ancestors.
function withInheritedXml(apex: XmlElement): XmlAttribute[] {
  const attributes = [...apex.attributes]
  const taken = new Set(attributes.filter(isXml).map((attribute) => attribute.local))
  for (const attribute of ancestorsOf(apex).flatMap((ancestor) =>
    ancestor.attributes.filter(isXml),
  )) {
    if (taken.has(attribute.local)) continue
    taken.add(attribute.local)
    attributes.push(attribute)
  }
  return attributes
}

function isXml(attribute: XmlAttribute): boolean {
  return attribute.namespace === xmlNamespace
}

/** From the parent up. */
function ancestorsOf(element: XmlElement): XmlElement[] {
  const ancestors: XmlElement[] = []
  for (let at = element.parent; at; at = at.parent) ancestors.push(at)
  return ancestors
}

// Sorted by namespace URI, then by local name: two keys, since one joined string would mix them up.
function compareAttributes(a: XmlAttribute, b: XmlAttribute): number {
  return compareCodePoints(a.namespace, b.namespace) || compareCodePoints(a.local, b.local)
}

// JavaScript compares UTF-16 units, which puts characters beyond U+FFFF before U+E000.
function compareCodePoints(a: string, b: string): number {
  const length = Math.min(a.length, b.length)
  for (let at = 0; at < length; at++) {
    const [x, y] = [a.charCodeAt(at), b.charCodeAt(at)]
    if (x !== y) return isSurrogate(x) === isSurrogate(y) ? x - y : isSurrogate(x) ? 1 : -1
  }
  return a.length - b.length
}

function isSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdfff
}
