// Which endpoint in verified service metadata takes a document now (Peppol SMP 1.4).
import type { X509Certificate } from 'node:crypto'
import { parseCertificate } from '../crypto/index.ts'
import {
  attributeOf,
  child,
  children,
  parseDateTime,
  textOf,
  type XmlElement,
} from '../xml/index.ts'
import { parseHttpUrl } from './http-url.ts'
import { formatIdentifier, type Identifier, transportProfile } from './identifiers.ts'
import { NetworkError } from './network-error.ts'
import {
  addressingNamespace,
  invalid,
  onlyChild,
  onlyText,
  readIdentifier,
  smpNamespace,
} from './smp-reading.ts'

type RegisteredEndpoint = { url: string; unverifiedCertificate: X509Certificate }

/**
 * The first active endpoint for exactly this process over Peppol AS4. Its certificate has not
 * been checked. Throws NetworkError `receiver.document-type-unsupported` when there is none,
 * and `lookup.smp-invalid`.
 */
export function chooseEndpoint(
  information: XmlElement,
  process: Identifier,
  now: Date,
): RegisteredEndpoint {
  const ofProcess = processEntries(information).filter(
    (entry) => formatIdentifier(processOf(entry)) === formatIdentifier(process),
  )
  if (ofProcess.length === 0) throw unsupported(`not for process ${process.value}`)
  return activeEndpoint(ofProcess, now)
}

/** Far more than any document type has. */
const processesMax = 100

/**
 * The processes that have an active endpoint over Peppol AS4, 100 at most, and the endpoint of the
 * first. Throws as chooseEndpoint does.
 */
export function processesIn(
  information: XmlElement,
  now: Date,
): RegisteredEndpoint & { processes: Identifier[] } {
  const entries = processEntries(information)
  const open = entries.filter((entry) => as4Endpoints(entry).some((one) => isActive(one, now)))
  const processes = open.slice(0, processesMax).map(processOf)
  return { ...activeEndpoint(open.length > 0 ? open : entries, now), processes }
}

function processEntries(information: XmlElement): XmlElement[] {
  return children(onlyChild(information, 'ProcessList'), 'Process', smpNamespace)
}

function processOf(entry: XmlElement): Identifier {
  return readIdentifier(entry, 'ProcessIdentifier')
}

function as4Endpoints(entry: XmlElement): XmlElement[] {
  return children(onlyChild(entry, 'ServiceEndpointList'), 'Endpoint', smpNamespace).filter(
    (endpoint) => attributeOf(endpoint, 'transportProfile', '')?.trim() === transportProfile,
  )
}

function activeEndpoint(entries: XmlElement[], now: Date): RegisteredEndpoint {
  const endpoints = entries.flatMap(as4Endpoints)
  if (endpoints.length === 0) throw unsupported(`not over ${transportProfile}`)
  const active = endpoints.find((endpoint) => isActive(endpoint, now))
  if (!active) throw unsupported('not at this time')
  return { url: readAddress(active), unverifiedCertificate: readCertificate(active) }
}

function isActive(endpoint: XmlElement, now: Date): boolean {
  const activation = readDate(endpoint, 'ServiceActivationDate')
  const expiration = readDate(endpoint, 'ServiceExpirationDate')
  return !(activation && now < activation) && !(expiration && now >= expiration)
}

function readDate(endpoint: XmlElement, local: string): Date | undefined {
  const element = child(endpoint, local, smpNamespace)
  const text = element ? textOf(element).trim() : ''
  if (text === '') return undefined
  const date = parseDateTime(text)
  if (!date) throw invalid(`Its ${local} is no date and time.`)
  return date
}

function readAddress(endpoint: XmlElement): string {
  const reference = onlyChild(endpoint, 'EndpointReference', addressingNamespace)
  const url = parseHttpUrl(onlyText(reference, 'Address', addressingNamespace))
  if (!url) throw invalid('Its endpoint has no http or https URL.')
  return url.href
}

function readCertificate(endpoint: XmlElement): X509Certificate {
  try {
    return parseCertificate(onlyText(endpoint, 'Certificate'))
  } catch (cause) {
    if (cause instanceof NetworkError) throw cause
    throw invalid("Its endpoint's certificate cannot be read.", cause)
  }
}

function unsupported(how: string): NetworkError {
  return new NetworkError(
    'receiver.document-type-unsupported',
    `The receiver takes this document type, but ${how}.`,
  )
}
