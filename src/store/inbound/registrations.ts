// Whom we receive documents for.
import type { Pool } from 'pg'
import { changing } from '../access/log.ts'
import { whileCounted } from '../access/tenants.ts'
import type { ChangedBy, TaxReporting, Tenant } from '../facts.ts'
import { asked, batchedRead } from '../postgres/batch.ts'
import { type Page, type PageQuery, pageOf } from '../postgres/pages.ts'
import { prepared, runPrepared } from '../postgres/prepared.ts'
import { type Present, present } from '../postgres/rows.ts'

export type Registration = Present<{
  id: string
  /** In short form: `0208:0123456749`. */
  participant: string
  tenantId: string
  /** Empty: whatever comes. */
  documentTypes: string[]
  /** The country of the participant (ISO 3166-1). */
  country: string | null
  /** Who the participant is to the tenant: the reports count end users. */
  endUser: string | null
  createdAt: Date
  /** Who has it in an SMP: this gateway, or others. */
  publishedBy: PublishedBy
  /** What is left once types that leave the SMP are served no more; empty: whatever comes. */
  nextTypes: string[] | null
  /** Since when the SMP has them no more. */
  typesGoneAt: Date | null
}>

export type PublishedBy = 'us' | 'elsewhere'

/**
 * A registration, how many minutes its tenant has to say what becomes of a document, and what it
 * reports to tax authorities.
 */
export type Served = Registration & Pick<Tenant, 'mlsWait' | 'taxReporting'>

type RegistrationsRow = Omit<Registration, 'country' | 'endUser' | 'nextTypes' | 'typesGoneAt'> & {
  nextTypes: string[] | null
  typesGoneAt: Date | null
  country: string | null
  endUser: string | null
}

const columns = `
  id, participant_id as participant, tenant_id as "tenantId", document_types as "documentTypes",
  country, end_user as "endUser", created_at as "createdAt", published_by as "publishedBy",
  next_types as "nextTypes", types_gone_at as "typesGoneAt"`

/** Whether another tenant than `tenant` lists the participant by name. */
const listedByAnother = `
  exists (select from tenants other
          where other.participants @> array[$2::text] and other.id <> tenant.id)`

// The row is locked against changes of its list until the registration is committed.
const addStatement = `
  with tenant as (
    select id, participants from tenants where id = $3::uuid for no key update
  ),
  allowed as (
    select id from tenant
    where $8::boolean or $2 = any (participants)
      or '*' = any (participants) and not ${listedByAnother}
  ),
  room as (
    select id from allowed
    where $9::integer is null
      or (select count(*) from registrations where tenant_id = allowed.id) < $9
  ),
  added as (
    insert into registrations
      (id, participant_id, tenant_id, document_types, country, end_user, created_at, published_by)
    select $1::uuid, $2::text, id, $4::text[], $5::text, $6::text, $7::timestamptz, $10::text
    from room
    on conflict (participant_id) do nothing
    returning tenant_id
  ),
  listed as (
    update tenants set participants = array_append(participants, $2), listed_at = $7 from added
    where $8 and id = tenant_id and $2 <> all (participants)
  )
  select case when exists (select from added) then 'added'
              when exists (select from room) then 'taken'
              when exists (select from allowed) then 'full' else 'not-allowed' end as outcome`

/** It is published elsewhere, unless said otherwise. */
type NewRegistration = Omit<Registration, 'publishedBy'> &
  Partial<Pick<Registration, 'publishedBy'>> & { byOperator: boolean; max?: number }

export type Addition = 'added' | 'taken' | 'full' | 'not-allowed'

/**
 * `taken` when the participant is registered already. `not-allowed` when the tenant does not own
 * it, or was removed; `byOperator`, the participant is added to its list instead. `full` when the
 * tenant has `max` already.
 */
export async function addRegistration(
  pool: Pool,
  { byOperator, max, publishedBy = 'elsewhere', ...added }: NewRegistration,
  by: ChangedBy,
): Promise<Addition> {
  const values = [
    ...[added.id, added.participant, added.tenantId, added.documentTypes],
    ...[added.country, added.endUser, added.createdAt, byOperator, max ?? null],
    publishedBy,
  ]
  return whileCounted(pool, { tenantId: added.tenantId, by }, async (client) => {
    const { rows } = await client.query<{ outcome: Addition }>(addStatement, values)
    return rows[0]!.outcome
  })
}

/** What is received may change. False when there is no such registration. */
export async function changeRegistration(
  pool: Pool,
  changed: Omit<Registration, 'publishedBy'>,
  by: ChangedBy,
): Promise<boolean> {
  const { rowCount } = await changing(pool, by, (client) =>
    client.query(
      `update registrations set document_types = $3, country = $4, end_user = $5,
                                next_types = $6, types_gone_at = null
       where participant_id = $1 and tenant_id = $2`,
      [
        ...[changed.participant, changed.tenantId],
        ...[changed.documentTypes, changed.country, changed.endUser, changed.nextTypes],
      ],
    ),
  )
  return rowCount === 1
}

/** Whose types leave the SMP. */
export async function registrationsLosingTypes(pool: Pool): Promise<Registration[]> {
  const { rows } = await pool.query<RegistrationsRow>(
    `select ${columns} from registrations where next_types is not null order by id`,
  )
  return rows.map(toRegistration)
}

export async function noteTypesGone(pool: Pool, participant: string, at: Date): Promise<void> {
  await pool.query(
    `update registrations set types_gone_at = $2
     where participant_id = $1 and next_types is not null and types_gone_at is null`,
    [participant, at],
  )
}

/** What is left becomes all that is received. */
export async function dropTypes(pool: Pool, participant: string, by: ChangedBy): Promise<void> {
  await changing(pool, by, (client) =>
    client.query(
      `update registrations
       set document_types = next_types, next_types = null, types_gone_at = null
       where participant_id = $1 and types_gone_at is not null`,
      [participant],
    ),
  )
}

/** False when it is so already, or there is no such registration. */
export async function setPublishedBy(
  pool: Pool,
  { participant, publishedBy }: Pick<Registration, 'participant' | 'publishedBy'>,
  by: ChangedBy,
): Promise<boolean> {
  const { rowCount } = await changing(pool, by, (client) =>
    client.query(
      'update registrations set published_by = $2 where participant_id = $1 and published_by <> $2',
      [participant, publishedBy],
    ),
  )
  return rowCount === 1
}

export async function removeRegistration(
  pool: Pool,
  { tenantId, participant }: Pick<Registration, 'tenantId' | 'participant'>,
  by: ChangedBy,
): Promise<boolean> {
  const { rowCount } = await changing(pool, by, (client) =>
    client.query('delete from registrations where participant_id = $1 and tenant_id = $2', [
      ...[participant, tenantId],
    ]),
  )
  return rowCount === 1
}

const registrationsStatement = prepared<{ participants: string }>(
  'registrations_of',
  `
  select found.* from json_array_elements_text($participants::json) as asked (participant)
  cross join lateral (
    select ${columns}, tenant.mls_wait as "mlsWait",
      nullif(tenant.tax_reporting, '[]') as "taxReporting"
    from registrations cross join lateral (
      select mls_wait, tax_reporting from tenants where id = tenant_id limit 1) tenant
    where participant_id = asked.participant limit 1) found`,
)

type OfTenant = { mlsWait: number | null; taxReporting: TaxReporting[] | null }

const byParticipant = batchedRead(async (pool, participants: string[]) => {
  const query = registrationsStatement.with({ participants: asked(participants) })
  const { rows } = await runPrepared<RegistrationsRow & OfTenant>(pool, query)
  return participants.map((participant) => rows.find((row) => row.participant === participant))
})

/** A registration of any tenant. */
export async function registrationOf(pool: Pool, participant: string): Promise<Served | undefined> {
  const row = await byParticipant(pool, participant)
  return row && present(row)
}

/** Registrations of a tenant, newest first. */
export async function registrationsOf(
  pool: Pool,
  tenantId: string,
  query: PageQuery,
): Promise<Page<Registration>> {
  const statement = `select ${columns} from registrations
    where tenant_id = $tenantId and ($before::uuid is null or id < $before)
    order by id desc limit $limit`
  const list = { name: 'registrations', statement, values: { tenantId } }
  const page = await pageOf<RegistrationsRow>(pool, list, query)
  return { ...page, items: page.items.map(toRegistration) }
}

/** Every participant that is registered with any tenant. */
export async function registeredParticipants(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ participant: string }>(
    'select participant_id as participant from registrations order by id',
  )
  return rows.map(({ participant }) => participant)
}

function toRegistration(row: RegistrationsRow): Registration {
  return present(row)
}
