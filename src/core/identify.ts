// Tells callers who they are and whether documents can be accepted now. CI smoke tests rely on it.
import { NetworkError, seatOf } from '../peppol/index.ts'
import { Problem } from '../problem.ts'
import { isDatabaseAway, type TokenEnvironment } from '../store/index.ts'
import type { Caller, Gateway } from './gateway.ts'

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
    sandbox?: { receivers: string[]; unregistered: string }
    /** Anything that does not work as it should, one sentence each. */
    warnings?: string[]
    limits: {
      bodyBytes: number
      multipartBytes: number
      attachments: number
      backlogDocuments: number
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
    }
  }
}

type Needs = Pick<
  Gateway,
  | 'store'
  | 'peppolAccess'
  | 'service'
  | 'delivery'
  | 'sending'
  | 'submission'
  | 'requests'
  | 'draining'
  | 'revocationConcerns'
  | 'now'
>

/** Throws Problem `service.unavailable` when documents cannot be accepted. */
export async function identify(gateway: Needs, { token, tenant }: Caller): Promise<Identity> {
  const { ready, faults, warnings } = await readiness(gateway)
  if (!ready) throw new Problem('service.unavailable', { detail: faults.join(' ') })
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
}: Pick<Needs, 'submission' | 'delivery' | 'sending' | 'requests'>): Identity['service']['limits'] {
  const seconds = (ms: number) => ms / 1000
  return {
    bodyBytes: submission.bodyBytesMax,
    multipartBytes: submission.multipartBytesMax,
    attachments: submission.attachmentsMax,
    backlogDocuments: submission.backlogMax,
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
  }
}

/** Whether a request failed because the database was unreachable or full, and may succeed later. */
export function isOutage(error: unknown): boolean {
  return isDatabaseAway(error)
}

/**
 * Whether documents can be accepted: the database responds and its disk has room, our certificate
 * is good, and the process is not stopping. `warnings` are problems that do not prevent this yet.
 */
export async function readiness(
  gateway: Omit<Needs, 'service' | 'delivery' | 'sending' | 'requests'>,
): Promise<{ ready: boolean; faults: string[]; warnings: string[] }> {
  const faults: string[] = []
  if (gateway.draining.now) faults.push('The service is stopping.')
  if (!(await gateway.store.isReady())) faults.push('The database does not respond.')
  faults.push(...(await diskFaults(gateway)))
  try {
    ownSeat(gateway)
  } catch (error) {
    if (!(error instanceof NetworkError)) throw error
    faults.push(`Our own access point certificate cannot be used: ${error.message}`)
  }
  const warnings = [...expiryWarnings(gateway), ...gateway.revocationConcerns()]
  return { ready: faults.length === 0, faults, warnings }
}

const expiryWarningMs = 30 * 24 * 3_600_000

function expiryWarnings({ peppolAccess, now }: Pick<Gateway, 'peppolAccess' | 'now'>): string[] {
  const end = new Date(peppolAccess.keys.certificate.validTo)
  const isFar = end.getTime() - now().getTime() > expiryWarningMs
  return isFar ? [] : [`Our own access point certificate expires at ${end.toISOString()}.`]
}

async function diskFaults({
  store,
  submission,
}: Pick<Gateway, 'store' | 'submission'>): Promise<string[]> {
  try {
    const free = await store.diskFreeBytes()
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
