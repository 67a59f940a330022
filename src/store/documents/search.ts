// Documents found by one piece of text: an id, a reference, a participant, the beginning or end of
// a number, an amount, the beginnings of words of a partner's name. Every part reads through an
// index and a bounded number of rows, however many documents there are.
import type { Pool } from 'pg'
import type { Document } from '../facts.ts'
import { isUuid } from '../postgres/rows.ts'
import { query } from '../postgres/statement.ts'
import { numberColumn, numberFacts } from './numbers.ts'

export type SearchQuery = {
  /** Trimmed, and not empty. */
  text: string
  /** The participant that the text means, as it is stored. */
  participant?: string
  /** The same amount in each way in which a document may state it: `121`, `121.0`, `121.00`. */
  amounts?: readonly string[]
  direction?: Document['direction']
}

/**
 * Newest first, at most searchHitsMax. `isExact`: the text is a whole id, reference, number or
 * participant of each. `isCut`: more documents match.
 */
export type SearchHits = { ids: string[]; isExact: boolean; isCut: boolean }

export const searchHitsMax = 50
/** Characters of a part of a number or of a word. */
const searchPartMin = 3

const hits = searchHitsMax + 1
// Where more match, the newest of them are looked for among the newest documents.
const partMatchesMax = 2_000
const newestMax = 5_000
const namesMax = 100
const documentsOfNameMax = 60

/** Exact matches if there are any, and parts otherwise. */
export async function searchDocuments(
  pool: Pool,
  tenantId: string,
  search: SearchQuery,
): Promise<SearchHits> {
  const exact = await idsOf(pool, exactStatement(tenantId, search))
  if (exact.length > 0) return { ...shown(exact), isExact: true }
  const found = await Promise.all(
    partStatements(tenantId, search).map((statement) => idsOf(pool, statement)),
  )
  return { ...shown(found.flat()), isExact: false }
}

async function idsOf(pool: Pool, { text, values }: Query): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(text, values)
  return rows.map(({ id }) => id)
}

type Query = { text: string; values: unknown[] }

function shown(ids: readonly string[]): Pick<SearchHits, 'ids' | 'isCut'> {
  // The order of ids is that of creation.
  const newestFirst = [...new Set(ids)].sort().reverse()
  return {
    ids: newestFirst.slice(0, searchHitsMax),
    isCut: newestFirst.length > searchHitsMax,
  }
}

/** Each way of being exactly the text, newest first. */
export function exactStatement(tenantId: string, search: SearchQuery): Query {
  const { text, participant, direction } = search
  const each = [
    'reference = $text',
    'number = $number',
    `id = any (array(
      select document_id from attempts where message_id = $text union all
      select document_id from inbound_messages where message_id = $text))`,
    ...(isUuid(text) ? ['id = $text::uuid'] : []),
    ...(participant ? ['sender_id = $participant', 'receiver_id = $participant'] : []),
  ]
  return query(each.map((condition) => newestOf(condition, direction)).join(' union all '), {
    ...{ tenantId, text, number: numberColumn(numberFacts(text)) },
    ...(participant ? { participant } : {}),
    ...(direction ? { direction } : {}),
  })
}

/** No index has the direction before what is looked for, so it is asked of what was read. */
function newestOf(condition: string, direction: Document['direction'] | undefined): string {
  const newest = `
    select id, direction from documents
    where tenant_id = $tenantId and ${condition}
    order by id desc limit ${direction ? newestMax : hits}`
  return `(select id from (${newest}) newest ${inDirection(direction)}
    order by id desc limit ${hits})`
}

function inDirection(direction: Document['direction'] | undefined): string {
  return direction ? 'where direction = $direction' : ''
}

/** Statements of the parts that the text may be; none for a text that is too short. */
export function partStatements(tenantId: string, search: SearchQuery): Query[] {
  const { text, amounts, direction } = search
  const given = { tenantId, ...(direction ? { direction } : {}) }
  const words = wordsOf(text)
  const longest = words.reduce(
    (longest, word) => (word.length > longest.length ? word : longest),
    '',
  )
  const parts = [
    ...(amounts ?? []).map((amount) =>
      query(newestOf('payable = $amount', direction), { ...given, amount }),
    ),
    ...(text.length >= searchPartMin
      ? [
          query(partOf('lower(number)', 'lower($text)', direction), { ...given, text }),
          query(partOf('reverse(lower(number))', 'reverse(lower($text))', direction), {
            ...given,
            text,
          }),
        ]
      : []),
    ...(longest.length >= searchPartMin
      ? [query(namesOf(direction), { tenantId, words, longest })]
      : []),
  ]
  return parts
}

/** Like name_words of the database, which compares them in lower case. */
function wordsOf(text: string): string[] {
  return text.split(/[\s!-/:-@[-`{-~]+/).filter((word) => word !== '')
}

/** All that begins with `beginning`, in the order of bytes, which the index has. */
function beginsWith(expression: string, beginning: string): string {
  return `${expression} ~>=~ ${beginning} and ${expression} ~<=~ (${beginning} || U&'\\+10FFFF')`
}

// Without an order, so that reading ends with the last row that is wanted.
function partOf(
  expression: string,
  beginning: string,
  direction: Document['direction'] | undefined,
): string {
  const matches = beginsWith(expression, beginning)
  return `
    with few as materialized (
      select id, direction from documents
      where tenant_id = $tenantId and ${matches}
      limit ${partMatchesMax}
    )
    (select id from few ${inDirection(direction)} order by id desc limit ${hits})
    union all
    (select id from (${newestDocuments(direction)}) newest
     where (select count(*) from few) = ${partMatchesMax} and ${matches} limit ${hits})`
}

/** The newest documents, sent and received. */
function newestDocuments(direction: Document['direction'] | undefined): string {
  const of = (one: string) => `
    (select id, number, receiver_id, receiver_name, sender_id, sender_name, direction
     from documents where tenant_id = $tenantId and direction = '${one}'
     order by id desc limit ${newestMax})`
  const each = direction ? [of(direction)] : [of('outbound'), of('inbound')]
  return `select * from (${each.join(' union all ')}) each_direction order by id desc`
}

const partner = {
  id: `case direction when 'outbound' then receiver_id else sender_id end`,
  name: `case direction when 'outbound' then receiver_name else sender_name end`,
}

function namesOf(direction: Document['direction'] | undefined): string {
  const ofPartner = (role: 'receiver' | 'sender', of: Document['direction']) => `
    select found.id from (select * from partners limit ${namesMax}) partner
    cross join lateral (
      select id, ${role}_name as name from documents
      where tenant_id = $tenantId and ${role}_id = partner.participant_id and direction = '${of}'
      order by id desc limit ${documentsOfNameMax}) found
    where found.name = partner.name`
  const each = [
    ...(direction === 'inbound' ? [] : [ofPartner('receiver', 'outbound')]),
    ...(direction === 'outbound' ? [] : [ofPartner('sender', 'inbound')]),
  ]
  return `
    with matching as materialized (
      select distinct participant_id, name from (
        select participant_id, name from partner_words
        where tenant_id = $tenantId and ${beginsWith('word', 'lower($longest)')}
        limit ${newestMax}) named
      where (select bool_and(exists (select from name_words(name) word
                                     where word ^@ lower(wanted)))
             from unnest($words::text[]) wanted)
    ),
    partners as materialized (select * from matching limit ${namesMax + 1})
    (select id from (${each.join(' union all ')}) named order by id desc limit ${hits})
    union all
    (select id from (${newestDocuments(direction)}) newest
     where (select count(*) from partners) > ${namesMax}
       and (${partner.id}, ${partner.name}) in (select participant_id, name from matching)
     limit ${hits})`
}
