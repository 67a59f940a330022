// Our Message Level Status to further access points that sent a document which was there already:
// each hears what became of it, as the first one does.
import type { Document, InboundSender } from '../../store/index.ts'
import type { Gateway } from '../gateway.ts'
import { serviceTenantId } from '../identity/service-provider.ts'
import { codeOf, queueStatus, statusDocument } from './answer-arrival.ts'
import { waitMs } from './open-arrival.ts'

const leaseMs = 60_000
/** When a document that is not opened yet is looked at again. */
const laterMs = 5_000
const atOnce = 50

/** Answers those that are due, or puts them off. */
export async function answerSenders(gateway: Gateway): Promise<void> {
  const { store, log, now } = gateway
  const leaseUntil = new Date(now().getTime() + leaseMs)
  for (const sender of await store.claimSenders({ now: now(), leaseUntil, limit: atOnce }))
    await answerSender(gateway, sender).catch((error: unknown) =>
      // Its lease runs out, and it is taken up again.
      log.error({ err: error, documentId: sender.documentId }, 'a further sender was not answered'),
    )
}

async function answerSender(gateway: Gateway, sender: InboundSender): Promise<void> {
  const { store, log } = gateway
  const about = await store.documentById(sender.tenantId, sender.documentId)
  const mlsWait = (await store.tenantById(sender.tenantId))?.mlsWait
  const dueAt = about && dueAtOf(gateway, about, { ...sender, mlsWait })
  if (!about || !dueAt) return store.settleSender(sender)
  if (dueAt > gateway.now()) return store.settleSender(sender, dueAt)
  const code = codeOf(gateway, about)
  const id = await store.beginSenderAnswer(sender, gateway.newId())
  // It is there if a process died between storing it and settling.
  if (!(await store.documentById(serviceTenantId, id))) {
    await queueStatus(gateway, await statusDocument(gateway, { about, code, sender, id }), about.id)
    const facts = { documentId: about.id, mlsDocumentId: id, code, to: sender.accessPoint }
    log.info(facts, 'a Message Level Status to a further sender was queued')
  }
  await store.settleSender(sender)
}

/** The same as for the first sender (open-arrival.ts); undefined when no answer is owed to it. */
function dueAtOf(
  gateway: Pick<Gateway, 'mls' | 'inbound' | 'now'>,
  about: Document,
  { mlsType, mlsWait }: InboundSender & { mlsWait: number | undefined },
): Date | undefined {
  const { now } = gateway
  if (about.status === 'received') return new Date(now().getTime() + laterMs)
  const isRefused = codeOf(gateway, about) === 'RE'
  if (mlsType === 'FAILURE_ONLY' && !isRefused) return undefined
  const isOver = about.status === 'acknowledged' || about.word !== undefined || isRefused
  return isOver ? now() : new Date(about.createdAt.getTime() + waitMs(gateway, mlsWait))
}
