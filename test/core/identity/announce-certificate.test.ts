// The end of our own certificate, announced to every tenant.
import { beforeEach, expect, test } from 'vitest'
import { announceCertificate } from '../../../src/core/identity/announce-certificate.ts'
import { emptyLookupCache } from '../../../src/core/runtime/lookup-cache.ts'
import { readFeed } from '../../../src/core/tracking/feed.ts'
import { fingerprint } from '../../../src/crypto/index.ts'
import { feed } from '../../../src/http/routes/events.ts'
import { sharedSimulation } from '../../sandbox/shared.ts'
import { testDatabase } from '../../store/database.ts'
import { newTenant } from '../../store/records.ts'
import { openGatewayRecord } from '../gateway-record.ts'

const { store } = await testDatabase()
const simulation = await sharedSimulation()
const { certificate } = simulation.keys
const end = Date.parse(certificate.validTo)
const clock = { daysLeft: 0 }
const gateway = openGatewayRecord({
  store,
  peppolAccess: { ...simulation, ...emptyLookupCache() },
  simulation: () => Promise.reject(new Error('not here')),
  log: { info() {}, warn() {}, error() {} },
  now: () => new Date(end - clock.daysLeft * 24 * 3_600_000),
})

beforeEach(() => testDatabase())

async function told(tenantId: string) {
  const policies = { duplicates: 'warn', frenchProcess: 'none' } as const
  const tenant = { id: tenantId, name: 'x', participants: [], ...policies }
  const token = { id: 'x', name: 'x', scopes: [], environment: 'test' as const }
  const once = { waitMs: 0, signal: new AbortController().signal }
  return feed.parse(await readFeed(gateway, { tenant, token }, { limit: 50 }, once)).data
}

test('every tenant is told once at 30, 14, 7 and 1 days, whoever looks how often', async () => {
  const tenants = [await newTenant(store), await newTenant(store, 'other')]
  for (clock.daysLeft of [40, 31, 30, 29, 15, 14, 13, 8, 7, 2, 1, 0.5])
    await Promise.all([announceCertificate(gateway), announceCertificate(gateway)])
  for (const tenant of tenants) {
    const events = await told(tenant)
    expect(events.map(({ type, data }) => ({ type, data }))).toEqual(
      [30, 14, 7, 1].map((days) => ({
        type: 'certificate.expiring',
        data: {
          days,
          fingerprint: fingerprint(certificate),
          expiresAt: new Date(end).toISOString(),
        },
      })),
    )
  }
})

test('nobody is told while it is far away', async () => {
  const tenant = await newTenant(store)
  clock.daysLeft = 31
  await announceCertificate(gateway)
  expect(await told(tenant)).toEqual([])
})
