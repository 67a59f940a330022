// The threads that print, as the rest of the gateway sees them: a function that takes bytes and
// gives a PDF.
import {
  type Asker,
  openThreads,
  ThreadError,
  type ThreadLimits,
  workerFile,
} from '../threads/index.ts'
import type { Printed, PrintLimits, PrintOptions } from './printed.ts'
import type { PrintOrder } from './worker.ts'

/** A document that needs more memory than a thread may have fails; the gateway goes on. */
export type PrinterSettings = PrintLimits & ThreadLimits

export type Printer = {
  /**
   * Prints one document. Throws PrinterBusyError when too many wait, and what a thread itself
   * stumbled over.
   */
  print(bytes: Uint8Array, options: PrintOptions, asker?: Asker): Promise<Printed>
  close(): Promise<void>
}

/** More documents wait to be printed than there is room for. */
export class PrinterBusyError extends Error {
  constructor(options?: ErrorOptions) {
    super('Too many documents wait to be printed', options)
    this.name = 'PrinterBusyError'
  }
}

export function openPrinter({ charactersMax, pagesMax, ...settings }: PrinterSettings): Printer {
  const threads = openThreads<PrintOrder, Printed>(workerFile(import.meta.url), settings)
  const limits = { charactersMax, pagesMax }
  return {
    async print(bytes, options, asker) {
      const order = { bytes, options, limits }
      return withBuffer(await threads.ask(order, bytes.length, asker).catch(toPrinted))
    },
    close: () => threads.close(),
  }
}

function toPrinted(cause: unknown): Printed {
  if (!(cause instanceof ThreadError)) throw cause
  const { reason } = cause
  if (reason === 'time' || reason === 'memory') return { kind: 'too-large', limit: reason }
  throw reason === 'busy' ? new PrinterBusyError({ cause }) : cause
}

// What comes from another thread is a bare array of bytes.
function withBuffer(printed: Printed): Printed {
  if (printed.kind !== 'printed') return printed
  const { pdf } = printed
  return { ...printed, pdf: Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength) }
}
