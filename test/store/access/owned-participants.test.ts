// The list of a tenant's participants: what is registered stays in it, at any moment.
import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { serverUrl, testDatabase } from '../database.ts'
import { after, by, newTenant, start } from '../records.ts'

const { store, pool, empty } = await testDatabase()
const participant = '0208:0123456749'
let tenantId: string

beforeEach(async () => {
  await empty()
  tenantId = await newTenant(store)
})

const registration = { documentTypes: [], createdAt: start, byOperator: false }
const register = () =>
  store.addRegistration({ ...registration, id: randomUUID(), participant, tenantId }, by())

test('a sender is allowed by its own tenant, by name or by *, at this moment', async () => {
  const every = await newTenant(store, 'every')
  await store.changeTenant({ id: every, participants: ['*'] }, by(start))
  const allowed = async (one: string, sender = participant) =>
    (await store.maySend({ tenantId: one, sender })).isAllowed
  expect(await Promise.all([allowed(tenantId), allowed(every), allowed(randomUUID())])).toEqual([
    ...[true, true, false],
  ])
  expect(await allowed(tenantId, '0192:987654325')).toBe(false)
  await store.changeTenant({ id: tenantId, participants: [] }, by(start))
  expect(await allowed(tenantId)).toBe(false)
})

test('another tenant lists a participant by name, not by *', async () => {
  const other = await newTenant(store, 'other')
  const listed = () => store.isListedByAnother({ tenantId, participant })
  expect(await listed()).toBe(true)
  await store.changeTenant({ id: other, participants: ['*', '0192:987654325'] }, by(start))
  expect(await listed()).toBe(false)
})

test('of ten registrations at once a tenant gets as many as it may have', async () => {
  const every = await newTenant(store, 'every')
  await store.changeTenant({ id: every, participants: ['*'] }, by(start))
  const outcomes = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      store.addRegistration(
        {
          ...registration,
          id: randomUUID(),
          tenantId: every,
          max: 3,
          participant: `0088:${index}`,
        },
        by(),
      ),
    ),
  )
  expect(outcomes.sort()).toEqual([...Array(3).fill('added'), ...Array(7).fill('full')])
  const known = { ...registration, id: randomUUID(), tenantId: every, participant: '0088:99' }
  expect(await store.addRegistration({ ...known, byOperator: true }, by())).toBe('added')
})

test('it is known when a list was changed last, by whatever changes one', async () => {
  const changedAt = async () =>
    (await store.maySend({ tenantId, sender: participant })).listsChangedAt
  expect(await changedAt()).toEqual(start)
  await store.changeTenant({ id: tenantId, name: 'renamed' }, by(after(1)))
  await store.addParticipants({ tenantId, participants: [participant] }, by(after(2)))
  expect(await changedAt()).toEqual(start)
  await store.addParticipants({ tenantId, participants: ['0208:1'] }, by(after(3)))
  expect(await changedAt()).toEqual(after(3))
  await store.changeTenant({ id: tenantId, participants: [participant] }, by(after(4)))
  expect(await changedAt()).toEqual(after(4))
  const added = { ...registration, byOperator: true, createdAt: after(5), tenantId }
  await store.addRegistration({ ...added, id: randomUUID(), participant: '0208:2' }, by(after(5)))
  expect(await changedAt()).toEqual(after(5))
  const tenant = { name: 'newer', participants: [], duplicates: 'warn' as const }
  await store.createTenant({ ...tenant, id: randomUUID() }, by(after(6)))
  expect(await changedAt()).toEqual(after(6))
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

  test('a registration and a change of the list exclude each other', async () => {
    const changing = await pool.connect()
    await changing.query('begin')
    await changing.query("update tenants set participants = '{}' where id = $1", [tenantId])
    const registered = register()
    await expect.poll(waiting, { timeout: 10_000 }).toBeGreaterThan(0)
    await changing.query('commit')
    changing.release()
    expect(await registered).toBe('not-allowed')
  })

  test('a change of the list sees what was registered while it waited', async () => {
    const registering = await pool.connect()
    await registering.query('begin')
    await registering.query('select from tenants where id = $1 for no key update', [tenantId])
    await registering.query('insert into registrations values ($1, $2, $3, $4, null, null, $5)', [
      ...[participant, randomUUID(), tenantId, [], start],
    ])
    const changed = store.changeTenant({ id: tenantId, participants: [] }, by(start))
    await expect.poll(waiting, { timeout: 10_000 }).toBeGreaterThan(0)
    await registering.query('commit')
    registering.release()
    expect(await changed).toEqual({ kind: 'registered', registered: [participant] })
  })
})
