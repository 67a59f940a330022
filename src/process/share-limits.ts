// What limits the memory, threads and connections of a node, divided among its processes. Limits
// that callers notice are shared instead (src/core/runtime/shared-use.ts).
import type { Config } from '../config/config.ts'

type Limits = Config['limits']

/** Each process has room for the largest form. */
const waitingBytesMin = 64 * 1024 * 1024

/** For one of `workers` processes; none gets less than it needs to work. */
export function limitsOfOne(limits: Limits, workers: number): Limits {
  const share = (whole: number, min = 1) =>
    Math.min(whole, Math.max(min, Math.ceil(whole / workers)))
  const pool = <Pool extends { threads: number; waitingMax: number; waitingBytesMax: number }>(
    pool: Pool,
  ): Pool => ({
    ...pool,
    threads: share(pool.threads),
    waitingMax: share(pool.waitingMax, 8),
    waitingBytesMax: share(pool.waitingBytesMax, waitingBytesMin),
  })
  const { delivery, inbound, sending, reception } = limits
  const { unauthenticated } = reception
  return {
    ...limits,
    intake: pool(limits.intake),
    validation: pool(limits.validation),
    printing: pool(limits.printing),
    database: { connections: share(limits.database.connections, 4) },
    delivery: {
      ...delivery,
      largeAtOnce: share(delivery.largeAtOnce),
      recentUblBytesMax: share(delivery.recentUblBytesMax),
    },
    inbound: {
      ...inbound,
      atOnce: share(inbound.atOnce, 2),
      largeAtOnce: share(inbound.largeAtOnce),
    },
    sending: {
      ...sending,
      connections: share(sending.connections, 16),
      keptBytesMax: share(sending.keptBytesMax),
    },
    reception: {
      ...reception,
      unauthenticated: {
        ...unauthenticated,
        connectionsMax: share(unauthenticated.connectionsMax, 16),
        bytesMax: share(unauthenticated.bytesMax, 1024 * 1024),
      },
    },
  }
}
