// How far the move of a participant to another SMP, or to ours, has come.
import type { ParticipantMove, ParticipantMoveNote, Store } from '../../store/index.ts'
import type { RegistrarLease } from './registrar-lease.ts'

type Moving = Pick<ParticipantMove, 'direction' | 'state'>

/** Whether a key was used here and DNS may not have followed yet, or did not do it yet. */
export function isMovingIn(move: Moving | undefined): boolean {
  return move?.direction === 'in' && move.state !== 'finished'
}

/** Whether another SMP may take the participant with a key of ours, or has. */
export function isMovingOut(move: Moving | undefined): boolean {
  return move?.direction === 'out' && ['asked', 'key-given', 'taken'].includes(move.state)
}

/** In either direction. */
export function isUnderWay(move: Moving | undefined): boolean {
  return isMovingOut(move) || (isMovingIn(move) && move?.state !== 'failed')
}

/** What is left out is forgotten: the key, too. False when another process has the lease. */
export function noteMoveState(
  { store, lease, now, actor }: NotingNeeds,
  move: Omit<ParticipantMoveNote, 'epoch' | 'at' | 'by'>,
): Promise<boolean> {
  return store.noteParticipantMove({ ...move, epoch: lease.epoch, at: now(), by: actor })
}

type NotingNeeds = {
  store: Pick<Store, 'noteParticipantMove'>
  lease: RegistrarLease
  now(): Date
  actor: string
}

export type MoveEnd = {
  participant: string
  /** `waiting`: repeat it later. `refused`: nothing was done. */
  outcome: 'finished' | 'cancelled' | 'waiting' | 'refused' | 'failed'
  code?: string
  detail?: string
}

export function refusedMove(participant: string, code: string, detail: string): MoveEnd {
  return { participant, outcome: 'refused', code, detail }
}

export function lostLease(participant: string): MoveEnd {
  const detail = 'Another process writes into the SMP now.'
  return { participant, outcome: 'failed', code: 'publication.lease-lost', detail }
}
