// A started delivery: its message is made before the document is stored, and stored with it. So a
// submission that is sent at once takes one statement in place of three
// (docs/adr/0069-batched-writes.md).
import { NetworkError } from '../../peppol/index.ts'
import type { ClaimedJob, DeliveryStart, Document } from '../../store/index.ts'
import type { DeliverySlot, Gateway } from '../gateway.ts'
import { logAbout } from '../log-about.ts'
import { knownEndpoint, queryFor } from '../network/find-endpoint.ts'
import { laneOfEndpoint } from '../network/lane.ts'
import { moveOn } from '../status.ts'
import { type Made, sendMade } from './deliver.ts'
import { holdLease } from './hold-lease.ts'
import { buildMessage, findRoute } from './prepare-message.ts'

/** A larger document would hold up the answer to its submission. */
const bytesMax = 64 * 1024
/** So would an endpoint whose certificate cannot be judged by what is at hand. */
const withinMs = 50

/** One of the three is called, once. */
export type StartedDelivery = {
  /** Stored with the document. */
  start: DeliveryStart
  /** The document is stored as being sent: sends its message. */
  send(job: Pick<ClaimedJob, 'jobId' | 'epoch' | 'bytes'>): void
  /** The document is stored, and queued. */
  enqueue(): void
  /** The document is not stored. */
  abandon(): void
}

/**
 * `lane`: the one in which the document would be queued. Undefined for a document that has to be
 * queued: others are queued there, its endpoint is not known, or its message could not be made.
 */
export async function startDelivery(
  given: Gateway,
  document: Document,
  { ubl, lane }: { ubl: Buffer; lane: string },
): Promise<StartedDelivery | undefined> {
  const { peppolAccess, deliverySlots, store, now } = given
  // In a payload store, the files of a message that is not sent would be left over.
  if (document.test || ubl.length > bytesMax || store.payloadStore) return undefined
  const endpoint = await knownEndpoint(peppolAccess, queryFor(document), now())
  if (!endpoint || laneOfEndpoint(endpoint.url) !== lane) return undefined
  const slot = deliverySlots.tryTake(lane)
  if (!slot) return undefined
  const gateway = { ...given, log: logAbout(given.log, document) }
  const made = await Promise.race([
    firstMessage(gateway, document, lane, ubl),
    new Promise<'late'>((resolve) => void setTimeout(resolve, withinMs, 'late').unref()),
  ])
  if (typeof made === 'string' || document.deadline <= now()) {
    gateway.metrics.deliveryStarted(made === 'failed' ? 'failed' : 'enqueued')
    slot.rest()
    return undefined
  }
  return startedDelivery(gateway, document, lane, { slot, made })
}

/**
 * `queued`: there is none to send. The attempt that follows finds out the same, and records it.
 * `failed`: so it does here, but the fault is ours.
 */
async function firstMessage(
  gateway: Gateway,
  document: Document,
  lane: string,
  ubl: Buffer,
): Promise<Made | 'queued' | 'failed'> {
  const { peppolAccess, newId, now } = gateway
  try {
    const id = newId()
    const startedAt = now()
    const route = await findRoute(gateway, peppolAccess, document)
    if (laneOfEndpoint(route.url) !== lane) return 'queued'
    const outgoing = await buildMessage(gateway, peppolAccess, document, route, ubl)
    return { outgoing, recorded: { id, number: 1, startedAt, ...outgoing.facts } }
  } catch (error) {
    if (error instanceof NetworkError) return 'queued'
    gateway.log.error({ err: error }, 'a delivery could not be started: the document is queued')
    return 'failed'
  }
}

function startedDelivery(
  gateway: Gateway,
  document: Document,
  lane: string,
  { slot, made }: { slot: DeliverySlot; made: Made },
): StartedDelivery {
  const { peppolAccess, delivery, metrics, now } = gateway
  const { owner } = slot
  const at = now()
  const move = moveOn(document.status, 'claimed', owner)
  return {
    start: {
      owner,
      at,
      move,
      slots: delivery.slots,
      leaseUntil: new Date(at.getTime() + delivery.leaseMs),
      attempt: made.recorded,
      files: made.outgoing.files,
    },
    send(claim) {
      metrics.deliveryStarted('sent')
      const job = { lane, ...claim, document: { ...document, status: move.to, updatedAt: at } }
      slot.use(() =>
        holdLease(gateway, owner, job, () => sendMade(gateway, peppolAccess, job, made)),
      )
    },
    enqueue() {
      metrics.deliveryStarted('enqueued')
      slot.rest()
    },
    abandon() {
      metrics.deliveryStarted('abandoned')
      slot.release()
    },
  }
}
