// Lanes: what deliveries share (an endpoint), whether it works, and who may not be sent to for now.
import type { Pool } from 'pg'
import { changing } from '../access/log.ts'
import type { Move } from '../facts.ts'
import { present } from '../postgres/rows.ts'
import { query } from '../postgres/statement.ts'

/**
 * What the attempt shows about its lane. After `failuresMax` failures in a row its circuit opens,
 * first for `openMs`, then twice as long each time, up to `openMsMax`. `closedUntil`: the receiver
 * asked not to be called before then.
 */
export type LaneEnd = {
  name: string
  health: 'works' | 'fails' | 'unknown'
  closedUntil?: Date
  circuit: { failuresMax: number; openMs: number; openMsMax: number }
}

// While a circuit is open, the ends of attempts that had begun before do not keep it open longer.
const opens = `(excluded.failures > 0 and lane.failures + excluded.failures >= $failuresMax::integer
      and coalesce(lane.open_until, '-infinity') <= $failedAt::timestamptz)`

/**
 * A common table expression (`circuitValues`) that counts the failures of a table `held` with the
 * lane, its health and closed_until, where no two failures are of one lane.
 */
export const laneFails = `
  lane_fails as (
    insert into lanes as lane (lane, failures, open_until)
    select held.lane, (held.health = 'fails')::integer, held.closed_until from held
    where held.health = 'fails' or held.closed_until is not null
    on conflict (lane) do update set
      failures = lane.failures + excluded.failures,
      openings = lane.openings + ${opens}::integer,
      open_until = greatest(excluded.open_until, case when ${opens}
        then $failedAt::timestamptz + interval '1 millisecond'
          * least($openMs::integer * 2 ^ least(lane.openings, 20), $openMsMax::integer)
        else lane.open_until end)
  ),`

export type CircuitValues = LaneEnd['circuit'] & { failedAt: Date }

export function circuitValues({ circuit }: LaneEnd, failedAt: Date): CircuitValues {
  const { failuresMax, openMs, openMsMax } = circuit
  return { failuresMax, openMs, openMsMax, failedAt }
}

/** Places for deliveries; the numbers of all processes together, except `total`. */
export type SlotLimits = {
  /** The slots of this process. */
  total: number
  ofTenant: number
  ofEndpoint: number
  /** While a delivery has been under way for longer than `slowMs`, or after a failed one. */
  ofSlowEndpoint: number
  slowMs: number
  /** After so many failures in a row, one delivery at a time probes the endpoint. */
  failuresMax: number
  /** How long after its last claim a process that lacks deliveries keeps its share. */
  sharedMs: number
}

type LaneChange = {
  jobId: string
  epoch: number
  documentId: string
  lane: string
  now: Date
  slots: SlotLimits
  /** For a delivery that is put back in line. */
  move: Move
}

/**
 * Moves a claimed delivery to another lane. False when that has no room, and the delivery was put
 * back in line there, or when the claim is no longer ours.
 */
export async function changeLane(pool: Pool, change: LaneChange): Promise<boolean> {
  const { jobId, epoch, documentId, lane, now, slots, move } = change
  const { rows } = await pool.query<{ has_room: boolean }>(
    'select change_lane($1, $2, $3, $4, $5, $6, $7) as has_room',
    [jobId, epoch, documentId, lane, now, JSON.stringify(slots), JSON.stringify(move)],
  )
  return rows[0]?.has_room === true
}

type FailingLane = { lane: string; failures: number; openUntil?: Date; documents: number }

/**
 * The lanes whose circuit has opened and that have not worked since, while documents wait in them;
 * those with the most documents first.
 */
export async function failingLanes(pool: Pool): Promise<FailingLane[]> {
  const { rows } = await pool.query<{
    lane: string
    failures: number
    open_until: Date | null
    documents: number
  }>(
    `select lanes.lane, lanes.failures, lanes.open_until, waiting.documents
     from lanes cross join lateral (
       select count(*)::integer as documents from jobs where jobs.lane = lanes.lane) waiting
     where lanes.openings > 0 and waiting.documents > 0
     order by waiting.documents desc, lanes.lane`,
  )
  return rows.map(({ open_until: openUntil, ...same }) => present({ ...same, openUntil }))
}

/** `restored`: of what was open when the database was restored, and of nothing else. */
type Pause = { receiver?: string; restored?: true; since: Date; actor: string }

/**
 * `by`: the name of the token that ordered it. `waiting`: documents that it holds, of all tenants;
 * `waitingOfTenant`: of the tenant that was asked for.
 */
export type PauseInForce = Pause & { by?: string; waiting: number; waitingOfTenant: number }

const everyone = '*'
const restored = '*restored'

/** Claims take it, one after the other (claim_deliveries, in migrations/functions). */
const claimLock = 4_207_003

/** Nothing is sent to the receiver (without one: to anybody) until it is resumed. */
export async function pauseQueue(pool: Pool, { receiver, since, actor }: Pause): Promise<void> {
  await changing(pool, { actor, at: since }, (client) =>
    client.query(
      `insert into pauses (receiver_id, since, actor) values ($1, $2, $3)
       on conflict (receiver_id) do nothing`,
      [receiver ?? everyone, since, actor],
    ),
  )
}

/**
 * Nothing that is queued now is sent until the queue is resumed; what is queued from now on is. All
 * of it falls due now, so that the next claims put it back as paused, whenever it would be next.
 * Returns how many deliveries that holds, or undefined when such a pause is in force already.
 */
export async function pauseRestored(
  pool: Pool,
  { since, actor }: Pick<Pause, 'since' | 'actor'>,
): Promise<number | undefined> {
  const { rows } = await changing(pool, { actor, at: since }, (client) =>
    client.query<{ count: number }>(
      `with open as (select count(*)::integer as count, coalesce(max(id), 0) as last_job from jobs),
       pause as (
         insert into pauses (receiver_id, since, actor, last_job)
         select $1, $2, $3, last_job from open
         on conflict (receiver_id) do nothing
         returning receiver_id
       ),
       due as (
         update jobs set run_at = least(run_at, $2)
         where lease_owner is null and exists (select from pause)
       )
       select count from open where exists (select from pause)`,
      [restored, since, actor],
    ),
  )
  return rows[0]?.count
}

/**
 * False when there was no such pause. What was put back because of it falls due at once; a claim
 * that saw the pause is waited for, since it may be putting back more.
 */
export async function resumeQueue(
  pool: Pool,
  { receiver, now, actor }: { receiver?: string; now: Date; actor: string },
): Promise<boolean> {
  return changing(pool, { actor, at: now }, async (client) => {
    await client.query('select pg_advisory_xact_lock($1)', [claimLock])
    const { rowCount } = await client.query('delete from pauses where receiver_id = any ($1)', [
      receiver === undefined ? [everyone, restored] : [receiver],
    ])
    await client.query(
      `update jobs set run_at = least($2, run_at), held = null
       where held = 'paused' and lease_owner is null
         and ($1::text is null or receiver_id = $1)
         and not is_paused(jobs)`,
      [receiver ?? null, now],
    )
    return rowCount !== 0
  })
}

/** The pauses in force, oldest first. */
export async function pausesOf(pool: Pool, tenantId?: string): Promise<PauseInForce[]> {
  const { text, values } = query(
    `
    select pause.receiver_id as id, pause.since, pause.actor, token.name as by,
           held.waiting, held.of_tenant as "waitingOfTenant"
    from pauses pause left join tokens token on pause.actor = 'token:' || token.id
    cross join lateral (
      select count(*)::integer as waiting,
             (count(*) filter (where job.tenant_id = $tenantId))::integer as of_tenant
      from jobs job
      where job.lease_owner is null
        and (pause.receiver_id in ('*', job.receiver_id) or job.id <= pause.last_job)) held
    order by pause.since, pause.receiver_id`,
    { tenantId: tenantId ?? null },
  )
  const { rows } = await pool.query<
    Omit<PauseInForce, 'receiver' | 'restored' | 'by'> & { id: string; by: string | null }
  >(text, values)
  return rows.map(({ id, ...pause }) => ({
    ...(id === restored ? { restored: true } : id === everyone ? {} : { receiver: id }),
    ...present(pause),
  }))
}
