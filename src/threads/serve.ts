// The other side of the pool: what a file does that is run as a thread.
import { parentPort } from 'node:worker_threads'

/** A fault is a defect of ours, told as text, because errors lose their class on the way. */
export type Report<Result> = { answer: Result } | { fault: string }

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
      const fault = error instanceof Error ? (error.stack ?? error.message) : String(error)
      port.postMessage({ fault } satisfies Report<Result>)
    }
  })
}
