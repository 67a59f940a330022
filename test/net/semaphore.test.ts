import { expect, test } from 'vitest'
import type { Deadline } from '../../src/net/clock.ts'
import { makeSemaphore } from '../../src/net/semaphore.ts'

const never: Deadline = { onEnd() {} }

test('lets in as many as it may, and the others in order of arrival', async () => {
  const semaphore = makeSemaphore(2)
  const entered: string[] = []
  const enter = async (name: string) => {
    const release = await semaphore.acquire(never)
    entered.push(name)
    return release
  }
  const releases = await Promise.all([enter('a'), enter('b')])
  const waiting = [enter('c'), enter('d')]
  await Promise.resolve()
  expect(entered).toEqual(['a', 'b'])
  releases[0]!()
  const late = enter('e')
  await waiting[0]
  expect(entered).toEqual(['a', 'b', 'c'])
  releases[1]!()
  const third = await waiting[1]!
  third()
  await late
  expect(entered).toEqual(['a', 'b', 'c', 'd', 'e'])
})

test('lets a waiter that gives up leave the line, and loses no place', async () => {
  const semaphore = makeSemaphore(1)
  const release = await semaphore.acquire(never)
  let giveUp = (_: Error): void => {}
  const gaveUp = semaphore.acquire({
    onEnd(listener) {
      giveUp = listener
    },
  })
  const next = semaphore.acquire(never)
  giveUp(new Error('enough'))
  await expect(gaveUp).rejects.toThrow('enough')
  release()
  expect(await next).toBeTypeOf('function')
})

test('has no more places than before when all have left', async () => {
  const semaphore = makeSemaphore(2)
  const fill = () => Promise.all([semaphore.acquire(never), semaphore.acquire(never)])
  for (const release of await fill()) release()
  await fill()
  let isIn = false
  void semaphore.acquire(never).then(() => {
    isIn = true
  })
  await Promise.resolve()
  expect(isIn).toBe(false)
})
