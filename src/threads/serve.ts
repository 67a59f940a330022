// The other side of the pool: what a file does that is run as a thread.
import { parentPort } from 'node:worker_threads'

/** A fault is a defect of ours. An error loses its class on the way, not its message and stack. */
export type Report<Result> = { answer: Result } | { fault: Error }

/**
 * Answers orders, one after the other. Of an answer all is copied that does not lie in shared
 * memory.
 */
export function serve<Order, Result>(answerTo: (order: Order) => Result | Promise<Result>): void {
  const port = parentPort!
  port.on('message', async (order: Order) => {
    try {
      const answer = await answerTo(order)
      port.postMessage({ answer } satisfies Report<Result>)
    } catch (error) {
      port.postMessage({ fault: toFault(error) } satisfies Report<Result>)
    }
  })
}

// Members of it may be of a kind that no message carries.
function toFault(thrown: unknown): Error {
  if (!(thrown instanceof Error)) return new Error(String(thrown))
  const fault = new Error(thrown.message)
  if (thrown.stack) fault.stack = thrown.stack
  return fault
}
