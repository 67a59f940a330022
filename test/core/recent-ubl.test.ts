import { expect, it } from 'vitest'
import { holdRecentUbl } from '../../src/core/recent-ubl.ts'

const ubl = (text: string) => Buffer.from(text)

it('returns what was put, once', () => {
  const recentUbl = holdRecentUbl(100)
  recentUbl.put('a', ubl('<a/>'))
  expect(recentUbl.take('a')).toEqual(ubl('<a/>'))
  expect(recentUbl.take('a')).toBeUndefined()
  expect(recentUbl.take('b')).toBeUndefined()
})

it('evicts the oldest when it holds too much, and never holds what is too large', () => {
  const recentUbl = holdRecentUbl(10)
  for (const name of ['a', 'b', 'c']) recentUbl.put(name, ubl('12345'))
  expect(['a', 'b', 'c'].map((name) => recentUbl.take(name)?.toString())).toEqual([
    undefined,
    '12345',
    '12345',
  ])
  recentUbl.put('large', ubl('12345678901'))
  expect(recentUbl.take('large')).toBeUndefined()
  recentUbl.put('d', ubl('1234567890'))
  expect(recentUbl.take('d')).toBeDefined()
})
