import { setImmediate, setTimeout } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { newPrecedence } from '../../src/core/runtime/precedence.ts'
import { openOwnTicks } from '../../src/reception/one-per-tick.ts'

it('lets one go on in each lap of the event loop, in their order', async () => {
  const ownTick = openOwnTicks()
  const gone: number[] = []
  for (let one = 0; one < 50; one++) void ownTick().then(() => gone.push(one))
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
  const ownTick = openOwnTicks()
  await ownTick()
  await Promise.all([ownTick(), ownTick()])
})

describe('letting others pass', () => {
  it('waits for them, and never longer than it may, counted from when it joined', async () => {
    const waited: number[] = []
    const ownTick = openOwnTicks(async (maxMs) => {
      waited.push(maxMs)
      await setTimeout(maxMs)
    }, 300)
    const begun = performance.now()
    await Promise.all([ownTick(), ownTick(), ownTick()])
    // While the first one waited, the time of the others ran too.
    expect(performance.now() - begun).toBeLessThan(5 * 300)
    expect(waited[0]).toBeGreaterThan(150)
    expect(waited.slice(1).every((ms) => ms < 150)).toBe(true)
  })

  it('goes on one by one as soon as they have passed', async () => {
    const { first, letPass } = newPrecedence()
    const ownTick = openOwnTicks(letPass, 60_000)
    let end = () => {}
    const passing = first(() => new Promise<void>((resolve) => (end = resolve)))
    const gone: number[] = []
    const waiting = [1, 2].map((one) => ownTick().then(() => gone.push(one)))
    await setTimeout(20)
    expect(gone).toEqual([])
    end()
    await Promise.all([passing, ...waiting])
    expect(gone).toEqual([1, 2])
  })
})
