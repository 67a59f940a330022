// What the monthly reports to Peppol count: every exchange that a receipt proves, test documents
// excepted (migrations/0007_inbound.sql).
import type { Pool } from 'pg'
import type { Exchange } from '../facts.ts'
import { type Present, present } from '../postgres/rows.ts'

/** From the first moment to the one after the last. */
export type Period = { from: Date; to: Date }

const inPeriod = 'exchange.at >= $1 and exchange.at < $2'

/** How many exchanges were alike. The countries are known of inbound ones only. */
type ExchangeGroup = Pick<
  Exchange,
  'direction' | 'accessPoint' | 'documentTypeId' | 'processId' | 'countryC4'
> & { countryC1?: string; count: number }

type GroupRow = Pick<Exchange, 'direction' | 'accessPoint' | 'documentTypeId' | 'processId'> & {
  countryC1: string | null
  countryC4: string | null
  count: number
}

/** All exchanges of the period but those of the types in `uncounted`. */
export async function exchangeGroups(
  pool: Pool,
  { from, to }: Period,
  uncounted: readonly string[],
): Promise<ExchangeGroup[]> {
  const { rows } = await pool.query<GroupRow>(
    `select direction, access_point as "accessPoint", document_type_id as "documentTypeId",
            process_id as "processId", country.c1 as "countryC1", country.c4 as "countryC4",
            count(*)::integer as count
     from exchanges exchange, lateral (select
       case when direction = 'inbound' then country_c1 end as c1,
       case when direction = 'inbound' then country_c4 end as c4) country
     where ${inPeriod} and document_type_id <> all($3)
     group by direction, access_point, document_type_id, process_id, country.c1, country.c4`,
    [from, to, uncounted],
  )
  return rows.map((row) => present(row))
}

/** How many exchanges of the period are of these types. */
export async function countExchanges(
  pool: Pool,
  { from, to }: Period,
  documentTypeIds: readonly string[],
): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::integer as count from exchanges exchange
     where ${inPeriod} and document_type_id = any($3)`,
    [from, to, documentTypeIds],
  )
  return rows[0]!.count
}

/** How many different end users took part; without any key, in all. */
type EndUserGroup = Present<EndUserRow>

type EndUserRow = {
  documentTypeId: string | null
  processId: string | null
  country: string | null
  sending: number
  receiving: number
  sendingOrReceiving: number
}

type EndUserQuery = {
  /** Types that are not counted. */
  uncounted: readonly string[]
  /** Countries that can be reported. */
  countries: readonly string[]
}

// The country of our own end user: as the exchange had it, else as the participant is registered
// now, so that a registration that lacked it can be completed.
const ownCountry = `
  case when exchange.direction = 'outbound' then exchange.country_c1
       else exchange.country_c4 end`
const ownParticipant = `
  case when exchange.direction = 'outbound' then document.sender_id
       else document.receiver_id end`
const userExchanges = `
  select exchange.document_id, exchange.direction, exchange.document_type_id,
         exchange.process_id, exchange.end_user,
         case when ${ownCountry} = any($4) then ${ownCountry}
              else coalesce((
                select registration.country
                from documents document
                join registrations registration on registration.participant_id = ${ownParticipant}
                where document.id = exchange.document_id), ${ownCountry}, 'ZZ')
         end as country
  from exchanges exchange
  where ${inPeriod} and exchange.document_type_id <> all($3)`

/** A country that is not known is `ZZ`. */
export async function endUserGroups(
  pool: Pool,
  { from, to }: Period,
  { uncounted, countries }: EndUserQuery,
): Promise<EndUserGroup[]> {
  const { rows } = await pool.query<EndUserRow>(
    `select document_type_id as "documentTypeId", process_id as "processId", country,
            (count(distinct end_user) filter (where direction = 'outbound'))::integer as sending,
            (count(distinct end_user) filter (where direction = 'inbound'))::integer as receiving,
            count(distinct end_user)::integer as "sendingOrReceiving"
     from (${userExchanges}) as exchanged
     group by grouping sets ((), (document_type_id, process_id),
       (document_type_id, process_id, country), (document_type_id, country), (country))`,
    [from, to, uncounted, countries],
  )
  return rows.map((row) => present(row))
}

/** Our own participants whose country cannot be reported, by their names. */
export async function participantsWithoutCountry(
  pool: Pool,
  { from, to }: Period,
  { uncounted, countries, limit }: EndUserQuery & { limit: number },
): Promise<{ participant: string; country: string }[]> {
  const { rows } = await pool.query<{ participant: string; country: string }>(
    `select distinct ${ownParticipant} as participant, exchange.country
     from (${userExchanges}) as exchange
     join documents document on document.id = exchange.document_id
     where exchange.country <> all($4)
     order by 1, 2 limit $5`,
    [from, to, uncounted, countries, limit],
  )
  return rows
}

/** For how many documents a Message Level Status was due, and for how many it came in time. */
export type ServiceLevel = { measured: number; inTime: number }

/**
 * Ours about what came in during the period (MLS-1): from the time in the message that brought the
 * document to that of the message that took the answer. What is not late yet is not measured.
 */
export async function ownServiceLevel(
  pool: Pool,
  { from, to }: Period,
  { withinMs, now }: { withinMs: number; now: Date },
): Promise<ServiceLevel> {
  return levelOf(
    pool,
    `select state.as4_sent_at as begun,
            case when answering.status = 'delivered' then answering.as4_sent_at end as ended
     from exchanges exchange
     join states state on state.document_id = exchange.document_id
     left join answers answer
       on answer.document_id = exchange.document_id and answer.kind = 'mls'
     left join states answering on answering.document_id = answer.answer_id
     where ${inPeriod} and exchange.direction = 'inbound' and state.mls_status is not null`,
    [from, to, withinMs, now],
  )
}

/**
 * Theirs about what went out during the period (MLS-2): from the time in our message to the arrival
 * of the answer. What is not late yet is not measured.
 */
export async function partnerServiceLevel(
  pool: Pool,
  { from, to }: Period,
  { withinMs, now }: { withinMs: number; now: Date },
): Promise<ServiceLevel> {
  return levelOf(
    pool,
    `select state.as4_sent_at as begun, state.mls_at as ended
     from exchanges exchange
     join states state on state.document_id = exchange.document_id
     where ${inPeriod} and exchange.direction = 'outbound' and state.mls_status is not null`,
    [from, to, withinMs, now],
  )
}

async function levelOf(pool: Pool, timed: string, values: unknown[]): Promise<ServiceLevel> {
  const { rows } = await pool.query<ServiceLevel>(
    `select count(*)::integer as measured,
            (count(*) filter (where ended <= latest))::integer as "inTime"
     from (select ended, begun + $3::double precision * interval '1 millisecond' as latest
           from (${timed}) as timed) as measured
     where ended is not null or latest < $4`,
    values,
  )
  return rows[0]!
}
