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
import { chooseEndpoint } from './smp-endpoint.ts'
import { invalid } from './smp-reading.ts'
import { checkAccessPoint, type Judging } from './trust.ts'
import { registrationCandidates } from './wildcard.ts'

export type Endpoint = {
  url: string
  certificate: X509Certificate
  /** Of the access point at this endpoint. */
  seatId: string
  /** Base URL of the SMP that DNS names. */
  smp: string
}

type LookupNeeds = {
  network: Network
  resolveNaptr: ResolveNaptr
  get: Get
  revocationOf: RevocationOf
  now(): Date
}
export type LookupQuery = { participant: Identifier; documentType: Identifier; process: Identifier }
type Information = Extract<Metadata, { kind: 'information' }>['information']

/** Throws NetworkError `receiver.*`, `lookup.*`, `certificate.*`. */
export async function lookup(needs: LookupNeeds, query: LookupQuery): Promise<Endpoint> {
  const { network, resolveNaptr, now } = needs
  const records = await resolveNaptr(smlName(query.participant, network.smlZone))
  const smp = judgeNaptr(records, query.participant)
  const information = await findInformation(needs, smp, query)
  const { url, unverifiedCertificate } = chooseEndpoint(information, query.process, now())
  const seatId = await checkAccessPoint(unverifiedCertificate, judging(needs))
  return { url, certificate: unverifiedCertificate, seatId, smp }
}

// A PINT receiver may have registered for a whole family of document types: asks for each name in
// turn (4.3).
async function findInformation(
  needs: LookupNeeds,
  smp: string,
  query: LookupQuery,
): Promise<Information> {
  const { participant, documentType } = query
  if (!documentType.value.includes('*')) {
    for (const candidate of registrationCandidates(documentType)) {
      const information = await askSmp(needs, smp, { participant, documentType: candidate })
      if (information) return information
    }
  }
  throw new NetworkError(
    'receiver.document-type-unsupported',
    `Participant ${formatParticipant(participant)} does not take document type ` +
      `${documentType.value}.`,
  )
}

// An SMP may redirect us to another one, once.
async function askSmp(
  needs: LookupNeeds,
  smp: string,
  asked: Asked,
): Promise<Information | undefined> {
  const metadata = await fetchMetadata(needs, metadataUrl(smp, asked), asked)
  if (metadata?.kind !== 'redirect') return metadata?.information
  const { href, certificateUid } = metadata
  const redirected = await fetchMetadata(needs, href, asked, certificateUid)
  if (redirected?.kind === 'redirect') throw invalid('It redirects a second time.')
  return redirected?.information
}

async function fetchMetadata(
  needs: LookupNeeds,
  url: string,
  asked: Asked,
  signer?: string,
): Promise<Metadata | undefined> {
  const body = judgeSmpAnswer(await needs.get(url))
  return body && readMetadata(body, asked, { ...judging(needs), signer })
}

function judging({ network, revocationOf, now }: LookupNeeds): Judging {
  return { trust: network.trust, revocationOf, now: now() }
}
