import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { openLaps } from '../../src/reception/laps.ts'

it('lets one go on in each lap of the event loop, in their order', async () => {
  const ownLap = openLaps()
  const gone: number[] = []
  for (let one = 0; one < 50; one++) void ownLap().then(() => gone.push(one))
  expect(gone).toEqual([])
  const seen: number[] = []
  for (let lap = 0; lap < 50; lap++) {
    await setImmediate()
    seen.push(gone.length)
  }
  // Others have their turn after each of them.
  expect(seen).toEqual(Array.from({ length: 50 }, (_, lap) => lap + 1))
  expect(gone).toEqual(Array.from({ length: 50 }, (_, one) => one))
})

it('begins anew after everybody has gone', async () => {
  const ownLap = openLaps()
  await ownLap()
  await Promise.all([ownLap(), ownLap()])
})
