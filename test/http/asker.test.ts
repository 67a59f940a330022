// Work that nobody waits for any more is notified.
import { once } from 'node:events'
import { connect } from 'node:net'
import { fastify } from 'fastify'
import { expect, it, onTestFinished } from 'vitest'
import type { Caller } from '../../src/core/gateway.ts'
import type { CallBudget } from '../../src/core/runtime/call-budget.ts'
import { askerOf } from '../../src/http/asker.ts'
import type { Asker } from '../../src/threads/index.ts'

it('work for a client ends with its connection, and carries the id of its tenant', async () => {
  const app = fastify()
  onTestFinished(() => app.close())
  let resolve!: (asker: Asker) => void
  const asked = new Promise<Asker>((done) => {
    resolve = done
  })
  const caller = { token: { id: 'k-1' }, tenant: { id: 't-1' } } as Caller
  const taken: unknown[] = []
  const callBudget = {
    take: (...given: unknown[]) => void taken.push(given),
  } as unknown as CallBudget
  app.decorateRequest('caller', { getter: () => caller })
  app.get('/', (request, reply) => {
    resolve(askerOf({ callBudget }, request, reply))
    // It is never answered.
    return new Promise<string>(() => {})
  })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const client = connect(Number(new URL(url).port), '127.0.0.1')
  client.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
  const { owner, signal, charge } = await asked
  expect([owner, signal!.aborted]).toEqual(['t-1', false])
  // Each 25 ms of the event loop cost a call.
  for (const ms of [24, 1, 24, 30]) charge!(ms)
  const spender = { token: 'k-1', tenant: 't-1' }
  expect(taken).toEqual([
    [spender, 1],
    [spender, 2],
  ])
  client.destroy()
  await once(signal!, 'abort')
})
