// Statements that are parsed and planned once per connection: for the long ones of the hot path
// that is most of their cost on the embedded database.
import { randomBytes } from 'node:crypto'
import type { Pool, PoolClient, QueryResult, QueryResultRow } from 'pg'
import { isDatabaseAway } from './outage.ts'
import { type Query, statement, type ValuesByName } from './statement.ts'

// All connections to the embedded database share one session, so no two of them may
// use the same name.
const suffixes = new WeakMap<PoolClient, string>()

// Behind a pooler in transaction mode, the next statement may meet another session, which knows no
// names of this one.
const nameless = new WeakSet<PoolClient>()

/** A statement under a name, with its values. */
export type PreparedQuery = Query & { name: string }

export type Prepared<Values extends ValuesByName> = {
  name: string
  text: string
  /** Lists the values, like `with` of a Statement. */
  with(values: Values): PreparedQuery
}

/** `widest`: see `statement`. */
export function prepared<Values extends ValuesByName = NoValues>(
  name: string,
  source: string,
  widest = source,
): Prepared<Values> {
  const numbered = statement<Values>(source, widest)
  return { name, text: numbered.text, with: (values) => ({ name, ...numbered.with(values) }) }
}

type NoValues = Record<never, never>

/**
 * A statement with a form for each set of parts that are needed: a part that finds nothing to write
 * takes nearly as long as one that does. What the form with all parts has no parameter for is an
 * unknown value; the others are sent where the form has one.
 */
export function inParts<Part extends string, Values extends ValuesByName = NoValues>(
  name: string,
  textOf: (needs: Record<Part, boolean>) => string,
): (needs: Record<Part, boolean>) => Prepared<Values> {
  const forms = new Map<string, Prepared<Values>>()
  return (needs) => {
    const form = JSON.stringify(needs)
    let found = forms.get(form)
    if (!found) {
      // Postgres tells names apart by their first 63 characters.
      found = prepared(`${name}_${forms.size}`, textOf(needs), textOf(withAll(needs)))
      forms.set(form, found)
    }
    return found
  }
}

function withAll<Part extends string>(needs: Record<Part, boolean>): Record<Part, boolean> {
  const all = { ...needs }
  for (const part in all) all[part] = true
  return all
}

/** For the connections of a pool that another pooler shares out by transactions. */
export function withoutNames(pool: Pool): void {
  pool.on('connect', (client) => nameless.add(client))
}

export async function runPrepared<R extends QueryResultRow>(
  database: Pool | PoolClient,
  query: PreparedQuery,
): Promise<QueryResult<R>> {
  if ('release' in database) return runOn(database, query)
  const client = await database.connect()
  let isLost = false
  try {
    return await runOn<R>(client, query)
  } catch (error) {
    isLost = isDatabaseAway(error)
    throw error
  } finally {
    client.release(isLost)
  }
}

function runOn<R extends QueryResultRow>(
  client: PoolClient,
  { name, text, values }: PreparedQuery,
): Promise<QueryResult<R>> {
  if (nameless.has(client)) return client.query<R>(text, values)
  let suffix = suffixes.get(client)
  if (suffix === undefined) {
    suffix = randomBytes(6).toString('hex')
    suffixes.set(client, suffix)
  }
  return client.query<R>({ name: `${name}_${suffix}`, text, values })
}
