// What each tenant is told thirty days before rules begin: once, whatever stops and whoever looks.

import { readFileSync } from 'node:fs'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { limits } from '../../../src/config/limits.ts'
import { dayOf } from '../../../src/core/day.ts'
import type { Gateway } from '../../../src/core/gateway.ts'
import { startHousekeeping } from '../../../src/core/housekeeping.ts'
import { workForecasts } from '../../../src/core/operations/forecast.ts'
import {
  addReleaseForecasts,
  forgetForecasts,
  tellForecasts,
} from '../../../src/core/operations/release-forecasts.ts'
import { readFeed } from '../../../src/core/tracking/feed.ts'
import { feed } from '../../../src/http/routes/events.ts'
import { openValidator } from '../../../src/validation/index.ts'
import { openTestGateway } from '../test-gateway.ts'

const validator = await openValidator({ engine: 'compiled', limits: limits.validation })
afterAll(() => validator.close())
const test = await openTestGateway()
const { pool, caller } = test
const { store } = test.gateway
const dayMs = 86_400_000
const ahead = (days: number) => dayOf(new Date(begun + days * dayMs))
let begun = Date.now()
beforeEach(() => {
  begun = test.gateway.now().getTime()
})

/** A rule set whose next version begins on the day that `next` gives. */
const release = { next: () => ahead(30) }
const set = {
  ...{ id: 'peppol-billing', title: 'Made up', version: '1.0.0', validFrom: '2026-02-23' },
  ...{ files: [], patterns: 0, rules: 0, asserts: 0 },
}
const rulePacks: Gateway['rulePacks'] = () => {
  const later = { ...set, version: '9.9.9', validFrom: release.next() }
  return [{ name: 'own', folder: '', ruleSets: [set, later] }]
}
const gateway: Gateway = { ...test.gateway, rulePacks, validate: validator.validate }

/** A total that every version refuses, or none. */
async function submitted(number: string, isWrong: boolean, testOnly = false): Promise<void> {
  const text = readFileSync('test/fixtures/billing/invoice-minimal.out.xml', 'utf8')
  const own = text.replace('INV-2026-0001', number)
  const bytes = Buffer.from(isWrong ? own.replace(/1250\.00(?=<\/cbc:Pay)/, '1250.01') : own)
  const body = { format: 'xml', bytes, mediaType: 'application/xml' } as never
  await test.submit({ body, testOnly })
}

async function told() {
  const once = { waitMs: 0, signal: new AbortController().signal }
  const query = { limit: 50, types: ['rules.forecast' as const] }
  return feed.parse(await readFeed(gateway, caller, query, once)).data
}

async function kept(): Promise<unknown[]> {
  const { rows } = await pool.query(
    'select tenant_id, rules_day, days from forecasts order by rules_day',
  )
  return rows
}

async function all(): Promise<void> {
  await addReleaseForecasts(gateway)
  await workForecasts(gateway)
  await tellForecasts(gateway)
}

it('makes none for a tenant that has sent tests alone', async () => {
  await submitted('F-1', true, true)
  await addReleaseForecasts(gateway)
  expect(await kept()).toEqual([])
})

it('tells the tenant once what the rules that begin in thirty days would refuse', async () => {
  await submitted('F-1', true)
  await submitted('F-2', true)
  await submitted('F-3', false)
  const id = gateway.newId()
  await store.ensureTenant({ ...caller.tenant, id, name: 'has sent nothing' }, by())
  await Promise.all([addReleaseForecasts(gateway), addReleaseForecasts(gateway)])
  expect(await kept()).toEqual([{ tenant_id: caller.tenant.id, rules_day: ahead(30), days: 30 }])
  await tellForecasts(gateway)
  expect(await told()).toEqual([])
  await workForecasts(gateway)
  await Promise.all([tellForecasts(gateway), tellForecasts(gateway)])
  await all()
  const { rows } = await pool.query<{ id: string }>('select id from forecasts')
  expect(await told()).toMatchObject([
    {
      type: 'rules.forecast',
      data: {
        ...{ on: ahead(30), forecastId: rows[0]?.id },
        rules: [{ id: 'BR-CO-16', documents: 2 }],
      },
    },
  ])
  expect(await told()).toHaveLength(1)
})

it('says so when nothing would be refused, and nothing while the day is far or past', async () => {
  await submitted('F-1', false)
  for (const days of [31, 0, -1]) {
    release.next = () => ahead(days)
    await all()
    expect(await kept()).toEqual([])
  }
  release.next = () => ahead(1)
  await all()
  expect((await told()).map(({ data }) => data)).toMatchObject([{ on: ahead(1), rules: [] }])
  release.next = () => ahead(30)
  await all()
  expect(await told()).toHaveLength(2)
})

it('waits for one that was asked for, and lets such a one go first', async () => {
  await submitted('F-1', true)
  const wish = { rulesDay: ahead(30), days: 30, tenantId: caller.tenant.id, underWayMax: 3 }
  const asked = { ...wish, actor: 'test', createdAt: gateway.now() }
  await store.addForecast({ ...asked, id: gateway.newId() })
  await addReleaseForecasts(gateway)
  expect(await kept()).toHaveLength(1)
  await all()
  expect(await told()).toEqual([])
  await all()
  expect(await told()).toHaveLength(1)
  release.next = () => ahead(29)
  await addReleaseForecasts(gateway)
  const later = { ...asked, id: gateway.newId(), days: 3, createdAt: gateway.now() }
  await store.addForecast(later)
  const claim = { now: new Date(gateway.now().getTime() + 1), leaseMs: 60_000 }
  expect((await store.claimForecast(claim))?.id).toBe(later.id)
  expect((await store.claimForecast(claim))?.rulesDay).toBe(ahead(29))
  release.next = () => ahead(30)
})

it('is the work of housekeeping', async () => {
  await submitted('F-1', true)
  const delivery = { ...gateway.delivery, auditHeadMs: 50 }
  const housekeeping = startHousekeeping({ ...gateway, delivery })
  await expect.poll(told, { timeout: 20_000 }).toHaveLength(1)
  housekeeping.stop()
})

it('is kept for 90 days, and as long as its tenant is there', async () => {
  await submitted('F-1', true)
  await all()
  const id = gateway.newId()
  const wish = { rulesDay: ahead(30), days: 30, actor: 'test', underWayMax: 3 }
  await store.ensureTenant({ ...caller.tenant, id, name: 'soon gone' }, by())
  const createdAt = gateway.now()
  await store.addForecast({ ...wish, id: gateway.newId(), tenantId: id, createdAt })
  await store.addForecast({ ...wish, id: gateway.newId(), createdAt })
  expect(await kept()).toHaveLength(3)
  expect(await store.removeTenant(id, by())).toBe(true)
  await forgetForecasts(gateway)
  expect(await kept()).toHaveLength(2)
  test.clock.aheadMs += 90 * dayMs - 60_000
  await forgetForecasts(gateway)
  expect(await kept()).toHaveLength(2)
  test.clock.aheadMs += 120_000
  await forgetForecasts(gateway)
  expect(await kept()).toEqual([])
  expect((await pool.query('select from forecast_rules')).rowCount).toBe(0)
})

function by() {
  return { actor: 'test', at: gateway.now() }
}
