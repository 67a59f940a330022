// What a person types finds documents, and only those of their tenant.
import { beforeEach, expect, it } from 'vitest'
import type { Caller } from '../../../src/core/gateway.ts'
import { search } from '../../../src/core/tracking/search.ts'
import { listRecords } from '../../../src/core/tracking/track.ts'
import { invoice, jsonBody, openTestGateway } from '../test-gateway.ts'

const testGateway = await openTestGateway()
const { gateway, caller } = testGateway
const another: Caller = { ...caller, tenant: { ...caller.tenant, id: gateway.newId() } }
const ids: Record<string, string> = {}

beforeEach(async () => {
  for (const number of ['F-2026-0041', 'F-2026-0042']) {
    const body = jsonBody({ ...invoice(), number })
    const { record } = await testGateway.submit({ body, options: { reference: `of ${number}` } })
    ids[number] = record.id
    if (number === 'F-2026-0041') await testGateway.attempt()
  }
})

async function find(text: string, as = caller) {
  const { records, ...found } = await search(gateway, as, text)
  return { ...found, numbers: records.map(({ number }) => number) }
}

it('a whole reference, id or message id is tried first', async () => {
  const exact = { isExact: true, isCut: false, numbers: ['F-2026-0042'] }
  expect(await find(' of F-2026-0042 ')).toEqual(exact)
  expect(await find(ids['F-2026-0042']!)).toEqual(exact)
  const [delivered] = await gateway.store.attemptsOf(ids['F-2026-0041']!)
  expect(await find(delivered!.messageId!)).toMatchObject({ numbers: ['F-2026-0041'] })
})

it('a participant is found in each of its forms', async () => {
  for (const text of ['0192:987654325', 'iso6523-actorid-upis::0192:987654325'])
    expect(await find(text)).toMatchObject({ isExact: true, numbers: { length: 2 } })
  expect(await find('0192:987654326')).toMatchObject({ numbers: [] })
})

it('the amount is found as people write it', async () => {
  const [record] = (await search(gateway, caller, 'F-2026-0042')).records
  const { payable } = record!.totals!
  const [whole, cents] = payable.split('.')
  for (const text of [payable, `${whole},${cents}`])
    expect((await find(text)).numbers).toHaveLength(2)
  expect((await find(`${whole}${whole},${cents}`)).numbers).toEqual([])
})

it('nothing is found of nothing, of too little, or by others', async () => {
  for (const text of ['', '   ', '42', 'F-'])
    expect(await find(text)).toEqual({ isExact: false, isCut: false, numbers: [] })
  expect((await find('0042', another)).numbers).toEqual([])
  expect((await find(ids['F-2026-0042']!, another)).numbers).toEqual([])
})

it('a list may be of what a search finds, with its other filters', async () => {
  const list = (more: object) =>
    listRecords(gateway, caller, { q: 'F-2026', sort: 'createdAt', limit: 10, ...more })
  const all = await list({})
  expect(all.data.map(({ number }) => number)).toEqual(['F-2026-0041', 'F-2026-0042'])
  const delivered = await list({ status: ['delivered'] })
  expect(delivered.data.map(({ number }) => number)).toEqual(['F-2026-0041'])
  expect((await list({ direction: ['inbound'] })).data).toEqual([])
  expect((await list({ q: 'none of these' })).data).toEqual([])
  const page = await list({ limit: 1 })
  expect(page.page.hasMore).toBe(true)
  const next = await list({ limit: 1, cursor: page.page.nextCursor })
  expect(next.data.map(({ number }) => number)).toEqual(['F-2026-0042'])
})
