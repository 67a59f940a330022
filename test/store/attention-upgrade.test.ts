// What the migration finds of answers and takeovers that came before it.
import { expect, it } from 'vitest'
import { newUuid } from '../../src/crypto/index.ts'
import { databaseBefore } from './version-before.ts'

const { pool, bringUpToDate } = await databaseBefore({ last: '0031_claim_in_pieces.sql' })
const at = new Date('2026-11-20T10:00:00.000Z')
const tenant = crypto.randomUUID()

type Row = { status: string; number?: string; reference?: string; test?: boolean; later?: true }

async function add({ status, number, reference, test = false, later }: Row): Promise<string> {
  const id = newUuid(new Date(at.getTime() + (later ? 1_000 : 0)))
  const client = await pool.connect()
  // As a replica, Postgres runs no triggers.
  await client.query("begin; set local session_replication_role = 'replica'")
  await client.query(
    `insert into documents
       (id, tenant_id, direction, kind, test, number, reference, sender_id, receiver_id,
        document_type_id, process_id, country_c1, instance_identifier, validation, warnings,
        created_at)
     values ($1::uuid, $2, 'outbound', 'invoice', $3, $4, $5, '0208:1', '0208:2', 'type', 'process',
             'BE', $1::text, '{}', '{}', $6)`,
    [id, tenant, test, number, reference, at],
  )
  await client.query(
    `insert into states (document_id, tenant_id, status, certainty, attempts, deadline, updated_at,
                         completed_at)
     select $1, $2, $3, 'not-sent', 0, at, at, case when $3 <> 'accepted' then at end
     from (values ($4::timestamptz)) moment (at)`,
    [id, tenant, status, at],
  )
  if (reference)
    await client.query(
      `insert into document_references values ($1, $2, $3)
       on conflict (tenant_id, reference) do update set document_id = excluded.document_id`,
      [tenant, reference, id],
    )
  await client.query('commit')
  client.release()
  return id
}

async function addAnswer(id: string, code: string, seconds: number, doubt?: string): Promise<void> {
  await pool.query(
    `insert into answers (document_id, answer_id, kind, code, at, doubt)
     values ($1, gen_random_uuid(), 'invoice-response', $2, $3, $4)`,
    [id, code, new Date(at.getTime() + seconds * 1_000), doubt],
  )
}

it('the last answer, what was sent anew, and tests', async () => {
  await pool.query('select make_month($1)', [at])
  const answered = await add({ status: 'delivered' })
  await addAnswer(answered, 'UQ', 1)
  await addAnswer(answered, 'RE', 2)
  await addAnswer(answered, 'AP', 3, 'not from its receiver')
  const byNumber = await add({ status: 'failed', number: 'INV-1' })
  const nextNumber = await add({ status: 'delivered', number: 'INV-1', later: true })
  const byReference = await add({ status: 'rejected', reference: 'order 1' })
  const nextReference = await add({ status: 'accepted', reference: 'order 1', later: true })
  const open = await add({ status: 'failed', number: 'INV-2' })
  const ofTest = await add({ status: 'failed', number: 'INV-3', test: true })
  expect((await bringUpToDate())[0]).toBe('0032_attention.sql')

  const { rows } = await pool.query(
    `select document_id as id, response_code, sent_anew_as, sent_instead_of,
       attention_of(status, certainty, mls_status, response_code, set_aside_at, sent_anew_as,
                    is_test) as attention from states`,
  )
  const found = new Map(rows.map((row) => [row.id, row]))
  expect(found.get(answered)).toMatchObject({ response_code: 'RE', attention: 'refused' })
  for (const [earlier, later] of [
    [byNumber, nextNumber],
    [byReference, nextReference],
  ] as const) {
    expect(found.get(earlier)).toMatchObject({ sent_anew_as: later, attention: null })
    expect(found.get(later)).toMatchObject({ sent_instead_of: earlier, attention: null })
  }
  expect(found.get(open)).toMatchObject({ sent_anew_as: null, attention: 'not-delivered' })
  expect(found.get(ofTest)).toMatchObject({ attention: null })
})
