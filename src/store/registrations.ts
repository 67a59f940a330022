// Whom we receive documents for.
import type { Pool } from 'pg'
import { asked, gatheredRead } from './gather.ts'
import { type Page, type PageQuery, pageOf } from './pages.ts'
import { runPrepared } from './prepared.ts'
import { type Present, present } from './rows.ts'
import { keptTenant } from './tenants.ts'

export type Registration = Present<{
  id: string
  /** In short form: `0208:0123456749`. */
  participant: string
  tenantId: string
  /** Empty: whatever comes. */
  documentTypes: string[]
  /** Of the participant (ISO 3166-1). */
  country: string | null
  /** Who the participant is to the tenant: the reports count end users. */
  endUser: string | null
  createdAt: Date
}>

type Row = Omit<Registration, 'country' | 'endUser'> & {
  country: string | null
  endUser: string | null
}

const columns = `
  id, participant_id as participant, tenant_id as "tenantId", document_types as "documentTypes",
  country, end_user as "endUser", created_at as "createdAt"`

/** False when the participant is registered already, or the tenant was removed. */
export async function addRegistration(pool: Pool, added: Registration): Promise<boolean> {
  const { rowCount } = await pool.query(
    `insert into registrations
       (id, participant_id, tenant_id, document_types, country, end_user, created_at)
     select $1::uuid, $2::text, tenant.id, $4::text[], $5::text, $6::text, $7::timestamptz
     from ${keptTenant('$3::uuid')} tenant
     on conflict (participant_id) do nothing`,
    [
      ...[added.id, added.participant, added.tenantId, added.documentTypes],
      ...[added.country, added.endUser, added.createdAt],
    ],
  )
  return rowCount === 1
}

/** All but the participant and its tenant may change. False when there is none. */
export async function changeRegistration(pool: Pool, changed: Registration): Promise<boolean> {
  const { rowCount } = await pool.query(
    `update registrations set document_types = $3, country = $4, end_user = $5
     where participant_id = $1 and tenant_id = $2`,
    [
      ...[changed.participant, changed.tenantId],
      ...[changed.documentTypes, changed.country, changed.endUser],
    ],
  )
  return rowCount === 1
}

export async function removeRegistration(
  pool: Pool,
  { tenantId, participant }: Pick<Registration, 'tenantId' | 'participant'>,
): Promise<boolean> {
  const { rowCount } = await pool.query(
    'delete from registrations where participant_id = $1 and tenant_id = $2',
    [participant, tenantId],
  )
  return rowCount === 1
}

const registrationsStatement = {
  name: 'registrations_of',
  text: `
  select found.* from json_array_elements_text($1::json) as asked (participant)
  cross join lateral (
    select ${columns} from registrations where participant_id = asked.participant limit 1) found`,
}

const byParticipant = gatheredRead(async (pool, participants: string[]) => {
  const { rows } = await runPrepared<Row>(pool, registrationsStatement, [asked(participants)])
  return participants.map((participant) => rows.find((row) => row.participant === participant))
})

/** Whoever it belongs to. */
export async function registrationOf(
  pool: Pool,
  participant: string,
): Promise<Registration | undefined> {
  const row = await byParticipant(pool, participant)
  return row && toRegistration(row)
}

/** Those of a tenant, newest first. */
export async function registrationsOf(
  pool: Pool,
  tenantId: string,
  query: PageQuery,
): Promise<Page<Registration>> {
  const statement = `select ${columns} from registrations
    where tenant_id = $1 and ($2::uuid is null or id < $2) order by id desc limit $3`
  const list = { name: 'registrations', statement, values: [tenantId] }
  const page = await pageOf<Row>(pool, list, query)
  return { ...page, items: page.items.map(toRegistration) }
}

/** Every participant that is registered with any tenant. */
export async function registeredParticipants(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ participant: string }>(
    'select participant_id as participant from registrations order by id',
  )
  return rows.map(({ participant }) => participant)
}

function toRegistration(row: Row): Registration {
  return present(row)
}
