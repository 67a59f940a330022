// The business document: what a caller may send as JSON, its amounts, its UBL form, and what a UBL
// document says of itself.
export { completeDocument } from './complete.ts'
export type { CompleteDocument, StatedDocument } from './complete-document.ts'
export { type ConvertedUbl, convertUbl } from './convert-ubl.ts'
export { type FieldForm, type FieldRow, fieldTable } from './field-table.ts'
export { type FromUbl, fromUbl } from './from-ubl/document.ts'
export { type UblPlaces, ublPlaces } from './from-ubl/places.ts'
export type { Unmapped } from './from-ubl/unmapped.ts'
export type { Inconsistency } from './inconsistencies.ts'
export { type Kind, type KindName, kinds } from './kinds.ts'
export { type BillingDocument, documentModel } from './model/document.ts'
export type { DecimalInput } from './model/field.ts'
export { sameName } from './nearest.ts'
export { NumberLiteral } from './number-literal.ts'
export {
  type BusinessDocument,
  readBusinessDocument,
  type UnreadDocument,
} from './read-document.ts'
export {
  type Summarized,
  type Summary,
  type SummaryFault,
  type SummaryParty,
  summarize,
} from './summarize.ts'
export { toUbl } from './to-ubl/document.ts'
