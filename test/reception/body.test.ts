// The body of a request as its reader gets it, at times that are given.
import type { IncomingMessage } from 'node:http'
import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openBody } from '../../src/reception/body.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

function open() {
  const request = new PassThrough()
  const pace = { paceFromMs: 300, paceBytesPerSecondMin: 1_000 }
  const body = openBody(request as unknown as IncomingMessage, pace, () => true)
  return { request, body, chunks: body.chunks()[Symbol.asyncIterator]() }
}

it('holds back what comes while nobody reads', async () => {
  const { request, chunks } = open()
  const first = chunks.next()
  request.write('a')
  request.write('b')
  expect(String((await first).value)).toBe('a')
  expect(String((await chunks.next()).value)).toBe('b')
})

it('is not late while its reader takes time, but while its sender does', async () => {
  const { request, body, chunks } = open()
  request.write('a')
  await chunks.next()
  vi.advanceTimersByTime(10_000)
  expect(body.refusal()).toBeUndefined()
  const next = expect(chunks.next()).rejects.toThrow('too slowly')
  vi.advanceTimersByTime(299)
  expect(body.refusal()).toBeUndefined()
  vi.advanceTimersByTime(1)
  await next
  expect(body.refusal()).toBe(408)
})
