// Idempotency-Keys: held, answered, released, taken over.
import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import type { Accept, KeyClaim } from '../../../src/store/index.ts'
import { testDatabase } from '../database.ts'
import { after, newAccept, newAcceptOfOther, newClaim, newTenant, withKey } from '../records.ts'

const { store, pool } = await testDatabase()
let tenantId: string

beforeEach(async () => {
  await testDatabase()
  tenantId = await newTenant(store)
})

const claim = (key = 'k', changes: Parameters<typeof newClaim>[2] = {}) =>
  newClaim(tenantId, key, changes)

async function held(given: KeyClaim): Promise<KeyClaim> {
  expect(await store.claimKey(given)).toEqual({ kind: 'held' })
  return given
}

async function answered(given: KeyClaim, accept: Accept = newAccept(tenantId)): Promise<object> {
  const keyed = withKey(accept, await held(given))
  expect(await store.acceptDocument(keyed)).toEqual({ kind: 'stored' })
  return keyed.idempotency!.answer
}

async function documents(): Promise<number> {
  const { rows } = await pool.query('select count(*)::integer as count from documents')
  return rows[0].count
}

test('a key is held by one request, and then has its answer, members in their order', async () => {
  const first = claim()
  await held(first)
  expect(await store.claimKey(claim())).toEqual({ kind: 'in-progress' })
  const keyed = withKey(newAccept(tenantId), first)
  expect(await store.acceptDocument(keyed)).toEqual({ kind: 'stored' })
  const state = await store.claimKey(claim('k', { now: after(60) }))
  const body = { id: keyed.document.id, type: 'invoice' }
  expect(state).toEqual({ kind: 'answered', answer: { status: 202, body } })
  expect(JSON.stringify(state)).toContain(JSON.stringify(body))
  expect(await documents()).toBe(1)
})

test('another body is told apart, in progress and answered', async () => {
  const first = await held(claim())
  expect(await store.claimKey(claim('k', { body: 'Body' }))).toEqual({ kind: 'key-reused' })
  await store.acceptDocument(withKey(newAccept(tenantId), first))
  expect(await store.claimKey(claim('k', { body: 'Body' }))).toEqual({ kind: 'key-reused' })
})

test('a key counts per tenant and per path', async () => {
  await answered(claim())
  const stranger = await newTenant(store, 'stranger')
  await held(newClaim(stranger, 'k'))
  await held(claim('k', { path: '/api/v1/credit-notes/submit' }))
  await held(claim('K'))
})

test('of ten claims at once, one holds the key', async () => {
  const states = await Promise.all(Array.from({ length: 10 }, () => store.claimKey(claim())))
  expect(states.filter(({ kind }) => kind === 'held')).toHaveLength(1)
  expect(states.filter(({ kind }) => kind === 'in-progress')).toHaveLength(9)
})

test('an answer is kept for its time, and not a moment longer', async () => {
  const answer = await answered(claim())
  const week = 604_800
  const justBefore = claim('k', { now: after(week - 0.001) })
  expect(await store.claimKey(justBefore)).toEqual({ kind: 'answered', answer })
  await answered(claim('k', { now: after(week), body: 'other' }))
})

test('a report is not stored without the document that it reports', async () => {
  const dead = await held(claim())
  const next = await held(claim('k', { now: after(30) }))
  const reported = () => {
    const accept = newAccept(tenantId)
    const report = newAcceptOfOther(tenantId, {
      reports: {
        ...{ documentId: accept.document.id, role: 'sender', regime: 'sk', type: 'submit' },
        ...{ sequence: 1, overdueMs: 1 },
      },
    })
    return { ...accept, report: { ...report, job: report.job! } }
  }
  expect(await store.acceptDocument(withKey(reported(), dead))).toEqual({ kind: 'key-lost' })
  expect(await documents()).toBe(0)
  expect((await pool.query('select from tax_reports')).rowCount).toBe(0)
  expect(await store.acceptDocument(withKey(reported(), next))).toEqual({ kind: 'stored' })
  expect(await documents()).toBe(2)
  expect((await pool.query('select from tax_reports')).rowCount).toBe(1)
})

test('a dead holder keeps the key for its lease, and cannot answer any more', async () => {
  const dead = await held(claim())
  expect(await store.claimKey(claim('k', { now: after(29.999) }))).toEqual({ kind: 'in-progress' })
  const next = await held(claim('k', { now: after(30) }))
  expect(await store.acceptDocument(withKey(newAccept(tenantId), dead))).toEqual({
    kind: 'key-lost',
  })
  expect(await documents()).toBe(0)
  await store.releaseKey(dead)
  expect(await store.renewKey({ ...dead, until: after(90) })).toBe(false)
  expect(await store.acceptDocument(withKey(newAccept(tenantId), next))).toEqual({
    kind: 'stored',
  })
  expect(await documents()).toBe(1)
})

test('a holder that is late answers as long as nobody took its key over', async () => {
  const late = await held(claim())
  const accept = newAccept(tenantId, { createdAt: after(60) })
  expect(await store.acceptDocument(withKey(accept, late))).toEqual({ kind: 'stored' })
})

test('a renewed lease keeps others away for longer', async () => {
  const first = await held(claim())
  expect(await store.renewKey({ ...first, until: after(60) })).toBe(true)
  expect(await store.claimKey(claim('k', { now: after(59) }))).toEqual({ kind: 'in-progress' })
  await held(claim('k', { now: after(60) }))
})

test('a released key is free, with another body too, unless it was answered', async () => {
  const first = await held(claim())
  await store.releaseKey({ ...first, holder: randomUUID() })
  expect(await store.claimKey(claim())).toEqual({ kind: 'in-progress' })
  await store.releaseKey(first)
  const second = claim('k', { body: 'corrected' })
  const answer = await answered(second)
  await store.releaseKey(second)
  expect(await store.claimKey(claim('k', { body: 'corrected' }))).toEqual({
    kind: 'answered',
    answer,
  })
})

test('what has expired is removed, held or answered, and nothing else', async () => {
  await answered(claim('answered'))
  await held(claim('held'))
  await store.forgetAnswers(after(29))
  const keys = async () =>
    (await pool.query('select key from idempotency order by key')).rows.map(({ key }) => key)
  expect(await keys()).toEqual(['answered', 'held'])
  await store.forgetAnswers(after(30))
  expect(await keys()).toEqual(['answered'])
  await store.forgetAnswers(after(604_800))
  expect(await keys()).toEqual([])
})
