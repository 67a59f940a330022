import { expect, it } from 'vitest'
import { holdRecentDocuments } from '../../../src/core/runtime/recent-documents.ts'
import type { Document } from '../../../src/store/index.ts'

const ubl = (text: string) => Buffer.from(text)
const record = (id: string) => ({ id }) as Document

it('returns what was put, once', () => {
  const recent = holdRecentDocuments(100)
  recent.put(record('a'), ubl('<a/>'))
  expect(recent.takeRecord('a')).toEqual(record('a'))
  expect(recent.takeRecord('a')).toBeUndefined()
  expect(recent.takeUbl('a')).toEqual(ubl('<a/>'))
  expect(recent.takeUbl('a')).toBeUndefined()
  expect(recent.takeRecord('b')).toBeUndefined()
  expect(recent.takeUbl('b')).toBeUndefined()
})

it('forgets the record together with the UBL', () => {
  const recent = holdRecentDocuments(100)
  recent.put(record('a'), ubl('<a/>'))
  recent.takeUbl('a')
  expect(recent.takeRecord('a')).toBeUndefined()
})

it('evicts the oldest when it holds too much, and never holds what is too large', () => {
  const recent = holdRecentDocuments(10)
  for (const name of ['a', 'b', 'c']) recent.put(record(name), ubl('12345'))
  expect(['a', 'b', 'c'].map((name) => recent.takeUbl(name)?.toString())).toEqual([
    undefined,
    '12345',
    '12345',
  ])
  recent.put(record('large'), ubl('12345678901'))
  expect(recent.takeUbl('large')).toBeUndefined()
  expect(recent.takeRecord('large')).toBeUndefined()
  recent.put(record('d'), ubl('1234567890'))
  expect(recent.takeUbl('d')).toBeDefined()
})
