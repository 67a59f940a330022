// What an SMP publishes of one document type, read so that all of it can be written back (Busdox
// SMP 1.0 schema). Dates, certificates and extensions stay as they were read.
import {
  attributeOf,
  canonicalize,
  child,
  children,
  textOf,
  type XmlElement,
} from '../../xml/index.ts'
import type { Identifier } from '../identifiers.ts'
import {
  addressingNamespace,
  identifiersNamespace,
  onlyChild,
  onlyText,
  readIdentifier,
  smpNamespace,
} from '../smp-reading.ts'

export type PublishedEndpoint = {
  transportProfile: string
  url: string
  businessLevelSignature: string
  minimumAuthenticationLevel?: string
  activatesAt?: string
  expiresAt?: string
  /** In base64, perhaps with line breaks. Nothing says that it is a certificate. */
  certificate: string
  description: string
  contactUrl: string
  informationUrl?: string
  /** XML that declares its own namespaces. */
  extensions: string[]
}

export type PublishedProcess = {
  process: Identifier
  endpoints: PublishedEndpoint[]
  extensions: string[]
}

export type PublishedServices = {
  processes: PublishedProcess[]
  extensions: string[]
  /** Parts that are not modelled here, so that writing would lose them. */
  unmodelled: string[]
}

export type PublishedType = { documentType: Identifier } & (
  | ({ kind: 'services' } & PublishedServices)
  | { kind: 'redirect'; href: string }
)

/** Throws NetworkError `lookup.smp-invalid`. */
export function readServices(information: XmlElement): PublishedServices {
  const unmodelled = new Set<string>()
  const list = onlyChild(information, 'ProcessList')
  noteOthers(unmodelled, information, [
    ...['ParticipantIdentifier', 'DocumentIdentifier', 'ProcessList', 'Extension'],
  ])
  for (const local of ['ParticipantIdentifier', 'DocumentIdentifier'])
    noteOthers(unmodelled, child(information, local)!, [], ['scheme'])
  noteOthers(unmodelled, list, ['Process'])
  const entries = children(list, 'Process', smpNamespace)
  return {
    processes: entries.map((entry) => readProcess(entry, unmodelled)),
    extensions: extensionsOf(information),
    unmodelled: [...unmodelled],
  }
}

function readProcess(entry: XmlElement, unmodelled: Set<string>): PublishedProcess {
  const list = onlyChild(entry, 'ServiceEndpointList')
  noteOthers(unmodelled, entry, ['ProcessIdentifier', 'ServiceEndpointList', 'Extension'])
  noteOthers(unmodelled, child(entry, 'ProcessIdentifier')!, [], ['scheme'])
  noteOthers(unmodelled, list, ['Endpoint'])
  const endpoints = children(list, 'Endpoint', smpNamespace)
  return {
    process: readIdentifier(entry, 'ProcessIdentifier'),
    endpoints: endpoints.map((endpoint) => readEndpoint(endpoint, unmodelled)),
    extensions: extensionsOf(entry),
  }
}

const endpointParts = [
  ...['EndpointReference', 'RequireBusinessLevelSignature', 'MinimumAuthenticationLevel'],
  ...['ServiceActivationDate', 'ServiceExpirationDate', 'Certificate', 'ServiceDescription'],
  ...['TechnicalContactUrl', 'TechnicalInformationUrl', 'Extension'],
]

function readEndpoint(endpoint: XmlElement, unmodelled: Set<string>): PublishedEndpoint {
  const reference = onlyChild(endpoint, 'EndpointReference', addressingNamespace)
  noteOthers(unmodelled, endpoint, endpointParts, ['transportProfile'])
  noteOthers(unmodelled, reference, ['Address'])
  for (const leaf of [...children(endpoint), ...children(reference)])
    if (leaf !== reference && leaf.local !== 'Extension') noteOthers(unmodelled, leaf, [])
  const optional = (name: string, local: string) => {
    const [found, again] = children(endpoint, local, smpNamespace)
    if (again) unmodelled.add(`Endpoint/${local}`)
    return found ? { [name]: textOf(found).trim() } : {}
  }
  return {
    transportProfile: attributeOf(endpoint, 'transportProfile', '')?.trim() ?? '',
    url: onlyText(reference, 'Address', addressingNamespace),
    businessLevelSignature: onlyText(endpoint, 'RequireBusinessLevelSignature'),
    ...optional('minimumAuthenticationLevel', 'MinimumAuthenticationLevel'),
    ...optional('activatesAt', 'ServiceActivationDate'),
    ...optional('expiresAt', 'ServiceExpirationDate'),
    certificate: onlyText(endpoint, 'Certificate'),
    description: onlyText(endpoint, 'ServiceDescription'),
    contactUrl: onlyText(endpoint, 'TechnicalContactUrl'),
    ...optional('informationUrl', 'TechnicalInformationUrl'),
    extensions: extensionsOf(endpoint),
  }
}

function extensionsOf(parent: XmlElement): string[] {
  return children(parent, 'Extension', smpNamespace).map((one) =>
    canonicalize(one, { mode: 'inclusive' }),
  )
}

const namespaces = [smpNamespace, identifiersNamespace, addressingNamespace]

/** Names the child elements and attributes that are not among the known ones. */
function noteOthers(
  unmodelled: Set<string>,
  parent: XmlElement,
  elements: string[],
  attributes: string[] = [],
): void {
  for (const { local, namespace } of children(parent))
    if (!namespaces.includes(namespace) || !elements.includes(local))
      unmodelled.add(`${parent.local}/${local}`)
  for (const { local, namespace } of parent.attributes)
    if (namespace !== '' || !attributes.includes(local)) unmodelled.add(`${parent.local}/@${local}`)
}
