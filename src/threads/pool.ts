// Threads that each process one order at a time, with limits on the queue and on each order.
import { setImmediate } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { Report } from './serve.ts'

export type ThreadLimits = {
  /** The maximum number of threads; each starts when it is first needed. */
  threads: number
  /** Orders that may wait for a thread, and their total bytes. */
  waitingMax: number
  waitingBytesMax: number
  /** How long one order may take, from when a thread has it. */
  timeMs: number
  /** An order that needs more ends its thread, not the process. */
  heapMegabytesMax: number
  /** The part of the heap for new objects; V8's own default if absent. */
  nurseryMegabytes?: number
}

export type Threads<Order, Result> = {
  /**
   * `bytes` is what the order holds while it waits; anything outside shared memory is copied to the
   * thread. Throws ThreadError, or an Error whose cause is the thread's own error.
   */
  ask(order: Order, bytes: number): Promise<Result>
  close(): Promise<void>
}

/**
 * Why an order was not processed: no room to wait, no time or memory left, a thread that
 * ended, or a closed pool.
 */
export class ThreadError extends Error {
  readonly reason: 'busy' | 'time' | 'memory' | 'ended' | 'closed'

  constructor(reason: ThreadError['reason'], options?: ErrorOptions) {
    super(reasons[reason], options)
    this.name = 'ThreadError'
    this.reason = reason
  }
}

const reasons = {
  busy: 'Too many orders are waiting for a thread',
  time: 'An order took longer than allowed',
  memory: 'An order needed more memory than allowed',
  ended: 'A thread has ended',
  closed: 'The threads are closed',
} as const

type Task<Order, Result> = {
  order: Order
  bytes: number
  resolve(answer: Result): void
  reject(error: Error): void
}
type Thread<Order, Result> = {
  worker: Worker
  task: Task<Order, Result> | undefined
  timer: NodeJS.Timeout | undefined
}

/**
 * Runs `file` as each thread, with `start` as its workerData; the file answers orders (serve.ts).
 */
export function openThreads<Order, Result>(
  file: URL,
  limits: ThreadLimits,
  start?: unknown,
): Threads<Order, Result> {
  const threads = new Set<Thread<Order, Result>>()
  const waiting: Task<Order, Result>[] = []
  let waitingBytes = 0
  let isClosed = false

  function next(): void {
    if (waiting.length === 0 || isClosed) return
    const thread = [...threads].find(({ task }) => task === undefined) ?? newThread()
    if (thread === undefined) return
    const task = waiting.shift()!
    waitingBytes -= task.bytes
    give(thread, task)
  }

  function newThread(): Thread<Order, Result> | undefined {
    if (threads.size >= limits.threads) return undefined
    const { heapMegabytesMax, nurseryMegabytes } = limits
    const resourceLimits = {
      maxOldGenerationSizeMb: heapMegabytesMax,
      ...(nurseryMegabytes === undefined ? {} : { maxYoungGenerationSizeMb: nurseryMegabytes }),
    }
    const worker = new Worker(file, { workerData: start, execArgv: [], resourceLimits })
    // An idle thread does not keep the process alive.
    worker.unref()
    const thread: Thread<Order, Result> = { worker, task: undefined, timer: undefined }
    threads.add(thread)
    worker.on('message', (report: Report<Result>) => {
      const task = release(thread)
      if ('answer' in report) task?.resolve(report.answer)
      else task?.reject(failure(report.fault))
      next()
    })
    worker.on('error', (cause) =>
      lose(thread, new ThreadError(isOutOfMemory(cause) ? 'memory' : 'ended', { cause })),
    )
    worker.on('exit', () => lose(thread, new ThreadError('ended')))
    return thread
  }

  function give(thread: Thread<Order, Result>, task: Task<Order, Result>): void {
    thread.task = task
    thread.worker.ref()
    thread.timer = setTimeout(() => lose(thread, new ThreadError('time')), limits.timeMs)
    thread.worker.postMessage(task.order)
  }

  function release(thread: Thread<Order, Result>): Task<Order, Result> | undefined {
    const { task } = thread
    clearTimeout(thread.timer)
    thread.task = undefined
    thread.worker.unref()
    return task
  }

  // The thread is lost; its order fails, and waiting orders get another thread.
  function lose(thread: Thread<Order, Result>, error: Error): void {
    if (!threads.delete(thread)) return
    release(thread)?.reject(error)
    void thread.worker.terminate()
    next()
  }

  return {
    async ask(order, bytes) {
      // Copying the bytes takes as long as joining them, which has often been done
      // in this very turn.
      await setImmediate()
      return new Promise((resolve, reject) => {
        if (isClosed) return reject(new ThreadError('closed'))
        if (waiting.length >= limits.waitingMax || waitingBytes + bytes > limits.waitingBytesMax)
          return reject(new ThreadError('busy'))
        waiting.push({ order, bytes, resolve, reject })
        waitingBytes += bytes
        next()
      })
    },
    async close() {
      isClosed = true
      for (const task of waiting.splice(0)) task.reject(new ThreadError('closed'))
      for (const thread of threads) release(thread)?.reject(new ThreadError('closed'))
      await Promise.all([...threads].map(({ worker }) => worker.terminate()))
      threads.clear()
    },
  }
}

function failure(cause: Error): Error {
  return new Error(`A thread has failed: ${cause.message}`, { cause })
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
}
