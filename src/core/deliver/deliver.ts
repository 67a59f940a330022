// One attempt to deliver a document: find the endpoint, take a slot in its lane, build the
// message, store it, send it, check the answer, record the outcome. While it is unknown whether a
// message arrived, every further attempt repeats the same bytes.
import type { PostOutcome } from '../../as4/index.ts'
import { NetworkError } from '../../peppol/index.ts'
import type { ClaimedJob, Document, NewAttempt } from '../../store/index.ts'
import { mayStillSend } from '../access/may-send.ts'
import type { Gateway, PeppolAccess } from '../gateway.ts'
import { isOutage } from '../identity/identify.ts'
import { logAbout } from '../log-about.ts'
import { forgetEndpoint, queryFor } from '../network/find-endpoint.ts'
import { laneOfEndpoint, simulationLane } from '../network/lane.ts'
import { faultInReport } from '../reporting/check-report.ts'
import { announcingWrite } from '../runtime/announce-write.ts'
import { playScenario } from '../simulation/play-scenario.ts'
import { moveOn } from '../status.ts'
import { concludeAttempt } from './conclude-attempt.ts'
import { type Ending, endingOf } from './ending.ts'
import { onceStored } from './once-stored.ts'
import { buildMessage, findRoute, type Outgoing, type Route } from './prepare-message.ts'

/** Throws only when the attempt cannot be recorded; the lease then brings the document back. */
export async function deliver(given: Gateway, job: ClaimedJob): Promise<void> {
  const { document } = job
  const gateway = { ...given, log: logAbout(given.log, document) }
  const attempt: NewAttempt = {
    id: gateway.newId(),
    number: document.attempts + 1,
    startedAt: gateway.now(),
  }
  if (document.deadline <= attempt.startedAt) {
    await concludeAttempt(gateway, job, attempt, deadlinePassed)
    return
  }
  const found = await orEnding(gateway, async () => {
    const [isAllowed, peppolAccess] = await Promise.all([
      mayStillSend(gateway, document),
      accessFor(gateway, document, attempt.number),
    ])
    if (!isAllowed) return senderNotAllowed
    // Once it may have left, every further attempt repeats it.
    const fault =
      document.reports && document.as4 === undefined && (await faultInReport(gateway, document))
    if (fault) return { kind: 'undelivered' as const, ...fault, certainty: 'not-sent' as const }
    return { peppolAccess, route: await findRoute(gateway, peppolAccess, document) }
  })
  if ('code' in found) {
    await concludeAttempt(gateway, job, attempt, found)
    return
  }
  const placed = await takePlace(gateway, job, found.route)
  if (placed) await deliverOn(gateway, found.peppolAccess, placed, attempt, found.route)
}

/** The network that the document goes to: a test document never leaves the machine. */
async function accessFor(
  gateway: Gateway,
  { test, scenario, attemptsBefore }: Document,
  attempt: number,
): Promise<PeppolAccess> {
  if (!test) return gateway.peppolAccess
  const simulation = await gateway.simulation()
  if (!scenario) return simulation
  return playScenario(simulation, scenario, attempt - attemptsBefore, gateway)
}

/** The job in the lane of its endpoint; undefined when it was put back in line there. */
async function takePlace(
  gateway: Gateway,
  job: ClaimedJob,
  route: Route,
): Promise<ClaimedJob | undefined> {
  const { jobId, epoch, document } = job
  const lane = document.test ? simulationLane(document) : laneOfEndpoint(route.url)
  if (lane === job.lane) return job
  const hasPlace = await gateway.store.changeLane({
    ...{ jobId, epoch, documentId: document.id, lane },
    now: gateway.now(),
    slots: gateway.delivery.slots,
    move: moveOn('sending', 'postponed', 'delivery', `waits for a slot: ${route.url}`),
  })
  if (hasPlace) return { ...job, lane }
  gateway.queued.notify()
  return undefined
}

async function deliverOn(
  gateway: Gateway,
  peppolAccess: PeppolAccess,
  job: ClaimedJob,
  attempt: NewAttempt,
  route: Route,
): Promise<void> {
  const made = await announcingWrite(gateway, 'attempt', () =>
    makeMessage(gateway, peppolAccess, job, attempt, route),
  )
  if (made) await sendMade(gateway, peppolAccess, job, made)
}

/** A message, and its attempt. */
export type Made = { outgoing: Outgoing; recorded: NewAttempt }

/** Sends a message whose attempt is stored, and stores what came of it. Throws as deliver does. */
export async function sendMade(
  gateway: Gateway,
  peppolAccess: PeppolAccess,
  job: ClaimedJob,
  { outgoing, recorded }: Made,
): Promise<void> {
  const outcome = await send(gateway, peppolAccess, outgoing)
  await announcingWrite(gateway, 'ending', async () => {
    const ending = await judge(gateway, peppolAccess, outgoing, outcome)
    if (ending.kind === 'undelivered') forgetEndpoint(peppolAccess, queryFor(job.document))
    await concludeAttempt(gateway, job, recorded, ending)
  })
}

/** Builds and stores the message. Undefined when there is none to send: the attempt has ended. */
async function makeMessage(
  gateway: Gateway,
  peppolAccess: PeppolAccess,
  job: ClaimedJob,
  attempt: NewAttempt,
  route: Route,
): Promise<Made | undefined> {
  const outgoing = await orEnding(gateway, () =>
    buildMessage(gateway, peppolAccess, job.document, route),
  )
  if ('code' in outgoing) {
    await concludeAttempt(gateway, job, attempt, outgoing)
    return undefined
  }
  const recorded: NewAttempt = { ...attempt, ...outgoing.facts }
  return (await record(gateway, job, recorded, outgoing)) ? { outgoing, recorded } : undefined
}

type Undelivered = Extract<Ending, { kind: 'undelivered' }>

/** What `work` returns, or how the attempt ends because it throws: nothing was sent yet. */
async function orEnding<T>(gateway: Gateway, work: () => Promise<T>): Promise<T | Undelivered> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof NetworkError) {
      const detail = detailOf(gateway, error)
      return { kind: 'undelivered', code: error.code, detail, certainty: 'not-sent' }
    }
    // The document waits for the store; that is no attempt.
    if (isOutage(error)) throw error
    return unexpected(gateway, error, 'not-sent')
  }
}

const receiversNamedMax = 10

/** The participants of the sandbox are in no directory, so it says itself who is there. */
function detailOf({ service: { sandbox } }: Gateway, { code, message }: NetworkError): string {
  if (code !== 'receiver.not-registered' || !sandbox) return message
  const named = sandbox.receivers.slice(0, receiversNamedMax).join(', ')
  return `${message} The sandbox has ${named}.`
}

async function send(
  gateway: Gateway,
  peppolAccess: PeppolAccess,
  { facts: { messageId, endpointUrl }, request }: Outgoing,
): Promise<PostOutcome | Undelivered> {
  try {
    const begun = performance.now()
    const outcome = await peppolAccess.post(endpointUrl, request)
    const millis = Math.round(performance.now() - begun)
    const facts = { step: 'sent', messageId, outcome: outcome.kind, millis }
    gateway.log.info(facts, 'a message was sent')
    return outcome
  } catch (error) {
    return unexpected(gateway, error, 'unknown')
  }
}

async function judge(
  gateway: Gateway,
  peppolAccess: PeppolAccess,
  outgoing: Outgoing,
  outcome: PostOutcome | Undelivered,
): Promise<Ending> {
  if (outcome.kind === 'undelivered') return outcome
  try {
    return await endingOf(peppolAccess, outgoing, outcome, gateway.now())
  } catch (error) {
    return unexpected(gateway, error, 'unknown')
  }
}

/**
 * An unexpected error is logged with its stack and retried like any other failure: it must not lose
 * or loop a document.
 */
function unexpected(
  { log }: Gateway,
  error: unknown,
  certainty: 'not-sent' | 'unknown',
): Undelivered {
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
  gateway: Gateway,
  { jobId, epoch, document }: ClaimedJob,
  attempt: NewAttempt,
  { files }: Outgoing,
): Promise<boolean> {
  const { store, log, now, delivery } = gateway
  const claim = { jobId, epoch, documentId: document.id }
  const recorded = await onceStored(gateway, () => {
    const leaseUntil = new Date(now().getTime() + delivery.leaseMs)
    return store.recordAttempt({ ...claim, attempt, files, leaseUntil })
  })
  if (!recorded) log.warn({}, 'another process took over this document')
  return recorded
}

const senderNotAllowed: Undelivered = {
  kind: 'undelivered',
  code: 'participant.sender-not-allowed',
  detail: 'The tenant may not send for the sender, or in the name of the document, any more.',
  certainty: 'not-sent',
}

const deadlinePassed: Ending = {
  kind: 'undelivered',
  code: 'delivery.window-exhausted',
  detail: 'The deadline passed before the document could be sent.',
  certainty: 'not-sent',
}
