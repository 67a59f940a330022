// The removal of a tenant, and whatever is inserted for it at the same moment: one excludes the
// other, and nothing is left that belongs to a tenant that does not exist.
import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { numberDigest } from '../../../src/store/documents/documents.ts'
import { serverUrl, testDatabase } from '../database.ts'
import { by, newAccept, newArrival, newTenant, start } from '../records.ts'

const { store, pool, empty } = await testDatabase()
let tenantId: string

beforeEach(async () => {
  await empty()
  tenantId = await newTenant(store)
})

const token = () => ({
  ...{ id: randomUUID(), publicId: randomUUID(), name: 'x', scopes: ['pdf'], tenantId },
  ...{ environment: 'live' as const, secretSha256: Buffer.alloc(32), createdAt: start },
})
const webhook = () => ({
  ...{ id: randomUUID(), tenantId, url: 'https://erp.example.com/', types: [], createdAt: start },
  ...{ secret: Buffer.alloc(8), max: 20 },
})
const registration = () => ({
  ...{ id: randomUUID(), participant: '0208:0123456749', tenantId, documentTypes: [] },
  ...{ createdAt: start, byOperator: true },
})

/** Everything that is inserted for a tenant, and what the insertion says when it has none. */
const insertions: [string, () => Promise<unknown>, refused: unknown][] = [
  ['a document', () => store.acceptDocument(newAccept(tenantId)), { kind: 'tenant-removed' }],
  ['an arrival', () => store.keepArrival(newArrival(tenantId)), 'tenant-removed'],
  ['a token', () => store.createToken(token(), by()), false],
  ['a webhook', () => store.createWebhook(webhook(), by()), false],
  ['a registration', () => store.addRegistration(registration(), by()), 'not-allowed'],
]

describe('for a tenant that was removed', () => {
  test.each(insertions)('%s is not inserted', async (_, insert, refused) => {
    expect(await store.removeTenant(tenantId, by())).toBe(true)
    expect(await insert()).toEqual(refused)
    expect(await store.orphans()).toEqual([])
  })

  test('a token gets no successor', async () => {
    const old = token()
    await store.createToken(old, by())
    await store.removeTenant(tenantId, by())
    const [next, until] = [token(), start]
    expect(await store.replaceToken({ id: old.id, next, until }, by())).toBe(false)
  })
})

test('what an earlier version left is counted for each tenant that does not exist', async () => {
  await store.acceptDocument(newAccept(tenantId))
  await store.createWebhook(webhook(), by())
  expect(await store.orphans()).toEqual([])
  await pool.query('delete from tenants where id = $1', [tenantId])
  const other = await newTenant(store, 'there')
  await store.acceptDocument(newAccept(other))
  expect(await store.orphans()).toEqual([{ tenantId, documents: 1, webhooks: 1 }])
})

// The embedded database has one session, in which nothing waits for anything.
describe.skipIf(!serverUrl)('on a PostgreSQL server (set DATABASE_URL)', () => {
  const waiting = async () => {
    const { rows } = await pool.query(
      `select count(*)::integer as count from pg_locks join pg_stat_activity using (pid)
       where not granted and datname = current_database()`,
    )
    return rows[0].count
  }
  const reaches = (count: number) => expect.poll(waiting, { timeout: 10_000 }).toBe(count)

  test('the removal waits for a document that is being stored, and keeps its tenant', async () => {
    const accept = newAccept(tenantId)
    const storing = await pool.connect()
    await storing.query('begin')
    await storing.query('insert into document_numbers values ($1, $2, $3)', [
      ...[tenantId, numberDigest(accept.document), randomUUID()],
    ])
    const accepted = store.acceptDocument(accept)
    await reaches(1)
    const removed = store.removeTenant(tenantId, by())
    await reaches(2)
    await storing.query('rollback')
    storing.release()
    expect(await accepted).toMatchObject({ kind: 'stored' })
    expect(await removed).toBe(false)
    expect(await store.tenantById(tenantId)).toBeDefined()
  })

  test.each(insertions)(
    '%s waits for the removal, and is not inserted',
    async (_, insert, refused) => {
      const removing = await pool.connect()
      await removing.query('begin')
      await removing.query('select from tenants where id = $1 for update', [tenantId])
      const inserted = insert()
      await reaches(1)
      await removing.query('delete from tenants where id = $1', [tenantId])
      await removing.query('commit')
      removing.release()
      expect(await inserted).toEqual(refused)
      expect(await store.orphans()).toEqual([])
    },
  )
})
