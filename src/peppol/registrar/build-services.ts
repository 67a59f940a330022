// What phoss SMP takes in its writing requests (Busdox SMP 1.0 schema): a group, one document type
// with everything in it, and a migration key.
import { element, escapeText } from '../../xml/index.ts'
import { formatIdentifier, type Identifier } from '../identifiers.ts'
import { addressingNamespace, identifiersNamespace, smpNamespace } from '../smp-reading.ts'
import type { PublishedEndpoint, PublishedProcess } from './published.ts'

// The other namespaces are declared where they occur, so that an extension is read again as it was.
const namespaces = { xmlns: smpNamespace }

/** Throws Error when a value has a character that XML forbids, and so do the others. */
export function buildServiceGroup(participant: Identifier): string {
  return element(
    'ServiceGroup',
    namespaces,
    identifier('i:ParticipantIdentifier', participant),
    element('ServiceMetadataReferenceCollection', undefined),
  )
}

export type ServicesToWrite = {
  documentType: Identifier
  processes: readonly PublishedProcess[]
  extensions: readonly string[]
}

export function buildServices(
  participant: Identifier,
  { documentType, processes, extensions }: ServicesToWrite,
): string {
  const information = element(
    'ServiceInformation',
    undefined,
    identifier('i:ParticipantIdentifier', participant),
    identifier('i:DocumentIdentifier', documentType),
    element('ProcessList', undefined, ...processes.map(buildProcess)),
    ...extensions,
  )
  return element('ServiceMetadata', namespaces, information)
}

export function buildMigration(participant: Identifier, key: string): string {
  return element(
    'migration',
    undefined,
    element('participantID', undefined, escapeText(formatIdentifier(participant))),
    element('migrationKey', undefined, escapeText(key)),
  )
}

function buildProcess({ process, endpoints, extensions }: PublishedProcess): string {
  return element(
    'Process',
    undefined,
    identifier('i:ProcessIdentifier', process),
    element('ServiceEndpointList', undefined, ...endpoints.map(buildEndpoint)),
    ...extensions,
  )
}

// In the order of the schema.
function buildEndpoint(endpoint: PublishedEndpoint): string {
  const leaf = (name: string, value: string | undefined) =>
    value === undefined ? undefined : element(name, undefined, escapeText(value))
  return element(
    'Endpoint',
    { transportProfile: endpoint.transportProfile },
    element(
      'a:EndpointReference',
      { 'xmlns:a': addressingNamespace },
      leaf('a:Address', endpoint.url),
    ),
    leaf('RequireBusinessLevelSignature', endpoint.businessLevelSignature),
    leaf('MinimumAuthenticationLevel', endpoint.minimumAuthenticationLevel),
    leaf('ServiceActivationDate', endpoint.activatesAt),
    leaf('ServiceExpirationDate', endpoint.expiresAt),
    leaf('Certificate', endpoint.certificate),
    leaf('ServiceDescription', endpoint.description),
    leaf('TechnicalContactUrl', endpoint.contactUrl),
    leaf('TechnicalInformationUrl', endpoint.informationUrl),
    ...endpoint.extensions,
  )
}

function identifier(name: string, { scheme, value }: Identifier): string {
  return element(name, { 'xmlns:i': identifiersNamespace, scheme }, escapeText(value))
}
