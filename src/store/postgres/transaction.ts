// One transaction on one connection of the pool. A transaction waits for nothing but the database:
// on the embedded database an open one keeps every other client waiting.
import type { Pool, PoolClient } from 'pg'
import { isDatabaseAway } from './outage.ts'

export async function inTransaction<T>(
  pool: Pool,
  work: (client: PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  let isLost = false
  try {
    await client.query('begin')
    const result = await work(client)
    await client.query('commit')
    return result
  } catch (error) {
    // A connection that cannot even roll back, or whose node takes no writes, is discarded instead
    // of given to the next caller.
    isLost = isDatabaseAway(error)
    await client.query('rollback').catch(() => {
      isLost = true
    })
    throw error
  } finally {
    client.release(isLost)
  }
}
