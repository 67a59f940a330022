// What the log says of a proxy that does not tell who its clients are.
import { expect, it } from 'vitest'
import { openTestGateway } from './gateway.ts'

const test = await openTestGateway()
const url = '/api/identity/check'

/** The proxies that the log names after these calls. */
async function noticed(
  trustedProxies: string[],
  ...calls: { url?: string; headers?: Record<string, string>; remoteAddress?: string }[]
): Promise<unknown[]> {
  const named: unknown[] = []
  const warn = (facts: { proxy?: string }, message: string) => {
    if (message.includes('X-Forwarded-For')) named.push(facts.proxy)
  }
  const app = await test.serverWith({ trustedProxies, log: { ...test.gateway.log, warn } })
  for (const call of calls) await app.inject({ url, ...call })
  return named
}

const told = { 'x-forwarded-for': '203.0.113.9' }

it('a proxy that drops X-Forwarded-For is named, once', async () => {
  expect(await noticed(['127.0.0.1'], {}, {}, { headers: told })).toEqual(['127.0.0.1'])
  expect(await noticed(['10.0.0.0/8'], { remoteAddress: '10.1.2.3' })).toEqual(['10.1.2.3'])
  expect(await noticed(['10.0.0.0/8'], { remoteAddress: '::ffff:10.1.2.3' })).toHaveLength(1)
  expect(await noticed(['fd00::/8'], { remoteAddress: 'fd00::1' })).toEqual(['fd00::1'])
})

it('neither one that tells, nor a caller without a proxy, nor monitoring is named', async () => {
  expect(await noticed(['127.0.0.1'], { headers: told })).toEqual([])
  expect(await noticed(['10.0.0.0/8', 'fd00::/8'], {}, { remoteAddress: 'fe80::1' })).toEqual([])
  expect(await noticed(['127.0.0.1'], { url: '/health/ready' }, { url: '/metrics' })).toEqual([])
  expect(await noticed([], {})).toEqual([])
})
