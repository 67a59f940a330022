// Participants on their way to another SMP, or to ours: the last move of each. To note
// one takes the lease of those that write into the SMP.
import type { Pool } from 'pg'
import { changing, installationLog } from '../access/log.ts'
import { type Present, present } from '../postgres/rows.ts'
import { query } from '../postgres/statement.ts'

type MoveState = 'asked' | 'key-given' | 'taken' | 'finished' | 'cancelled' | 'failed'

/** Answers of DNS, one after the other, that all named the same other SMP. */
export type NamedElsewhere = { url: string; from: Date; to: Date; count: number }

export type ParticipantMove = Present<{
  participant: string
  direction: 'in' | 'out'
  state: MoveState
  /** The migration key, encrypted, until it was shown. */
  sealedKey: Buffer | null
  /** Why it went no further. */
  detail: string | null
  /** When it got its state. */
  since: Date
}> & { named?: NamedElsewhere }

export type ParticipantMoveNote = Omit<ParticipantMove, 'since'> & {
  epoch: number
  at: Date
  by: string
}

/**
 * Replaces all that is known of the last move; a state that is new is a line in the log of the
 * tenant. False when another process has taken the lease.
 */
export async function noteParticipantMove(pool: Pool, note: ParticipantMoveNote): Promise<boolean> {
  const { named, participant, direction, state, detail, at, by } = note
  const { rowCount } = await changing(pool, { actor: by, at }, (client) =>
    client.query(
      query(
        `with lease as (select from registrar_lease where epoch = $epoch for share),
         before as (
           select direction, state from participant_moves where participant_id = $participant
         ),
         noted as (
           insert into participant_moves as known
             (participant_id, direction, state, sealed_key, detail, named_url, named_from,
              named_to, named_count, since, changed_at, changed_by)
           select $participant::text, $direction::text, $state::text, $sealedKey::bytea,
                  $detail::text, $url::text, $from::timestamptz, $to::timestamptz,
                  $count::integer, $at::timestamptz, $at, $by::text
           from lease
           on conflict (participant_id) do update set
             direction = excluded.direction, state = excluded.state,
             sealed_key = excluded.sealed_key, detail = excluded.detail,
             named_url = excluded.named_url, named_from = excluded.named_from,
             named_to = excluded.named_to, named_count = excluded.named_count,
             since = case when (known.direction, known.state) = (excluded.direction, excluded.state)
                          then known.since else excluded.since end,
             changed_at = excluded.changed_at, changed_by = excluded.changed_by
           returning participant_id
         )
         select case when not exists (
             select from before where (direction, state) = ($direction, $state)
           ) then log_change(
             array[coalesce((select tenant_id from registrations
                             where registrations.participant_id = $participant), $installation)],
             'move.' || $state, $participant,
             jsonb_strip_nulls(jsonb_build_object(
               'direction', $direction::text, 'smp', $url::text, 'detail', $detail::text)))
           end
         from noted`,
        {
          ...{ epoch: note.epoch, participant, direction, state, at, by, detail },
          ...{ sealedKey: note.sealedKey, installation: installationLog },
          ...{ url: named?.url, from: named?.from, to: named?.to, count: named?.count },
        },
      ),
    ),
  )
  return rowCount === 1
}

type MoveRow = {
  participant: string
  direction: 'in' | 'out'
  state: MoveState
  sealedKey: Buffer | null
  detail: string | null
  url: string | null
  from: Date | null
  to: Date | null
  count: number | null
  since: Date
}

/** In the order of the participants; only that of `participant`, if it is given. */
export async function participantMoves(
  pool: Pool,
  participant?: string,
): Promise<ParticipantMove[]> {
  const { rows } = await pool.query<MoveRow>(
    `select participant_id as participant, direction, state, sealed_key as "sealedKey", detail,
            named_url as url, named_from as "from", named_to as "to", named_count as count, since
     from participant_moves where $1::text is null or participant_id = $1 order by participant_id`,
    [participant ?? null],
  )
  return rows.map(toMove)
}

export async function participantMoveOf(
  pool: Pool,
  participant: string,
): Promise<ParticipantMove | undefined> {
  return (await participantMoves(pool, participant))[0]
}

function toMove({ url, from, to, count, ...row }: MoveRow): ParticipantMove {
  const isNamed = url !== null && from !== null && to !== null && count !== null
  return { ...present(row), ...(isNamed ? { named: { url, from, to, count } } : {}) }
}
