// A delivery that begins with its document: its parts of the statement that accepts one (accept).

import type { Document, Move, NewAttempt, NewFile } from '../facts.ts'
import { columnsOf, rowType, toParameter } from '../postgres/row-types.ts'
import { newAttempt } from '../queue/attempts.ts'
import type { SlotLimits } from '../queue/lanes.ts'

/** A delivery that begins now, if there is a slot for it, and whose message is made. */
export type DeliveryStart = {
  owner: string
  at: Date
  /** The move of a document that is claimed. */
  move: Move
  leaseUntil: Date
  attempt: NewAttempt
  /** The files of the attempt. */
  files: readonly NewFile[]
  slots: SlotLimits
}

const placeWish = rowType('place_wish', {
  document_id: 'uuid',
  tenant_id: 'uuid',
  lane: 'text',
  receiver_id: 'text',
})

// Places are taken by a function, whose statements see what was committed before its lock.
export const takeSlots = `
  placed as materialized (
    select place.document_id
    from take_places($wishes::place_wish[], $owner, $claimAt::timestamptz, $slots::json)
      as place (document_id)
  ),`
export const stateOfPlaced = 'case when is_placed then begun_state else state end'
export const isPlaced = 'item.document_id in (select document_id from placed)'

export const insertStarted = `
  new_attempt as (
    insert into attempts (${columnsOf(newAttempt)})
    select (attempt).* from held where is_placed
  ),`
export const linesOfStarted = `
    union all
    select document_id, null, begun_at, claim_to, claim_event, $owner, null, null
    from held where is_placed`

type StartedJob = DeliveryStart & { document: Document; lane: string }

/** The document where it has a slot. */
export function toStartedDocument(
  document: Document,
  { move, at, attempt }: DeliveryStart,
): Document {
  return { ...document, status: move.to, attempts: attempt.number, updatedAt: at }
}

export type SlotParameters = {
  wishes: Buffer
  owner: string | undefined
  claimAt: Date | undefined
  slots: string
}

/** What `takeSlots` asks for. All deliveries of a process ask alike. */
export function slotParameters(start: StartedJob[]): SlotParameters {
  const last = start.at(-1)
  return {
    wishes: toParameter(
      placeWish,
      start.map(({ document, lane }) => ({
        document_id: document.id,
        tenant_id: document.tenantId,
        lane,
        receiver_id: document.receiver.id,
      })),
    ),
    owner: last?.owner,
    claimAt: last?.at,
    slots: JSON.stringify(last?.slots ?? null),
  }
}

/** An error of take_places: another document with this number is being stored. */
export function isWaitTooLong(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '55P03'
}
