// A printing thread: prints one document after the other, with fonts that it parsed once.
import { serve } from '../threads/index.ts'
import { printDocument } from './print-document.ts'
import type { Printed, PrintLimits, PrintOptions } from './printed.ts'

export type PrintOrder = { bytes: Uint8Array; options: PrintOptions; limits: PrintLimits }

serve<PrintOrder, Printed>(
  ({ bytes, options, limits }) => printDocument(bytes, options, limits),
  (printed) => (printed.kind === 'printed' ? [printed.pdf] : []),
)
