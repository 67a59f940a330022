// What the rules of a day would refuse of the documents that were sent: counts, and nothing else.
import { afterAll, expect, it } from 'vitest'
import { limits } from '../../../src/config/limits.ts'
import { forget } from '../../../src/core/evidence/forget.ts'
import type { Caller, Gateway } from '../../../src/core/gateway.ts'
import { cancelDocument } from '../../../src/core/operations/cancel.ts'
import {
  beginForecast,
  showForecast,
  underWayMax,
  workForecasts,
} from '../../../src/core/operations/forecast.ts'
import { ThreadError } from '../../../src/threads/index.ts'
import { openValidator, ValidationUnavailable } from '../../../src/validation/index.ts'
import { foundIn } from '../dump.ts'
import { invoice, jsonBody, openTestGateway } from '../test-gateway.ts'

const validator = await openValidator({ engine: 'compiled', limits: limits.validation })
afterAll(() => validator.close())
const test = await openTestGateway()
const { pool } = test
const gateway: Gateway = { ...test.gateway, validate: validator.validate }
const { store } = gateway
const scoped = (caller: Caller, ...scopes: Caller['token']['scopes']): Caller => ({
  ...{ ...caller, token: { ...caller.token, scopes } },
})
const admin = scoped(test.caller, 'admin')
const operator = scoped(test.caller, 'operator')
const [last, first] = ['2027-02-23', '2027-02-24']
const days = 30

/** A corrected invoice between Slovak parties, or one that no rule refuses. */
async function submitted(number: string, isCorrected: boolean): Promise<string> {
  const { seller, buyer, ...rest } = invoice() as Record<string, object>
  const slovak = { address: { country: 'SK' }, vatId: 'SK2020317068' }
  const body = jsonBody({
    ...{ ...rest, number },
    ...(isCorrected
      ? { typeCode: '384', seller: { ...seller, ...slovak }, buyer: { ...buyer, ...slovak } }
      : { seller, buyer }),
  })
  // Today's checks of JSON refuse a corrected invoice: it is submitted as of the day after.
  const { ubl } = await gateway.intake.read(body as never, { day: first, kind: 'invoice' })
  const xml = { format: 'xml', bytes: ubl, mediaType: 'application/xml' } as const
  return (await test.submit({ body: xml })).record.id
}

/** In the store alone: no process is at work on it yet. */
async function added(rulesDay: string, createdAt = gateway.now()): Promise<string> {
  const begun = await store.addForecast({
    ...{ id: gateway.newId(), tenantId: admin.tenant.id, actor: 'test', rulesDay, days, createdAt },
    underWayMax: 1,
  })
  return begun!.id
}

async function ended(caller: Caller, on: string) {
  const { id } = await beginForecast(gateway, caller, { on, days })
  await expect
    .poll(async () => (await showForecast(gateway, caller, id)).status, { timeout: 20_000 })
    .toBe('completed')
  return showForecast(gateway, caller, id)
}

it('counts by rule and sender what each day refuses, and keeps no value', async () => {
  const wrong = [await submitted('F-1', true), await submitted('F-2', true)]
  await submitted('F-3', false)
  const before = await ended(admin, last)
  expect(before).toMatchObject({
    ...{ on: last, days, of: 'tenant', progress: 1, hasMore: false },
    documents: { judged: 3, refused: 2, withoutBytes: 0, notJudged: 0 },
    rules: [{ rule: 'PEPPOL-EN16931-P0112', documents: 2, documentIds: wrong }],
  })
  expect(before.rules[0]?.sender).toMatch(/^\d{4}:/)
  expect(before.rules[0]).not.toHaveProperty('tenantId')
  expect((await ended(admin, first)).documents).toMatchObject({ judged: 3, refused: 0 })
  const { rows } = await pool.query('select * from forecast_rules')
  expect(JSON.stringify(rows)).not.toMatch(/F-1|SK2020317068|Use the type/)
  expect(await foundIn(pool, ['Use the type codes'])).toEqual({ 'Use the type codes': false })
})

it('of the installation is for an operator', async () => {
  const wish = { on: last, days, of: 'installation' } as const
  await expect(beginForecast(gateway, admin, wish)).rejects.toMatchObject({
    code: 'auth.scope-missing',
  })
})

it('shows an operator tenants and counts, and neither senders nor ids', async () => {
  await submitted('F-1', true)
  const entry = await ended(operator, last)
  const { documentTypeId } = entry.rules[0]!
  expect(entry.rules).toEqual([
    {
      ...{ tenantId: test.caller.tenant.id, documentTypeId },
      ...{ rule: 'PEPPOL-EN16931-P0112', documents: 1 },
    },
  ])
  const other = { ...admin, tenant: { ...admin.tenant, id: gateway.newId() } }
  const refusal = { code: 'forecast.not-found' }
  await expect(showForecast(gateway, admin, entry.id)).rejects.toMatchObject(refusal)
  const own = await ended(admin, last)
  await expect(showForecast(gateway, other, own.id)).rejects.toMatchObject(refusal)
  expect((await ended(other, last)).documents.judged).toBe(0)
})

it('leaves out what is of test, and counts what has no bytes and no rules', async () => {
  const removed = await submitted('F-1', true)
  await test.submit({ testOnly: true })
  await submitted('F-2', true)
  await pool.query(
    `delete from payload_chunks where payload_id in
       (select payload_id from files where document_id = $1)`,
    [removed],
  )
  const entry = await ended(admin, last)
  expect(entry.documents).toEqual({ judged: 1, refused: 1, withoutBytes: 1, notJudged: 0 })
  const without: Gateway = {
    ...gateway,
    validate: () => Promise.reject(new ValidationUnavailable('a rule set cannot be used')),
  }
  await added(first)
  await workForecasts(without)
  const { rows } = await pool.query('select not_judged, due_at from forecasts order by id')
  expect(rows.at(-1)).toEqual({ not_judged: '1', due_at: null })
})

it('goes on where it was stopped, and the list is that of a run in one go', async () => {
  for (let at = 0; at < 45; at++) await submitted(`F-${at}`, at % 2 === 0)
  const whole = await ended(admin, last)
  const id = await added(last)
  let judged = 0
  const stopped: Gateway = {
    ...gateway,
    validate: (...asked) => {
      judged += 1
      if (judged === 30) throw new Error('the process died')
      return validator.validate(...asked)
    },
  }
  await expect(workForecasts(stopped)).rejects.toThrow('the process died')
  expect(await showForecast(gateway, admin, id)).toMatchObject({
    ...{ status: 'running', documents: { judged: 20 } },
  })
  // Its lease has not ended.
  await workForecasts(gateway)
  expect((await showForecast(gateway, admin, id)).documents.judged).toBe(20)
  test.clock.aheadMs += 61_000
  await workForecasts(gateway)
  const { documents, rules, status } = await showForecast(gateway, admin, id)
  expect({ documents, rules, status }).toEqual({
    ...{ documents: whole.documents, rules: whole.rules, status: 'completed' },
  })
  expect(rules[0]?.documents).toBe(23)
  expect(rules[0]?.documentIds).toHaveLength(20)
})

it('is one while it is under way, and never a day without rules', async () => {
  const under = await added(last, new Date(gateway.now().getTime() + 60_000))
  expect((await beginForecast(gateway, admin, { on: last, days })).id).toBe(under)
  for (const on of ['2026-02-22', '9999-01-01', 'soon'])
    await expect(beginForecast(gateway, admin, { on, days })).rejects.toMatchObject({
      ...{ code: 'request.invalid-field', errors: [{ pointer: '/on' }] },
    })
})

it('is at most three of a token at once', async () => {
  const createdAt = new Date(gateway.now().getTime() + 60_000)
  const wish = { tenantId: admin.tenant.id, rulesDay: last, createdAt, underWayMax }
  const begun = async (actor: string, days: number) =>
    (await store.addForecast({ ...wish, id: gateway.newId(), actor, days })) !== undefined
  const actor = `token:${admin.token.id}`
  const four = await Promise.all([1, 2, 3, 4].map((days) => begun(actor, days)))
  expect(four.filter(Boolean)).toHaveLength(underWayMax)
  await expect(beginForecast(gateway, admin, { on: last, days: 5 })).rejects.toMatchObject({
    ...{ code: 'forecast.too-many', status: 409 },
  })
  // One that is there already, and one of another token, are no more of this one.
  const [there] = [1, 2, 3, 4].filter((_, at) => four[at])
  expect(await begun(actor, there!)).toBe(true)
  expect(await begun('token:another', 5)).toBe(true)
})

it('counts a document that was forgotten as one without bytes', async () => {
  const forgotten = await submitted('F-1', true)
  await submitted('F-2', true)
  await cancelDocument(gateway, admin, { id: forgotten })
  await forget(gateway, admin, { id: forgotten }, 'a request')
  const { documents, rules } = await ended(admin, last)
  expect(documents).toEqual({ judged: 1, refused: 1, withoutBytes: 1, notJudged: 0 })
  expect(rules[0]?.documentIds).not.toContain(forgotten)
})

it('ends when rules become unusable in the middle, and waits for threads', async () => {
  for (const number of ['F-1', 'F-2', 'F-3', 'F-4']) await submitted(number, true)
  const failing = (cause: Error, from: number) => {
    let asked = 0
    const validate: Gateway['validate'] = (...wish) => {
      asked += 1
      return asked < from
        ? validator.validate(...wish)
        : Promise.reject(new ValidationUnavailable('It cannot be used', { cause }))
    }
    return { ...gateway, validate }
  }
  const id = await added(last)
  await workForecasts(failing(new ThreadError('busy'), 3))
  const waiting = await showForecast(gateway, admin, id)
  expect(waiting).toMatchObject({ status: 'running', documents: { judged: 0, notJudged: 0 } })
  test.clock.aheadMs += 61_000
  await workForecasts(failing(new Error('its script was removed'), 3))
  expect(await showForecast(gateway, admin, id)).toMatchObject({
    status: 'completed',
    documents: { judged: 2, refused: 2, notJudged: 2 },
    rules: [{ documents: 2 }],
  })
})

it('has one document in a thread, while a neighbour submits and is judged', async () => {
  for (const number of ['F-1', 'F-2', 'F-3']) await submitted(number, true)
  const id = await added(last)
  const tenant = { ...admin.tenant, id: gateway.newId(), name: 'neighbour' }
  await store.ensureTenant(tenant, { actor: 'test', at: gateway.now() })
  const neighbour = { ...test.caller, tenant }
  const seen = { underWay: 0, most: 0, answered: 0 }
  const counting: Gateway = {
    ...gateway,
    async validate(...asked) {
      seen.underWay += 1
      seen.most = Math.max(seen.most, seen.underWay)
      // Its turn ends after the neighbour has its answer.
      const answer = await test.submit({ caller: neighbour, validation: 'true' }, gateway)
      if (answer.record.status === 'accepted') seen.answered += 1
      const verdict = await validator.validate(...asked)
      seen.underWay -= 1
      return verdict
    },
  }
  await workForecasts(counting)
  expect(seen).toEqual({ underWay: 0, most: 1, answered: 3 })
  // What came after it began is not in it.
  expect((await showForecast(gateway, admin, id)).documents.judged).toBe(3)
})
