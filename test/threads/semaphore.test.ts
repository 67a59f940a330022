import { expect, test } from 'vitest'
import { makeSemaphore } from '../../src/threads/index.ts'

test('lets in as many as it may, and the others in order of arrival', async () => {
  const semaphore = makeSemaphore(2)
  const entered: string[] = []
  const enter = async (name: string) => {
    const release = await semaphore.acquire()
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
  const release = await semaphore.acquire()
  let giveUp = (_: Error): void => {}
  const gaveUp = semaphore.acquire({
    onEnd(listener) {
      giveUp = listener
    },
  })
  const next = semaphore.acquire()
  giveUp(new Error('enough'))
  await expect(gaveUp).rejects.toThrow('enough')
  release()
  expect(await next).toBeTypeOf('function')
})

test('has no more places than before when all have left', async () => {
  const semaphore = makeSemaphore(2)
  const fill = () => Promise.all([semaphore.acquire(), semaphore.acquire()])
  for (const release of await fill()) release()
  await fill()
  let isIn = false
  void semaphore.acquire().then(() => {
    isIn = true
  })
  await Promise.resolve()
  expect(isIn).toBe(false)
})

test('runs work in order, and what fails makes room for the next', async () => {
  const semaphore = makeSemaphore(1)
  const begun: string[] = []
  let fail = (_: Error): void => {}
  const first = semaphore.run(() => {
    begun.push('first')
    return new Promise((_, reject) => {
      fail = reject
    })
  })
  const second = semaphore.run(async () => begun.push('second'))
  await Promise.resolve()
  expect(begun).toEqual(['first'])
  fail(new Error('broken'))
  await expect(first).rejects.toThrow('broken')
  await second
  expect(begun).toEqual(['first', 'second'])
})
