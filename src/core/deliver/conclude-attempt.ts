// Records how an attempt ended, and the status that follows from it, in one transaction.
import type { PostAnswer } from '../../as4/index.ts'
import { formatIdentifier } from '../../peppol/index.ts'
import { mlsDocumentType } from '../../reporting/index.ts'
import type {
  Attempt,
  ClaimedJob,
  Document,
  LaneEnd,
  NewAttempt,
  NewFile,
} from '../../store/index.ts'
import { failureCodes } from '../failure-codes.ts'
import type { Gateway } from '../gateway.ts'
import { serviceTenantId } from '../identity/service-provider.ts'
import { mlsOf } from '../simulation/scenarios.ts'
import { moveOn } from '../status.ts'
import type { Ending } from './ending.ts'
import { onceStored } from './once-stored.ts'
import { nextAttemptAt } from './retry.ts'
import { retryAfter } from './retry-after.ts'

type ConcludeAttemptNeeds = Pick<
  Gateway,
  'store' | 'draining' | 'delivery' | 'mls' | 'log' | 'metrics' | 'now' | 'newId'
>
type Conclusion = Parameters<Gateway['store']['finishAttempt']>[0]
type Undelivered = Extract<Ending, { kind: 'undelivered' }>

export async function concludeAttempt(
  gateway: ConcludeAttemptNeeds,
  job: ClaimedJob,
  attempt: NewAttempt,
  ending: Ending,
): Promise<void> {
  const { jobId, epoch, document } = job
  const at = gateway.now()
  const status =
    ending.kind === 'delivered'
      ? delivered(gateway, document, attempt, ending, at)
      : undelivered(gateway, document, attempt, ending, at)
  const conclusion: Conclusion = {
    jobId,
    epoch,
    documentId: document.id,
    attempt: closed(attempt, ending, at),
    at,
    files: ending.answer ? answerFiles(gateway, ending.answer) : [],
    lane: laneEnd(gateway, job, attempt, ending, at),
    ...status,
  }
  const written = await onceStored(gateway, () => gateway.store.finishAttempt(conclusion))
  const facts = { attempt: attempt.number, status: status.move.to }
  const step =
    ending.kind === 'delivered' ? { step: 'receipt-verified', receiptId: ending.receiptId } : {}
  if (written) {
    const outcome = ending.kind === 'delivered' ? 'delivered' : ending.code
    gateway.metrics.attemptEnded(outcome, at.getTime() - attempt.startedAt.getTime())
    gateway.log.info({ detail: status.move.detail, ...step, ...facts }, 'a delivery attempt ended')
  } else
    gateway.log.warn(
      facts,
      'another process took over this document; this outcome was not recorded',
    )
}

type StatusPart = Pick<
  Conclusion,
  'move' | 'certainty' | 'waiting' | 'failure' | 'as4' | 'mls' | 'completedAt' | 'nextRunAt'
>

function delivered(
  gateway: ConcludeAttemptNeeds,
  document: Document,
  attempt: NewAttempt,
  { receiptId }: Extract<Ending, { kind: 'delivered' }>,
  at: Date,
): StatusPart {
  return {
    move: moveOn('sending', 'delivered', actor, `receipt ${receiptId}`),
    certainty: 'confirmed',
    as4: { receiptId, receivedAt: at, ...as4Facts(attempt)! },
    ...mlsExpected(gateway, document, at),
    completedAt: at,
  }
}

/** The Message Level Status is due some time after the receipt (Peppol Network Policy, MLS-2). */
function mlsExpected(
  { mls }: ConcludeAttemptNeeds,
  { mlsType, scenario, reports }: Document,
  at: Date,
): Pick<StatusPart, 'mls'> {
  const { playedAfterMs } = mls
  const overdueMs = reports?.overdueMs ?? mls.overdueMs
  if (mlsType !== 'ALWAYS_SEND') return {}
  const after = (ms: number) => new Date(at.getTime() + ms / (scenario?.speed ?? 1))
  const played = scenario && mlsOf(scenario)
  const playAt = played && after(played.isLate ? overdueMs + playedAfterMs : playedAfterMs)
  return { mls: { dueAt: after(overdueMs), ...(playAt ? { playAt } : {}) } }
}

function undelivered(
  { delivery }: ConcludeAttemptNeeds,
  document: Document,
  attempt: NewAttempt,
  ending: Undelivered,
  at: Date,
): StatusPart {
  // An attempt that sent nothing says nothing about those before it.
  const certainty = ending.certainty === 'not-sent' ? document.certainty : ending.certainty
  const as4 = as4Facts(attempt) ?? document.as4
  const always = { certainty, ...(as4 ? { as4 } : {}) }
  const { code, detail } = ending
  const { again, retryable } = wayOn(document, code)
  const next =
    again === 'give-up'
      ? undefined
      : nextAttemptAt(
          {
            attempts: attempt.number - document.attemptsBefore,
            deadline: document.deadline,
            now: at,
            notBefore: retryAfter(ending.answer?.retryAfter, at),
            speed: document.scenario?.speed,
          },
          // A report is tried until its deadline.
          document.reports ? { ...delivery, attemptsMax: Number.POSITIVE_INFINITY } : delivery,
          chanceOf(attempt),
        )
  if (next && again !== 'give-up') {
    const reason = certainty === 'unknown' ? 'receipt-unknown' : again
    const waiting = { reason, since: at, nextAttemptAt: next }
    return {
      ...always,
      move: moveOn('sending', 'postponed', actor, `${code}: ${detail}`),
      waiting,
      nextRunAt: next,
    }
  }
  const failure =
    again === 'give-up'
      ? { code, detail, retryable }
      : { code: 'delivery.window-exhausted', detail: `Last: ${code}: ${detail}`, retryable: true }
  const move = moveOn('sending', 'failed', actor, `${failure.code}: ${failure.detail}`)
  return { ...always, move, failure, completedAt: at }
}

/**
 * Whether there is another attempt. A status is owed to a service provider that may still be about
 * to register (Peppol Network Policy, MLS-4), and a report to an authority that may be away.
 */
function wayOn(
  { tenantId, documentTypeId, reports }: Document,
  code: Undelivered['code'],
): Pick<(typeof failureCodes)[Undelivered['code']], 'again' | 'retryable'> {
  const isOwnStatus = tenantId === serviceTenantId && documentTypeId === mlsTypeId
  const isUnresolved = code === 'receiver.not-registered' || code === unsupported
  return (isOwnStatus || reports) && isUnresolved
    ? { again: 'retry-backoff', retryable: true }
    : failureCodes[code]
}

const unsupported = 'receiver.document-type-unsupported'
const mlsTypeId = formatIdentifier(mlsDocumentType)

// An attempt that ended before it had an endpoint shows nothing about one; a simulated one, nothing
// about any.
function laneEnd(
  { delivery: { circuit, slots } }: ConcludeAttemptNeeds,
  { lane: name, document }: ClaimedJob,
  { endpointUrl }: NewAttempt,
  ending: Ending,
  at: Date,
): LaneEnd {
  const limits = { circuit: { failuresMax: slots.failuresMax, ...circuit } }
  if (ending.kind === 'delivered') return { name, health: 'works', ...limits }
  const fails = 'endpoint' in failureCodes[ending.code]
  const health = fails ? 'fails' : ending.answer ? 'works' : 'unknown'
  const closedUntil = fails ? retryAfter(ending.answer?.retryAfter, at) : undefined
  return {
    name,
    health: endpointUrl && !document.test ? health : 'unknown',
    ...limits,
    ...(closedUntil ? { closedUntil } : {}),
  }
}

const actor = 'delivery'

function as4Facts({ messageId, startedAt, accessPoint }: NewAttempt): StatusPart['as4'] {
  return messageId
    ? { messageId, sentAt: startedAt, ...(accessPoint ? { accessPoint } : {}) }
    : undefined
}

function closed(attempt: NewAttempt, ending: Ending, endedAt: Date): Attempt {
  const httpStatus = ending.answer?.status
  const shared = { endedAt, ...attempt, ...(httpStatus === undefined ? {} : { httpStatus }) }
  if (ending.kind === 'delivered') return { outcome: 'delivered', ...shared }
  const { code, detail, ebmsErrors } = ending
  return { outcome: code, detail, ...shared, ...(ebmsErrors ? { ebmsErrors } : {}) }
}

function answerFiles(
  { newId }: ConcludeAttemptNeeds,
  { contentType, body }: PostAnswer,
): NewFile[] {
  if (body.length === 0) return []
  const mediaType = contentType ?? 'application/octet-stream'
  return [{ id: newId(), kind: 'as4-response', name: 'as4-response.xml', mediaType, bytes: body }]
}

// The random end of the attempt's id spreads the waiting times; no other randomness is needed.
function chanceOf({ id }: NewAttempt): number {
  return Number.parseInt(id.slice(-4), 16) / 0xffff
}
