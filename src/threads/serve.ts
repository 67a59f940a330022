// The other side of the pool: what a file run as a thread does.
import { parentPort } from 'node:worker_threads'

/**
 * First, once, that it takes orders; then an answer or a fault for each. A fault is a bug of ours.
 * On the way an error loses its class, but keeps its message and stack.
 */
export type Report<Result> = { isReady: true } | { answer: Result } | { fault: Error }

/**
 * Answers orders, one after the other. Anything in an answer that is outside
 * shared memory is copied.
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
  port.postMessage({ isReady: true } satisfies Report<Result>)
}

// Its members may be of a kind that messages cannot carry.
function toFault(thrown: unknown): Error {
  if (!(thrown instanceof Error)) return new Error(String(thrown))
  const fault = new Error(thrown.message)
  if (thrown.stack) fault.stack = thrown.stack
  return fault
}
