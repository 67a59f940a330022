// Statements that are parsed and planned once per connection: for the long ones of the hot path
// that is most of their cost on the embedded database.
import { randomBytes } from 'node:crypto'
import type { Pool, PoolClient, QueryResult, QueryResultRow } from 'pg'
import { isDatabaseAway } from './outage.ts'

// All connections to the embedded database share one session, so no two of them may
// use the same name.
const suffixes = new WeakMap<PoolClient, string>()

// Behind a pooler in transaction mode, the next statement may meet another session, which knows no
// names of this one.
const nameless = new WeakSet<PoolClient>()

export type Statement = { name: string; text: string }

/**
 * A statement with a form for each set of parts that are needed: a part that finds nothing to write
 * takes nearly as long as one that does.
 */
export function inParts<Part extends string>(
  name: string,
  textOf: (needs: Record<Part, boolean>) => string,
): (needs: Record<Part, boolean>) => Statement {
  const forms = new Map<string, Statement>()
  return (needs) => {
    const form = JSON.stringify(needs)
    let statement = forms.get(form)
    if (!statement) {
      // Postgres tells names apart by their first 63 characters.
      statement = { name: `${name}_${forms.size}`, text: textOf(needs) }
      forms.set(form, statement)
    }
    return statement
  }
}

/** For the connections of a pool that another pooler shares out by transactions. */
export function withoutNames(pool: Pool): void {
  pool.on('connect', (client) => nameless.add(client))
}

export async function runPrepared<R extends QueryResultRow>(
  database: Pool | PoolClient,
  statement: Statement,
  values: unknown[],
): Promise<QueryResult<R>> {
  if ('release' in database) return runOn(database, statement, values)
  const client = await database.connect()
  let isLost = false
  try {
    return await runOn<R>(client, statement, values)
  } catch (error) {
    isLost = isDatabaseAway(error)
    throw error
  } finally {
    client.release(isLost)
  }
}

function runOn<R extends QueryResultRow>(
  client: PoolClient,
  { name, text }: Statement,
  values: unknown[],
): Promise<QueryResult<R>> {
  if (nameless.has(client)) return client.query<R>(text, values)
  let suffix = suffixes.get(client)
  if (suffix === undefined) {
    suffix = randomBytes(6).toString('hex')
    suffixes.set(client, suffix)
  }
  return client.query<R>({ name: `${name}_${suffix}`, text, values })
}
