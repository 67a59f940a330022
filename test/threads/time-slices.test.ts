// Operations spread over many turns have the same result as in one.
import { createHash, randomBytes } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { digestInSlices, gatherInSlices, joinInSlices } from '../../src/threads/index.ts'

const piece = 1024 * 1024
const bytes = randomBytes(2 * piece + 2)
const sizes = [0, 1, piece - 1, piece, piece + 1, 2 * piece, 2 * piece + 1]

it.each(sizes)('the digest of %i bytes', async (size) => {
  const part = bytes.subarray(1, 1 + size)
  expect(await digestInSlices(part)).toEqual(createHash('sha256').update(part).digest())
})

it.each([
  [[]],
  [[0]],
  [[1, 0, 2]],
  [[piece]],
  [[1, piece]],
  [[piece - 1, 1, 1]],
  [[piece + 1, piece]],
])('parts of %j bytes, joined', async (lengths) => {
  const parts = lengths.map((length, index) => bytes.subarray(index, index + length))
  expect((await joinInSlices(parts)).equals(Buffer.concat(parts))).toBe(true)
})

it('pieces are made one after the other, and joined', async () => {
  const made: string[] = []
  function* pieces() {
    for (const text of ['a', 'bc', '', 'd']) {
      made.push(text)
      yield Buffer.from(text)
    }
  }
  const whole = gatherInSlices(pieces())
  expect(made).toEqual(['a', 'bc'])
  expect((await whole).toString()).toBe('abcd')
  expect(await gatherInSlices([])).toHaveLength(0)
})

it('a piece that cannot be made fails the whole', async () => {
  function* pieces(): Generator<Buffer> {
    yield Buffer.from('a')
    throw new Error('broken')
  }
  await expect(gatherInSlices(pieces())).rejects.toThrow('broken')
})

describe('others have their turn', () => {
  it.each([
    ['digest', () => digestInSlices(bytes)],
    ['join', () => joinInSlices([bytes])],
    ['gather', () => gatherInSlices(['a', 'b', 'c'].map((text) => Buffer.from(text)))],
  ])('%s', async (_, work) => {
    let turns = 0
    let isDone = false
    const working = work().finally(() => {
      isDone = true
    })
    for (; !isDone; await setImmediate()) turns++
    await working
    expect(turns).toBeGreaterThanOrEqual(2)
  })
})
