import { expect, test } from 'vitest'
import { limitConcurrency } from '../../../src/core/runtime/concurrency-limit.ts'

/** Works that end on command, and how many are under way. */
function works() {
  const ends: (() => void)[] = []
  const begun = () => ends.length
  const work = () => new Promise<void>((resolve) => ends.push(resolve))
  return { work, begun, end: (index: number) => ends[index]?.() }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

test('no more than the given number run at once, and the others follow in order', async () => {
  const turns = limitConcurrency(2)
  const { work, begun, end } = works()
  const all = Array.from({ length: 5 }, () => turns.take(work))
  await settled()
  expect(begun()).toBe(2)
  end(0)
  await all[0]
  await settled()
  expect(begun()).toBe(3)
  for (const index of [1, 2, 3, 4]) {
    end(index)
    await settled()
  }
  await Promise.all(all)
})

test('a turn that fails is over, too', async () => {
  const turns = limitConcurrency(1)
  await expect(turns.take(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await turns.take(async () => 'next')).toBe('next')
})
