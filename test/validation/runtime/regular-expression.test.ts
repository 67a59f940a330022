import { describe, expect, it } from 'vitest'
import { matches } from '../../../src/validation/runtime/regular-expression.ts'

describe('a search that may begin and end anywhere', () => {
  it.each([
    ['.*([0-9].*){3,}.*', 'a1b2c3d', true],
    ['.*([0-9].*){3,}.*', 'a1b2c', false],
    ['.*a|b', 'xa', true],
    ['.*a|b', 'xb', true],
    ['a|b.*', 'c', false],
    ['.*', '', true],
    ['.*?a.*?', 'ba', true],
    // The point is escaped: it must be there, or nothing.
    ['^a\\.*$', 'a...', true],
    ['^a\\.*', 'ab', true],
    ['a\\.*', 'b', false],
    ['.*$', 'a', true],
    ['^.*a', 'b\na', false],
  ])('finds %j in %j: %j', (pattern, text, found) => {
    expect(matches(text, pattern)).toBe(found)
  })

  it('reads a long text once', () => {
    const begun = process.cpuUsage()
    expect(matches('#'.repeat(300_000), '.*([0-9].*){3,}.*')).toBe(false)
    // From each of its characters to its end, it would be half a minute.
    expect(process.cpuUsage(begun).user / 1000).toBeLessThan(2_000)
  })
})
