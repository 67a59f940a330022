// Where a participant that moves to another SMP is, and what is noted of its move.
import {
  formatParticipant,
  type Identifier,
  NetworkError,
  parseParticipant,
  type WriterFault,
} from '../../peppol/index.ts'
import type { ParticipantMove } from '../../store/index.ts'
import type { ApplyNeeds } from './apply-publication.ts'
import { type MoveEnd, noteMoveState, refusedMove } from './move-states.ts'
import { readPlaces, type SmpFacts } from './plan-publication.ts'

/** Undefined when DNS names our SMP, and the group there is ours. */
export async function whyNotHere(
  needs: ApplyNeeds,
  facts: SmpFacts,
  participant: string,
): Promise<MoveEnd | undefined> {
  const places = await placesOf(needs, parseParticipant(participant))
  if ('outcome' in places) return places
  const { dns, group } = places
  if (!group?.isOurs)
    return refusedMove(participant, 'move.not-ours', 'Our SMP does not have it as ours.')
  if (isAt(facts, dns)) return undefined
  return dns === undefined
    ? refusedMove(participant, 'move.not-in-dns', 'DNS names no SMP for it.')
    : refusedMove(participant, 'move.taken', `It was taken: DNS names the SMP ${dns}.`)
}

/** A `MoveEnd` when one of them could not be read. */
export async function placesOf(needs: ApplyNeeds, participant: Identifier) {
  try {
    return await readPlaces(needs, await needs.smp.own(), participant)
  } catch (error) {
    if (!(error instanceof NetworkError)) throw error
    const { code, message: detail } = error
    const failed: MoveEnd = { participant: formatParticipant(participant), outcome: 'failed' }
    return { ...failed, code, detail }
  }
}

export function isAt({ hosts }: SmpFacts, dns: string | undefined): boolean {
  return dns !== undefined && hosts.includes(new URL(dns).host)
}

/** The SMP did not do it: a move is under way already, or there is none. */
export function isRefusal({ code, next }: WriterFault): boolean {
  return code === 'smp.request-refused' && next === 'read'
}

type OutNote = Pick<ParticipantMove, 'state'> &
  Partial<Pick<ParticipantMove, 'sealedKey' | 'detail' | 'named'>>

export function noteMoveOut(
  needs: ApplyNeeds,
  participant: string,
  move: OutNote,
): Promise<boolean> {
  return noteMoveState(needs, { participant, direction: 'out', ...move })
}
