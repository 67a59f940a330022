// What a printing thread does for one document, one document after another, with fonts parsed once.
import { serve, shared } from '../threads/index.ts'
import { printDocument } from './print-document.ts'
import type { Printed, PrintLimits, PrintOptions } from './printed.ts'
import { type Shown, type ShowOptions, showDocument } from './show-document.ts'

export type PrintOrder =
  | { bytes: Uint8Array; options: PrintOptions; limits: PrintLimits }
  | { bytes: Uint8Array; show: ShowOptions }

serve<PrintOrder, Printed | Shown>(async (order) => {
  if ('show' in order) return showDocument(order.bytes, order.show)
  const printed = await printDocument(order.bytes, order.options, order.limits)
  return printed.kind === 'printed' ? { ...printed, pdf: shared(printed.pdf) } : printed
})
