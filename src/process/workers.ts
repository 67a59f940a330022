// How many processes of the gateway share one port: WORKERS, or what the machine has room for.
import { readFileSync } from 'node:fs'
import { availableParallelism, totalmem } from 'node:os'
import type { Config } from '../config/config.ts'

type Machine = { cores: number; memoryBytes: number }

/** What a worker takes at load (docs/performance.md), and room for large documents. */
const workerBytes = 512 * 1024 * 1024
/** Each takes connections of the database, which has room for a hundred as it is installed. */
const unaskedMax = 8

/** On the embedded database one, as `readConfig` makes sure. */
export function workersOf(
  { WORKERS, DATABASE_URL }: Pick<Config, 'WORKERS' | 'DATABASE_URL'>,
  { cores, memoryBytes }: Machine = thisMachine(),
): number {
  if (WORKERS !== undefined) return WORKERS
  if (DATABASE_URL === undefined) return 1
  return Math.max(1, Math.min(cores, Math.floor(memoryBytes / workerBytes), unaskedMax))
}

/** What a container allows, where there is one. */
function thisMachine(): Machine {
  const allowed = process.constrainedMemory() || Number.POSITIVE_INFINITY
  return {
    cores: Math.min(availableParallelism(), coresAllowed()),
    memoryBytes: Math.min(totalmem(), allowed),
  }
}

// Linux, control groups version 2: microseconds of processor time in each period, or `max`.
function coresAllowed(): number {
  try {
    const [quota, period] = readFileSync('/sys/fs/cgroup/cpu.max', 'utf8').split(' ').map(Number)
    return Math.ceil(quota! / period!) || Number.POSITIVE_INFINITY
  } catch {
    return Number.POSITIVE_INFINITY
  }
}
