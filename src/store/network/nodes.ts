// The processes that work on this database. The clock is the database's, since those of the nodes
// may differ.
import type { Pool } from 'pg'
import { present } from '../postgres/rows.ts'
import { query } from '../postgres/statement.ts'
import { inTransaction } from '../postgres/transaction.ts'

/** Digests and fingerprints are in hexadecimal. */
export type Node = {
  /** One for each run of a process. */
  id: string
  /** Host and port: the processes of one node have the same. */
  name: string
  version: string
  network: string
  seatId: string
  /** Digest of the certificates that are trusted, where the operator chose them. */
  authorities?: string
  /** Fingerprints of the certificates whose keys it has. */
  keys: readonly string[]
  /** Digest of the key that encrypts the secrets of webhooks. */
  secretsKey?: string
}

export type SeenNode = Node & { seenSecondsAgo: number }

/** One at a time, so that of two that start at once, the second sees the first. */
const joiningLock = 4_207_007
const forgottenAfter = `interval '1 day'`

/**
 * Adds a node unless `refusal` returns a reason, given the others that were seen within `liveMs`.
 * Returns the reason, if there is one.
 */
export async function joinNodes(
  pool: Pool,
  node: Node,
  liveMs: number,
  refusal: (others: SeenNode[]) => string | undefined,
): Promise<string | undefined> {
  return inTransaction(pool, async (client) => {
    await client.query('select pg_advisory_xact_lock($1)', [joiningLock])
    const reason = refusal(await liveNodes(client, liveMs))
    if (reason !== undefined) return reason
    await client.query(`delete from nodes where seen_at < now() - ${forgottenAfter}`)
    await seeNode(client, node)
    return undefined
  })
}

/** Notes that a node works, and what is true of it now. */
export async function seeNode(pool: Pick<Pool, 'query'>, node: Node): Promise<void> {
  const { text, values } = query(
    `
    insert into nodes
      (id, name, version, network, seat_id, authorities, keys, secrets_key, seen_at)
    values ($id, $name, $version, $network, $seatId, $authorities, $keys, $secretsKey, now())
    on conflict (id) do update set
      keys = excluded.keys, secrets_key = excluded.secrets_key, seen_at = excluded.seen_at`,
    { authorities: undefined, secretsKey: undefined, ...node },
  )
  await pool.query(text, values)
}

export async function leaveNodes(pool: Pool, id: string): Promise<void> {
  await pool.query('delete from nodes where id = $1', [id])
}

type NodeRow = Pick<SeenNode, 'id' | 'name' | 'version' | 'network' | 'seatId' | 'keys'> & {
  authorities: string | null
  secretsKey: string | null
  seenSecondsAgo: number
}

/** The nodes that were seen within `liveMs`, by name. */
export async function liveNodes(pool: Pick<Pool, 'query'>, liveMs: number): Promise<SeenNode[]> {
  const { rows } = await pool.query<NodeRow>(
    `select id, name, version, network, seat_id as "seatId", authorities, keys,
            secrets_key as "secretsKey",
            extract(epoch from now() - seen_at)::float8 as "seenSecondsAgo"
     from nodes where seen_at > now() - $1 * interval '1 millisecond' order by name, id`,
    [liveMs],
  )
  return rows.map((row) => present(row))
}
