// Bytes in memory: whose share is full, and who gives way.
import { describe, expect, it } from 'vitest'
import { type Holder, openByteBudget } from '../../../src/core/runtime/byte-budget.ts'
import { usedAlone } from '../../../src/core/runtime/shared-use.ts'

const holder = (token: string, tenant = `tenant of ${token}`, address = `at ${token}`): Holder => ({
  address,
  tenant,
  token,
})

function openTest(bytesMax = 1_000, bytesPerAddressMax = 10_000) {
  let ms = 0
  const budget = openByteBudget(
    { bytesMax, bytesPerAddressMax },
    { sharedUse: usedAlone, what: 'bodies', now: () => ms },
  )
  const gaveWay: string[] = []
  return {
    gaveWay,
    /** Time goes by. */
    pass: (by: number) => (ms += by),
    open: (name: string, of: Holder) => budget.open(of, () => gaveWay.push(name)),
  }
}

describe('a token', () => {
  it('holds at most half of what the others leave free', () => {
    const { open } = openTest()
    expect(open('a', holder('a')).growTo(501)).toBe(false)
    expect(open('a', holder('a')).growTo(500)).toBe(true)
    expect(open('b', holder('b')).growTo(251)).toBe(false)
    expect(open('b', holder('b')).growTo(250)).toBe(true)
    expect(open('c', holder('c')).growTo(125)).toBe(true)
  })

  it('takes no more with a second token of its tenant', () => {
    const { open } = openTest()
    expect(open('a', holder('a', 'tenant')).growTo(400)).toBe(true)
    expect(open('b', holder('b', 'tenant')).growTo(101)).toBe(false)
    expect(open('b', holder('b', 'tenant')).growTo(100)).toBe(true)
    expect(open('c', holder('c', 'another')).growTo(250)).toBe(true)
  })

  it('takes no more at one address than the address may have', () => {
    const { open } = openTest(1_000, 300)
    expect(open('a', holder('a', 'a', 'here')).growTo(300)).toBe(true)
    expect(open('b', holder('b', 'b', 'here')).growTo(1)).toBe(false)
    expect(open('b', holder('b', 'b', 'there')).growTo(1)).toBe(true)
  })
})

describe('when there is no room', () => {
  it('the slowest gives way to a faster one, of its own share alone', () => {
    const { open, pass, gaveWay } = openTest()
    const slow = open('slow', holder('a'))
    slow.growTo(200)
    open('slower, of another', holder('b')).growTo(50)
    pass(1_000)
    const quick = open('quick', holder('a'))
    quick.growTo(200)
    pass(100)
    expect(open('next', holder('a')).growTo(275)).toBe(true)
    expect(gaveWay).toEqual(['slow'])
    expect(slow.growTo(201)).toBe(false)
  })

  it('a slower one is refused itself', () => {
    const { open, pass, gaveWay } = openTest()
    const slow = open('slow', holder('a'))
    slow.growTo(10)
    pass(1_000)
    open('quick', holder('a')).growTo(480)
    pass(1)
    expect(slow.growTo(30)).toBe(false)
    expect(gaveWay).toEqual([])
  })

  it('what has come as a whole does not give way, and gives back when it is closed', () => {
    const { open, pass, gaveWay } = openTest()
    const whole = open('whole', holder('a'))
    whole.growTo(400)
    whole.settle()
    pass(1_000)
    expect(open('next', holder('a')).growTo(200)).toBe(false)
    expect(gaveWay).toEqual([])
    whole.close()
    expect(open('next', holder('a')).growTo(200)).toBe(true)
  })
})
