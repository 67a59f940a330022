// The SQL of a planned list. A statement has the conditions of its query and no others, since that
// is what PostgreSQL needs to choose an index.
import { type Query, query } from '../postgres/statement.ts'
import { stateColumns } from './documents.ts'
import {
  conditionsOf,
  type Filters,
  type Give,
  giveTo,
  idBounds,
  updateBound,
} from './list-conditions.ts'
import type { CountPlan, PagePlan, Table } from './list-plan.ts'
import { isByUpdate, isDescending, type ListQuery } from './list-query.ts'

const fewRows = 10_000
const setRows = 40_000

const tables = {
  documents: { alias: 'document', id: 'document.id', key: 'id' },
  states: { alias: 'state', id: 'state.document_id', key: 'document_id' },
} as const satisfies Record<Table, object>

/** Joins `document` and `state` of an id. */
export function rowsOf(id: string): string {
  return `${byKey('documents', id)} ${byKey('states', id)}`
}

// Not as a plain join: nothing gathers statistics of whole partitioned tables, and without them the
// planner expects thousands of rows for each id.
function byKey(table: Table, id: string): string {
  const { alias, key } = tables[table]
  return `cross join lateral (select * from ${table} where ${key} = ${id} limit 1) ${alias}`
}

/** One row with a column for each of the plan: whether there is little of it. */
export function printCounts(plan: CountPlan, tenantId: string, list: ListQuery): Query {
  const values = { tenantId }
  const give = giveTo(values)
  const isBelow = (most: number, table: Table, filters: Filters) =>
    `(select count(*) < ${most} from (
      select from ${table} ${tables[table].alias}
      where tenant_id = $tenantId and ${conditionsOf[table](filters, give).join(' and ')}
      limit ${most}) few)`
  const anyIsBelow = (most: number, table: Table, groups: CountPlan[keyof CountPlan]) =>
    ['false', ...groups.map((group) => isBelow(most, table, only(list, group)))].join(' or ')
  const text = `
    select ${anyIsBelow(fewRows, 'documents', plan.documents)} as documents,
           ${anyIsBelow(fewRows, 'states', plan.states)} as states,
           ${anyIsBelow(setRows, 'documents', plan.set)} as set`
  return query(text, values)
}

/** The rows of a page, and one more where there is a next page. */
export function printPage(plan: PagePlan, tenantId: string, list: ListQuery): Query {
  const values = { tenantId, limit: list.limit + 1 }
  const where = wheresOf(list, giveTo(values))
  const page = plan.way === 'in-set' ? inSet(list, where) : inOrder(plan, list, where)
  const text = `
    select document.*, ${stateColumns}
    from (${page} limit $limit) page
    ${rowsOf('page.id')}
    ${orderBy(list, timeOf(list), 'page.id')}`
  return query(text, values)
}

function inOrder({ way, tables: [first, second] }: PagePlan, list: ListQuery, where: Where) {
  const { alias, id } = tables[first]
  const conditions = [where(first)]
  let join = ''
  if (second) {
    conditions.push(where(second), `${tables.states.id} = ${tables.documents.id}`)
    join = way === 'sorted' ? byKey(second, id) : `, ${second} ${tables[second].alias}`
  }
  return `select ${id} as id from ${first} ${alias} ${join}
    where ${conditions.join(' and ')} ${orderBy(list, ...timeKeys(way, list), id)}`
}

// What is read before it is sorted has a key that no index has: an index in that order would be
// read from its end until it comes to what matches.
function timeKeys(way: PagePlan['way'], list: ListQuery): string[] {
  const time = timeOf(list)
  if (way === 'sorted') return [`${time} + interval '0'`]
  return isByUpdate(list) ? [time] : []
}

// A set takes an eighth of finding each document in an index. The subquery has one set serve all
// months, and `is true` has it made at all; its limit tells the planner that there is room for it,
// with some for what comes between the count and the page.
function inSet(list: ListQuery, where: Where): string {
  const order = orderBy(list, timeOf(list), 'state.document_id')
  return `select state.document_id as id from (
      select document_id, updated_at from states state
      where ${where('states')} ${order}) state
    where (state.document_id in (
      select document.id from documents document
      where ${where('documents')} order by document.id limit ${setRows + fewRows})) is true
    ${order}`
}

function timeOf(list: ListQuery): string {
  return isByUpdate(list) ? 'state.updated_at' : 'document.created_at'
}

function orderBy(list: ListQuery, ...columns: string[]): string {
  const direction = isDescending(list) ? 'desc' : 'asc'
  return `order by ${columns.map((column) => `${column} ${direction}`).join(', ')}`
}

// Reports to tax authorities are listed where they are asked for.
const noTaxReport = { documents: `document.kind <> 'taxReport'`, states: 'state.reports is null' }

type Where = (table: Table) => string

// A bound of the ids of one table is one of the other's: the planner does not conclude that, and
// merges the two from their ends.
function wheresOf(list: ListQuery, give: Give): Where {
  const bounds = idBounds(list, give)
  return (table) => {
    const { alias, id } = tables[table]
    const conditions = conditionsOf[table](list, give)
    if (table === 'states') conditions.push(...updateBound(list, give))
    if (!list.kind?.includes('taxReport')) conditions.push(noTaxReport[table])
    const ofIds = bounds.map((bound) => `${id} ${bound}`)
    return [`${alias}.tenant_id = $tenantId`, ...conditions, ...ofIds].join(' and ')
  }
}

function only(list: ListQuery, names: readonly string[]): Filters {
  return Object.fromEntries(Object.entries(list).filter(([name]) => names.includes(name)))
}
