// Where a participant receives a document: SML, SMP, endpoint, certificate.
import type { X509Certificate } from 'node:crypto'
import { formatParticipant, type Identifier } from './identifiers.ts'
import type { Network } from './network.ts'
import { NetworkError } from './network-error.ts'
import type { RevocationOf } from './revocation.ts'
import { judgeNaptr, type ResolveNaptr, smlName } from './sml.ts'
import {
  type Asked,
  type Get,
  judgeSmpAnswer,
  type Metadata,
  metadataUrl,
  readMetadata,
} from './smp.ts'
import { chooseEndpoint, processesIn } from './smp-endpoint.ts'
import { groupUrl, readServiceGroup, type ServiceGroup } from './smp-group.ts'
import { invalid } from './smp-reading.ts'
import { checkSigner } from './smp-signature.ts'
import { checkAccessPoint, type Judging } from './trust.ts'
import { registrationCandidates } from './wildcard.ts'

export type Endpoint = {
  url: string
  certificate: X509Certificate
  /** Seat id of the access point at this endpoint. */
  seatId: string
  /** Base URL of the SMP that DNS names. */
  smp: string
  /** Who signed the metadata: that SMP and, if it redirects, the other one. */
  smpSigners: X509Certificate[]
  /** The metadata as it came, in the same order. */
  smpAnswers: SmpAnswer[]
}

type SmpAnswer = { url: string; body: Buffer }

export type LookupNeeds = {
  network: Network
  resolveNaptr: ResolveNaptr
  get: Get
  revocationOf: RevocationOf
  now(): Date
}
export type LookupQuery = { participant: Identifier; documentType: Identifier; process: Identifier }

type Information = Extract<Metadata, { kind: 'information' }>['information']
type Found = {
  information: Information
  /** The document type as it is registered: for PINT it may end in `*`. */
  documentType: Identifier
  signers: X509Certificate[]
  answers: SmpAnswer[]
  redirectedTo?: string
}

/** Throws NetworkError `receiver.*`, `lookup.*`, `certificate.*`. */
export async function lookup(needs: LookupNeeds, query: LookupQuery): Promise<Endpoint> {
  return endpointIn(needs, await findSmp(needs, query.participant), query)
}

/** The part of `lookup` from the SMP on. Throws NetworkError as lookup does. */
export async function endpointIn(
  needs: SmpNeeds,
  smp: string,
  query: LookupQuery,
): Promise<Endpoint> {
  const { documentType } = query
  const names = isRegistrationOnly(documentType) ? [] : registrationCandidates(documentType)
  const { information, signers, answers } = await findInformation(needs, smp, query, names)
  const { url, unverifiedCertificate } = chooseEndpoint(information, query.process, needs.now())
  const seatId = await checkAccessPoint(unverifiedCertificate, judging(needs))
  const found = { url, certificate: unverifiedCertificate, seatId, smp }
  return { ...found, smpSigners: signers, smpAnswers: answers }
}

/** Whether an endpoint found before may still be trusted. Throws NetworkError as lookup does. */
export async function checkEndpoint(
  { certificate, smpSigners }: Pick<Endpoint, 'certificate' | 'smpSigners'>,
  judging: Judging,
): Promise<void> {
  for (const signer of smpSigners) await checkSigner(signer, judging)
  await checkAccessPoint(certificate, judging)
}

/**
 * Base URL of the participant's SMP. Throws NetworkError `receiver.not-registered`,
 * `lookup.dns-failed`, `lookup.record-invalid`.
 */
export async function findSmp(
  { network, resolveNaptr }: Pick<LookupNeeds, 'network' | 'resolveNaptr'>,
  participant: Identifier,
): Promise<string> {
  return judgeNaptr(await resolveNaptr(smlName(participant, network.smlZone)), participant)
}

/** What DNS and the SMP say of a participant; the SMP's part of it is not signed. */
export type Registration = { smp: string; group: ServiceGroup }

/**
 * Throws NetworkError `receiver.not-registered`, `lookup.dns-failed`, `lookup.record-invalid`,
 * `lookup.smp-unreachable`, `lookup.smp-invalid`.
 */
export async function findRegistration(
  needs: Pick<LookupNeeds, 'network' | 'resolveNaptr' | 'get'>,
  participant: Identifier,
): Promise<Registration> {
  const smp = await findSmp(needs, participant)
  return { smp, group: await findServiceGroup(needs, smp, participant) }
}

/**
 * Throws NetworkError `receiver.not-registered` when the SMP does not know the participant,
 * `lookup.smp-unreachable`, `lookup.smp-invalid`.
 */
export async function findServiceGroup(
  { get }: Pick<LookupNeeds, 'get'>,
  smp: string,
  participant: Identifier,
): Promise<ServiceGroup> {
  const body = judgeSmpAnswer(await get(groupUrl(smp, participant)))
  if (body) return readServiceGroup(body, participant)
  throw new NetworkError(
    'receiver.not-registered',
    `DNS lists participant ${formatParticipant(participant)}, but the SMP at ${smp} does not ` +
      'know them.',
  )
}

/** How a participant takes one document type at present, from verified metadata. */
export type Offer = {
  /** The document type as it is registered: for PINT it may end in `*`. */
  documentType: Identifier
  /** Processes with an active endpoint for AS4; `url` and certificate are those of the first. */
  processes: Identifier[]
  url: string
  unverifiedCertificate: X509Certificate
  signers: X509Certificate[]
  /** Where the SMP redirected us to. */
  redirectedTo?: string
}

/**
 * The part of `lookup` from the SMP on, for any process, also for a registration that ends in `*`,
 * and without a check of the access point's certificate, which is left to the caller. Throws
 * NetworkError `receiver.document-type-unsupported`, `lookup.smp-*`,
 * `certificate.revocation-unavailable`.
 */
export async function findOffer(
  needs: Omit<LookupNeeds, 'resolveNaptr'>,
  smp: string,
  asked: Asked,
): Promise<Offer> {
  const { documentType } = asked
  const names = isRegistrationOnly(documentType)
    ? [documentType]
    : registrationCandidates(documentType)
  const { information, answers: _, ...found } = await findInformation(needs, smp, asked, names)
  const { processes, ...endpoint } = processesIn(information, needs.now())
  return { ...found, processes, ...endpoint }
}

type SmpNeeds = Omit<LookupNeeds, 'resolveNaptr'>

function isRegistrationOnly({ value }: Identifier): boolean {
  return value.includes('*')
}

// A PINT receiver may have registered for a whole family of document types: asks for each name in
// turn (4.3).
async function findInformation(
  needs: SmpNeeds,
  smp: string,
  { participant, documentType }: Asked,
  names: Identifier[],
): Promise<Found> {
  for (const name of names) {
    const found = await askSmp(needs, smp, { participant, documentType: name })
    if (found) return found
  }
  throw new NetworkError(
    'receiver.document-type-unsupported',
    `Participant ${formatParticipant(participant)} does not take document type ` +
      `${documentType.value}.`,
  )
}

// An SMP may redirect us to another one, once.
async function askSmp(needs: SmpNeeds, smp: string, asked: Asked): Promise<Found | undefined> {
  const { documentType } = asked
  const metadata = await fetchMetadata(needs, metadataUrl(smp, asked), asked)
  if (!metadata) return undefined
  const { signer, answer } = metadata
  if (metadata.kind === 'information')
    return { information: metadata.information, documentType, signers: [signer], answers: [answer] }
  const { href, certificateUid } = metadata
  const redirected = await fetchMetadata(needs, href, asked, certificateUid)
  if (!redirected) return undefined
  if (redirected.kind === 'redirect') throw invalid('It redirects a second time.')
  const signers = [signer, redirected.signer]
  const answers = [answer, redirected.answer]
  return { information: redirected.information, documentType, signers, answers, redirectedTo: href }
}

async function fetchMetadata(
  needs: SmpNeeds,
  url: string,
  asked: Asked,
  signer?: string,
): Promise<(Metadata & { answer: SmpAnswer }) | undefined> {
  const body = judgeSmpAnswer(await needs.get(url))
  if (!body) return undefined
  const metadata = await readMetadata(body, asked, { ...judging(needs), signer })
  return { ...metadata, answer: { url, body } }
}

function judging({ network, revocationOf, now }: SmpNeeds): Judging {
  return { trust: network.trust, revocationOf, now: now() }
}
