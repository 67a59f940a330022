// The threads that print, as the rest of the gateway sees them: a function that takes bytes and gives a PDF.
import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Printed, PrintLimits, PrintOptions } from './printed.ts'
import type { PrintOrder, PrintReport } from './worker.ts'

export type PrinterSettings = PrintLimits & {
  /** Threads that print at the same time; each starts when it is first needed and keeps its fonts. */
  threads: number
  /** Documents that wait for a thread; one more is refused. */
  waitingMax: number
  /** How long one document may take before its thread is ended. */
  timeMs: number
  /** A thread that takes more is ended by Node, and its document fails; the gateway goes on. */
  heapMegabytesMax: number
}

export type Printer = {
  /** Prints one document. Throws PrinterBusyError when too many wait, and what a thread itself stumbled over. */
  print(bytes: Uint8Array, options: PrintOptions): Promise<Printed>
  close(): Promise<void>
}

/** More documents wait to be printed than there is room for. */
export class PrinterBusyError extends Error {
  constructor() {
    super('Too many documents wait to be printed')
    this.name = 'PrinterBusyError'
  }
}

type Job = {
  bytes: Uint8Array
  options: PrintOptions
  done(printed: Printed): void
  failed(error: Error): void
}
type Thread = { worker: Worker; job: Job | undefined; timer: NodeJS.Timeout | undefined }

export function openPrinter({
  threads: threadsMax,
  waitingMax,
  timeMs,
  heapMegabytesMax,
  ...limits
}: PrinterSettings): Printer {
  const threads = new Set<Thread>()
  const waiting: Job[] = []
  let closed = false
  let orders = 0

  function next(): void {
    const job = waiting[0]
    if (!job) return
    const idle =
      [...threads].find((thread) => !thread.job) ?? (threads.size < threadsMax ? start() : undefined)
    if (!idle) return
    waiting.shift()
    give(idle, job)
  }

  function give(thread: Thread, job: Job): void {
    thread.job = job
    thread.timer = setTimeout(() => {
      job.done({ kind: 'too-large', limit: 'time' })
      retire(thread)
    }, timeMs)
    const { bytes, options } = job
    thread.worker.ref()
    const order: PrintOrder = { id: ++orders, bytes, options, limits }
    thread.worker.postMessage(order)
  }

  function start(): Thread {
    const worker = new Worker(workerFile(), {
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: heapMegabytesMax },
    })
    const thread: Thread = { worker, job: undefined, timer: undefined }
    threads.add(thread)
    worker.on('message', (report: PrintReport) => {
      const { job } = thread
      free(thread)
      if ('printed' in report) job?.done(withBuffer(report.printed))
      else job?.failed(new Error(`A document could not be printed: ${report.fault}`))
      next()
    })
    worker.on('error', (error) => {
      thread.job?.failed(error)
      retire(thread)
    })
    worker.on('exit', () => {
      thread.job?.failed(new Error('The printing thread ended'))
      retire(thread)
    })
    return thread
  }

  // An idle thread keeps no process alive.
  function free(thread: Thread): void {
    clearTimeout(thread.timer)
    thread.job = undefined
    thread.worker.unref()
  }

  function retire(thread: Thread): void {
    if (!threads.delete(thread)) return
    free(thread)
    void thread.worker.terminate()
    if (!closed) next()
  }

  return {
    print(bytes, options) {
      if (closed) return Promise.reject(new Error('The printer is closed'))
      if (waiting.length >= waitingMax) return Promise.reject(new PrinterBusyError())
      return new Promise((done, failed) => {
        waiting.push({ bytes, options, done, failed })
        next()
      })
    },
    async close() {
      closed = true
      for (const job of waiting.splice(0)) job.failed(new Error('The printer is closed'))
      await Promise.all([...threads].map(({ worker }) => worker.terminate()))
    },
  }
}

// What comes from another thread is a bare array of bytes.
function withBuffer(printed: Printed): Printed {
  if (printed.kind !== 'printed') return printed
  const { pdf } = printed
  return { ...printed, pdf: Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength) }
}

// Built, the thread is a .js file beside this one. From source it is .ts, which Node reads from 22.18 on; before that a
// worker thread does not inherit what tsx or vitest set up for its parent.
function workerFile(): URL {
  if (extname(import.meta.url) === '.js') return new URL('./worker.js', import.meta.url)
  const readsTypeScript = 'typescript' in process.features && Boolean(process.features.typescript)
  return new URL(readsTypeScript ? './worker.ts' : './worker-from-source.mjs', import.meta.url)
}
