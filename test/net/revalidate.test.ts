// Conditional requests: the same bytes are not sent twice, and nothing is used without asking.
import { describe, expect, it } from 'vitest'
import type { GetOutcome } from '../../src/net/http.ts'
import { revalidating } from '../../src/net/revalidate.ts'

type Answer = { status?: number; etag?: string | undefined; body?: string } | 'failed'

const limits = { keptBytesMax: 20, keptAnswerBytesMax: 10 }
const url = 'https://smp.example/a'

/** A GET that gives these answers in turn, and records what it was asked. */
function web(answers: Answer[]) {
  const asked: (string | undefined)[] = []
  const get = revalidating(async (_, condition): Promise<GetOutcome> => {
    asked.push(condition)
    const answer = answers[asked.length - 1] ?? 'failed'
    if (answer === 'failed') return { kind: 'failed', reason: 'timeout', detail: 'too slow' }
    const { status = 200, etag, body = '' } = answer
    return {
      kind: 'answered',
      status,
      etag,
      contentType: 'application/xml',
      date: undefined,
      body: Buffer.from(body),
    }
  }, limits)
  const text = async (at = url) => {
    const outcome = await get(at)
    return outcome.kind === 'failed' ? outcome.reason : `${outcome.status} ${outcome.body}`
  }
  return { text, asked }
}

describe('an answer with an ETag', () => {
  it('is asked for again on condition, and given again when it has not changed', async () => {
    const { text, asked } = web([
      { etag: '"1"', body: 'one' },
      { status: 304 },
      { etag: 'W/"2"', body: 'two' },
      { status: 304 },
    ])
    expect([await text(), await text(), await text(), await text()]).toEqual([
      '200 one',
      '200 one',
      '200 two',
      '200 two',
    ])
    expect(asked).toEqual([undefined, '"1"', '"1"', 'W/"2"'])
  })

  it('outlives an outage, but is not given in its place', async () => {
    const { text, asked } = web([
      { etag: '"1"', body: 'one' },
      'failed',
      { status: 503 },
      { status: 304 },
    ])
    expect([await text(), await text(), await text(), await text()]).toEqual([
      '200 one',
      'timeout',
      '503 ',
      '200 one',
    ])
    expect(asked).toEqual([undefined, '"1"', '"1"', '"1"'])
  })

  it.each<[string, Answer]>([
    ['is gone', { status: 404, etag: '"2"' }],
    ['has lost its tag', { body: 'two' }],
  ])('is forgotten when it %s', async (_, second) => {
    const { text, asked } = web([{ etag: '"1"', body: 'one' }, second, {}])
    for (let time = 0; time < 3; time++) await text()
    expect(asked).toEqual([undefined, '"1"', undefined])
  })

  it('is the answer of its own address only', async () => {
    const { text, asked } = web([{ etag: '"1"', body: 'one' }, { body: 'two' }])
    await text()
    expect(await text('https://smp.example/b')).toBe('200 two')
    expect(asked).toEqual([undefined, undefined])
  })

  it('makes room for newer ones', async () => {
    const kept = { etag: '"1"', body: 'ten bytes!' }
    const { text, asked } = web([kept, kept, kept, { body: '' }, { status: 304 }])
    for (const path of ['1', '2', '3', '1', '3']) await text(`https://smp.example/${path}`)
    expect(asked).toEqual([undefined, undefined, undefined, undefined, '"1"'])
  })
})

it.each<[string, Answer]>([
  ['without a tag', { body: 'one' }],
  ['with a tag that is none', { etag: 'one', body: 'one' }],
  ['with a tag that would break a header', { etag: '"a\r\nb"', body: 'one' }],
  ['with a tag of 201 characters', { etag: `"${'a'.repeat(201)}"`, body: 'one' }],
  ['that is too large', { etag: '"1"', body: 'eleven bytes' }],
  ['of an error', { status: 500, etag: '"1"', body: 'one' }],
])('an answer %s is not kept', async (_, first) => {
  const { text, asked } = web([first, { body: 'two' }])
  await text()
  expect(await text()).toBe('200 two')
  expect(asked).toEqual([undefined, undefined])
})

it('a 304 that nobody asked for is not taken for an answer', async () => {
  const { text } = web([{ status: 304 }])
  expect(await text()).toBe('304 ')
})
