// Threads that each process one order at a time, with limits on the queue and on each order. Owners
// alternate, and if every thread is busy with a long order, one of them is freed for short ones.
import { setImmediate } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { Report } from './serve.ts'
import { newWaitingOrders, type WaitingOrder } from './waiting.ts'

export type ThreadLimits = {
  /** The maximum number of threads; each starts when it is first needed. */
  threads: number
  /** Orders that may wait for a thread, and their total bytes. */
  waitingMax: number
  waitingBytesMax: number
  /** How long one order may take, from when a thread has it. */
  timeMs: number
  /** An order that takes longer is long: one thread is left to others if they are waiting. */
  shortMs: number
  /** An order that needs more ends its thread, not the process. */
  heapMegabytesMax: number
  /** The part of the heap for new objects; V8's own default if absent. */
  nurseryMegabytes?: number
}

export type Asker = {
  /** The threads are shared fairly between owners; orders without one share one. */
  owner?: string
  /** Ends the order, waiting or in progress, when its answer is no longer wanted. */
  signal?: AbortSignal
  /** Told how long its work has held the event loop while others waited. */
  charge?(ms: number): void
}

export type Threads<Order, Result> = {
  /**
   * `bytes` is what the order holds while it waits; anything outside shared memory is copied to the
   * thread. Throws ThreadError, or an Error whose cause is the thread's own error.
   */
  ask(order: Order, bytes: number, asker?: Asker): Promise<Result>
  close(): Promise<void>
}

/**
 * Why an order was not processed: no room to wait, no time or memory left, a thread that ended, an
 * answer no longer wanted, or a closed pool.
 */
export class ThreadError extends Error {
  readonly reason: 'busy' | 'time' | 'memory' | 'ended' | 'unwanted' | 'closed'

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
  unwanted: 'The answer is no longer wanted',
  closed: 'The threads are closed',
} as const

type Task<Order, Result> = WaitingOrder & {
  order: Order
  isUnwanted: boolean
  resolve(answer: Result): void
  reject(error: Error): void
}
type Thread<Order, Result> = {
  worker: Worker
  isReady: boolean
  task: Task<Order, Result> | undefined
  timers: NodeJS.Timeout[]
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
  const waiting = newWaitingOrders<Task<Order, Result>>(limits)
  const longMax = Math.max(1, limits.threads - 1)
  let isClosed = false

  const longOnes = () => [...threads].filter(({ task }) => task?.isLong)

  function next(): void {
    const isFree = threads.size < limits.threads || [...threads].some(({ task }) => !task)
    if (isClosed) return
    const task = isFree ? waiting.take({ long: longOnes().length < longMax }) : undefined
    if (task) {
      give([...threads].find((thread) => !thread.task) ?? newThread(), task)
      next()
    } else if (!isFree) makeRoom()
  }

  // If short orders wait and all threads are busy with long ones, the most recent of those is
  // stopped and restarted later.
  function makeRoom(): void {
    const long = longOnes()
    if (long.length <= longMax || !waiting.hasShort()) return
    const thread = long.at(-1)!
    waiting.putBack(release(thread)!)
    end(thread)
  }

  function newThread(): Thread<Order, Result> {
    const { heapMegabytesMax, nurseryMegabytes } = limits
    const resourceLimits = {
      maxOldGenerationSizeMb: heapMegabytesMax,
      ...(nurseryMegabytes === undefined ? {} : { maxYoungGenerationSizeMb: nurseryMegabytes }),
    }
    const worker = new Worker(file, { workerData: start, execArgv: [], resourceLimits })
    // An idle thread does not keep the process alive.
    worker.unref()
    const thread: Thread<Order, Result> = { worker, isReady: false, task: undefined, timers: [] }
    threads.add(thread)
    worker.on('message', (report: Report<Result>) => {
      if ('isReady' in report) return begin(thread)
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
    thread.timers = [setTimeout(() => lose(thread, new ThreadError('time')), limits.timeMs)]
    if (thread.isReady) begin(thread)
    thread.worker.postMessage(task.order)
  }

  // A starting thread loads a lot; that is not its first order's fault.
  function begin(thread: Thread<Order, Result>): void {
    thread.isReady = true
    const { task } = thread
    if (task === undefined || task.isLong) return
    const turnLong = () => {
      task.isLong = true
      if (task.isUnwanted) lose(thread, new ThreadError('unwanted'))
      else next()
    }
    thread.timers.push(setTimeout(turnLong, limits.shortMs))
  }

  function release(thread: Thread<Order, Result>): Task<Order, Result> | undefined {
    const { task } = thread
    for (const timer of thread.timers) clearTimeout(timer)
    thread.task = undefined
    thread.worker.unref()
    return task
  }

  // The thread is lost; its order fails, and waiting orders get another thread.
  function lose(thread: Thread<Order, Result>, error: Error): void {
    if (!threads.has(thread)) return
    release(thread)?.reject(error)
    end(thread)
  }

  function end(thread: Thread<Order, Result>): void {
    threads.delete(thread)
    void thread.worker.terminate()
    next()
  }

  // A short one is processed all the same: another thread would cost more.
  function drop(task: Task<Order, Result>): void {
    const error = new ThreadError('unwanted')
    const thread = [...threads].find((each) => each.task === task)
    task.isUnwanted = true
    task.reject(error)
    if (thread && task.isLong) lose(thread, error)
    else waiting.remove(task)
  }

  return {
    async ask(order, bytes, { owner = '', signal } = {}) {
      // Copying the bytes takes as long as joining them, which has often been done
      // in this very tick.
      await setImmediate()
      if (isClosed) throw new ThreadError('closed')
      if (signal?.aborted) throw new ThreadError('unwanted')
      let stop = () => {}
      const answer = new Promise<Result>((resolve, reject) => {
        const task = { order, bytes, owner, isLong: false, isUnwanted: false, resolve, reject }
        stop = () => drop(task)
        for (const gone of waiting.add(task)) gone.reject(new ThreadError('busy'))
      })
      signal?.addEventListener('abort', stop)
      next()
      return answer.finally(() => signal?.removeEventListener('abort', stop))
    },
    async close() {
      isClosed = true
      for (const task of waiting.clear()) task.reject(new ThreadError('closed'))
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
