// The lease of the one process that writes into the SMP. It is renewed while the process lives, and
// runs out soon after it died.
import type { Store } from '../../store/index.ts'

export type RegistrarLease = {
  epoch: number
  /** Renews it; false when another process has taken it. */
  isHeld(): Promise<boolean>
  end(): Promise<void>
}

type LeaseStore = Pick<Store, 'takeRegistrarLease' | 'renewRegistrarLease' | 'endRegistrarLease'>

export type LeaseTimes = {
  leaseMs: number
  renewMs: number
  /** For how long and how often another process's end is waited for. */
  waitMs: number
  pollMs: number
}

/** A write into the SMP renews it before. */
export const leaseTimes = { leaseMs: 15_000, renewMs: 5_000, waitMs: 30_000, pollMs: 500 }

/** Undefined when another process keeps it for longer than `waitMs`. */
export async function takeLease(
  store: LeaseStore,
  { leaseMs, renewMs, waitMs, pollMs }: LeaseTimes,
): Promise<RegistrarLease | undefined> {
  const until = performance.now() + waitMs
  let epoch = await store.takeRegistrarLease(leaseMs)
  while (epoch === undefined && performance.now() < until) {
    await new Promise((resolve) => setTimeout(resolve, pollMs))
    epoch = await store.takeRegistrarLease(leaseMs)
  }
  if (epoch === undefined) return undefined
  const taken = epoch
  const isHeld = () => store.renewRegistrarLease({ epoch: taken, leaseMs })
  // A renewal that fails is tried again before each write, which then fails.
  const renewal = setInterval(() => void isHeld().catch(() => false), renewMs)
  renewal.unref()
  return {
    ...{ epoch, isHeld },
    async end() {
      clearInterval(renewal)
      await store.endRegistrarLease(taken)
    },
  }
}
