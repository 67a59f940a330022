// The business document: the JSON that callers may send, its amounts, its UBL form, and what a UBL
// document says about itself.
export type { AccountDoubt } from './account-doubts.ts'
export { codeMeant } from './codelists/code-list.ts'
export { countries, mimeTypes } from './codelists/index.ts'
export { completeDocument } from './complete.ts'
export type { StatedDocument } from './complete-document.ts'
export { type ConvertedUbl, convertUbl } from './convert-ubl.ts'
export { type DocumentDoubt, totalsRule } from './doubts.ts'
export { fromUbl } from './from-ubl/document.ts'
export { ublLocations } from './from-ubl/locations.ts'
export type { Unmapped } from './from-ubl/unmapped.ts'
export { withPlainIban } from './iban.ts'
export type { Inconsistency } from './inconsistencies.ts'
export { isIssuedByBuyer } from './issued-by-buyer.ts'
export { type Kind, type KindName, kindOf, kinds } from './kinds.ts'
export type { BillingDocument } from './model/document.ts'
export { documentModel } from './model/document-model.ts'
export { dayFault } from './model/field.ts'
export { heard, said } from './model/said.ts'
export { nearestName, sameName } from './nearest.ts'
export { NumberLiteral } from './number-literal.ts'
export { withBuyerEndpoint } from './profiles/pint-ae/meant.ts'
export { profileInvoices } from './profiles/table.ts'
export {
  type BusinessDocument,
  readAnyDocument,
  readBusinessDocument,
  type UnreadDocument,
} from './read-document.ts'
export type { SummaryFault } from './read-soundly.ts'
export { shown, shownName, shownPlace, shownPointer } from './shown.ts'
export { kindOfRoot, type Summary, type SummaryParty, summarize } from './summarize.ts'
export type { OtherParty, OtherSummary } from './summarize-other.ts'
export { toUbl } from './to-ubl/document.ts'
