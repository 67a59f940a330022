import { setTimeout } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { remembered } from '../../src/core/remembered.ts'

/** Answers with the number of the call, after `ms`. */
function counter(ms: number) {
  const calls = { count: 0 }
  const ask = async () => {
    const number = ++calls.count
    await setTimeout(ms)
    return number
  }
  return { calls, ask }
}

describe('an answer', () => {
  it('is asked for once by everyone who comes within a while, and then anew', async () => {
    const { ask, calls } = counter(5)
    const get = remembered(ask, 40)
    expect(await Promise.all([get(), get()])).toEqual([1, 1])
    expect(await get()).toBe(1)
    await setTimeout(60)
    expect(await Promise.all([get(), get()])).toEqual([2, 2])
    expect(calls.count).toBe(2)
  })

  it('that failed is not kept', async () => {
    let isBroken = true
    const get = remembered(async () => {
      if (isBroken) throw new Error('no')
      return 'yes'
    }, 60_000)
    await expect(get()).rejects.toThrow('no')
    isBroken = false
    expect(await get()).toBe('yes')
  })
})

describe('an answer that may be stale', () => {
  it('is given while it is asked for anew', async () => {
    const { ask, calls } = counter(30)
    const get = remembered(ask, 10, 60_000)
    expect(await get()).toBe(1)
    await setTimeout(15)
    const begun = performance.now()
    expect(await get()).toBe(1)
    expect(performance.now() - begun).toBeLessThan(25)
    expect(calls.count).toBe(2)
    await setTimeout(60)
    expect(await get()).toBe(2)
  })

  it('is given while the next one fails, and not for longer', async () => {
    let isBroken = false
    const get = remembered(
      async () => {
        if (isBroken) throw new Error('no')
        return 'yes'
      },
      5,
      200,
    )
    await get()
    isBroken = true
    await setTimeout(10)
    expect(await get()).toBe('yes')
    await setTimeout(250)
    await expect(get()).rejects.toThrow('no')
  })
})
