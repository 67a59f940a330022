// How the customers behind the participants were identified: one record for each participant, and
// all that were made in the log.
import type { Pool } from 'pg'
import { changing } from '../access/log.ts'
import type { ChangedBy } from '../facts.ts'
import { query } from '../postgres/statement.ts'

export type Identification = {
  participant: string
  /** What was checked. */
  checked: string
  checkedBy: string
  /** Days, such as `2026-11-29`. */
  checkedOn: string
  dueOn: string
  /** Where the proof is kept. */
  reference: string
  recordedAt: Date
  recordedBy: string
}

const columns = `
  participant_id as participant, checked, checked_by as "checkedBy",
  to_char(checked_on, 'YYYY-MM-DD') as "checkedOn", to_char(due_on, 'YYYY-MM-DD') as "dueOn",
  reference, recorded_at as "recordedAt", recorded_by as "recordedBy"`

type Recorded = Omit<Identification, 'recordedAt' | 'recordedBy'>

/** Takes the place of the record before. False when there is no registration. */
export async function recordIdentification(
  pool: Pool,
  recorded: Recorded,
  by: ChangedBy,
): Promise<boolean> {
  const { participant, ...detail } = recorded
  const { rowCount } = await changing(pool, by, (client) =>
    client.query(
      query(
        `with registration as (
           select participant_id, tenant_id from registrations where participant_id = $participant
         ),
         recorded as (
           insert into identifications (participant_id, checked, checked_by, checked_on, due_on,
                                        reference, recorded_at, recorded_by)
           select participant_id, $checked, $checkedBy, $checkedOn::date, $dueOn::date, $reference,
                  $at, $actor
           from registration
           on conflict (participant_id) do update set
             checked = excluded.checked, checked_by = excluded.checked_by,
             checked_on = excluded.checked_on, due_on = excluded.due_on,
             reference = excluded.reference, recorded_at = excluded.recorded_at,
             recorded_by = excluded.recorded_by
           returning participant_id
         )
         select log_change(array[tenant_id], 'registration.identified', participant_id,
                           $detail::jsonb)
         from registration join recorded using (participant_id)`,
        { ...recorded, at: by.at, actor: by.actor, detail: JSON.stringify(detail) },
      ),
    ),
  )
  return rowCount === 1
}

export async function identificationOf(
  pool: Pool,
  participant: string,
): Promise<Identification | undefined> {
  const { rows } = await pool.query<Identification>(
    `select ${columns} from identifications where participant_id = $1`,
    [participant],
  )
  return rows[0]
}

/** What is due first comes first; without a tenant, those of all. */
export async function identifications(pool: Pool, tenantId?: string): Promise<Identification[]> {
  const { rows } = await pool.query<Identification>(
    `select ${columns} from identifications join registrations using (participant_id)
     where $1::uuid is null or tenant_id = $1 order by due_on, participant_id`,
    [tenantId ?? null],
  )
  return rows
}
