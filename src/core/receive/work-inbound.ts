// Takes up what is to be done with inbound documents, a few at a time. A lease recovers what a dead
// process left behind, so any number of processes may share the work.
import { type Document, type InboundClaim, isPayloadStoreAway } from '../../store/index.ts'
import type { Work } from '../deliver/work.ts'
import type { Gateway } from '../gateway.ts'
import { announcingWrite } from '../runtime/announce-write.ts'
import { makeNotifier } from '../runtime/notifier.ts'
import { answerArrival } from './answer-arrival.ts'
import { answerSenders } from './answer-senders.ts'
import { openArrival } from './open-arrival.ts'
import { playMls } from './play-mls.ts'
import { isStatusMessage } from './take-status-message.ts'

const againMs = 1_000
/** Documents whose status is marked as late in one statement. */
const overdueAtOnce = 500

export function startInboundWork(gateway: Gateway, owner: string): Work {
  const { store, inbound, inboundQueued, recentDocuments, log, now } = gateway
  const ending = new AbortController()
  const inHand = new Set<Promise<void>>()
  const queued = inboundQueued.subscribe()
  const freed = makeNotifier()
  const free = freed.subscribe()

  // A scenario may be played when the document has long moved on.
  function recent(documentId: string): Document | undefined {
    const record = recentDocuments.takeRecord(documentId)
    return record?.direction === 'inbound' ? record : undefined
  }

  async function take(): Promise<boolean> {
    const limit = inbound.atOnce - inHand.size
    if (limit <= 0 || store.payloadStore?.fault() !== undefined) return false
    const { leaseMs } = inbound
    const claims = await store.claimInbound({ owner, now: now(), leaseMs, limit, recent })
    for (const claim of claims) {
      const work = workOn(gateway, claim).finally(() => {
        inHand.delete(work)
        freed.notify()
      })
      inHand.add(work)
    }
    return claims.length === limit
  }

  async function loop(): Promise<void> {
    while (!ending.signal.aborted) {
      const mayHaveMore = await take().catch((error: unknown) => {
        log.error({ err: error }, 'inbound documents could not be claimed')
        return false
      })
      if (mayHaveMore) continue
      const busy = inHand.size >= inbound.atOnce
      await (busy ? free : queued).next(inbound.lookAgainMs, ending.signal)
    }
  }

  const looping = loop()
  const marking = setInterval(() => {
    markOverdue(gateway).catch((error: unknown) =>
      log.warn({ err: error }, 'late Message Level Status could not be marked'),
    )
    answerSenders(gateway).catch((error: unknown) =>
      log.warn({ err: error }, 'further senders could not be answered'),
    )
  }, inbound.overdueEveryMs)
  return {
    async stop(limitMs) {
      ending.abort()
      clearInterval(marking)
      await looping
      const deadline = Date.now() + limitMs
      while (inHand.size > 0 && Date.now() < deadline) await free.next(deadline - Date.now())
      queued.stop()
    },
  }
}

async function workOn(
  gateway: Gateway,
  claim: InboundClaim & { document: Document },
): Promise<void> {
  const { id, direction, status } = claim.document
  try {
    if (direction === 'outbound') await playMls(gateway, claim)
    else if (status === 'received')
      await announcingWrite(gateway, isStatusMessage(claim.document) ? 'mls' : 'opening', () =>
        openArrival(gateway, claim),
      )
    else await answerArrival(gateway, claim)
  } catch (error) {
    // Its lease runs out, and it is taken up again.
    gateway.log.error({ err: error, documentId: id }, 'an inbound document could not be processed')
    if (isPayloadStoreAway(error)) await putOff(gateway, claim)
  }
}

/** What failed for the payload store need not wait for its lease. */
async function putOff({ store, log, now }: Gateway, claim: InboundClaim): Promise<void> {
  await store
    .endInbound(claim, new Date(now().getTime() + againMs))
    .catch((error: unknown) => log.warn({ err: error }, 'an inbound document was not put off'))
}

/** Marks documents whose Message Level Status has not come in time. */
export async function markOverdue({
  store,
  events,
  log,
  now,
}: Pick<Gateway, 'store' | 'events' | 'log' | 'now'>): Promise<void> {
  let marked = 0
  const move = { event: 'mls-overdue', actor: 'reception' } as const
  for (let count = overdueAtOnce; count === overdueAtOnce; marked += count)
    count = await store.markMlsOverdue({ now: now(), limit: overdueAtOnce, move })
  if (marked === 0) return
  log.warn({ documents: marked }, 'no Message Level Status came in time')
  events.look()
}
