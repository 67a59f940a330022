// Documents for people to read: UBL, message level statuses and tax data as PDF, complete and
// in their language.
export { schemeNames } from './codes/schemes.ts'
export { type Locale, locales } from './labels/locales.ts'
export type { Paper } from './layout/style.ts'
export type { Printed, PrintOptions } from './printed.ts'
export { openPrinter, type Printer, PrinterBusyError } from './printer.ts'
export type { Block, Cell, Fact, Party } from './sheet.ts'
export type { ShownSheet } from './show-document.ts'
export type { PrintKind } from './to-sheet.ts'
