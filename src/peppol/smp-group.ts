// What an SMP has registered for a participant (ServiceGroup, Peppol SMP 1.4). It is not signed:
// good for a look, never for a decision.
import { attributeOf, children } from '../xml/index.ts'
import {
  encodeSegment,
  formatIdentifier,
  type Identifier,
  IdentifierError,
  isSameParticipant,
  parseDocumentType,
} from './identifiers.ts'
import { invalid, onlyChild, readIdentifier, readRoot, smpNamespace } from './smp-reading.ts'

/** `{base}/{participant}`. */
export function groupUrl(base: string, participant: Identifier): string {
  return `${base}/${encodeSegment(participant)}`
}

export type ServiceGroup = {
  /** In the order of the SMP, each once. */
  documentTypes: Identifier[]
  /** References that name no document type. */
  unreadable: number
}

/** Throws NetworkError `lookup.smp-invalid`. */
export function readServiceGroup(body: Uint8Array, participant: Identifier): ServiceGroup {
  const root = readRoot(body, 'ServiceGroup')
  const who = readIdentifier(root, 'ParticipantIdentifier')
  if (!isSameParticipant(who, participant))
    throw invalid(`It speaks of participant '${who.value}'.`)
  const references = children(
    onlyChild(root, 'ServiceMetadataReferenceCollection'),
    'ServiceMetadataReference',
    smpNamespace,
  )
  const found = references.map((reference) => documentTypeIn(attributeOf(reference, 'href', '')))
  const readable = found.filter((documentType) => documentType !== undefined)
  const distinct = new Map(readable.map((one) => [formatIdentifier(one), one]))
  return { documentTypes: [...distinct.values()], unreadable: found.length - readable.length }
}

// The document type is the last segment of the URL, percent-encoded. The URL itself is not used:
// metadata is asked for where DNS says.
function documentTypeIn(href: string | undefined): Identifier | undefined {
  const segment = /\/services\/([^/?#]+)\/?$/.exec(href?.trim() ?? '')?.[1]
  if (segment === undefined) return undefined
  try {
    return parseDocumentType(decodeURIComponent(segment))
  } catch (error) {
    if (error instanceof IdentifierError || error instanceof URIError) return undefined
    throw error
  }
}
