// Work that nobody waits for any more is notified.
import { once } from 'node:events'
import { connect } from 'node:net'
import { fastify } from 'fastify'
import { expect, it, onTestFinished } from 'vitest'
import { askerOf } from '../../src/http/asker.ts'
import type { Asker } from '../../src/threads/index.ts'

it('work for a client ends with its connection, and carries the id of its token', async () => {
  const app = fastify()
  onTestFinished(() => app.close())
  let resolve!: (asker: Asker) => void
  const asked = new Promise<Asker>((done) => {
    resolve = done
  })
  app.decorateRequest('caller', { getter: () => ({ token: { id: 't-1' } }) as never })
  app.get('/', (request, reply) => {
    resolve(askerOf(request, reply))
    // It is never answered.
    return new Promise<string>(() => {})
  })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const client = connect(Number(new URL(url).port), '127.0.0.1')
  client.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
  const { owner, signal } = await asked
  expect([owner, signal!.aborted]).toEqual(['t-1', false])
  client.destroy()
  await once(signal!, 'abort')
})
