// The other side of the pool: what a file does that is run as a thread.
import { parentPort } from 'node:worker_threads'

/** A fault is a defect of ours, told as text, because errors lose their class on the way. */
export type Report<Answer> = { answer: Answer } | { fault: string }

/** Answers orders, one after the other. Bytes that `given` lists are moved instead of copied, and gone here afterwards. */
export function serve<Order, Answer>(
  answerTo: (order: Order) => Answer | Promise<Answer>,
  given: (answer: Answer) => readonly Uint8Array[] = () => [],
): void {
  const port = parentPort!
  port.on('message', async (order: Order) => {
    try {
      const answer = await answerTo(order)
      port.postMessage({ answer } satisfies Report<Answer>, movable(given(answer)))
    } catch (error) {
      const fault = error instanceof Error ? (error.stack ?? error.message) : String(error)
      port.postMessage({ fault } satisfies Report<Answer>)
    }
  })
}

// Small buffers lie together in one block of memory, which is not theirs to give away; shared memory is not moved at all.
function movable(bytes: readonly Uint8Array[]): ArrayBuffer[] {
  const blocks = bytes.map(({ buffer }) => buffer).filter((buffer) => buffer instanceof ArrayBuffer)
  return [...new Set(blocks)].filter(({ byteLength }) => byteLength > Buffer.poolSize)
}
