// Threads that each carry out one order at a time, with limits on what waits for them and on what
// one order may take.
import { setImmediate } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { Report } from './serve.ts'

export type ThreadLimits = {
  /** So many at the same time; each starts when it is first needed. */
  threads: number
  /** Orders that may wait for a thread, and their bytes together. */
  waitingMax: number
  waitingBytesMax: number
  /** How long one order may take, from when a thread has it. */
  timeMs: number
  /** An order that needs more ends its thread, not the process. */
  heapMegabytesMax: number
  /** The part of the heap for what is new; V8's own choice unless told. */
  nurseryMegabytes?: number
}

export type Threads<Order, Result> = {
  /**
   * `bytes` is what the order holds while it waits; what does not lie in shared memory is copied to
   * the thread. Throws ThreadError, and Error with the cause that the thread itself stumbled over.
   */
  ask(order: Order, bytes: number): Promise<Result>
  close(): Promise<void>
}

/**
 * Why an order was not carried out: no room to wait, no time or memory left, a thread that ended,
 * or the pool is closed.
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
  busy: 'Too many orders wait for a thread',
  time: 'An order took longer than it may',
  memory: 'An order needed more memory than it may have',
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

/** `file` is run as each thread, with `start` as its workerData, and serves orders (serve.ts). */
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
    // An idle thread keeps no process alive.
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

  // The thread is done for; its order fails, those that wait get another thread.
  function lose(thread: Thread<Order, Result>, error: Error): void {
    if (!threads.delete(thread)) return
    release(thread)?.reject(error)
    void thread.worker.terminate()
    next()
  }

  return {
    async ask(order, bytes) {
      // To copy its bytes takes as long as it took to put them together, which has often been done
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
