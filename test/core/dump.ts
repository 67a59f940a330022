// What a database holds, in all of its tables.
import { gunzipSync } from 'node:zlib'
import type { Pool } from 'pg'

/** All that the tables hold, as text: also what is compressed, or binary. */
async function dump(pool: Pool): Promise<string> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select quote_ident(relname) as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`,
  )
  const texts: string[] = []
  for (const { name } of tables) {
    const { rows } = await pool.query<Record<string, unknown>>(`select * from ${name}`)
    for (const value of rows.flatMap((row) => Object.values(row)))
      texts.push(...(Buffer.isBuffer(value) ? bytesAsTexts(value) : [JSON.stringify(value) ?? '']))
  }
  return texts.join('\n')
}

function bytesAsTexts(bytes: Buffer): string[] {
  const texts = [bytes.toString('latin1'), bytes.toString('utf8')]
  // A gzip stream may begin anywhere: in a part of a message, say.
  for (
    let at = bytes.indexOf('1f8b08', 0, 'hex');
    at >= 0;
    at = bytes.indexOf('1f8b08', at + 1, 'hex')
  )
    try {
      texts.push(gunzipSync(bytes.subarray(at), { finishFlush: 2 }).toString('utf8'))
    } catch {
      // Three bytes by chance.
    }
  return texts
}

/** Which of these texts stand anywhere in the database. */
export async function foundIn(
  pool: Pool,
  secrets: readonly string[],
): Promise<Record<string, boolean>> {
  const all = await dump(pool)
  return Object.fromEntries(secrets.map((secret) => [secret, all.includes(secret)]))
}

export const each = (secrets: readonly string[], found: boolean): Record<string, boolean> =>
  Object.fromEntries(secrets.map((secret) => [secret, found]))
