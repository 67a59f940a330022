// Limits that hold for several processes together, as each of them sees them.
import { describe, expect, it } from 'vitest'
import { limits } from '../../../src/config/limits.ts'
import { openGate } from '../../../src/core/access/admit.ts'
import { openCallBudget } from '../../../src/core/runtime/call-budget.ts'
import { openHoldings, type SharedUse, usedAlone } from '../../../src/core/runtime/shared-use.ts'
import type { Store } from '../../../src/store/index.ts'

/** Processes that hear of each other at once. */
function together(count: number): SharedUse[] {
  const held: Map<string, number>[] = []
  const listeners: Parameters<SharedUse['onSpent']>[0][][] = []
  return Array.from({ length: count }, (_, own) => {
    held[own] = new Map()
    listeners[own] = []
    return {
      hold: (key, amount) => void held[own]!.set(key, (held[own]!.get(key) ?? 0) + amount),
      heldByOthers: (key) =>
        held.reduce((sum, each, other) => sum + (other === own ? 0 : (each.get(key) ?? 0)), 0),
      spend: (key) => {
        for (const [other, hear] of listeners.entries())
          if (other !== own) for (const listen of hear) listen(key, 1)
      },
      onSpent: (hear) => void listeners[own]!.push(hear),
    }
  })
}

describe('holdings', () => {
  it('are those of all processes, by thing and key', () => {
    const [first, second] = together(2).map((use) => openHoldings(use, 'bodies'))
    first!.add(5, 'a')
    second!.add(7, 'a')
    second!.add(1, 'b')
    expect([first!.of('a'), second!.of('a'), first!.of('b'), first!.of()]).toEqual([12, 12, 1, 0])
    second!.add(-7, 'a')
    expect(first!.of('a')).toBe(5)
  })

  it('are its own for a process that is alone', () => {
    const holdings = openHoldings(usedAlone, 'bodies')
    holdings.add(5)
    expect(holdings.of()).toBe(5)
  })
})

describe('the rate of a token', () => {
  it('is spent at both processes, whichever is called', async () => {
    const rates = {
      perToken: { perSecond: 1, burst: 4 },
      perTenant: { perSecond: 4, burst: 16 },
      failuresPerAddress: { perSecond: 1, burst: 4 },
    }
    const now = () => new Date(0)
    const [first, second] = together(2).map((sharedUse) =>
      // A malformed token is refused without a look at the store.
      openGate({
        ...{ store: {} as Store, requests: limits.requests, rates, sharedUse, now },
        callBudget: openCallBudget({ rates, sharedUse, now }),
        peppolAccess: { network: { name: 'sandbox' } },
      }),
    )
    for (const gate of [first!, second!, first!, second!])
      expect(await gate.admit('token', '::1')).toHaveProperty('problem.code', 'auth.token-invalid')
    for (const gate of [first!, second!])
      expect(await gate.admit('token', '::1')).toHaveProperty('problem.code', 'rate.limited')
    // Another address has its own.
    const another = await first!.admit('token', '2001:db8::1')
    expect(another).toHaveProperty('problem.code', 'auth.token-invalid')
  })
})
