// Tells callers who they are and whether documents can be accepted now. CI smoke tests rely on it.

import { jsonValuesMax } from '../../intake/index.ts'
import { NetworkError, seatOf } from '../../peppol/index.ts'
import { Problem } from '../../problem.ts'
import { isDatabaseAway, isPayloadStoreAway, type TokenEnvironment } from '../../store/index.ts'
import type { Caller, Gateway } from '../gateway.ts'
import { pauseWarnings } from '../pause-warnings.ts'
import { describeSecretsKeyFault, secretsKeyFault } from '../secrets-key-fault.ts'
import { type CertificateFacts, certificateFacts, certificateWarnings } from './own-certificate.ts'

export type Identity = {
  valid: true
  token: {
    id: string
    name: string
    scopes: string[]
    environment: TokenEnvironment
    expiresAt?: string
  }
  tenant: { id: string; name: string; participants: string[] }
  service: {
    available: true
    version: string
    network: string
    accessPoint: string
    certificate: CertificateFacts
    sandbox?: { receivers: string[]; unregistered: string }
    /** Anything that does not work as it should, one sentence each. */
    warnings?: string[]
    limits: {
      bodyBytes: number
      multipartBytes: number
      attachments: number
      /** In one JSON body: members, items, and what contains them. */
      jsonValues: number
      backlogDocuments: number
      backlogDocumentsOfTenant: number
      /** Documents sent at a time. */
      deliveries: { total: number; ofTenant: number; ofEndpoint: number; ofSlowEndpoint: number }
      /** After so many failures in a row, nothing is sent to an endpoint for a while. */
      circuit: { failures: number; openSeconds: number; openSecondsMax: number }
      attempts: number
      /** Before attempts 2, 3, …; the last one repeats. Each is spread by ±20 %. */
      retryDelaysSeconds: number[]
      deadlineSeconds: number
      connectSeconds: number
      idleSeconds: number
      receiptSeconds: number
      connectionsPerDestination: number
      connections: number
      endpointCacheSeconds: number
      endpointMissCacheSeconds: number
      bodiesInFlightBytes: number
      longPolls: number
      longPollsPerToken: number
      longPollsPerTenant: number
      participantLookups: number
      /** Calls with one token. */
      requestsPerSecond: number
      requestsBurst: number
      /** Calls with all tokens of a tenant. */
      requestsPerSecondOfTenant: number
      requestsBurstOfTenant: number
      /** Valid ones. */
      tokensOfTenant: number
      webhooksOfTenant: number
      registrationsOfTenant: number
    }
  }
}

type IdentifyNeeds = Pick<
  Gateway,
  | 'store'
  | 'peppolAccess'
  | 'service'
  | 'delivery'
  | 'sending'
  | 'submission'
  | 'storage'
  | 'tenantLimits'
  | 'requests'
  | 'rates'
  | 'starting'
  | 'draining'
  | 'revocationConcerns'
  | 'nodeConcerns'
  | 'webhooks'
  | 'otherCertificates'
  | 'now'
>

/** Throws Problem `service.unavailable` when documents cannot be accepted. */
export async function identify(gateway: IdentifyNeeds, caller: Caller): Promise<Identity> {
  const { token, tenant } = caller
  const { ready, faults, concerns, certificate } = await readiness(gateway)
  if (!ready) throw new Problem('service.unavailable', { detail: faults.join(' ') })
  const warnings = [...(await pauseWarnings(gateway, caller)), ...concerns]
  const { peppolAccess, service } = gateway
  const { expiresAt, ...facts } = token
  return {
    valid: true,
    token: { ...facts, ...(expiresAt ? { expiresAt: expiresAt.toISOString() } : {}) },
    tenant,
    service: {
      available: true,
      version: service.version,
      network: peppolAccess.network.name,
      accessPoint: ownSeat(gateway),
      certificate,
      ...(service.sandbox ? { sandbox: service.sandbox } : {}),
      ...(warnings.length > 0 ? { warnings } : {}),
      limits: limitsOf(gateway),
    },
  }
}

function limitsOf({
  submission,
  delivery,
  sending,
  requests,
  rates,
  tenantLimits,
}: Pick<
  IdentifyNeeds,
  'submission' | 'delivery' | 'sending' | 'requests' | 'rates' | 'tenantLimits'
>): Identity['service']['limits'] {
  const seconds = (ms: number) => ms / 1000
  const { total, ofTenant, ofEndpoint, ofSlowEndpoint, failuresMax } = delivery.slots
  return {
    bodyBytes: submission.bodyBytesMax,
    multipartBytes: submission.multipartBytesMax,
    attachments: submission.attachmentsMax,
    jsonValues: jsonValuesMax,
    backlogDocuments: submission.backlogMax,
    backlogDocumentsOfTenant: submission.backlogOfTenantMax,
    deliveries: { total, ofTenant, ofEndpoint, ofSlowEndpoint },
    circuit: {
      failures: failuresMax,
      openSeconds: seconds(delivery.circuit.openMs),
      openSecondsMax: seconds(delivery.circuit.openMsMax),
    },
    attempts: delivery.attemptsMax,
    retryDelaysSeconds: delivery.retryDelaysMs.map(seconds),
    deadlineSeconds: seconds(delivery.deadlineMs),
    connectSeconds: seconds(sending.connectMs),
    idleSeconds: seconds(sending.idleMs),
    receiptSeconds: seconds(sending.postAnswerMs),
    connectionsPerDestination: sending.connectionsPerDestination,
    connections: sending.connections,
    endpointCacheSeconds: seconds(delivery.endpointCacheMs),
    endpointMissCacheSeconds: seconds(delivery.endpointMissCacheMs),
    bodiesInFlightBytes: requests.bodiesBytesMax,
    longPolls: requests.longPollsMax,
    longPollsPerToken: requests.longPollsPerTokenMax,
    longPollsPerTenant: requests.longPollsPerTenantMax,
    participantLookups: requests.lookupsMax,
    requestsPerSecond: rates.perToken.perSecond,
    requestsBurst: rates.perToken.burst,
    requestsPerSecondOfTenant: rates.perTenant.perSecond,
    requestsBurstOfTenant: rates.perTenant.burst,
    tokensOfTenant: tenantLimits.tokens,
    webhooksOfTenant: tenantLimits.webhooks,
    registrationsOfTenant: tenantLimits.registrations,
  }
}

/**
 * Whether a request failed because the database or the payload store was unreachable or full, and
 * may succeed later.
 */
export function isOutage(error: unknown): boolean {
  return isDatabaseAway(error) || isPayloadStoreAway(error)
}

/** What callers are told of an outage, when more is known than that there is one. */
export function sentenceOn(error: unknown): string | undefined {
  if (!isPayloadStoreAway(error)) return undefined
  return 'The store for the bytes of documents does not work. Try again in a moment.'
}

/**
 * Whether documents can be accepted: the database responds and its disk has room, so does the
 * payload store if there is one, our certificate is good, and the process is neither
 * starting nor stopping. `concerns` are problems that do not prevent this yet; `warnings` are these
 * and what is paused, without names.
 */
export async function readiness(
  gateway: Omit<
    IdentifyNeeds,
    'service' | 'delivery' | 'sending' | 'requests' | 'rates' | 'tenantLimits'
  >,
): Promise<{
  ready: boolean
  faults: string[]
  concerns: string[]
  warnings: string[]
  certificate: CertificateFacts
}> {
  const faults: string[] = []
  if (gateway.starting.now) faults.push('The service is starting: it has no token yet.')
  if (gateway.draining.now) faults.push('The service is stopping.')
  const { store } = gateway
  const [isDatabaseReady, arePayloadsReady = true] = await Promise.all([
    store.isReady(),
    store.payloadStore?.isReady(),
  ])
  if (!isDatabaseReady) faults.push('The database does not respond.')
  if (!arePayloadsReady) faults.push('The payload store does not work.')
  faults.push(...(await diskFaults(gateway)))
  try {
    ownSeat(gateway)
  } catch (error) {
    if (!(error instanceof NetworkError)) throw error
    faults.push(`Our own access point certificate cannot be used: ${error.message}`)
  }
  const concerns = [
    ...certificateWarnings(gateway),
    ...gateway.revocationConcerns(),
    ...gateway.nodeConcerns(),
    ...(await secretsKeyConcerns(gateway)),
  ]
  const paused = isDatabaseReady ? await pauseWarnings(gateway).catch(() => []) : []
  const certificate = certificateFacts(gateway)
  return {
    ready: faults.length === 0,
    ...{ faults, concerns, warnings: [...paused, ...concerns], certificate },
  }
}

async function secretsKeyConcerns(gateway: Pick<Gateway, 'webhooks'>): Promise<string[]> {
  // A start that fails says why itself.
  const fault = await secretsKeyFault(gateway).catch(() => undefined)
  return fault ? [describeSecretsKeyFault(fault)] : []
}

async function diskFaults({
  storage,
  submission,
}: Pick<Gateway, 'storage' | 'submission'>): Promise<string[]> {
  try {
    const free = await storage.freeBytes()
    if (free === undefined || free >= submission.diskFreeBytesMin) return []
    return [`The disk of DATA_DIR is nearly full: ${Math.floor(free / 1_000_000)} MB free.`]
  } catch {
    return ['The free space on the disk of DATA_DIR cannot be read.']
  }
}

// Revocation is ignored here: it is for others to check, and an outage of the lists must not make
// us refuse documents.
function ownSeat({ peppolAccess, now }: Pick<Gateway, 'peppolAccess' | 'now'>): string {
  return seatOf(peppolAccess.keys.certificate, peppolAccess.network.trust, now())
}
