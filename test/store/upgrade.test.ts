// What migrations make of the rows of the version before.
import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { newUuid } from '../../src/crypto/index.ts'
import { databaseBefore } from './version-before.ts'

const { pool, bringUpToDate } = await databaseBefore()
const at = new Date('2026-11-20T10:00:00.000Z')
const tenant = randomUUID()

async function addEvents(): Promise<void> {
  const [documentId, webhook] = [newUuid(at), randomUUID()]
  await pool.query(
    `insert into webhooks (id, tenant_id, url, types, secret, created_at)
     values ($1, $2, 'https://erp.example.com', '{}', '\\x00', $3)`,
    [webhook, tenant, at],
  )
  for (const [index, type] of ['inbound.received', 'document.available'].entries()) {
    const event = [tenant, index + 1, newUuid(at), type, at, documentId]
    await pool.query(
      `insert into events (tenant_id, sequence, id, type, at, document_id, status, certainty)
       values ($1, $2, $3, $4, $5, $6, 'available', 'confirmed')`,
      event,
    )
    await pool.query(
      `insert into webhook_deliveries
         (webhook_id, id, tenant_id, sequence, document_id, status, due_at)
       values ($1, $2, $3, $4, $5, 'waiting', $6)`,
      [webhook, event[2], tenant, index + 1, documentId, at],
    )
  }
  await pool.query(
    `insert into pending_events (tenant_id, type, at, document_id, status, certainty)
     values ($1, 'document.available', $2, $3, 'available', 'confirmed')`,
    [tenant, at, documentId],
  )
  await pool.query('insert into event_counters values ($1, 2)', [tenant])
}

type Sides = { direction: string; sender: string; receiver: string; accessPoint: string }

async function addDocument(id: string, sides: Sides): Promise<string> {
  const { direction, sender, receiver, accessPoint } = sides
  await pool.query(
    `insert into documents
       (id, tenant_id, direction, kind, test, sender_id, receiver_id, document_type_id, process_id,
        country_c1, instance_identifier, validation, warnings, created_at)
     values ($1::uuid, $2, $3, 'other', false, $4, $5, 'type', 'process', 'BE', $1::text, '{}',
             '{}', $6)`,
    [id, tenant, direction, sender, receiver, at],
  )
  await pool.query(
    `insert into states (document_id, tenant_id, status, certainty, attempts, deadline, updated_at,
                         as4_message_id, as4_sent_at, as4_access_point)
     values ($1, $2, $3, 'confirmed', 0, $4, $4, 'm', $4, $5)`,
    [id, tenant, direction === 'inbound' ? 'available' : 'accepted', at, accessPoint],
  )
  return id
}

const [seller, buyer] = ['0208:0123456749', '9930:de987654321']
const answers = [
  ['the receiver', { sender: '9930:DE987654321', receiver: seller, accessPoint: 'POP900002' }],
  ['a stranger', { sender: '0088:7300010000001', receiver: seller, accessPoint: 'POP900002' }],
  ['elsewhere', { sender: buyer, receiver: seller, accessPoint: 'POP666666' }],
] as const
const answerIds = new Map<string, string>()

async function addAnswers(): Promise<void> {
  await pool.query('select make_month($1)', [at])
  const sides = { direction: 'outbound', sender: seller, receiver: buyer, accessPoint: 'POP900002' }
  const about = await addDocument(newUuid(at), sides)
  for (const [name, said] of answers) {
    const id = await addDocument(newUuid(at), { direction: 'inbound', ...said })
    answerIds.set(id, name)
    await pool.query(
      `insert into answers (document_id, answer_id, kind, code, at)
       values ($1, $2, 'invoice-response', 'RE', $3)`,
      [about, id, at],
    )
  }
}

async function addRegistrations(): Promise<void> {
  const lists = { one: ['0208:1', '0208:2'], two: ['*'], three: ['0208:9'] }
  const registered = { one: ['0208:2', '0208:3'], two: ['0208:4'], three: [] }
  for (const name of ['one', 'two', 'three'] as const) {
    const owner = newUuid(at)
    await pool.query(
      `insert into tenants (id, name, participants, duplicates, created_at)
       values ($1, $2, $3, 'refuse', $4)`,
      [owner, name, lists[name], at],
    )
    for (const participant of registered[name])
      await pool.query(
        `insert into registrations (participant_id, id, tenant_id, document_types, created_at)
         values ($1, $2, $3, '{}', $4)`,
        [participant, newUuid(at), owner, at],
      )
  }
}

await addEvents()
await addAnswers()
await addRegistrations()
await bringUpToDate()

it('events of a type that no reader knows get theirs, and keep their numbers', async () => {
  await pool.query('select number_events(10)')
  const { rows } = await pool.query('select sequence::integer, type from events order by sequence')
  expect(rows).toEqual([
    { sequence: 1, type: 'inbound.received' },
    { sequence: 2, type: 'inbound.repeated' },
    { sequence: 3, type: 'inbound.repeated' },
  ])
  const deliveries = await pool.query('select sequence::integer from webhook_deliveries')
  expect(deliveries.rows).toEqual([{ sequence: 1 }])
  const constraints = await pool.query(
    `select conname, convalidated from pg_constraint
     where conname in ('events_type', 'pending_events_type') order by conname`,
  )
  // Those of a later migration allow more, so it reads no rows again.
  expect(constraints.rows).toEqual([
    { conname: 'events_type', convalidated: false },
    { conname: 'pending_events_type', convalidated: false },
  ])
})

it('answers of another participant or access point get a doubt', async () => {
  const { rows } = await pool.query<{ answer_id: string; doubt: string | null }>(
    'select answer_id, doubt from answers',
  )
  expect(new Map(rows.map((row) => [answerIds.get(row.answer_id), row.doubt]))).toEqual(
    new Map([
      ['the receiver', null],
      [
        'a stranger',
        'from 0088:7300010000001 to 0208:0123456749, but the document went from ' +
          '0208:0123456749 to 9930:de987654321',
      ],
      ['elsewhere', 'from POP666666, but the document went to POP900002'],
    ]),
  )
})

it('what a tenant has registered is in its list', async () => {
  const { rows } = await pool.query('select name, participants from tenants order by name')
  expect(rows).toEqual([
    { name: 'one', participants: ['0208:1', '0208:2', '0208:3'] },
    { name: 'three', participants: ['0208:9'] },
    { name: 'two', participants: ['*', '0208:4'] },
  ])
})
