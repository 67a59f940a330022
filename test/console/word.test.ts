// What becomes of a received document, said on a page of the console.
import { expect, it } from 'vitest'
import { newArrival, receiveDocument } from '../store/records.ts'
import { browserWith, openTestConsole } from './console.ts'

const test = await openTestConsole()
const tenantId = await test.makeTenant('words', ['*'])
const browser = browserWith(test, await test.makeToken({ tenantId }))

const received = () =>
  receiveDocument(test.gateway.store, newArrival(tenantId), { mlsDueAt: test.gateway.now() })

it('rejects with what is wrong, once', async () => {
  const id = await received()
  const path = `/console/documents/${id}`
  expect((await browser.open(path)).body).toContain(`href="${path}/status"`)
  const refused = await browser.answer(`${path}/status`, { code: 'RE' })
  expect(refused.body).toContain('Say what is wrong')
  const wish = { code: 'RE', description: 'Not ours.', issue: 'BV', text: 'No such order.' }
  const said = await browser.answer(`${path}/status`, wish)
  expect(said.headers.location).toBe(`${path}?done=status`)
  const document = await test.gateway.store.documentById(tenantId, id)
  expect(document).toMatchObject({ status: 'acknowledged', word: { code: 'RE' } })
  const page = await browser.open(path)
  expect(page.body).not.toContain(`href="${path}/status"`)
  expect(page.body).toContain('Its receiver said what becomes of it.')
  expect((await browser.answer(`${path}/status`, { code: 'AP' })).statusCode).toBe(409)
})

it('accepts with a warning, and with nothing else', async () => {
  const id = await received()
  const path = `/console/documents/${id}`
  const text = 'The date is old.'
  const refused = await browser.answer(`${path}/status`, { code: 'AP', issue: 'BV', text })
  expect(refused.body).toContain('Only a warning can go with this.')
  await browser.answer(`${path}/status`, { code: 'AP', issue: 'BW', text })
  const document = await test.gateway.store.documentById(tenantId, id)
  expect(document).toMatchObject({ status: 'acknowledged', word: { code: 'AP' } })
})
