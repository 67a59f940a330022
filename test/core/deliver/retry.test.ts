import { describe, expect, it } from 'vitest'
import { limits } from '../../../src/config/limits.ts'
import { nextAttemptAt } from '../../../src/core/deliver/retry.ts'

const now = new Date('2026-11-21T12:00:00Z')
const deadline = new Date('2026-11-22T12:00:00Z')
const waitSeconds = (attempts: number, chance: number) => {
  const at = nextAttemptAt({ attempts, deadline, now }, limits.delivery, chance)
  return at && Math.round((at.getTime() - now.getTime()) / 1000)
}

describe('the next attempt', () => {
  it('comes after 30 s, 2, 5, 15, 30 min, 1, 2, 4 and 8 h', () => {
    const waits = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((attempts) => waitSeconds(attempts, 0.5))
    expect(waits).toEqual([30, 120, 300, 900, 1800, 3600, 7200, 14_400, 28_800])
  })

  it('is spread by a fifth in both directions', () => {
    expect([waitSeconds(2, 0), waitSeconds(2, 1)]).toEqual([96, 144])
  })

  it('is not made before the receiver wants it, and not later because of that', () => {
    const at = (seconds: number) => {
      const notBefore = new Date(now.getTime() + seconds * 1000)
      return nextAttemptAt({ attempts: 1, deadline, now, notBefore }, limits.delivery, 0.5)
    }
    expect(at(900)).toEqual(new Date(now.getTime() + 900_000))
    expect(at(5)).toEqual(new Date(now.getTime() + 30_000))
  })

  it('is not made after the tenth', () => {
    expect(waitSeconds(10, 0.5)).toBeUndefined()
  })

  it('is not made when it would come after the deadline', () => {
    const soon = new Date(now.getTime() + 29_000)
    expect(
      nextAttemptAt({ attempts: 1, deadline: soon, now }, limits.delivery, 0.5),
    ).toBeUndefined()
    expect(nextAttemptAt({ attempts: 1, deadline: soon, now }, limits.delivery, 0)).toBeDefined()
  })
})
