import { expect, test } from 'vitest'
import type { Deadline } from '../../src/net/clock.ts'
import { makePlaces } from '../../src/net/places.ts'

const never: Deadline = { onEnd() {} }

test('lets in as many as there are places, and the others in order of arrival', async () => {
  const places = makePlaces(2)
  const entered: string[] = []
  const enter = async (name: string) => {
    const giveBack = await places.take(never)
    entered.push(name)
    return giveBack
  }
  const giveBacks = await Promise.all([enter('a'), enter('b')])
  const waiting = [enter('c'), enter('d')]
  await Promise.resolve()
  expect(entered).toEqual(['a', 'b'])
  giveBacks[0]!()
  const late = enter('e')
  await waiting[0]
  expect(entered).toEqual(['a', 'b', 'c'])
  giveBacks[1]!()
  const third = await waiting[1]!
  third()
  await late
  expect(entered).toEqual(['a', 'b', 'c', 'd', 'e'])
})

test('who gives up leaves the line, and his place is not lost', async () => {
  const places = makePlaces(1)
  const giveBack = await places.take(never)
  let giveUp = (_: Error): void => {}
  const gaveUp = places.take({
    onEnd(tell) {
      giveUp = tell
    },
  })
  const next = places.take(never)
  giveUp(new Error('enough'))
  await expect(gaveUp).rejects.toThrow('enough')
  giveBack()
  expect(await next).toBeTypeOf('function')
})
