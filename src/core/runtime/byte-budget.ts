// A budget of bytes in memory: what all calls of this node hold together, and the shares of an
// address, a tenant and a token. When a share or the whole is full, the slowest call gives way.
import { openHoldings, type SharedUse } from './shared-use.ts'

/** Who holds bytes. */
export type Holder = { address: string; tenant: string; token: string }

export type BudgetLimits = {
  bytesMax: number
  /** For what one address holds. */
  bytesPerAddressMax: number
}

/** The bytes of one call. */
export type Held = {
  /**
   * Counts so many bytes in all. False when there is no room for them even after slower calls gave
   * way; then nothing more is counted.
   */
  growTo(bytes: number): boolean
  /** The bytes have come, or gone: they stay counted, and the call gives way no longer. */
  settle(): void
  /** Gives everything back. */
  close(): void
}

export type ByteBudget = {
  /**
   * Opens an account of a call. `giveWay` is called when its room is needed for a faster one; its
   * bytes are given back before.
   */
  open(holder: Holder, giveWay: () => void): Held
}

type Level = keyof Holder | 'all'
type Account = { holder: Holder; held: number; since: number; giveWay: () => void }

const shares = ['token', 'tenant', 'address'] as const

/**
 * A token and a tenant hold at most half of what the others leave free, so that there is always
 * room for one more. `what` names the budget among those that processes share.
 */
export function openByteBudget(
  { bytesMax, bytesPerAddressMax }: BudgetLimits,
  {
    sharedUse,
    what,
    now = () => performance.now(),
  }: {
    sharedUse: SharedUse
    what: string
    now?: () => number
  },
): ByteBudget {
  const all = openHoldings(sharedUse, what)
  const held = {
    token: openHoldings(sharedUse, `${what} of token`),
    tenant: openHoldings(sharedUse, `${what} of tenant`),
    address: openHoldings(sharedUse, `${what} from`),
  }
  const moving = new Set<Account>()

  function add(account: Account, bytes: number): void {
    account.held += bytes
    all.add(bytes)
    for (const share of shares) held[share].add(bytes, account.holder[share])
  }

  function fullLevel(holder: Holder, bytes: number): Level | undefined {
    const total = all.of()
    const hasHalf = (share: 'token' | 'tenant') => {
      const own = held[share].of(holder[share])
      return own + bytes <= (bytesMax - (total - own)) / 2
    }
    if (!hasHalf('token')) return 'token'
    if (!hasHalf('tenant')) return 'tenant'
    if (held.address.of(holder.address) + bytes > bytesPerAddressMax) return 'address'
    return total + bytes > bytesMax ? 'all' : undefined
  }

  function paceOf({ held, since }: Account): number {
    return held / Math.max(1, now() - since)
  }

  function slowest(level: Level, { holder }: Account): Account | undefined {
    let found: Account | undefined
    for (const account of moving) {
      const isIn = level === 'all' || account.holder[level] === holder[level]
      if (isIn && account.held > 0 && (!found || paceOf(account) < paceOf(found))) found = account
    }
    return found
  }

  function close(account: Account): void {
    moving.delete(account)
    if (account.held > 0) add(account, -account.held)
  }

  function hasRoom(account: Account, bytes: number): boolean {
    for (;;) {
      const full = fullLevel(account.holder, bytes)
      if (!full) return true
      const slow = slowest(full, account)
      const ownPace = (account.held + bytes) / Math.max(1, now() - account.since)
      if (!slow || slow === account || paceOf(slow) >= ownPace) return false
      close(slow)
      slow.giveWay()
    }
  }

  return {
    open(holder, giveWay) {
      const account: Account = { holder, held: 0, since: now(), giveWay }
      moving.add(account)
      return {
        growTo(bytes) {
          const more = bytes - account.held
          if (more <= 0) return true
          if (!moving.has(account) || !hasRoom(account, more)) return false
          add(account, more)
          return true
        },
        settle: () => moving.delete(account),
        close: () => close(account),
      }
    },
  }
}
