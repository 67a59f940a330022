// The printing threads, as the rest of the gateway sees them: a function from bytes to a PDF.
import {
  type Asker,
  openThreads,
  ThreadError,
  type ThreadLimits,
  workerFile,
} from '../threads/index.ts'
import type { Printed, PrintLimits, PrintOptions } from './printed.ts'
import type { Shown, ShowOptions } from './show-document.ts'
import type { PrintOrder } from './worker.ts'

/** A document that needs more memory than a thread may use fails; the gateway goes on. */
export type PrinterSettings = PrintLimits & ThreadLimits

export type Printer = {
  /**
   * Prints one document. Throws PrinterBusyError when too many are waiting, and the
   * thread's own errors.
   */
  print(bytes: Uint8Array, options: PrintOptions, asker?: Asker): Promise<Printed>
  /** The same content as plain data, for a screen. Throws as `print` does. */
  show(bytes: Uint8Array, options: ShowOptions, asker?: Asker): Promise<Exclude<Answer, Paper>>
  close(): Promise<void>
}

type Answer = Printed | Shown
type Paper = Extract<Printed, { kind: 'printed' }>

/** More documents are waiting to be printed than allowed. */
export class PrinterBusyError extends Error {
  constructor(options?: ErrorOptions) {
    super('Too many documents are waiting to be printed', options)
    this.name = 'PrinterBusyError'
  }
}

export function openPrinter({ charactersMax, pagesMax, ...settings }: PrinterSettings): Printer {
  const threads = openThreads<PrintOrder, Answer>(workerFile(import.meta.url), settings)
  const limits = { charactersMax, pagesMax }
  const toPrinted = tooLargeFor(settings)
  return {
    async print(bytes, options, asker) {
      const order = { bytes, options, limits }
      const answer = await threads.ask(order, bytes.length, asker).catch(toPrinted)
      if (answer.kind === 'shown') throw new Error('a document was shown that was to be printed')
      return withBuffer(answer)
    },
    async show(bytes, show, asker) {
      const answer = await threads.ask({ bytes, show }, bytes.length, asker).catch(toPrinted)
      if (answer.kind === 'printed') throw new Error('a document was printed that was to be shown')
      return answer
    },
    close: () => threads.close(),
  }
}

function tooLargeFor({
  timeMs,
  heapMegabytesMax,
}: Pick<PrinterSettings, 'timeMs' | 'heapMegabytesMax'>) {
  return (cause: unknown): Printed => {
    if (!(cause instanceof ThreadError)) throw cause
    const { reason } = cause
    if (reason === 'time') return { kind: 'too-large', limit: 'time', max: timeMs }
    if (reason === 'memory') return { kind: 'too-large', limit: 'memory', max: heapMegabytesMax }
    throw reason === 'busy' ? new PrinterBusyError({ cause }) : cause
  }
}

// Bytes from another thread arrive as a plain Uint8Array.
function withBuffer(printed: Printed): Printed {
  if (printed.kind !== 'printed') return printed
  const { pdf } = printed
  return { ...printed, pdf: Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength) }
}
