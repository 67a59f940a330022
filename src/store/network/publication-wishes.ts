// What was asked for of the SMP and is not done yet: at most one wish for each participant. One
// process carries them out, which has the lease of the registrar.
import type { Pool } from 'pg'
import { changing } from '../access/log.ts'
import type { ChangedBy } from '../facts.ts'
import { type Present, present } from '../postgres/rows.ts'
import { query } from '../postgres/statement.ts'

type WishRow = {
  participant: string
  wish: 'publish' | 'withdraw'
  askedAt: Date
  askedBy: string
  tries: number
  /** Why it went no further. */
  code: string | null
  detail: string | null
  /** Absent: it was refused, and is not tried again. */
  nextAt: Date | null
}

export type PublicationWish = Present<WishRow>

const columns = `
  participant_id as participant, wish, asked_at as "askedAt", asked_by as "askedBy", tries, code,
  detail, next_at as "nextAt"`

/** Takes the place of the wish before, if there is one. False when there is no registration. */
export async function wishPublication(
  pool: Pool,
  { participant, wish }: Pick<PublicationWish, 'participant' | 'wish'>,
  by: ChangedBy,
): Promise<boolean> {
  const { rowCount } = await changing(pool, by, (client) =>
    client.query(
      query(
        `with registration as (
           select participant_id, tenant_id from registrations where participant_id = $participant
         ),
         wished as (
           insert into publication_wishes (participant_id, wish, asked_at, asked_by, next_at)
           select participant_id, $wish, $at, $actor, $at from registration
           on conflict (participant_id) do update set
             wish = excluded.wish, asked_at = excluded.asked_at, asked_by = excluded.asked_by,
             tries = 0, code = null, detail = null, next_at = excluded.next_at
           returning participant_id
         )
         select log_change(array[tenant_id], 'registration.' || $wish || '-asked',
                           participant_id, '{}')
         from registration join wished using (participant_id)`,
        { participant, wish, at: by.at, actor: by.actor },
      ),
    ),
  )
  return rowCount === 1
}

export async function publicationWish(
  pool: Pool,
  participant: string,
): Promise<PublicationWish | undefined> {
  const { rows } = await pool.query<WishRow>(
    `select ${columns} from publication_wishes where participant_id = $1`,
    [participant],
  )
  return rows[0] && present(rows[0])
}

/** The oldest of those that are due. */
export async function duePublicationWishes(
  pool: Pool,
  now: Date,
  limit: number,
): Promise<PublicationWish[]> {
  const { rows } = await pool.query<WishRow>(
    `select ${columns} from publication_wishes where next_at <= $1
     order by asked_at, participant_id limit $2`,
    [now, limit],
  )
  return rows.map((row) => present(row))
}

type Tried = Pick<
  PublicationWish,
  'participant' | 'askedAt' | 'tries' | 'code' | 'detail' | 'nextAt'
>

/** Notes what a try came to. A wish that was asked for since then stays as it is. */
export async function notePublicationWish(pool: Pool, tried: Tried): Promise<void> {
  await pool.query(
    query(
      `update publication_wishes
       set tries = $tries, code = $code, detail = $detail, next_at = $nextAt
       where participant_id = $participant and asked_at = $askedAt`,
      { code: undefined, detail: undefined, nextAt: undefined, ...tried },
    ),
  )
}

/** It is done. */
export async function forgetPublicationWish(
  pool: Pool,
  { participant, askedAt }: Pick<PublicationWish, 'participant' | 'askedAt'>,
): Promise<void> {
  await pool.query('delete from publication_wishes where participant_id = $1 and asked_at = $2', [
    participant,
    askedAt,
  ])
}
