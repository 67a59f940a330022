import { expect, it } from 'vitest'
import { openRefusalLog } from '../../../src/core/receive/refusal-log.ts'

it('logs a burst and then so many a second, and says how many it left out', () => {
  const lines: object[] = []
  let now = new Date('2026-11-23T10:00:00Z')
  const log = { warn: (facts: object) => void lines.push(facts) }
  const logRefusal = openRefusalLog(log, { perSecond: 5, burst: 50 }, () => now)
  for (let one = 0; one < 1_000; one++) logRefusal({ code: 'EBMS:0101', one })
  expect(lines).toHaveLength(50)
  expect(lines.at(-1)).toEqual({ code: 'EBMS:0101', one: 49 })
  now = new Date('2026-11-23T10:00:01Z')
  for (let one = 0; one < 10; one++) logRefusal({ code: 'EBMS:0102', one })
  expect(lines.slice(50)).toEqual([
    { code: 'EBMS:0102', one: 0, leftOut: 950 },
    ...[1, 2, 3, 4].map((one) => ({ code: 'EBMS:0102', one })),
  ])
})
