// Whoever prepares something to be stored says so, and says when they are done, however that ends.
import { beforeEach, describe, expect, it } from 'vitest'
import { receive } from '../../../src/core/receive/receive.ts'
import { startInboundWork } from '../../../src/core/receive/work-inbound.ts'
import { Problem } from '../../../src/problem.ts'
import { openReceivingGateway } from '../arrivals.ts'
import { jsonBody } from '../test-gateway.ts'

const test = await openReceivingGateway()
const { gateway, faultPlan, register, messageOf, inbound } = test
const { store } = gateway

const said: string[] = []
let underWay = 0
const { announceWrite } = store
store.announceWrite = (write) => {
  said.push(write)
  underWay++
  const done = announceWrite(write)
  return () => {
    underWay--
    done()
  }
}

beforeEach(() => {
  faultPlan.clear()
  said.length = 0
})

describe('what leads to', () => {
  it('a document, an attempt and its ending', async () => {
    await test.submit()
    expect([said, underWay]).toEqual([['document'], 0])
    await test.attempt()
    expect([said, underWay]).toEqual([['document', 'attempt', 'ending'], 0])
  })

  it('a document that is refused', async () => {
    await expect(test.submit({ body: jsonBody({}) })).rejects.toThrow(Problem)
    expect([said, underWay]).toEqual([['document'], 0])
  })

  it('an attempt that fails', async () => {
    await test.submit()
    faultPlan.inject('http-503')
    expect((await test.attempt()).status).toBe('waiting')
    expect([said, underWay]).toEqual([['document', 'attempt', 'ending'], 0])
  })

  it('an arrival, and its opening', async () => {
    await register()
    const judging = { ...gateway, inbound: { ...gateway.inbound, validation: 'schema' as const } }
    await receive(judging, await messageOf({}))
    expect([said, underWay]).toEqual([['arrival'], 0])
    const work = startInboundWork(gateway, 'test')
    await expect.poll(async () => (await inbound())[0]?.status).toBe('available')
    await work.stop(5_000)
    expect([said, underWay]).toEqual([['arrival', 'opening'], 0])
  })

  it('nothing but a refusal', async () => {
    const body = Buffer.from('garbage')
    await receive(gateway, { contentType: 'text/plain', body })
    expect([said, underWay]).toEqual([['arrival'], 0])
  })
})

describe('a message whose body is still on its way', () => {
  it('is waited for by nobody', async () => {
    const { contentType, body } = await messageOf({})
    await register()
    async function* slowly() {
      yield body as Buffer
    }
    await receive(gateway, { contentType, body: slowly() })
    expect(said).toEqual([])
    expect(await inbound()).toHaveLength(1)
  })
})
