// The first process of a node gives each connection to a worker, and closes its own end when the
// worker says that it has taken it. node:cluster waits for that for ever: a connection given to a
// worker that dies before would stay open without an answer.
import type { Worker } from 'node:cluster'

type Given = { seq?: number; act?: string }
type Taken = { ack?: number }
type Connection = { close(): void }

/** Closes what `worker` has not taken when it ends, so that clients can try again. */
export function closeUntaken(worker: Worker): void {
  const untaken = new Map<number, Connection>()
  const { process } = worker
  const send = process.send.bind(process) as (...all: unknown[]) => boolean
  // The messages of node:cluster (lib/internal/cluster/round_robin_handle.js), for which it has no
  // events.
  process.send = (...all: unknown[]) => {
    const [{ act, seq }, connection] = all as [Given, Connection | undefined]
    if (act === 'newconn' && seq !== undefined && connection) untaken.set(seq, connection)
    return send(...all)
  }
  process.on('internalMessage', ({ ack }: Taken) => ack !== undefined && untaken.delete(ack))
  worker.once('exit', () => {
    for (const connection of untaken.values()) connection.close()
  })
}
