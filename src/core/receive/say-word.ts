// The receiver of a document says what becomes of it: accepted, acknowledged or rejected. Its
// sender is told by Message Level Status (Peppol Network Policy, MLS-1 and MLS-3).
import { sha256 } from '../../crypto/index.ts'
import { Problem, type ProblemDetail } from '../../problem.ts'
import { checkMlsContent, RuleBroken } from '../../reporting/index.ts'
import type { Document } from '../../store/index.ts'
import type { Caller, Gateway } from '../gateway.ts'
import { moveOn } from '../status.ts'
import { isRefusable } from './answer-arrival.ts'
import { findInbound, type InboundRecord, inboundRecordOf } from './inbound.ts'
import { waitMs } from './open-arrival.ts'
import { type WordWish, wordContent, wordFile } from './word.ts'

type SayNeeds = Pick<
  Gateway,
  'store' | 'mls' | 'inbound' | 'moved' | 'events' | 'inboundQueued' | 'now' | 'newId'
>

/**
 * Says it once: the same word again changes nothing. A rejection is sent whatever the sender asked
 * for; what they did not ask for is recorded alone. Throws Problem `document.not-found`,
 * `document.not-available`, `document.type-mismatch`, `word.issues-mismatch`, `word.too-late`.
 */
export async function sayWord(
  gateway: SayNeeds,
  caller: Caller,
  id: string,
  wish: WordWish,
): Promise<InboundRecord> {
  const { store, moved, events, inboundQueued, now } = gateway
  const document = await findInbound(gateway, caller, id)
  checkContent(document, wish)
  if ((await standingOf(gateway, document, wish)) === 'said')
    return inboundRecordOf(gateway, document)
  const actor = `token:${caller.token.id}`
  const isSaid = await store.giveWord({
    ...{ document, code: wish.code, actor, at: now(), file: wordFile(gateway, wish) },
    isSent: wish.code === 'RE' || document.mls !== undefined,
    ...(wish.code === 'AB' ? {} : { acknowledged: moveOn('available', 'acknowledged', actor) }),
  })
  const after = await findInbound(gateway, caller, id)
  // Another request, or our own status, came first.
  if (!isSaid && (await standingOf(gateway, after, wish)) !== 'said')
    throw new Problem('document.not-available', { detail: 'The document has just moved.' })
  moved.notify(after.id)
  events.notify(after.tenantId)
  inboundQueued.notify()
  return inboundRecordOf(gateway, after)
}

/** Whether this was said before, or may be said. */
async function standingOf(
  gateway: SayNeeds,
  document: Document,
  wish: WordWish,
): Promise<'said' | 'open'> {
  const { status, mls, word, validation } = document
  if (status === 'received')
    throw new Problem('document.not-available', {
      detail: 'The document is being opened; ask again in a moment.',
    })
  if (document.mlsType === undefined)
    throw new Problem('document.type-mismatch', {
      detail: 'Documents about documents, and reports, are not answered.',
    })
  if (word) {
    if (await isSame(gateway, document, wish)) return 'said'
    throw tooLate(document, `${word.code} was said at ${word.at.toISOString()}`)
  }
  if (mls && mls.status !== 'awaited' && !(mls.code === 'AP' && isBareAcceptance(wish)))
    throw tooLate(document, 'Nothing more can be said')
  if (isRefusable(gateway, validation.verdict)) throw tooLate(document, 'The document is not valid')
  if (status === 'acknowledged') {
    if (isBareAcceptance(wish)) return 'said'
    throw tooLate(document, 'The document was acknowledged, which means AP')
  }
  if (mls === undefined) await checkInTime(gateway, document)
  return 'open'
}

function isBareAcceptance({ code, description, issues = [] }: WordWish): boolean {
  return code === 'AP' && description === undefined && issues.length === 0
}

async function isSame(gateway: SayNeeds, { id }: Document, wish: WordWish): Promise<boolean> {
  const said = await gateway.store.latestFile(id, 'word')
  const digest = sha256(wordFile(gateway, wish).bytes).toString('hex')
  return said?.file.sha256 === digest
}

/** While no status is due, the time of the tenant limits what it can still say. */
async function checkInTime(gateway: SayNeeds, document: Document): Promise<void> {
  const tenant = await gateway.store.tenantById(document.tenantId)
  const end = new Date(document.createdAt.getTime() + waitMs(gateway, tenant?.mlsWait))
  if (gateway.now() > end) throw tooLate(document, `The time for it ended at ${end.toISOString()}`)
}

function tooLate({ mls }: Document, why: string): Problem {
  const sent =
    mls?.code && mls.at
      ? `${mls.code} was sent at ${mls.at.toISOString()}`
      : mls
        ? 'its status is being sent'
        : 'no status was sent'
  return new Problem('word.too-late', { detail: `${why}: ${sent}.` })
}

/** The rules of the status that will be sent, in the words of the caller's JSON. */
function checkContent({ instanceIdentifier }: Document, wish: WordWish): void {
  try {
    checkMlsContent({
      ...{ code: wish.code, documentId: instanceIdentifier, ...wordContent(wish) },
    })
  } catch (error) {
    if (!(error instanceof RuleBroken)) throw error
    const { rule, fault: message } = error
    const errors: ProblemDetail[] = [
      { pointer: '/issues', rule, severity: 'error', message, value: wish.code },
    ]
    throw new Problem('word.issues-mismatch', { detail: `${message} (${rule})`, errors })
  }
}
