// A participant that goes to another SMP: the key that lets that SMP take it, and what makes a key
// worthless. It is served here until the move is finished.
import { openSecret, sealSecret } from '../../crypto/index.ts'
import { parseParticipant, type WriterFault } from '../../peppol/index.ts'
import type { ParticipantMove } from '../../store/index.ts'
import type { ApplyNeeds } from './apply-publication.ts'
import { isRefusal, noteMoveOut, whyNotHere } from './move-places.ts'
import { isMovingIn, lostLease, type MoveEnd, refusedMove } from './move-states.ts'
import type { SmpFacts } from './plan-publication.ts'

/** The secrets key encrypts the migration key until it was shown. */
export type MoveOutNeeds = ApplyNeeds & { secretsKey: Buffer }

/**
 * The key to hand over. It is noted before it is shown: call `noteKeyShown` then. After a lost
 * answer the SMP has a key that was never read, so that move is cancelled and another begun.
 */
export async function askMoveKey(
  needs: MoveOutNeeds,
  facts: SmpFacts,
  participant: string,
): Promise<{ key: string } | MoveEnd> {
  const { store, writer } = needs
  const move = await store.participantMoveOf(participant)
  if (move?.sealedKey) return { key: unseal(needs.secretsKey, participant, move.sealedKey) }
  const why =
    (await whyNotAsked(needs, participant, move)) ?? (await whyNotHere(needs, facts, participant))
  if (why) return why
  const id = parseParticipant(participant)
  if (!(await noteMoveOut(needs, participant, { state: 'asked' }))) return lostLease(participant)
  let started = await writer.startMigration(id)
  if (isRefused(started) && move?.state === 'asked') {
    const fault = await writer.cancelMigration(id)
    if (!fault) started = await writer.startMigration(id)
  }
  if ('fault' in started) return startFailed(needs, participant, started.fault)
  const sealedKey = seal(needs.secretsKey, participant, started.key)
  return (await noteMoveOut(needs, participant, { state: 'asked', sealedKey }))
    ? { key: started.key }
    : lostLease(participant)
}

export function noteKeyShown(needs: ApplyNeeds, participant: string): Promise<boolean> {
  return noteMoveOut(needs, participant, { state: 'key-given' })
}

async function whyNotAsked(
  { store }: ApplyNeeds,
  participant: string,
  move: ParticipantMove | undefined,
): Promise<MoveEnd | undefined> {
  const refuse = (code: string, detail: string) => refusedMove(participant, code, detail)
  if (!(await store.registrationOf(participant)))
    return refuse('registration.not-found', 'It is not registered here.')
  if (move?.direction === 'out' && (move.state === 'key-given' || move.state === 'taken'))
    return refuse(
      'move.key-given',
      `The key was shown at ${move.since.toISOString()}, and is shown once. With --cancel it is ` +
        'worthless, and another can be asked for.',
    )
  if (isMovingIn(move) && move?.state !== 'failed')
    return refuse('publication.moving', 'It is moving here: participant migrate-in ends that.')
  const group = (await store.publications(participant)).find((one) => one.documentType === '')
  if (group?.state === 'withdrawing' || group?.state === 'withdrawn')
    return refuse('publication.withdrawn', 'It is withdrawn from the SMP.')
  return undefined
}

type Started = { key: string } | { fault: WriterFault }

/** The SMP did not do it, since one is under way. */
function isRefused(started: Started): boolean {
  return 'fault' in started && isRefusal(started.fault)
}

const notBegunHere =
  'A move is under way at the SMP that was not begun here, or was given up. --cancel ends it, ' +
  'and makes its key worthless.'

/** What may have been done stays `asked`, and is begun anew the next time. */
async function startFailed(
  needs: ApplyNeeds,
  participant: string,
  fault: WriterFault,
): Promise<MoveEnd> {
  const { code } = fault
  const isOpen = ['smp.outcome-unknown', 'smp.unavailable', 'smp.unreadable'].includes(code)
  const detail = isRefusal(fault) ? notBegunHere : fault.detail
  await noteMoveOut(needs, participant, { state: isOpen ? 'asked' : 'failed', detail })
  return { participant, outcome: 'failed', code, detail }
}

/**
 * A new move overwrites the key of the one before in the SML, and is cancelled before anyone has
 * its key. The SMP alone forgets a move that is cancelled; the SML does not. Each call may be
 * repeated, so a run that was ended in the middle is repeated as a whole.
 */
export async function cancelMove(
  needs: ApplyNeeds,
  facts: SmpFacts,
  participant: string,
): Promise<MoveEnd> {
  const { store, writer } = needs
  const move = await store.participantMoveOf(participant)
  if (move?.direction !== 'out' || move.state === 'finished' || move.state === 'cancelled')
    return refusedMove(participant, 'move.none', 'No move of it to another SMP is under way.')
  const why = await whyNotHere(needs, facts, participant)
  if (why) return why
  const id = parseParticipant(participant)
  const { state } = move
  if (!(await noteMoveOut(needs, participant, { state }))) return lostLease(participant)
  const cancelled = await writer.cancelMigration(id)
  const started =
    cancelled && !isRefusal(cancelled) ? { fault: cancelled } : await writer.startMigration(id)
  const fault = 'fault' in started ? started.fault : await writer.cancelMigration(id)
  const late = await whyNotHere(needs, facts, participant)
  if (fault || late) {
    const { code, detail } = late ?? fault!
    const failed = { code: code!, detail: detail! }
    await noteMoveOut(needs, participant, { state, detail: failed.detail })
    return { participant, outcome: 'failed', ...failed }
  }
  return (await noteMoveOut(needs, participant, { state: 'cancelled' }))
    ? { participant, outcome: 'cancelled' }
    : lostLease(participant)
}

const about = (participant: string) => `move of ${participant}`

function seal(key: Buffer, participant: string, migrationKey: string): Buffer {
  return sealSecret(key, Buffer.from(migrationKey), about(participant))
}

/** Throws Error for another secrets key. */
function unseal(key: Buffer, participant: string, sealed: Buffer): string {
  try {
    return openSecret(key, sealed, about(participant)).toString()
  } catch (cause) {
    const detail =
      'The migration key was encrypted with another secrets key: put that back, or cancel the move.'
    throw new Error(detail, { cause })
  }
}
