// The end of a move to another SMP: DNS has named that for long enough, and our group goes.
import {
  formatParticipant,
  type Identifier,
  NetworkError,
  parseParticipant,
  type WriterFault,
} from '../../peppol/index.ts'
import type { NamedElsewhere } from '../../store/index.ts'
import type { ApplyNeeds } from './apply-publication.ts'
import { answersWith, isSettled } from './dns-answers.ts'
import { isAt, isRefusal, noteMoveOut, placesOf } from './move-places.ts'
import { lostLease, type MoveEnd, refusedMove } from './move-states.ts'
import type { SmpFacts } from './plan-publication.ts'

/**
 * Removes our group once DNS has named the other SMP for long enough: the SMP itself does not ask
 * whether anyone took the participant. It is received here for a day more.
 */
export async function finishMove(
  needs: ApplyNeeds,
  facts: SmpFacts,
  participant: string,
): Promise<MoveEnd> {
  const move = await needs.store.participantMoveOf(participant)
  if (move?.direction === 'out' && move.state === 'finished')
    return { participant, outcome: 'finished' }
  if (move?.direction !== 'out' || (move.state !== 'key-given' && move.state !== 'taken'))
    return refusedMove(participant, 'move.none', 'No key of it was given to another SMP.')
  const places = await placesOf(needs, parseParticipant(participant))
  if ('outcome' in places) return places
  const { dns, group } = places
  if (dns === undefined || isAt(facts, dns)) return notTaken(needs, participant, dns)
  const named = answersWith(move.named, { url: dns, at: needs.now() })
  if (!(await noteMoveOut(needs, participant, { state: 'taken', named })))
    return lostLease(participant)
  if (!isSettled(named)) return { participant, outcome: 'waiting', ...settling(named) }
  const fault = group?.isOurs ? await removeGroup(needs, parseParticipant(participant)) : undefined
  if (fault) {
    const { code, detail } = fault
    await noteMoveOut(needs, participant, { state: 'taken', named, detail })
    return { participant, outcome: 'failed', code, detail }
  }
  return end(needs, participant, named)
}

async function notTaken(
  needs: ApplyNeeds,
  participant: string,
  dns: string | undefined,
): Promise<MoveEnd> {
  const detail =
    dns === undefined
      ? 'DNS names no SMP for it: what the other SMP has is not known.'
      : 'DNS names our SMP: no other has taken it.'
  return (await noteMoveOut(needs, participant, { state: 'key-given', detail }))
    ? { participant, outcome: 'waiting', code: 'move.not-taken', detail }
    : lostLease(participant)
}

function settling({ url, from, count }: NamedElsewhere) {
  const answers = count === 1 ? 'one answer' : `${count} answers`
  const detail =
    `DNS has named the SMP ${url} in ${answers} since ${from.toISOString()}. It ends with three ` +
    'answers over an hour: repeat this.'
  return { code: 'move.settling', detail }
}

/** Without a move that the SMP knows, what is left over is removed without the SML. */
async function removeGroup(
  { writer, smp }: ApplyNeeds,
  participant: Identifier,
): Promise<Pick<WriterFault, 'code' | 'detail'> | undefined> {
  const finalized = await writer.finalizeMigration(participant)
  const fault =
    finalized && isRefusal(finalized)
      ? await writer.deleteGroup(participant, { inSml: false })
      : finalized
  try {
    // A lost answer, too, is seen in what is there.
    const isLeft = (await smp.own()).has(formatParticipant(participant))
    const detail = 'It is removed, and the SMP still lists it.'
    return isLeft ? (fault ?? { code: 'smp.outcome-unknown', detail }) : undefined
  } catch (error) {
    if (!(error instanceof NetworkError)) throw error
    return fault ?? { code: 'smp.unreadable', detail: error.message }
  }
}

async function end(
  needs: ApplyNeeds,
  participant: string,
  named: NamedElsewhere,
): Promise<MoveEnd> {
  const { store, lease, now, actor } = needs
  const gone = {
    epoch: lease.epoch,
    participant,
    state: 'withdrawn',
    at: now(),
    by: actor,
  } as const
  const isNoted =
    (await store.notePublication(gone)) &&
    (await noteMoveOut(needs, participant, { state: 'finished', named }))
  return isNoted ? { participant, outcome: 'finished' } : lostLease(participant)
}
