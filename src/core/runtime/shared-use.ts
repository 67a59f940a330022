// The processes of a node share its limits: each counts for itself, and tells the others at once
// what it holds and spends. Until they hear of it, some 20 ms later, they may allow the same again.

export type SharedUse = {
  /** This process holds so much more of what `key` names; below zero, so much less. */
  hold(key: string, amount: number): void
  /** How much of it the other processes of this node hold. */
  heldByOthers(key: string): number
  /** This process has spent so many of what comes back with time. */
  spend(key: string, times: number): void
  /** `hear` is called with what the others have spent. */
  onSpent(hear: (key: string, times: number) => void): void
}

/** For the only process of a node. */
export const usedAlone: SharedUse = {
  hold() {},
  heldByOthers: () => 0,
  spend() {},
  onSpent() {},
}

/** How much is held of one thing, by key: in all processes of this node together. */
export type Holdings = {
  of(key?: string): number
  /** Use by this process; below zero, it gives so much back. */
  add(amount: number, key?: string): void
}

export function openHoldings({ hold, heldByOthers }: SharedUse, what: string): Holdings {
  const own = new Map<string, number>()
  const nameOf = (key: string) => `${what} ${key}`
  return {
    of: (key = '') => (own.get(key) ?? 0) + heldByOthers(nameOf(key)),
    add(amount, key = '') {
      const sum = (own.get(key) ?? 0) + amount
      if (sum === 0) own.delete(key)
      else own.set(key, sum)
      hold(nameOf(key), amount)
    },
  }
}
