// Bytes for other threads.
import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { shared } from '../../src/threads/index.ts'

const enough = 256 * 1024

it('many bytes are the same in shared memory', () => {
  const bytes = randomBytes(enough + 1)
  const given = shared(bytes)
  expect(given.buffer).toBeInstanceOf(SharedArrayBuffer)
  expect(given.equals(bytes)).toBe(true)
})

it('bytes in shared memory are not copied again', () => {
  const given = shared(randomBytes(enough + 1))
  expect(shared(given)).toBe(given)
})

it('few bytes stay where they are', () => {
  const bytes = randomBytes(enough)
  expect(shared(bytes)).toBe(bytes)
})
