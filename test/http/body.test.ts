// A body that fails between two steps of its reading: no step waits for what will not come.
import { PassThrough } from 'node:stream'
import Fastify from 'fastify'
import { afterAll, expect, it } from 'vitest'
import { useBodies } from '../../src/http/body.ts'
import { useErrors } from '../../src/http/errors.ts'
import { limits } from '../../src/limits.ts'
import { testDatabase } from '../store/database.ts'

const failing = Fastify()
afterAll(() => failing.close())
const log = { info() {}, warn() {}, error() {} }
useErrors(failing, { log, store: (await testDatabase()).store })
useBodies(failing, limits.submission)
failing.addHook('preParsing', async ({ headers }, _, payload) => {
  if (!headers['x-broken']) return payload
  return new PassThrough().destroy()
})
failing.post('/', async ({ body }) => ({ body }))

const post = (headers: Record<string, string> = {}) =>
  failing.inject({ method: 'POST', url: '/', headers, payload: { a: 'b' } })

it('is refused when it broke off before its reader came, and read otherwise', async () => {
  const broken = await post({ 'x-broken': 'yes' })
  expect(broken.json()).toMatchObject({
    code: 'request.header-invalid',
    detail: 'The body ended early.',
  })
  expect((await post()).json()).toEqual({ body: { a: 'b' } })
})
