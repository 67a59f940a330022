import { expect, it } from 'vitest'
import { makeNotifier } from '../../../src/core/runtime/notifier.ts'

const isNotified = async (waiting: Promise<void>) => {
  const late = new Promise((resolve) => setTimeout(resolve, 50, 'late'))
  return (await Promise.race([waiting, late])) !== 'late'
}

it('what is notified in one lap of the event loop is one notification', async () => {
  const notifier = makeNotifier()
  const subscription = notifier.subscribe()
  const next = subscription.next(60_000)
  notifier.notify()
  // As whoever is told of the same commit does, one after the other.
  await Promise.resolve()
  notifier.notify()
  await next
  expect(await isNotified(subscription.next(60_000))).toBe(false)
})

it('a later one is another, and is kept until it is asked for', async () => {
  const notifier = makeNotifier()
  const subscription = notifier.subscribe()
  const next = subscription.next(60_000)
  notifier.notify()
  await next
  notifier.notify()
  expect(await isNotified(subscription.next(60_000))).toBe(true)
})
