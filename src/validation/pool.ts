// A few threads for large documents, with a limit on those that wait and on the time that one may take.
import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { CheckOptions } from './check.ts'
import { ValidationUnavailable, type Verdict } from './verdict.ts'
import type { WorkerAnswer, WorkerStart, WorkerTask } from './worker.ts'

export type Pool = {
  check(bytes: Uint8Array, options: CheckOptions): Promise<Verdict>
  close(): Promise<void>
}

export type PoolLimits = {
  workers: number
  /** Documents that may wait for a thread. */
  queueMax: number
  /** How long one document may take, from when a thread has it. */
  timeoutMs: number
}

type Task = {
  bytes: Uint8Array
  options: CheckOptions
  resolve: (verdict: Verdict) => void
  reject: (error: Error) => void
}

type Thread = { worker: Worker; task: Task | undefined; timer: NodeJS.Timeout | undefined }

/** Threads start when they are first needed. `start` is what each is given. */
export function openPool(start: WorkerStart, limits: PoolLimits): Pool {
  const threads = new Set<Thread>()
  const waiting: Task[] = []
  let isClosed = false

  function next(): void {
    const task = waiting[0]
    if (task === undefined || isClosed) return
    const thread = [...threads].find((each) => each.task === undefined) ?? newThread()
    if (thread === undefined) return
    waiting.shift()
    give(thread, task)
  }

  function newThread(): Thread | undefined {
    if (threads.size >= limits.workers) return undefined
    // A nursery of 64 MB would save a large document a tenth of its time and cost 50 MB of memory. A document that needs
    // more than the rest ends its thread, not the process.
    const resourceLimits = { maxYoungGenerationSizeMb: 24, maxOldGenerationSizeMb: 1024 }
    const worker = new Worker(workerFile(), { workerData: start, execArgv: [], resourceLimits })
    worker.unref()
    const thread: Thread = { worker, task: undefined, timer: undefined }
    threads.add(thread)
    worker.on('message', (answer: WorkerAnswer) => {
      finish(thread, (task) => conclude(task, answer))
      next()
    })
    worker.on('error', (cause) =>
      lose(thread, new ValidationUnavailable('A validation thread has failed', { cause })),
    )
    worker.on('exit', () => lose(thread, new ValidationUnavailable('A validation thread has ended')))
    return thread
  }

  function give(thread: Thread, task: Task): void {
    thread.task = task
    thread.worker.ref()
    thread.timer = setTimeout(() => {
      const text = `The document was not judged within ${limits.timeoutMs} ms`
      lose(thread, new ValidationUnavailable(text))
    }, limits.timeoutMs)
    const { bytes, options } = task
    thread.worker.postMessage({ bytes, options } satisfies WorkerTask)
  }

  function finish(thread: Thread, end: (task: Task) => void): void {
    const { task } = thread
    clearTimeout(thread.timer)
    thread.task = undefined
    thread.worker.unref()
    if (task) end(task)
  }

  // The thread is done for; its document fails, those that wait get another thread.
  function lose(thread: Thread, error: Error): void {
    if (!threads.delete(thread)) return
    finish(thread, (task) => task.reject(error))
    void thread.worker.terminate()
    next()
  }

  return {
    check: (bytes, options) =>
      new Promise((resolve, reject) => {
        if (isClosed) return reject(new ValidationUnavailable('The validator is closed'))
        if (waiting.length >= limits.queueMax) {
          return reject(new ValidationUnavailable(`${waiting.length} documents wait for validation already`))
        }
        waiting.push({ bytes, options, resolve, reject })
        next()
      }),
    async close() {
      isClosed = true
      for (const task of waiting.splice(0)) task.reject(new ValidationUnavailable('The validator is closed'))
      const closing = new ValidationUnavailable('The validator is closed')
      for (const thread of threads) finish(thread, (task) => task.reject(closing))
      await Promise.all([...threads].map(({ worker }) => worker.terminate()))
      threads.clear()
    },
  }
}

function conclude(task: Task, answer: WorkerAnswer): void {
  if ('verdict' in answer) task.resolve(answer.verdict)
  else if ('unavailable' in answer) task.reject(new ValidationUnavailable(answer.unavailable))
  else task.reject(new Error(`Validation failed: ${answer.failure}`))
}

// As the thread of the embedded database: built it is a .js file, from source Node reads TypeScript from 22.18 on.
function workerFile(): URL {
  if (extname(import.meta.url) === '.js') return new URL('./worker.js', import.meta.url)
  const readsTypeScript = 'typescript' in process.features && Boolean(process.features.typescript)
  return new URL(readsTypeScript ? './worker.ts' : './worker-from-source.mjs', import.meta.url)
}
