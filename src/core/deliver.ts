// One attempt to deliver a document: prepare the message, store it, send it, check the answer,
// record the outcome. While it is unknown whether a message arrived, every further attempt
// repeats the same bytes.
import { NetworkError } from '../peppol/index.ts'
import type { ClaimedJob, NewAttempt } from '../store/index.ts'
import { concludeAttempt } from './conclude-attempt.ts'
import { type Ending, endingOf } from './ending.ts'
import { forgetEndpoint } from './find-endpoint.ts'
import type { Gateway, PeppolAccess } from './gateway.ts'
import { type Outgoing, prepareMessage, queryFor, repeatMessage } from './prepare-message.ts'

/** Throws only when the attempt cannot be recorded; the lease then brings the document back. */
export async function deliver(gateway: Gateway, job: ClaimedJob): Promise<void> {
  const { document } = job
  const attempt: NewAttempt = {
    id: gateway.newId(),
    number: document.attempts + 1,
    startedAt: gateway.now(),
  }
  if (document.deadline <= attempt.startedAt) {
    await concludeAttempt(gateway, job, attempt, deadlinePassed)
    return
  }
  const prepared = await prepare(gateway, job)
  if ('kind' in prepared) {
    await concludeAttempt(gateway, job, attempt, prepared)
    return
  }
  const { peppolAccess, outgoing } = prepared
  const recorded: NewAttempt = { ...attempt, ...outgoing.facts }
  if (!(await record(gateway, job, recorded, outgoing))) return
  const ending = await send(gateway, peppolAccess, outgoing)
  if (ending.kind === 'undelivered') forgetEndpoint(peppolAccess, queryFor(document))
  await concludeAttempt(gateway, job, recorded, ending)
}

// Messages to a simulated receiver never leave the machine, so a test document is
// always prepared anew.
async function prepare(
  gateway: Gateway,
  { document }: ClaimedJob,
): Promise<{ peppolAccess: PeppolAccess; outgoing: Outgoing } | Ending> {
  try {
    const peppolAccess = document.test ? await gateway.simulation() : gateway.peppolAccess
    const outgoing =
      document.certainty === 'unknown' && !document.test
        ? await repeatMessage(gateway, peppolAccess, document)
        : await prepareMessage(gateway, peppolAccess, document)
    return { peppolAccess, outgoing }
  } catch (error) {
    if (error instanceof NetworkError)
      return { kind: 'undelivered', code: error.code, detail: error.message, certainty: 'not-sent' }
    return unexpected(gateway, error, 'not-sent')
  }
}

async function send(
  gateway: Gateway,
  peppolAccess: PeppolAccess,
  outgoing: Outgoing,
): Promise<Ending> {
  try {
    const { messageId, endpointUrl } = outgoing.facts
    const begun = performance.now()
    const outcome = await peppolAccess.post(endpointUrl, outgoing.request)
    const millis = Math.round(performance.now() - begun)
    gateway.log.info(
      { step: 'sent', messageId, outcome: outcome.kind, millis },
      'a message was sent',
    )
    return await endingOf(peppolAccess, outgoing, outcome, gateway.now())
  } catch (error) {
    return unexpected(gateway, error, 'unknown')
  }
}

/**
 * An unexpected error is logged with its stack and retried like any other failure: it must not lose
 * or loop a document.
 */
function unexpected({ log }: Gateway, error: unknown, certainty: 'not-sent' | 'unknown'): Ending {
  log.error({ err: error }, 'a delivery attempt failed unexpectedly')
  return {
    kind: 'undelivered',
    code: 'internal.unexpected',
    detail: 'Internal error of this gateway; see its log.',
    certainty,
  }
}

/**
 * Makes the attempt and the complete request durable before the socket opens. False when another
 * process has taken over.
 */
async function record(
  { store, log, now, delivery }: Gateway,
  { jobId, epoch, document }: ClaimedJob,
  attempt: NewAttempt,
  { files }: Outgoing,
): Promise<boolean> {
  const leaseUntil = new Date(now().getTime() + delivery.leaseMs)
  const claim = { jobId, epoch, documentId: document.id }
  const recorded = await store.recordAttempt({ ...claim, attempt, files, leaseUntil })
  if (!recorded) log.warn({ documentId: document.id }, 'another process took over this document')
  return recorded
}

const deadlinePassed: Ending = {
  kind: 'undelivered',
  code: 'delivery.window-exhausted',
  detail: 'The deadline passed before the document could be sent.',
  certainty: 'not-sent',
}
