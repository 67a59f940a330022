// What migrations make of the rows of the version before.
import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { newUuid } from '../../src/crypto/index.ts'
import { databaseBefore } from './version-before.ts'

const { pool, bringUpToDate } = await databaseBefore()
const at = new Date('2026-11-20T10:00:00.000Z')

it('events of a type that no reader knows get theirs, and keep their numbers', async () => {
  const [tenant, documentId, webhook] = [randomUUID(), newUuid(at), randomUUID()]
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
  await bringUpToDate()
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
  expect(constraints.rows).toEqual([
    { conname: 'events_type', convalidated: true },
    { conname: 'pending_events_type', convalidated: true },
  ])
})
