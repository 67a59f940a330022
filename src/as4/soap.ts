// The SOAP 1.2 envelope around an ebMS header. One tree is judged and used: what is signed here is
// what is read here.
import {
  children,
  element,
  holdsElements,
  parseXml,
  textOf,
  trimSpace,
  type XmlElement,
  XmlError,
} from '../xml/index.ts'
import { As4Error } from './error.ts'
import { type HeaderBlocks, readHeaderBlocks } from './header-blocks.ts'
import { namespaces as ns } from './profile.ts'

/** `byId` finds elements by every spelling of an id attribute; no id occurs twice. */
export type Soap = HeaderBlocks & { body: XmlElement; byId: Map<string, XmlElement> }

/** A header with fifty payload parts takes some 60 KB and 1 500 nodes. */
export const soapBytesMax = 1_000_000
const treeLimits = { depthMax: 50, nodesMax: 50_000 }

// The one place in which each of these may stand. Signature wrapping moves the signed original
// somewhere else.
type Place = { namespace: string; parent: string }
const places = new Map<string, Place>([
  ['Envelope', { namespace: ns.S12, parent: '' }],
  ['Header', { namespace: ns.S12, parent: 'Envelope' }],
  ['Body', { namespace: ns.S12, parent: 'Envelope' }],
  ['Security', { namespace: ns.wsse, parent: 'Header' }],
  ['Messaging', { namespace: ns.eb, parent: 'Header' }],
  ['BinarySecurityToken', { namespace: ns.wsse, parent: 'Security' }],
  ['Signature', { namespace: ns.ds, parent: 'Security' }],
  ['EncryptedKey', { namespace: ns.xenc, parent: 'Security' }],
  ['EncryptedData', { namespace: ns.xenc, parent: 'Security' }],
])

/**
 * Reads an envelope. Throws EBMS:0009 for anything but SOAP 1.2 with one eb:Messaging, EBMS:0101
 * for misplaced parts.
 */
export function parseSoap(bytes: Uint8Array): Soap {
  const root = parseRoot(bytes)
  const parts = children(root)
  const [header, body] = parts
  if (
    !isNamed(root, 'Envelope', ns.S12) ||
    header === undefined ||
    body === undefined ||
    parts.length !== 2
  )
    throw invalid('the SOAP part is not a SOAP 1.2 envelope')
  if (!isNamed(header, 'Header', ns.S12) || !isNamed(body, 'Body', ns.S12))
    throw invalid('the envelope must hold a Header and a Body')
  const byId = new Map<string, XmlElement>()
  inspect(root, byId)
  return { ...readHeaderBlocks(header), body, byId }
}

/**
 * The envelope as we send it. `security`, `messaging` and `body` are XML that is canonical in its
 * place.
 */
export function buildSoap(parts: { security: string; messaging: string; body: string }): Buffer {
  const header = element('S12:Header', undefined, parts.security, parts.messaging)
  const envelope = element('S12:Envelope', { 'xmlns:S12': ns.S12 }, header, parts.body)
  return Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>${envelope}`, 'utf8')
}

/**
 * eb:Messaging with its content, canonical by construction: declarations by prefix, attributes by
 * namespace.
 */
export function buildMessaging(...content: string[]): string {
  const declarations = { 'xmlns:S12': ns.S12, 'xmlns:eb': ns.eb, 'xmlns:wsu': ns.wsu }
  return element(
    'eb:Messaging',
    { ...declarations, 'wsu:Id': 'messaging', 'S12:mustUnderstand': 'true' },
    ...content,
  )
}

/** The empty Body that AS4 signs although it holds nothing. */
export function buildBody(): string {
  return element('S12:Body', { 'xmlns:S12': ns.S12, 'xmlns:wsu': ns.wsu, 'wsu:Id': 'body' })
}

/** The element that a same-document reference names: `#id`, and nothing else. */
export function elementAt(soap: Soap, uri: string | undefined): XmlElement | undefined {
  return uri?.startsWith('#') ? soap.byId.get(uri.slice(1)) : undefined
}

/** The only element child, if it has this name and there is no other. */
export function onlyChild(
  parent: XmlElement | undefined,
  local: string,
  namespace: string,
): XmlElement | undefined {
  const all = parent === undefined ? [] : children(parent)
  const [first] = all
  return all.length === 1 && first?.local === local && first.namespace === namespace
    ? first
    : undefined
}

function parseRoot(bytes: Uint8Array): XmlElement {
  if (bytes.length > soapBytesMax) throw invalid('the SOAP part is too large')
  try {
    return parseXml(bytes, treeLimits).root
  } catch (error) {
    if (error instanceof XmlError)
      throw new As4Error('EBMS:0009', 'the SOAP part is not acceptable XML', { cause: error })
    throw error
  }
}

function inspect(node: XmlElement, byId: Map<string, XmlElement>): void {
  const place = places.get(node.local)
  if (place !== undefined && node.namespace === place.namespace && !stands(node, place.parent))
    throw new As4Error('EBMS:0101', `${node.local} stands where it may not stand`)
  for (const attribute of node.attributes) {
    if (attribute.local.length !== 2 || attribute.local.toLowerCase() !== 'id') continue
    if (attribute.value === '' || byId.has(attribute.value))
      throw new As4Error('EBMS:0101', 'an id is empty or occurs twice')
    byId.set(attribute.value, node)
  }
  // Most elements hold a text, of which no node need be made.
  if (holdsElements(node)) for (const next of children(node)) inspect(next, byId)
}

// The parent has its own place, and so has its parent: only one element of each name can be the
// right one.
function stands(node: XmlElement, parent: string): boolean {
  if (node.parent === undefined) return parent === ''
  return isNamed(node.parent, parent, places.get(parent)?.namespace ?? '')
}

function isNamed(node: XmlElement, local: string, namespace: string): boolean {
  return node.local === local && node.namespace === namespace
}

/** The text of an element without children; XML schema tokens are trimmed. */
export function tokenOf(node: XmlElement): string {
  return trimSpace(textOf(node))
}

function invalid(detail: string): As4Error {
  return new As4Error('EBMS:0009', detail)
}
