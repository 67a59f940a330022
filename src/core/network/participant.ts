// What the network says of a participant, for callers who want to know before they send.
import type { X509Certificate } from 'node:crypto'
import { kinds, profileInvoices, shown } from '../../billing/index.ts'
import { commonName, fingerprint } from '../../crypto/index.ts'
import {
  checkEndpoint,
  documentTypeFrom,
  documentTypeName,
  findOffer,
  findRegistration,
  formatIdentifier,
  formatParticipant,
  type Identifier,
  IdentifierError,
  NetworkError,
  type NetworkFailureCode,
  type Offer,
  parseDocumentType,
  type Registration,
  registrationCandidates,
  usualDocumentType,
} from '../../peppol/index.ts'
import { Problem, type ProblemCode, problems } from '../../problem.ts'
import { failureCodes } from '../failure-codes.ts'
import type { Gateway } from '../gateway.ts'
import { givenForms } from '../given-participant.ts'
import { type Caching, cachedAnswer } from '../runtime/lookup-cache.ts'
import { identifierWarnings, type ParticipantWarning } from './participant-warnings.ts'
import { documentTypeMeant, identifierOf, singleTypeNames } from './received-types.ts'

export type ParticipantEntry = {
  id: string
  registered: boolean
  /** The SMP that DNS names; absent without a registration. */
  smp?: { host: string; url: string }
  documentTypes: { id: string; name: string }[]
  /** The profiles of a document in JSON whose invoices it takes. */
  profiles: string[]
  /** Where documents of this type would be sent now. */
  endpoint?: {
    documentTypeId: string
    processIds: string[]
    url: string
    /** The name in the certificate, which is a seat id unless a warning says otherwise. */
    accessPoint?: string
    certificate: { subject: string; fingerprint: string; validFrom?: string; expiresAt?: string }
  }
  accepts?: {
    documentTypeId: string
    accepted: boolean
    failure?: { code: string; detail: string; retryable: boolean }
  }
  /** What would keep a document from arriving, now or soon. */
  warnings?: ParticipantWarning[]
}

type ParticipantNeeds = Pick<Gateway, 'peppolAccess' | 'delivery' | 'requests' | 'now'>
type Warnings = NonNullable<ParticipantEntry['warnings']>

/**
 * What DNS and the SMP say of a participant, and of one document type: of `accepts`, which is then
 * answered with yes or no, or else of an invoice. Throws Problem `participant.id-invalid`,
 * `request.invalid-field`; while the network gives no answer, `lookup.*` and
 * `certificate.revocation-unavailable`.
 */
export async function lookUpParticipant(
  gateway: ParticipantNeeds,
  asked: { id: string; name?: string; accepts?: string | undefined },
): Promise<ParticipantEntry> {
  const forms = givenForms(asked.id, { name: asked.name ?? 'The participant in the path' })
  const accepts = asked.accepts === undefined ? undefined : documentTypeIn(asked.accepts, 'accepts')
  const { participant, registration } = await firstRegistered(gateway, forms)
  if (registration instanceof NetworkError) {
    if (registration.code !== 'receiver.not-registered') throw noAnswer(registration)
    return {
      id: formatParticipant(participant),
      registered: false,
      documentTypes: [],
      profiles: [],
      ...(accepts ? { accepts: judgementOf(accepts, registration) } : {}),
      warnings: [...identifierWarnings(participant, gateway.now()), warningOf(registration)],
    }
  }
  const { smp, group } = registration
  const wanted = accepts ?? usualDocumentType(group.documentTypes)
  const found = wanted ? await offerOf(gateway, { smp, participant, documentType: wanted }) : {}
  if (accepts && found.failure && isPassing(found.failure)) throw noAnswer(found.failure)
  const warnings = [
    ...identifierWarnings(participant, gateway.now()),
    ...groupWarnings(registration),
    ...(found.failure && !accepts ? [warningOf(found.failure)] : []),
    ...(found.offer ? expiryWarnings(found.offer.unverifiedCertificate, gateway.now()) : []),
  ]
  return {
    id: formatParticipant(participant),
    registered: true,
    smp: { host: new URL(smp).host, url: smp },
    documentTypes: group.documentTypes.map(namedType),
    profiles: profilesIn(group.documentTypes),
    ...(found.offer ? { endpoint: endpointOf(found.offer) } : {}),
    ...(accepts ? { accepts: judgementOf(accepts, found.failure) } : {}),
    ...(warnings.length > 0 ? { warnings } : {}),
  }
}

/** Some register a participant in a form that can only mean another one: that comes first. */
async function firstRegistered(gateway: ParticipantNeeds, [participant, other]: Identifier[]) {
  const registration = await orFailure(() => registrationOf(gateway, participant!))
  const isAbsent =
    registration instanceof NetworkError && registration.code === 'receiver.not-registered'
  if (!isAbsent || !other) return { participant: participant!, registration }
  return {
    participant: other,
    registration: await orFailure(() => registrationOf(gateway, other)),
  }
}

/** A registration covers a type as it is, or as one of a family. */
export function profilesIn(documentTypes: readonly Identifier[]): string[] {
  const registered = new Set(documentTypes.map(formatIdentifier))
  const { namespace, root } = kinds.invoice
  return profileInvoices
    .filter(({ specificationId: customizationId }) => {
      const type = documentTypeFrom({ namespace, root, customizationId })
      const candidates = type === undefined ? [] : registrationCandidates(type)
      return candidates.some((candidate) => registered.has(formatIdentifier(candidate)))
    })
    .map(({ profile }) => profile)
}

export function namedType(documentType: Identifier): { id: string; name: string } {
  return { id: formatIdentifier(documentType), name: documentTypeName(documentType) }
}

/** Throws Problem `request.invalid-field`. */
export function documentTypeIn(text: string, parameter: string): Identifier {
  const refused = (message: string) =>
    new Problem('request.invalid-field', {
      errors: [
        {
          code: 'request.invalid-field',
          message: `The query parameter ${parameter} is ${shown(text)}: ${message}`,
          value: text,
        },
      ],
    })
  try {
    const documentType = parseDocumentType(identifierOf(text))
    if (!documentType.value.includes('*')) return documentType
  } catch (error) {
    if (error instanceof IdentifierError)
      throw refused(documentTypeMeant(text, error, singleTypeNames))
    throw error
  }
  throw refused('A document has one document type: wildcards are for registrations only.')
}

/** Failures of the network are answers here. */
async function orFailure<T>(ask: () => Promise<T>): Promise<T | NetworkError> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof NetworkError) return error
    throw error
  }
}

function cachingOf({ delivery, requests, now }: ParticipantNeeds): Caching {
  return { now, limits: { ...delivery, endpointsCachedMax: requests.lookupsKeptMax } }
}

async function registrationOf(
  gateway: ParticipantNeeds,
  participant: Identifier,
): Promise<Registration> {
  const { peppolAccess } = gateway
  const ask = () => findRegistration(peppolAccess, participant)
  const key = formatIdentifier(participant)
  return (await cachedAnswer(peppolAccess.registrations, key, ask, cachingOf(gateway))).answer
}

/** A failure without an offer means that there is no endpoint; with both it is not trusted. */
async function offerOf(
  gateway: ParticipantNeeds,
  asked: { smp: string; participant: Identifier; documentType: Identifier },
): Promise<{ offer?: Offer; failure?: NetworkError }> {
  const { peppolAccess, now } = gateway
  const ask = () => findOffer({ ...peppolAccess, now }, asked.smp, asked)
  const key = JSON.stringify(asked)
  const kept = await orFailure(() =>
    cachedAnswer(peppolAccess.offers, key, ask, cachingOf(gateway)),
  )
  if (kept instanceof NetworkError) return { failure: kept }
  const { answer: offer, isNew, forget } = kept
  const failure = await distrust(gateway, offer)
  if (!failure) return { offer }
  // The participant may have registered their next certificate since.
  if (isNew || isPassing(failure)) return { offer, failure }
  forget()
  return offerOf(gateway, asked)
}

async function distrust(
  { peppolAccess: { network, revocationOf }, now }: ParticipantNeeds,
  { unverifiedCertificate: certificate, signers: smpSigners }: Offer,
): Promise<NetworkError | undefined> {
  const judging = { trust: network.trust, revocationOf, now: now() }
  const found = await orFailure(() => checkEndpoint({ certificate, smpSigners }, judging))
  return found instanceof NetworkError ? found : undefined
}

function endpointOf({
  documentType,
  processes,
  url,
  unverifiedCertificate: certificate,
}: Offer): NonNullable<ParticipantEntry['endpoint']> {
  const accessPoint = commonName(certificate)
  return {
    documentTypeId: formatIdentifier(documentType),
    processIds: processes.map(formatIdentifier),
    url,
    ...(accessPoint ? { accessPoint } : {}),
    certificate: {
      subject: certificate.subject.replaceAll('\n', ', '),
      fingerprint: fingerprint(certificate),
      ...moment('validFrom', certificate.validFrom),
      ...moment('expiresAt', certificate.validTo),
    },
  }
}

// Anything may stand in the certificate of a stranger.
function moment<Name extends string>(name: Name, text: string): { [N in Name]?: string } {
  const at = new Date(text)
  return Number.isNaN(at.getTime()) ? {} : ({ [name]: at.toISOString() } as { [N in Name]: string })
}

function judgementOf(
  accepts: Identifier,
  failure: NetworkError | undefined,
): NonNullable<ParticipantEntry['accepts']> {
  const documentTypeId = formatIdentifier(accepts)
  if (!failure) return { documentTypeId, accepted: true }
  const { code, message: detail } = failure
  const { retryable } = failureCodes[code]
  return { documentTypeId, accepted: false, failure: { code, detail, retryable } }
}

/** Unknown at the moment; a later attempt may get through. */
function isPassing({ code }: NetworkError): boolean {
  return failureCodes[code].again !== 'give-up'
}

function noAnswer(failure: NetworkError): Problem {
  const { code, message: detail } = failure
  if (!isProblem(code)) return new Problem('internal.unexpected', { cause: failure })
  return new Problem(code, { detail, cause: failure })
}

/** Whether callers are told of it as a problem of this name. */
export function isProblem(code: NetworkFailureCode): code is NetworkFailureCode & ProblemCode {
  return Object.hasOwn(problems, code)
}

function warningOf({ code, message }: NetworkError): Warnings[number] {
  return { code, detail: message }
}

function groupWarnings({ group: { documentTypes, unreadable } }: Registration): Warnings {
  const code = 'lookup.smp-invalid' as const
  if (unreadable > 0)
    return [{ code, detail: `The SMP lists ${unreadable} references that name no document type.` }]
  return documentTypes.length > 0 ? [] : [{ code, detail: 'The SMP lists no document type.' }]
}

const expiringMs = 30 * 24 * 3_600_000

function expiryWarnings({ validTo }: X509Certificate, now: Date): Warnings {
  const leftMs = Date.parse(validTo) - now.getTime()
  if (!(leftMs >= 0 && leftMs < expiringMs)) return []
  const at = new Date(validTo).toISOString()
  return [{ code: 'certificate.expiring', detail: `The endpoint's certificate expires at ${at}.` }]
}
