// Reads what is PUT to the sandbox's SMP (Busdox SMP 1.0 schema), and writes it anew as phoss SMP
// does: participants in lower case, certificates in lines of 64 characters.
import {
  addressingNamespace,
  type Identifier,
  identifiersNamespace,
  smpNamespace,
} from '../peppol/index.ts'
import {
  attributeOf,
  canonicalize,
  child,
  children,
  descend,
  element,
  escapeText,
  holdsElements,
  parseDateTime,
  parseXml,
  textOf,
  trimSpace,
  type XmlElement,
  XmlError,
} from '../xml/index.ts'
import { againstSchema, SmpRefusal } from './smp-refusal.ts'

export const smpNamespaces = {
  ids: identifiersNamespace,
  smp: smpNamespace,
  wsa: addressingNamespace,
}

/** Undefined when it is no XML. */
export function readXml(body: Uint8Array): XmlElement | undefined {
  try {
    return parseXml(body, { nodesMax: 20_000 }).root
  } catch (error) {
    if (error instanceof XmlError) return undefined
    throw error
  }
}

export type GroupContent = { participant: Identifier; extension: string }

/** Throws SmpRefusal. */
export function readGroupContent(root: XmlElement): GroupContent {
  rewrite(root, 'smp:ServiceGroup')
  return {
    participant: identifierIn(root, 'ParticipantIdentifier'),
    extension: children(root, 'Extension')
      .map((one) => rewrite(one))
      .join(''),
  }
}

/** `xml`: ServiceMetadata, for a context that declares the prefixes. */
export type TypeContent = { xml: string } & (
  | { kind: 'redirect' }
  | { kind: 'information'; participant: Identifier; documentType: Identifier }
)

/** Throws SmpRefusal. */
export function readTypeContent(root: XmlElement): TypeContent {
  const xml = rewrite(root, 'smp:ServiceMetadata')
  const information = child(root, 'ServiceInformation')
  if (!information) return { kind: 'redirect', xml }
  return {
    ...{ kind: 'information', xml },
    participant: identifierIn(information, 'ParticipantIdentifier'),
    documentType: identifierIn(information, 'DocumentIdentifier'),
  }
}

/** Throws SmpRefusal for the same process, or the same transport profile in one, twice. */
export function checkRepeats(root: XmlElement): void {
  const list = descend(root, 'ServiceInformation', 'ProcessList')
  const processes = list ? children(list) : []
  const repeated = firstRepeat(
    processes.map((one) => {
      const { scheme, value } = identifierIn(one, 'ProcessIdentifier')
      return `${scheme}::${value}`
    }),
  )
  if (repeated !== undefined)
    throw new SmpRefusal(500, `A process with ID '${repeated}' is already contained!`)
  for (const process of processes) {
    const endpoints = children(child(process, 'ServiceEndpointList')!)
    const profile = firstRepeat(
      endpoints.map((one) => attributeOf(one, 'transportProfile', '') ?? ''),
    )
    if (profile !== undefined)
      throw new SmpRefusal(
        500,
        `Another endpoint with transport profile '${profile}' is already present`,
      )
  }
}

function firstRepeat(values: string[]): string | undefined {
  return values.find((value, at) => values.indexOf(value) < at)
}

function identifierIn(parent: XmlElement, local: string): Identifier {
  const found = child(parent, local)!
  return { scheme: attributeOf(found, 'scheme', '') ?? '', value: trimSpace(textOf(found)) }
}

/** The children of an element in their order: `?` at most one, `+` at least one, `*` any number. */
function sequence(...names: string[]): RegExp {
  const parts = names.map((name) => name.replace(/^([^?+*]+)([?+*]?)$/, '(?:$1 )$2'))
  return new RegExp(`^${parts.join('')}$`)
}

const content: Record<string, RegExp> = {
  'smp:ServiceGroup': sequence(
    ...['ids:ParticipantIdentifier', 'smp:ServiceMetadataReferenceCollection', 'smp:Extension?'],
  ),
  'smp:ServiceMetadataReferenceCollection': sequence('smp:ServiceMetadataReference*'),
  'smp:ServiceMetadata': /^smp:(ServiceInformation|Redirect) $/,
  'smp:ServiceInformation': sequence(
    ...['ids:ParticipantIdentifier', 'ids:DocumentIdentifier', 'smp:ProcessList'],
    'smp:Extension?',
  ),
  'smp:ProcessList': sequence('smp:Process+'),
  'smp:Process': sequence(
    ...['ids:ProcessIdentifier', 'smp:ServiceEndpointList', 'smp:Extension?'],
  ),
  'smp:ServiceEndpointList': sequence('smp:Endpoint+'),
  'smp:Endpoint': sequence(
    ...['wsa:EndpointReference', 'smp:RequireBusinessLevelSignature'],
    ...['smp:MinimumAuthenticationLevel?', 'smp:ServiceActivationDate?'],
    ...['smp:ServiceExpirationDate?', 'smp:Certificate', 'smp:ServiceDescription'],
    ...['smp:TechnicalContactUrl', 'smp:TechnicalInformationUrl?', 'smp:Extension?'],
  ),
  'wsa:EndpointReference': sequence('wsa:Address'),
  'smp:Redirect': sequence('smp:CertificateUID', 'smp:Extension?'),
}

const neededAttributes: Record<string, string> = {
  'smp:ServiceMetadataReference': 'href',
  'smp:Endpoint': 'transportProfile',
  'smp:Redirect': 'href',
}

const isDate = (text: string) => parseDateTime(text) !== undefined
const simple: Record<string, (text: string) => boolean> = {
  'smp:RequireBusinessLevelSignature': (text) => /^(true|false|0|1)$/.test(text),
  'smp:ServiceActivationDate': isDate,
  'smp:ServiceExpirationDate': isDate,
}

const plainDate = (text: string) => text.replace(/\.0+(?=Z|[+-]|$)/, '')
const rewritten: Record<string, (text: string) => string> = {
  // ASCII only, as participants are compared.
  'ids:ParticipantIdentifier': (text) =>
    text.replace(/[A-Z]+/g, (capitals) => capitals.toLowerCase()),
  'smp:ServiceActivationDate': plainDate,
  'smp:ServiceExpirationDate': plainDate,
  'smp:Certificate': (text) =>
    text.replace(/-----[^-]*-----|\s/g, '').replace(/.{64}(?=.)/g, '$&\n'),
}

/** Throws SmpRefusal for what is against the schema; `name` is the one that is expected. */
function rewrite(one: XmlElement, name = nameOf(one)): string {
  if (nameOf(one) !== name) throw againstSchema(`It is no ${name}.`)
  if (name === 'smp:Extension') return canonicalize(one, { mode: 'inclusive' })
  const needed = neededAttributes[name]
  if (needed !== undefined && attributeOf(one, needed, '') === undefined)
    throw againstSchema(`${name} has no ${needed}.`)
  return element(name, attributesOf(one), ...contentOf(one, name))
}

function contentOf(one: XmlElement, name: string): string[] {
  const expected = content[name]
  if (expected) {
    const parts = children(one)
    if (!expected.test(parts.map((part) => `${nameOf(part)} `).join('')))
      throw againstSchema(`The content of ${name} is another one.`)
    return parts.map((part) => rewrite(part))
  }
  const text = trimSpace(textOf(one))
  if (holdsElements(one) || simple[name]?.(text) === false)
    throw againstSchema(`${name} has another content.`)
  return [escapeText(rewritten[name]?.(text) ?? text)]
}

function attributesOf({ attributes }: XmlElement): Record<string, string> {
  const own = attributes.filter(({ namespace }) => namespace === '')
  return Object.fromEntries(own.map(({ local, value }) => [local, value]))
}

function nameOf({ local, namespace }: XmlElement): string {
  const prefix = Object.entries(smpNamespaces).find(([, one]) => one === namespace)?.[0]
  return `${prefix ?? `{${namespace}}`}:${local}`
}
