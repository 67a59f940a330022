// Forecasts that are made unasked, of a day on which a version of a rule set begins; each tenant is
// told of its own once (migrations/0043_release_forecasts.sql).
import type { Pool } from 'pg'
import { firstUuid } from '../postgres/rows.ts'
import { query } from '../postgres/statement.ts'

/**
 * One for each tenant that has sent something but tests in the last `days`. One that is under way
 * for the same documents, because it was asked for, ends first: the next call adds it.
 */
export async function addReleaseForecasts(
  pool: Pool,
  { rulesDay, days, actor, now }: { rulesDay: string; days: number; actor: string; now: Date },
): Promise<void> {
  await pool.query(
    query(
      `insert into forecasts (id, tenant_id, actor, rules_day, days, created_at, done_from,
                              done_until, done_to, due_at, is_release)
       select uuid_of($now), tenants.id, $actor, $rulesDay, $days, $now, $doneFrom,
              $doneUntil, $doneFrom, $now, true
       from tenants
       where not exists (
           select from forecasts known
           where known.tenant_id = tenants.id and known.rules_day = $rulesDay and known.is_release)
         and exists (
           select from documents
           where tenant_id = tenants.id and direction = 'outbound' and not test
             and id > $doneFrom and id < $doneUntil)
       on conflict do nothing`,
      {
        ...{ rulesDay, days, actor, now },
        doneFrom: firstUuid(new Date(now.getTime() - days * 86_400_000)),
        doneUntil: firstUuid(new Date(now.getTime() + 1)),
      },
    ),
  )
}

/** An event for each tenant whose forecast of a release has ended, once. Returns how many. */
export async function tellForecasts(pool: Pool, now: Date): Promise<number> {
  const { rowCount } = await pool.query(
    `with told as (
       update forecasts set told_at = $1
       where is_release and completed_at is not null and told_at is null
       returning id, tenant_id, rules_day
     )
     insert into pending_events (tenant_id, type, at, details)
     select tenants.id, 'rules.forecast', $1, jsonb_build_object(
       'on', told.rules_day, 'forecastId', told.id, 'rules', (
         select coalesce(
           jsonb_agg(jsonb_build_object('id', rule, 'documents', documents)
                     order by documents desc, rule), '[]')
         from (select rule, sum(documents) as documents from forecast_rules
               where forecast_id = told.id group by rule) counted))
     from told join tenants on tenants.id = told.tenant_id`,
    [now],
  )
  return rowCount ?? 0
}

/** Removes those that were made before `before`, and those of tenants that were removed. */
export async function forgetForecasts(pool: Pool, before: Date): Promise<void> {
  await pool.query(
    `delete from forecasts where created_at < $1
       or (tenant_id is not null and tenant_id not in (select id from tenants))`,
    [before],
  )
}
