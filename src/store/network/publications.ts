// What was written into the SMP, and the lease of the process that writes there. The clock of the
// lease is the database's, since those of the nodes may differ.
import type { Pool } from 'pg'
import { changing } from '../access/log.ts'
import type { ChangedBy } from '../facts.ts'
import { type Present, present } from '../postgres/rows.ts'
import { query } from '../postgres/statement.ts'

type GroupState = 'creating' | 'waiting-for-dns' | 'published' | 'withdrawing' | 'withdrawn'
/** `writing`: perhaps it was written; the answer of the SMP is awaited, or was lost. */
type TypeState = 'writing' | 'written' | 'differs' | 'published'

export type Publication = Present<{
  participant: string
  /** Empty: the group. */
  documentType: string
  state: GroupState | TypeState
  /** The digest of what was written, in hexadecimal. */
  sha256: string | null
  /** Why it went no further. */
  detail: string | null
  /** When it got its state. */
  since: Date
  changedAt: Date
  changedBy: string
}>

/** The epoch of the lease, or undefined while another process has it. */
export async function takeRegistrarLease(pool: Pool, leaseMs: number): Promise<number | undefined> {
  const { rows } = await pool.query<{ epoch: number }>(
    `insert into registrar_lease as known (epoch, ends_at)
     values (1, clock_timestamp() + $1 * interval '1 millisecond')
     on conflict (is_only) do update set epoch = known.epoch + 1, ends_at = excluded.ends_at
     where known.ends_at < clock_timestamp() returning epoch`,
    [leaseMs],
  )
  return rows[0]?.epoch
}

type Lease = { epoch: number; leaseMs: number }

/** False when another process has taken it, or it was ended: a late renewal does not revive it. */
export async function renewRegistrarLease(pool: Pool, lease: Lease): Promise<boolean> {
  const { rowCount } = await pool.query(
    `update registrar_lease set ends_at = clock_timestamp() + $2 * interval '1 millisecond'
     where epoch = $1 and ends_at <> '-infinity'`,
    [lease.epoch, lease.leaseMs],
  )
  return rowCount === 1
}

export async function endRegistrarLease(pool: Pool, epoch: number): Promise<void> {
  await pool.query(`update registrar_lease set ends_at = '-infinity' where epoch = $1`, [epoch])
}

export type PublicationNote = {
  epoch: number
  participant: string
  documentType?: string
  state: GroupState | TypeState
  sha256?: string
  detail?: string
  at: Date
  by: string
}

/** A digest that is absent stays. False when another process has taken the lease. */
export async function notePublication(pool: Pool, note: PublicationNote): Promise<boolean> {
  const { rowCount } = await pool.query(
    query(
      `with lease as (select from registrar_lease where epoch = $epoch for share)
       insert into publications as known
         (participant_id, document_type, state, sha256, detail, since, changed_at, changed_by)
       select $participant::text, $documentType::text, $state::text, decode($sha256, 'hex'),
              $detail::text, $at::timestamptz, $at, $by::text
       from lease
       on conflict (participant_id, document_type) do update set
         state = excluded.state, sha256 = coalesce(excluded.sha256, known.sha256),
         detail = excluded.detail,
         since = case when known.state = excluded.state
                        and known.sha256 is not distinct from
                            coalesce(excluded.sha256, known.sha256)
                      then known.since else excluded.since end,
         changed_at = excluded.changed_at, changed_by = excluded.changed_by`,
      { documentType: '', sha256: undefined, detail: undefined, ...note },
    ),
  )
  return rowCount === 1
}

/** Without a type, the group and all its types. False as for notePublication. */
export async function forgetPublication(
  pool: Pool,
  gone: { epoch: number; participant: string; documentType?: string },
): Promise<boolean> {
  const { rows } = await pool.query<{ held: boolean }>(
    query(
      `with lease as (select from registrar_lease where epoch = $epoch for share),
       gone as (
         delete from publications
         where participant_id = $participant and exists (select from lease)
           and ($documentType::text is null or document_type = $documentType)
       )
       select exists (select from lease) as held`,
      { documentType: undefined, ...gone },
    ),
  )
  return rows[0]!.held
}

/** Removes the registrations of what was withdrawn before `before`. Returns how many. */
export async function removeWithdrawn(pool: Pool, before: Date, by: ChangedBy): Promise<number> {
  const { rowCount } = await changing(pool, by, (client) =>
    client.query(
      `with gone as (
         delete from publications
         where document_type = '' and state = 'withdrawn' and since < $1 returning participant_id
       ),
       types as (
         delete from publications
         where document_type <> '' and participant_id in (select participant_id from gone)
       )
       delete from registrations where participant_id in (select participant_id from gone)`,
      [before],
    ),
  )
  return rowCount ?? 0
}

/** The rows of one participant or of all, by participant, the group first. */
/** All of them: the SMP has what is registered by itself. */
export async function forgetPublications(pool: Pool): Promise<void> {
  await pool.query('delete from publications')
}

export async function publications(pool: Pool, participant?: string): Promise<Publication[]> {
  const { rows } = await pool.query<Publication>(
    `select participant_id as participant, document_type as "documentType", state,
            encode(sha256, 'hex') as sha256, detail, since, changed_at as "changedAt",
            changed_by as "changedBy"
     from publications where $1::text is null or participant_id = $1
     order by participant_id, document_type`,
    [participant ?? null],
  )
  return rows.map((row) => present(row))
}
