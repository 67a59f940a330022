// A document whose tenant lost its sender while it waited: each delivery asks again.
import { afterEach, describe, expect, it } from 'vitest'
import { sendAgain } from '../../src/core/operations/send-again.ts'
import { invoice, jsonBody, openTestGateway } from './test-gateway.ts'

const test = await openTestGateway()
const { gateway, caller, faultPlan, clock } = test
const { store } = gateway
const { id: tenantId } = caller.tenant
const sender = '0208:0123456749'

afterEach(() => faultPlan.clear())

const list = (...participants: string[]) =>
  store.changeTenant({ id: tenantId, participants }, { actor: 'test', at: gateway.now() })
const lost = { status: 'failed', failure: { code: 'participant.sender-not-allowed' } }

describe('a document that waits while its tenant loses the sender', () => {
  it('is not sent, and ends failed', async () => {
    const { record } = await test.submit()
    await list('0192:987654325')
    const document = await test.attempt()
    expect(document).toMatchObject({ id: record.id, ...lost, certainty: 'not-sent' })
    const instances = test.arrivals().map(({ instanceIdentifier }) => instanceIdentifier)
    expect(instances).not.toContain(document.instanceIdentifier)
    expect(await test.claim()).toEqual([])
  })

  it('is sent once the tenant has it back, and by a retry not before', async () => {
    await test.submit()
    await list()
    const { id } = await test.attempt()
    await sendAgain(gateway, caller, { id })
    expect(await test.attempt()).toMatchObject(lost)
    await list('0192:987654325', sender)
    await sendAgain(gateway, caller, { id })
    expect(await test.attempt()).toMatchObject({ status: 'delivered' })
  })

  it('is not sent again after an attempt, and what may have arrived needs a look', async () => {
    faultPlan.inject('http-503')
    await test.submit()
    expect(await test.attempt()).toMatchObject({ status: 'waiting', certainty: 'unknown' })
    await list('0192:987654325')
    clock.aheadMs += 3_600_000
    expect(await test.attempt()).toMatchObject({ ...lost, certainty: 'unknown' })
  })

  it('is sent while it is in the list, or while that has *', async () => {
    for (const participants of [[sender], ['*']]) {
      await test.submit()
      await list(...participants)
      expect(await test.attempt()).toMatchObject({ status: 'delivered' })
    }
  })
})

describe('a document in the name of a participant that another tenant gets while it waits', () => {
  const own = '0192:987654325'

  async function submitAs(seller: string) {
    await list(own)
    const tenant = { ...caller.tenant, participants: [own] }
    const [scheme, id] = seller.split(':')
    const document = invoice() as { seller: object }
    const endpoint = { scheme, id }
    const body = jsonBody({ ...document, seller: { ...document.seller, endpoint } })
    return test.submit({ caller: { ...caller, tenant }, body, options: { sender: own } })
  }

  const give = (participant: string) =>
    store.createTenant(
      { id: gateway.newId(), name: 'another', participants: [participant], duplicates: 'warn' },
      { actor: 'test', at: gateway.now() },
    )

  it('is not sent, and ends failed', async () => {
    await submitAs(sender)
    await give(sender)
    expect(await test.attempt()).toMatchObject({ ...lost, certainty: 'not-sent' })
  })

  it.each([
    ['it is another participant', sender, '0208:0987654394'],
    ['the tenant has it too', own, own],
  ])('is sent where %s', async (_, seller, given) => {
    await submitAs(seller)
    await give(given)
    expect(await test.attempt()).toMatchObject({ status: 'delivered' })
  })
})
