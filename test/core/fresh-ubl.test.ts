import { expect, it } from 'vitest'
import { holdFreshUbl } from '../../src/core/fresh-ubl.ts'

const ubl = (text: string) => Buffer.from(text)

it('gives what was put, once', () => {
  const fresh = holdFreshUbl(100)
  fresh.put('a', ubl('<a/>'))
  expect(fresh.take('a')).toEqual(ubl('<a/>'))
  expect(fresh.take('a')).toBeUndefined()
  expect(fresh.take('b')).toBeUndefined()
})

it('lets the oldest go when it holds too much, and never holds what is too large', () => {
  const fresh = holdFreshUbl(10)
  for (const name of ['a', 'b', 'c']) fresh.put(name, ubl('12345'))
  expect(['a', 'b', 'c'].map((name) => fresh.take(name)?.toString())).toEqual([
    undefined,
    '12345',
    '12345',
  ])
  fresh.put('large', ubl('12345678901'))
  expect(fresh.take('large')).toBeUndefined()
  fresh.put('d', ubl('1234567890'))
  expect(fresh.take('d')).toBeDefined()
})
