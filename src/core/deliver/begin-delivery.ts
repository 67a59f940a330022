// The delivery of a document that need not stand in line: its message is made before the document
// is stored, and stored with it. So a submission that is sent at once takes one statement in place
// of three (docs/adr/0052-what-need-not-stand-in-line-is-sent-from-its-submission.md).
import type { BegunDelivery, ClaimedJob, Document } from '../../store/index.ts'
import type { Gateway } from '../gateway.ts'
import { logAbout } from '../log-about.ts'
import { knownEndpoint, queryFor } from '../network/find-endpoint.ts'
import { laneOfEndpoint } from '../network/lane.ts'
import type { Place } from '../runtime/own-places.ts'
import { moveOn } from '../status.ts'
import { type Made, sendMade } from './deliver.ts'
import { buildMessage, findRoute } from './prepare-message.ts'

/** A larger document would hold up the answer to its submission. */
const bytesMax = 64 * 1024
/** So would an endpoint whose certificate cannot be judged by what is at hand. */
const withinMs = 50

export type Beginning = {
  /** To be stored with the document. */
  begun: BegunDelivery
  /** Sends the message of a document that was stored as being sent. */
  goOn(job: Pick<ClaimedJob, 'jobId' | 'epoch' | 'bytes'>): void
  /** It was stored, and stands in line. */
  standInLine(): void
  /** It was not stored. */
  giveUp(): void
}

/**
 * `lane`: in which it would stand. Undefined for what has to stand there: because others do, or
 * because its endpoint is not known.
 */
export async function beginDelivery(
  given: Gateway,
  document: Document,
  { ubl, lane }: { ubl: Buffer; lane: string },
): Promise<Beginning | undefined> {
  const { peppolAccess, directDelivery, store, now } = given
  // With a payload store, what is not used of it would be left there.
  if (document.test || ubl.length > bytesMax || store.payloadStore) return undefined
  const endpoint = await knownEndpoint(peppolAccess, queryFor(document), now())
  if (!endpoint || laneOfEndpoint(endpoint.url) !== lane) return undefined
  const place = directDelivery.now?.place(lane)
  if (!place) return undefined
  const { owner } = directDelivery.now!
  const gateway = { ...given, log: logAbout(given.log, document) }
  const made = await Promise.race([
    firstMessage(gateway, document, lane, ubl),
    new Promise<void>((resolve) => void setTimeout(resolve, withinMs).unref()),
  ])
  if (!made || document.deadline <= now()) {
    place.rest()
    return undefined
  }
  return beginning(gateway, document, lane, { owner, place, made })
}

/** Undefined when something is wrong: the attempt that follows meets it again, and records it. */
async function firstMessage(
  gateway: Gateway,
  document: Document,
  lane: string,
  ubl: Buffer,
): Promise<Made | undefined> {
  const { peppolAccess, newId, now } = gateway
  const id = newId()
  const startedAt = now()
  try {
    const route = await findRoute(gateway, peppolAccess, document)
    if (laneOfEndpoint(route.url) !== lane) return undefined
    const outgoing = await buildMessage(gateway, peppolAccess, document, route, ubl)
    return { outgoing, recorded: { id, number: 1, startedAt, ...outgoing.facts } }
  } catch {
    return undefined
  }
}

function beginning(
  gateway: Gateway,
  document: Document,
  lane: string,
  { owner, place, made }: { owner: string; place: Place; made: Made },
): Beginning {
  const { peppolAccess, delivery, now } = gateway
  const at = now()
  const move = moveOn(document.status, 'claimed', owner)
  return {
    begun: {
      owner,
      at,
      move,
      places: delivery.places,
      leaseUntil: new Date(at.getTime() + delivery.leaseMs),
      attempt: made.recorded,
      files: made.outgoing.files,
    },
    goOn(claim) {
      const job = { lane, ...claim, document: { ...document, status: move.to, updatedAt: at } }
      place.use(job, () => sendMade(gateway, peppolAccess, job, made))
    },
    standInLine: place.rest,
    giveUp: place.leave,
  }
}
