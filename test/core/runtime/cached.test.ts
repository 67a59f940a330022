import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { cached } from '../../../src/core/runtime/cached.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

const pass = (ms: number) => void vi.advanceTimersByTime(ms)

/** Answers with the number of the call. */
function counter() {
  const calls = { count: 0 }
  return { calls, ask: async () => ++calls.count }
}

describe('an answer', () => {
  it('is asked for once by everyone who comes within a while, and then anew', async () => {
    const { ask, calls } = counter()
    const get = cached(ask, 40)
    expect(await Promise.all([get(), get()])).toEqual([1, 1])
    pass(39)
    expect(await get()).toBe(1)
    pass(1)
    expect(await Promise.all([get(), get()])).toEqual([2, 2])
    expect(calls.count).toBe(2)
  })

  it('that failed is not kept', async () => {
    let isBroken = true
    const get = cached(async () => {
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
    const answers: ((answer: number) => void)[] = []
    const get = cached(() => new Promise<number>((answer) => answers.push(answer)), 10, 60_000)
    const first = get()
    answers[0]!(1)
    expect(await first).toBe(1)
    pass(10)
    expect(await get()).toBe(1)
    expect(answers).toHaveLength(2)
    answers[1]!(2)
    await expect.poll(get).toBe(2)
    expect(answers).toHaveLength(2)
  })

  it('is given while the next one fails, and not for longer', async () => {
    let isBroken = false
    const get = cached(
      async () => {
        if (isBroken) throw new Error('no')
        return 'yes'
      },
      5,
      200,
    )
    await get()
    isBroken = true
    pass(199)
    expect(await get()).toBe('yes')
    pass(1)
    await expect(get()).rejects.toThrow('no')
  })
})
