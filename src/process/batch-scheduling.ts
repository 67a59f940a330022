// How Linux shares out processors. A process that wakes up, as its socket has something to read,
// may interrupt the one that runs. Gateways that interrupt each other and their database in the
// middle of a document find their caches filled by others; scheduled as batch work (SCHED_BATCH)
// they wait until it is done (docs/adr/0058-a-gateway-runs-with-batch-scheduling.md).
import { execFile } from 'node:child_process'

/**
 * For this process, its threads, and what they will start. Node has no call for it, so `chrt` of
 * util-linux makes it; where that is missing or not allowed, and on other systems, the gateway is
 * scheduled as any other process.
 */
export function scheduleAsBatch(): void {
  if (process.platform !== 'linux') return
  const batch = ['--all-tasks', '--batch', '--pid', '0', String(process.pid)]
  execFile('chrt', batch, () => undefined)
}
