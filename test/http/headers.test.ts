import { describe, expect, it } from 'vitest'
import { etagOf, matches } from '../../src/http/etag.ts'
import {
  parseTraceparent,
  submitHeaders,
  submitSettings,
  waitPreference,
} from '../../src/http/headers.ts'

describe('the headers of a submission', () => {
  it('mean nothing special when they are absent', () => {
    expect(submitSettings({})).toEqual({ testOnly: false })
  })

  it.each([
    ['false', 'off'],
    ['true', 'true'],
    ['schema', 'schema'],
    ['report', 'report'],
  ] as const)('read X-Validation: %s as %s', (value, validation) => {
    expect(submitSettings({ 'x-validation': value })).toMatchObject({ validation })
  })

  it.each([
    { 'X-Validation': 'TRUE' },
    { 'X-Validation': '' },
    { 'X-Validation': 'true, true' },
    { 'X-TestOnly': 'yes' },
    { 'X-TestOnly': 'scenario=deliverd' },
    { 'Idempotency-Key': '' },
    { 'Idempotency-Key': 'two words' },
    { 'Idempotency-Key': 'é' },
    { 'Idempotency-Key': 'x'.repeat(256) },
    { Prefer: 'wait=31' },
    { Prefer: 'wait=-1' },
    { Prefer: 'wait' },
    { Prefer: 'wait=soon' },
  ])('refuse %j', (headers) => {
    expect(submitHeaders.safeParse(headers).success).toBe(false)
  })

  it('take a key of 255 visible characters', () => {
    expect(submitHeaders.safeParse({ 'Idempotency-Key': `!${'x'.repeat(253)}~` }).success).toBe(
      true,
    )
  })
})

describe('waitPreference', () => {
  it.each([
    [undefined, 0],
    ['', 0],
    ['respond-async', 0],
    ['waiting=5', 0],
    ['wait-foo=1', 0],
    ['wait=0', 0],
    ['wait=30', 30],
    ['respond-async, wait=10', 10],
    ['return=minimal; foo, Wait = "7"', 7],
    ['wait=31', undefined],
    ['wait=1.5', undefined],
  ])('reads %j as %j', (prefer, seconds) => {
    expect(waitPreference(prefer)).toBe(seconds)
  })
})

describe('an entity tag', () => {
  const record = { updatedAt: '2026-11-21T09:30:00.000Z', status: 'sending' } as Parameters<
    typeof etagOf
  >[0]

  it('matches itself, also weak, in a list, and as a star', () => {
    const tag = etagOf(record)
    for (const header of [tag, `W/${tag}`, `"other", ${tag}`, '*'])
      expect(matches(header, record)).toBe(true)
  })

  it('changes when the document moved within the same millisecond', () => {
    expect(matches(etagOf(record), { ...record, status: 'delivered' })).toBe(false)
    expect(matches(etagOf(record), { ...record, updatedAt: '2026-11-21T09:30:00.001Z' })).toBe(
      false,
    )
  })
})

describe('traceparent', () => {
  const trace = '4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'
  it.each([
    [`00-${trace}`, `00-${trace}`],
    [`cc-${trace}-what-comes`, `cc-${trace}`],
  ])('is read: %s', (given, known) => {
    expect(parseTraceparent(given)).toBe(known)
    expect(submitSettings({ traceparent: given })).toMatchObject({ traceparent: known })
  })

  it.each([
    '',
    trace,
    `ff-${trace}`,
    `00-${trace}-more`,
    `cc-${trace}more`,
    `00-${trace.toUpperCase()}`,
    `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`,
    `00-4bf92f3577b34da6a3ce929d0e0e4736-${'0'.repeat(16)}-01`,
    `00-${trace}\n`,
  ])('is ignored: %j', (given) => {
    expect(parseTraceparent(given)).toBeUndefined()
    expect(submitSettings({ traceparent: given })).not.toHaveProperty('traceparent')
  })
})
