// A person has seen to a document: who, why, and what brings it back.
import { afterEach, expect, it } from 'vitest'
import type { Caller } from '../../../src/core/gateway.ts'
import { sendAgain } from '../../../src/core/operations/send-again.ts'
import { setAside, takeBack } from '../../../src/core/operations/set-aside.ts'
import { historyOf, listRecords, trackDocument } from '../../../src/core/tracking/track.ts'
import { invoice, jsonBody, openTestGateway } from '../test-gateway.ts'

const testGateway = await openTestGateway()
const { gateway, caller, faultPlan } = testGateway
const another: Caller = { ...caller, tenant: { ...caller.tenant, id: gateway.newId() } }

afterEach(() => faultPlan.clear())

/** A document that was given up, and may have arrived. */
async function giveUp(number: string): Promise<string> {
  const deadline = new Date(gateway.now().getTime() + 20_000).toISOString()
  const body = jsonBody({ ...invoice(), number })
  const { record } = await testGateway.submit({ body, options: { deadline } })
  faultPlan.inject('empty-answer')
  await testGateway.attempt()
  faultPlan.clear()
  return record.id
}

it('takes a document out of what needs attention, with who and why in its history', async () => {
  const id = await giveUp('A-1')
  expect((await trackDocument(gateway, caller, { id })).attention).toBe('unclear')
  const record = await setAside(gateway, caller, { id }, 'Settled by telephone')
  expect(record).toMatchObject({ status: 'failed', setAside: { note: 'Settled by telephone' } })
  expect(record).not.toHaveProperty('attention')
  const { auditLog } = await historyOf(gateway, caller, { id })
  expect(auditLog.at(-1)).toMatchObject({
    ...{ event: 'set-aside', actor: `token:${caller.token.id}`, detail: 'Settled by telephone' },
  })
  const query = { sort: '-createdAt', limit: 10, attention: ['unclear'] } as const
  const listed = await listRecords(gateway, caller, { ...query, attention: ['unclear'] })
  expect(listed.data).toEqual([])

  const back = await takeBack(gateway, caller, { id })
  expect(back.attention).toBe('unclear')
  expect(back).not.toHaveProperty('setAside')
  await takeBack(gateway, caller, { id })
  const { auditLog: after } = await historyOf(gateway, caller, { id })
  expect(after.map(({ event }) => event).slice(-2)).toEqual(['set-aside', 'set-aside-undone'])
})

it('is undone by a new attempt', async () => {
  const id = await giveUp('A-2')
  await setAside(gateway, caller, { id }, undefined)
  expect(await sendAgain(gateway, caller, { id })).not.toHaveProperty('setAside')
})

it('is refused for what is on its way, and for documents of others', async () => {
  const { record } = await testGateway.submit({ body: jsonBody({ ...invoice(), number: 'A-3' }) })
  await expect(setAside(gateway, caller, record, undefined)).rejects.toMatchObject({
    ...{ code: 'document.in-progress', documentId: record.id },
  })
  await expect(setAside(gateway, another, record, undefined)).rejects.toMatchObject({
    code: 'document.not-found',
  })
  await expect(takeBack(gateway, another, record)).rejects.toMatchObject({
    code: 'document.not-found',
  })
  expect(await testGateway.events(record.id)).toEqual(['submitted'])
})
