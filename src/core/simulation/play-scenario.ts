// Plays a scenario: the simulated network, wrong in one way. What happens depends on the scenario
// and the number of the attempt alone, so that it also goes on after a restart.
import {
  As4Error,
  buildErrorSignal,
  type HttpMessage,
  type PostOutcome,
  readSentMessage,
} from '../../as4/index.ts'
import type { Scenario } from '../../store/index.ts'
import type { Gateway, PeppolAccess, SimulatedAccess } from '../gateway.ts'
import { emptyLookupCache } from '../runtime/lookup-cache.ts'
import type { ScenarioName } from './scenarios.ts'

/** Attempt 1 is the first after the submission, or after a retry by the caller. */
export function playScenario(
  simulation: SimulatedAccess,
  { name, speed }: Scenario,
  attempt: number,
  { now, newId }: Pick<Gateway, 'now' | 'newId'>,
): PeppolAccess {
  const { getWithExpired, ...access } = simulation
  // What one scenario found is not true for another.
  const played: PeppolAccess = { ...access, ...emptyLookupCache() }
  const isFirst = attempt === 1
  const refusing = (detail: string) => async (url: string, request: HttpMessage) => {
    await access.post(url, request)
    return refusal(request, detail, {
      keys: access.keys,
      timestamp: now(),
      messageId: `${newId()}@simulation.invalid`,
    })
  }
  const post = (answer: PeppolAccess['post']) => ({ ...played, post: answer })
  const firstThenRight = (first: PeppolAccess['post']) => (isFirst ? post(first) : played)

  const plays: Record<ScenarioName, () => PeppolAccess> = {
    delivered: () => played,
    'mls-accepted': () => played,
    'mls-acknowledged': () => played,
    'mls-rejected': () => played,
    'mls-late': () => played,
    'tax-accepted': () => played,
    'tax-rejected': () => played,
    'tax-late': () => played,
    'tax-unreachable': () => played,
    'receiver-unknown': () => ({
      ...played,
      resolveNaptr: async () => ({ kind: 'no-such-name' }),
    }),
    'dns-failure': () => ({
      ...played,
      resolveNaptr: async () => ({ kind: 'failed', detail: 'SERVFAIL, as the scenario says' }),
    }),
    'smp-down': () => ({
      ...played,
      get: async () => ({ kind: 'failed', reason: 'timeout', detail: 'as the scenario says' }),
    }),
    'document-type-unsupported': () => ({
      ...played,
      get: async () => ({ kind: 'answered', status: 404, contentType: undefined, body: noBytes }),
    }),
    'smp-bad-signature': () => ({ ...played, get: withBadSignature(access.get) }),
    'certificate-expired': () => ({ ...played, get: getWithExpired }),
    'certificate-revoked': () => ({ ...played, revocationOf: revokedAccessPoints(access) }),
    'connect-refused': () => post(silence('connect-failed', false)),
    'timeout-before-send': () => firstThenRight(silence('timeout', false)),
    'timeout-after-send': () => firstThenRight(afterArrival(access, silence('timeout', true))),
    'receipt-lost-then-duplicate': () =>
      post(
        isFirst ? afterArrival(access, silence('timeout', true)) : refusing('Duplicate message'),
      ),
    'receipt-bad-signature': () => post(badReceipt(access)),
    'ebms-error': () => post(refusing('Refused, as the scenario says')),
    'http-503-then-ok': () =>
      firstThenRight(async () => ({
        kind: 'answered',
        status: 503,
        contentType: undefined,
        body: noBytes,
      })),
    slow: () =>
      post(async (url, request) => {
        await new Promise((resolve) => setTimeout(resolve, slowMs / speed))
        return access.post(url, request)
      }),
  }
  const play = Object.hasOwn(plays, name) && plays[name as ScenarioName]
  if (!play) throw new Error(`there is no scenario '${name}'`)
  return play()
}

const noBytes = Buffer.alloc(0)
const slowMs = 20_000

function silence(reason: 'connect-failed' | 'timeout', bodySent: boolean): PeppolAccess['post'] {
  return async () => ({ kind: 'failed', reason, bodySent, detail: 'as the scenario says' })
}

/** The message arrives, and its answer is lost. */
function afterArrival(
  { post }: Pick<PeppolAccess, 'post'>,
  answer: PeppolAccess['post'],
): PeppolAccess['post'] {
  return async (url, request) => {
    await post(url, request)
    return answer(url, request)
  }
}

async function refusal(
  request: HttpMessage,
  detail: string,
  facts: Parameters<typeof buildErrorSignal>[1],
): Promise<PostOutcome> {
  const { messageId: refToMessageId } = readSentMessage(request)
  const error = new As4Error('EBMS:0004', detail, { refToMessageId })
  const { contentType, body } = await buildErrorSignal(error, facts)
  return { kind: 'answered', status: 200, contentType, body }
}

function withBadSignature(get: PeppolAccess['get']): PeppolAccess['get'] {
  return async (url) => {
    const answer = await get(url)
    return answer.kind === 'answered' ? { ...answer, body: withFlippedBit(answer.body) } : answer
  }
}

function badReceipt({ post }: Pick<PeppolAccess, 'post'>): PeppolAccess['post'] {
  return async (url, request) => {
    const answer = await post(url, request)
    return answer.kind === 'answered' ? { ...answer, body: withFlippedBit(answer.body) } : answer
  }
}

/** The answer with one bit of the first signature value flipped. */
function withFlippedBit(signed: Buffer): Buffer {
  const text = signed.toString('utf8')
  return Buffer.from(
    text.replace(/(<(?:\w+:)?SignatureValue[^>]*>)([^<]+)/, (_, tag: string, value: string) => {
      const bytes = Buffer.from(value, 'base64')
      bytes[0]! ^= 1
      return `${tag}${bytes.toString('base64')}`
    }),
  )
}

function revokedAccessPoints({
  network: { trust },
  revocationOf,
}: Pick<PeppolAccess, 'network' | 'revocationOf'>): PeppolAccess['revocationOf'] {
  return async (certificate, issuer) =>
    trust.accessPointIssuers.some(({ raw }) => raw.equals(issuer.raw))
      ? 'revoked'
      : revocationOf(certificate, issuer)
}
