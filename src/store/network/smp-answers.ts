// What SMPs answered, as it came: part of the evidence of each delivery that it led to.
import type { Pool } from 'pg'

/** Keeps each answer once. */
export async function keepSmpAnswers(pool: Pool, answers: readonly Buffer[]): Promise<void> {
  await pool.query(
    `insert into smp_answers (sha256, bytes)
     select sha256(bytes), bytes from unnest($1::bytea[]) as bytes
     on conflict do nothing`,
    [answers],
  )
}

/** The answer of an SMP with this digest (hex). */
export async function smpAnswer(pool: Pool, sha256: string): Promise<Buffer | undefined> {
  const { rows } = await pool.query<{ bytes: Buffer }>(
    `select bytes from smp_answers where sha256 = decode($1, 'hex')`,
    [sha256],
  )
  return rows[0]?.bytes
}
