// The SOAP 1.2 envelope around an ebMS header. There is one tree: what is verified is what is read.
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

/** `byId` knows every spelling of an id attribute; ids are unique. */
export type Soap = HeaderBlocks & { body: XmlElement; byId: Map<string, XmlElement> }

/** A header with fifty payload parts takes about 60 KB and 1,500 nodes. */
export const soapBytesMax = 1_000_000
const treeLimits = { depthMax: 50, nodesMax: 50_000 }

// The only place where each of these may be. Signature wrapping moves the signed
// original elsewhere.
type SoapLocation = { namespace: string; parent: string }
const places = new Map<string, SoapLocation>([
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
 * Parses an envelope. Throws EBMS:0009 unless it is SOAP 1.2 with one eb:Messaging, EBMS:0101 when
 * an element is in the wrong place.
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
    throw invalid('the envelope must contain a Header and a Body')
  const byId = new Map<string, XmlElement>()
  inspect(root, byId)
  return { body, byId, ...readHeaderBlocks(header) }
}

/**
 * The envelope as we send it. `security`, `messaging` and `body` are XML, canonical in
 * this context.
 */
export function buildSoap(parts: { security: string; messaging: string; body: string }): Buffer {
  const header = element('S12:Header', undefined, parts.security, parts.messaging)
  const envelope = element('S12:Envelope', { 'xmlns:S12': ns.S12 }, header, parts.body)
  return Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>${envelope}`, 'utf8')
}

/**
 * eb:Messaging with its content, canonical by construction: declarations are ordered by prefix,
 * attributes by namespace.
 */
export function buildMessaging(...content: string[]): string {
  const attributes = {
    'xmlns:S12': ns.S12,
    'xmlns:eb': ns.eb,
    'xmlns:wsu': ns.wsu,
    'wsu:Id': 'messaging',
    'S12:mustUnderstand': 'true',
  }
  return element('eb:Messaging', attributes, ...content)
}

/** The empty Body, which AS4 signs nevertheless. */
export function buildBody(): string {
  return element('S12:Body', { 'xmlns:S12': ns.S12, 'xmlns:wsu': ns.wsu, 'wsu:Id': 'body' })
}

/** The element that a same-document reference (`#id`) names; undefined for any other URI. */
export function elementAt(soap: Soap, uri: string | undefined): XmlElement | undefined {
  return uri?.startsWith('#') ? soap.byId.get(uri.slice(1)) : undefined
}

/** The only child element, if it has this name. */
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
    throw new As4Error('EBMS:0101', `${node.local} is in the wrong place`)
  for (const attribute of node.attributes) {
    if (attribute.local.length !== 2 || attribute.local.toLowerCase() !== 'id') continue
    if (attribute.value === '' || byId.has(attribute.value))
      throw new As4Error('EBMS:0101', 'an id is empty or not unique')
    byId.set(attribute.value, node)
  }
  // Most elements contain only text, for which no node need be made.
  if (holdsElements(node)) for (const next of children(node)) inspect(next, byId)
}

// The parent must be in its place too, and so on: only one element of each name can be the
// right one.
function stands(node: XmlElement, parent: string): boolean {
  if (node.parent === undefined) return parent === ''
  return isNamed(node.parent, parent, places.get(parent)?.namespace ?? '')
}

function isNamed(node: XmlElement, local: string, namespace: string): boolean {
  return node.local === local && node.namespace === namespace
}

/** The trimmed text of an element without children. */
export function tokenOf(node: XmlElement): string {
  return trimSpace(textOf(node))
}

function invalid(detail: string): As4Error {
  return new As4Error('EBMS:0009', detail)
}
