import { expect, it } from 'vitest'
import { newPrecedence } from '../../../src/core/runtime/precedence.ts'

it('lets nobody wait while nothing that comes first is under way', async () => {
  const { first, letPass } = newPrecedence()
  await letPass(60_000)
  await first(async () => {})
  await letPass(60_000)
})

it('waits until all of it is done, also when it fails', async () => {
  const { first, letPass } = newPrecedence()
  const [one, other] = [held(), held()]
  const works = [first(() => one.promise), first(() => other.promise)]
  let hasPassed = false
  const waiting = letPass(60_000).then(() => {
    hasPassed = true
  })
  one.end()
  await works[0]
  expect(hasPassed).toBe(false)
  other.fail(new Error('no'))
  await expect(works[1]).rejects.toThrow('no')
  await waiting
})

it('waits no longer than it is told', async () => {
  const { first, letPass } = newPrecedence()
  const work = held()
  const working = first(() => work.promise)
  await letPass(5)
  work.end()
  await working
})

/** Work that lasts until it is told to end. */
function held(): { promise: Promise<void>; end(): void; fail(error: Error): void } {
  let [end, fail] = [() => {}, (_: Error) => {}]
  const promise = new Promise<void>((resolve, reject) => {
    ;[end, fail] = [resolve, reject]
  })
  return { promise, end, fail }
}
