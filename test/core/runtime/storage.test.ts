// How much is stored in a day, and that nothing is stored while a disk is nearly full.
import { describe, expect, it } from 'vitest'
import { receive } from '../../../src/core/receive/receive.ts'
import { openStorage, type StorageLimits } from '../../../src/core/runtime/storage.ts'
import { openReceivingGateway } from '../arrivals.ts'

const test = await openReceivingGateway()
const { gateway, register, messageOf, inbound, pool } = test
const { store } = gateway

function openWith(limits: StorageLimits, now = () => new Date('2026-11-28T23:00:00Z')) {
  return openStorage({ store, limits, freeBytes: async () => undefined, now })
}

describe('the bytes of a day', () => {
  const tenant = { kind: 'tenant' as const, key: 'a' }

  it('are counted over all nodes, and never more than the limit', async () => {
    const nodes = [openWith({ tenant: 1_000 }), openWith({ tenant: 1_000 })]
    let stored = 0
    for (let count = 0; count < 40; count++)
      if (await nodes[count % 2]!.take(tenant, 70)) stored += 70
    expect(stored).toBeGreaterThan(900)
    expect(stored).toBeLessThanOrEqual(1_000)
    expect(await nodes[0]!.take({ ...tenant, key: 'b' }, 70)).toBe(true)
    expect(await nodes[0]!.take({ ...tenant, key: 'b' }, 1_000)).toBe(false)
  })

  it('begin anew with the next day (UTC), and are forgotten after another', async () => {
    let now = new Date('2026-11-28T23:59:59Z')
    const storage = openWith({ tenant: 100 }, () => now)
    expect(await storage.take(tenant, 90)).toBe(true)
    expect(await storage.take(tenant, 90)).toBe(false)
    now = new Date('2026-11-29T00:00:00Z')
    expect(await storage.take(tenant, 90)).toBe(true)
    const days = async () =>
      (await pool.query('select day::text from stored_bytes order by day')).rows.map(
        ({ day }) => day,
      )
    await store.forgetStoredBytes(now)
    expect(await days()).toEqual(['2026-11-28', '2026-11-29'])
    await store.forgetStoredBytes(new Date('2026-11-30T00:00:00Z'))
    expect(await days()).toEqual(['2026-11-29'])
  })

  it('are not counted without a limit', async () => {
    expect(await openWith({}).take(tenant, 1e12)).toBe(true)
    expect((await pool.query('select from stored_bytes')).rows).toHaveLength(0)
  })
})

describe('an arrival', () => {
  it('beyond what its access point may store is not kept, nor refused for good', async () => {
    await register()
    const message = await messageOf({ messageId: 'm-1@ap.example' })
    const full = await receive({ ...gateway, storage: openWith({ 'access-point': 100 }) }, message)
    expect([full.status, full.body.length]).toEqual([503, 0])
    expect(await inbound()).toEqual([])
    const room = openWith({ 'access-point': 1_000_000 })
    expect((await receive({ ...gateway, storage: room }, message)).status).toBe(200)
    expect(await inbound()).toHaveLength(1)
    const counted = await pool.query('select key, bytes::integer from stored_bytes')
    expect(counted.rows).toMatchObject([{ key: 'POP900002' }])
    expect(counted.rows[0].bytes).toBeGreaterThan(5_000)
  })

  it('while a disk is nearly full is not read', async () => {
    await register()
    const message = await messageOf({ messageId: 'm-1@ap.example' })
    const { diskFreeBytesMin } = gateway.submission
    const withFree = (free: number) => ({
      ...gateway,
      storage: { ...gateway.storage, freeBytes: async () => free },
    })
    expect((await receive(withFree(diskFreeBytesMin - 1), message)).status).toBe(503)
    expect(await inbound()).toEqual([])
    expect((await receive(withFree(diskFreeBytesMin), message)).status).toBe(200)
    expect(await inbound()).toHaveLength(1)
  })
})

describe('a submission', () => {
  it('beyond what its tenant may store is refused, and taken with the same key later', async () => {
    const little = { ...gateway, storage: openWith({ tenant: 100 }) }
    const { caller } = test
    await expect(test.submit({}, little)).rejects.toMatchObject({ code: 'capacity.storage' })
    const room = openWith({ tenant: 100_000_000 })
    expect((await test.submit({}, { ...gateway, storage: room })).record.status).toBe('accepted')
    const counted = await pool.query(
      `select sum(bytes)::integer as bytes from stored_bytes where key = $1`,
      [caller.tenant.id],
    )
    expect(counted.rows[0].bytes).toBeGreaterThan(2_000)
  })

  it('while a disk is nearly full, or cannot be looked at, is refused', async () => {
    for (const freeBytes of [async () => 1, () => Promise.reject(new Error('EIO'))]) {
      const full = { ...gateway, storage: { ...gateway.storage, freeBytes } }
      await expect(test.submit({}, full)).rejects.toMatchObject({ code: 'capacity.storage' })
    }
  })
})
