// A customer is forgotten: all documents with a participant, or of a client, in the background.
import { expect, it } from 'vitest'
import { forget } from '../../../src/core/evidence/forget.ts'
import {
  beginForgetting,
  showForgetting,
  workForgettings,
} from '../../../src/core/evidence/forget-all.ts'
import { signAudit } from '../../../src/core/evidence/sign-audit.ts'
import { verifyAudit } from '../../../src/core/evidence/verify-audit.ts'
import type { Caller } from '../../../src/core/gateway.ts'
import { cancelDocument } from '../../../src/core/operations/cancel.ts'
import { acknowledge } from '../../../src/core/receive/inbound.ts'
import { openReceivingGateway } from '../arrivals.ts'
import { each, foundIn } from '../dump.ts'
import { invoice, jsonBody } from '../test-gateway.ts'

const test = await openReceivingGateway()
const { gateway, caller, clock, pool } = test
const { store } = gateway
const participant = '0192:987654325'
const reason = 'Request 18'
const secrets = ['Forgotten Buyer', 'Forgotten line']

async function submitted(number: string, clientId = 'customer-1'): Promise<string> {
  const { buyer, lines, ...rest } = invoice() as Record<string, object>
  const body = jsonBody({
    ...{ ...rest, number, buyer: { ...buyer, name: 'Forgotten Buyer' } },
    lines: [{ ...(lines as object[])[0], name: 'Forgotten line' }],
  })
  return (await test.submit({ body, options: { clientId } })).record.id
}

async function ended(number: string, clientId?: string): Promise<string> {
  const id = await submitted(number, clientId)
  await cancelDocument(gateway, caller, { id })
  return id
}

/** Begun, and as far as it comes. */
async function forgotten(wish: { participant?: string; clientId?: string }) {
  const { id } = await beginForgetting(gateway, caller, { ...wish, reason })
  await expect
    .poll(async () => (await showForgetting(gateway, caller, id)).status)
    .toBe('completed')
  return showForgetting(gateway, caller, id)
}

async function faultsOf(): Promise<unknown[]> {
  await signAudit(gateway)
  const faults: unknown[] = []
  const { trust } = gateway.peppolAccess.network
  for await (const fault of verifyAudit({ store, trust, seatId: 'POP900001' })) faults.push(fault)
  return faults
}

it('leaves nothing of a participant in any table, and the audit log is whole', async () => {
  await test.register()
  for (let count = 0; count < 25; count++) await ended(`P-${count}`)
  await submitted('P-25')
  expect((await test.attempt()).status).toBe('delivered')
  await test.send()
  await test.work()
  const [received] = await test.inbound()
  await acknowledge(gateway, caller, received!.id)
  expect(await foundIn(pool, secrets)).toEqual(each(secrets, true))
  const entry = await forgotten({ participant: `iso6523-actorid-upis::${participant}` })
  expect(entry).toMatchObject({ participant, forgotten: 27, open: { count: 0, documents: [] } })
  expect(entry.completedAt).toBeDefined()
  expect(await foundIn(pool, secrets)).toEqual(each(secrets, false))
  expect(await faultsOf()).toEqual([])
})

it('names what is still open, which a second request forgets at its end', async () => {
  const open = await submitted('O-1')
  await ended('O-2')
  expect(await forgotten({ participant })).toMatchObject({
    ...{ forgotten: 1, open: { count: 1, documents: [{ id: open, status: 'accepted' }] } },
  })
  expect(await foundIn(pool, secrets)).toEqual(each(secrets, true))
  await cancelDocument(gateway, caller, { id: open })
  const again = await forgotten({ participant })
  expect(again).toMatchObject({ forgotten: 2, open: { count: 0 } })
  expect(await foundIn(pool, secrets)).toEqual(each(secrets, false))
})

it('of a client, and of no other, nor of another tenant', async () => {
  const [own, other] = [await ended('C-1'), await ended('C-2', 'customer-2')]
  const entry = await forgotten({ clientId: 'customer-1' })
  expect(entry).toMatchObject({ clientId: 'customer-1', forgotten: 1 })
  expect(await store.areBytesKept(own)).toBe(false)
  expect(await store.areBytesKept(other)).toBe(true)
  const another: Caller = { ...caller, tenant: { ...caller.tenant, id: gateway.newId() } }
  const { id } = await beginForgetting(gateway, another, { participant, reason })
  await expect
    .poll(async () => (await showForgetting(gateway, another, id)).status)
    .toBe('completed')
  expect(await store.areBytesKept(other)).toBe(true)
  await expect(showForgetting(gateway, caller, id)).rejects.toMatchObject({
    code: 'forgetting.not-found',
  })
})

it('goes on where a process died, once its lease has run out', async () => {
  const ids: string[] = []
  for (let count = 0; count < 25; count++) ids.push(await ended(`D-${count}`))
  const wish = { id: gateway.newId(), tenantId: caller.tenant.id, actor: 'test', reason }
  await store.addForgetting({ ...wish, participant, createdAt: gateway.now() })
  const claim = (await store.claimForgetting({ now: gateway.now(), leaseMs: 60_000 }))!
  await forget(gateway, caller, { id: ids[0]! }, reason)
  await workForgettings(gateway)
  expect(await showForgetting(gateway, caller, wish.id)).toMatchObject({
    ...{ status: 'running', forgotten: 0 },
  })
  clock.aheadMs += 60_001
  await workForgettings(gateway)
  expect(await showForgetting(gateway, caller, wish.id)).toMatchObject({
    ...{ status: 'completed', forgotten: 25 },
  })
  for (const id of ids) expect(await store.areBytesKept(id)).toBe(false)
  // The one that was thought to be dead notes nothing any more.
  expect(
    await store.noteForgetting({
      ...{ claim, forgotten: 1, left: [], until: { leaseUntil: gateway.now() } },
    }),
  ).toBe(false)
  clock.aheadMs = 0
})

it('answers again with what is under way, and refuses what names no one', async () => {
  const on = { ...gateway, draining: { now: true } }
  await ended('T-1')
  const first = await beginForgetting(on, caller, { participant, reason })
  const second = await beginForgetting(on, caller, { participant, reason: 'Another' })
  expect(second).toMatchObject({ id: first.id, reason })
  const refused = (wish: { participant?: string; clientId?: string }) =>
    expect(beginForgetting(on, caller, { ...wish, reason })).rejects
  await refused({}).toMatchObject({ code: 'request.missing-field' })
  await refused({ participant, clientId: 'x' }).toMatchObject({ code: 'request.invalid-field' })
  await refused({ participant: 'none' }).toMatchObject({ code: 'participant.id-invalid' })
})
