// Several access points that send the same document: each hears once what became of it.
import { afterAll, describe, expect, it } from 'vitest'
import { limits } from '../../../src/config/limits.ts'
import { serviceTenantId } from '../../../src/core/identity/service-provider.ts'
import { answerSenders } from '../../../src/core/receive/answer-senders.ts'
import { acknowledge } from '../../../src/core/receive/inbound.ts'
import { readStatusMessage } from '../../../src/reporting/index.ts'
import { openValidator } from '../../../src/validation/index.ts'
import { invoiceNamed, openReceivingGateway, type Sending } from '../arrivals.ts'

const test = await openReceivingGateway()
const { gateway, caller, clock, register, send, inbound, work } = test
const { store, mls } = gateway
const seats = ['POP900004', 'POP900005', 'POP900006']
const [second, third, fourth] = seats.map(test.accessPoint)

const same = { instanceIdentifier: 'the-same', content: invoiceNamed('F-1') }

async function sendAll(of: Sending[] = [{}, {}, {}, {}]): Promise<void> {
  const keys = [undefined, second, third, fourth]
  for (const [index, sending] of of.entries()) {
    const signer = keys[index] ? { keys: keys[index] } : {}
    await send({ ...same, mlsType: 'ALWAYS_SEND', ...signer, ...sending })
  }
}

/** To whom which status is queued, in order. */
async function told(): Promise<string[]> {
  const { documents } = await store.listDocuments(serviceTenantId, {
    ...{ direction: ['outbound'], sort: 'createdAt', limit: 20 },
  })
  const says = documents.map(async ({ id, receiver }) => {
    const message = readStatusMessage((await store.latestFile(id, 'ubl'))!.bytes)
    expect(message?.documentId).toBe('the-same')
    return `${receiver.id} ${message?.code}`
  })
  return (await Promise.all(says)).sort()
}

async function pass(ms: number): Promise<void> {
  clock.aheadMs += ms
  await work()
  await answerSenders(gateway)
  await answerSenders(gateway)
}

describe('a document that several access points sent', () => {
  it('is answered to three of them, once each', async () => {
    await register()
    await sendAll()
    // The first three again, under further MessageIds.
    await sendAll([{}, {}, {}])
    await pass(0)
    expect(await told()).toEqual([])
    await pass(mls.tenantMs)
    const three = ['0242:900002 AB', '0242:900004 AB', '0242:900005 AB']
    expect(await told()).toEqual(three)
    await sendAll()
    await pass(mls.tenantMs)
    expect(await told()).toEqual(three)
  })

  it('is answered AP to one that sends it when its tenant has it', async () => {
    await register()
    await sendAll([{}])
    const [document] = await inbound()
    await acknowledge(gateway, caller, document!.id)
    await pass(0)
    await sendAll([{}, {}])
    await pass(0)
    expect(await told()).toEqual(['0242:900002 AP', '0242:900004 AP'])
  })

  it('is not answered to those who asked for refusals alone', async () => {
    await register()
    await sendAll([{ mlsType: 'FAILURE_ONLY' }, { mlsType: 'FAILURE_ONLY' }, {}])
    await pass(mls.tenantMs)
    expect(await told()).toEqual(['0242:900005 AB'])
  })

  it('is refused to each of them at once, when it is not valid', async () => {
    await register()
    const validator = await openValidator({ engine: 'compiled', limits: limits.validation })
    afterAll(() => validator.close())
    const inboundLimits = { ...gateway.inbound, validation: 'schema' as const }
    const judging = { ...gateway, inbound: inboundLimits, validate: validator.validate }
    const content = Buffer.from(same.content.toString().replace(/<cbc:ID>.*?<\/cbc:ID>/, ''))
    await send({ ...same, content }, judging)
    await send({ ...same, content, keys: second! }, judging)
    await test.work(judging)
    await test.work(judging)
    clock.aheadMs += 6_000
    await answerSenders(judging)
    expect(await told()).toEqual(['0242:900002 RE', '0242:900004 RE'])
  })

  it('is answered once although the process died before it noted that', async () => {
    await register()
    await sendAll([{}, {}])
    clock.aheadMs += mls.tenantMs
    const settleSender: typeof store.settleSender = async () => {
      throw new Error('the process died')
    }
    await answerSenders({ ...gateway, store: { ...store, settleSender } })
    expect(await told()).toEqual(['0242:900004 AB'])
    await pass(120_000)
    await pass(120_000)
    expect(await told()).toEqual(['0242:900002 AB', '0242:900004 AB'])
  })
})
