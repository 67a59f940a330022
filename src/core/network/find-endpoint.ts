// Where a receiver's access point is: the network's answer, cached for a while.
import { sha256 } from '../../crypto/index.ts'
import {
  checkAccessPoint,
  checkEndpoint,
  type Endpoint,
  type LookupQuery,
  lookup,
  NetworkError,
  parseDocumentType,
  parseParticipant,
  parseProcess,
} from '../../peppol/index.ts'
import type { Document } from '../../store/index.ts'
import type { Gateway, PeppolAccess } from '../gateway.ts'
import { type Caching, cachedAnswer, type FoundEndpoint } from '../runtime/lookup-cache.ts'
import { type Metrics, timed } from '../runtime/metrics.ts'

/** `keepAnswers` stores what SMPs answered, before anybody relies on it. */
type EndpointCaching = Caching & {
  keepAnswers(answers: Buffer[]): Promise<void>
  lookedUp: Metrics['lookedUp']
}

/**
 * Throws NetworkError as peppol/lookup does. Only answers are cached, never that a
 * server was unreachable.
 */
export async function findEndpoint(
  peppolAccess: PeppolAccess,
  query: LookupQuery,
  keeping: EndpointCaching,
): Promise<FoundEndpoint> {
  const { now, keepAnswers, lookedUp } = keeping
  const find = () =>
    cachedAnswer(
      peppolAccess.endpoints,
      keyOf(query),
      async () => {
        const ask = () => lookup({ ...peppolAccess, now }, query)
        const found = await timed(ask, (end, ms) => lookedUp(outcomeOf(end), ms))
        return byDigest(found, keepAnswers)
      },
      keeping,
    )
  const { answer, isNew, forget } = await find()
  if (isNew) return answer
  try {
    // Only the endpoint is cached, not that it may still be trusted.
    await checkEndpoint(answer, judgingOf(peppolAccess, now()))
    return answer
  } catch (error) {
    if (!isOutdated(error)) throw error
    // The receiver may have registered their next certificate since.
    forget()
    return (await find()).answer
  }
}

function outcomeOf(end: object): string {
  if (!('error' in end)) return 'found'
  return end.error instanceof NetworkError ? end.error.code : 'internal.unexpected'
}

function isOutdated(error: unknown): boolean {
  return error instanceof NetworkError && error.code !== 'certificate.revocation-unavailable'
}

async function byDigest(
  { smpAnswers, ...endpoint }: Endpoint,
  keepAnswers: EndpointCaching['keepAnswers'],
): Promise<FoundEndpoint> {
  await keepAnswers(smpAnswers.map(({ body }) => body))
  const answers = smpAnswers.map(({ url, body }) => ({ url, sha256: sha256(body).toString('hex') }))
  return { ...endpoint, smpMetadata: { smp: endpoint.smp, answers } }
}

/** The endpoint if it was looked up lately, and found. */
export async function knownEndpoint(
  { endpoints }: Pick<PeppolAccess, 'endpoints'>,
  query: LookupQuery,
  now: Date,
): Promise<FoundEndpoint | undefined> {
  const kept = endpoints.get(keyOf(query))
  if (!kept?.until || kept.until <= now) return undefined
  return kept.answer.catch(() => undefined)
}

/** Throws NetworkError `certificate.*` unless we may send to the access point now. */
export async function checkReceiver(
  peppolAccess: PeppolAccess,
  certificate: Endpoint['certificate'],
  now: Date,
): Promise<void> {
  await checkAccessPoint(certificate, judgingOf(peppolAccess, now))
}

/**
 * After a failed attempt the next one asks the network again: the endpoint may have moved
 * or changed its key.
 */
export function forgetEndpoint(peppolAccess: PeppolAccess, query: LookupQuery): void {
  peppolAccess.endpoints.delete(keyOf(query))
}

function judgingOf({ network, revocationOf }: PeppolAccess, now: Date) {
  return { trust: network.trust, revocationOf, now }
}

function keyOf({ participant, documentType, process }: LookupQuery): string {
  return JSON.stringify([participant, documentType, process])
}

export function cachingOf({
  store,
  metrics,
  now,
  delivery,
}: Pick<Gateway, 'store' | 'metrics' | 'now' | 'delivery'>) {
  const { lookedUp } = metrics
  return { keepAnswers: store.keepSmpAnswers, lookedUp, now, limits: delivery }
}

export function queryFor(document: Document): LookupQuery {
  return {
    participant: parseParticipant(document.receiver.id),
    documentType: parseDocumentType(document.documentTypeId),
    process: parseProcess(document.processId),
  }
}
