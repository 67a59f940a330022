// Who asks for work that is shared out fairly, on the event loop and in threads: tenants.
import type { Asker } from '../../threads/index.ts'
import type { Caller, Gateway } from '../gateway.ts'
import { spenderOf } from '../runtime/call-budget.ts'

/** The event loop that one call pays for. */
const paidMs = 25

type Account = { tookMs: number; paid: number }

// A call has a caller of its own.
const accounts = new WeakMap<Caller, Account>()

/**
 * The asker of one call. Of the time that it takes on the event loop while other tenants wait, each
 * 25 ms cost another call. `signal` ends work whose result is not wanted any more.
 */
export function askerFor(
  { callBudget }: Pick<Gateway, 'callBudget'>,
  caller: Caller,
  signal?: AbortSignal,
): Asker {
  const account = accounts.get(caller) ?? { tookMs: 0, paid: 0 }
  accounts.set(caller, account)
  return {
    owner: caller.tenant.id,
    ...(signal ? { signal } : {}),
    charge(ms) {
      account.tookMs += ms
      const due = Math.floor(account.tookMs / paidMs) - account.paid
      if (due === 0) return
      account.paid += due
      callBudget.take(spenderOf(caller), due)
    },
  }
}
