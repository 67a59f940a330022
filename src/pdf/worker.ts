// A printing thread: prints one document after another, with fonts parsed once.
import { serve, shared } from '../threads/index.ts'
import { printDocument } from './print-document.ts'
import type { Printed, PrintLimits, PrintOptions } from './printed.ts'

export type PrintOrder = { bytes: Uint8Array; options: PrintOptions; limits: PrintLimits }

serve<PrintOrder, Printed>(async ({ bytes, options, limits }) => {
  const printed = await printDocument(bytes, options, limits)
  return printed.kind === 'printed' ? { ...printed, pdf: shared(printed.pdf) } : printed
})
