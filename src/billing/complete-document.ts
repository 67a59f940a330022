// The document with every default filled in and every amount computed: what the mapper writes,
// decimals as strings.
import type { BillingDocument } from './model/document.ts'
import type { Identifier } from './model/identifier.ts'
import type { NumberLiteral } from './number-literal.ts'
import type { VatCategory } from './vat-categories.ts'

/** T with every number literal replaced by a string. */
type Plain<T> = T extends NumberLiteral
  ? never
  : T extends readonly (infer Item)[]
    ? Plain<Item>[]
    : T extends object
      ? { [Key in keyof T]: Plain<T[Key]> }
      : T

/** The document as the caller stated it, decimals as strings. */
export type StatedDocument = Plain<BillingDocument>
export type StatedLine = StatedDocument['lines'][number]
export type StatedAllowance = NonNullable<StatedLine['allowances']>[number]
type StatedDocumentAllowance = NonNullable<StatedDocument['allowances']>[number]
export type StatedVatRow = NonNullable<StatedDocument['vatBreakdown']>[number]

/** T with some of its fields completed. */
export type With<T, Completed> = Omit<T, keyof Completed> & Completed

export type CompleteVat = { category: VatCategory; rate?: string | undefined }

/** An allowance or a charge of a line. */
export type CompleteAllowance = With<StatedAllowance, { amount: string }>

/** An allowance or a charge of the document. */
export type CompleteDocumentAllowance = With<
  StatedDocumentAllowance,
  { amount: string; vat: CompleteVat }
>

export type CompleteLine = With<
  StatedLine,
  {
    id: string
    quantity: string
    unitCode: string
    netPrice: string
    netAmount: string
    vat: CompleteVat
    allowances: CompleteAllowance[]
    charges: CompleteAllowance[]
    standardItemId: Identifier | undefined
  }
>

type CompletePayee = With<
  NonNullable<StatedDocument['payee']>,
  { identifier: Identifier | undefined; legalId: Identifier | undefined }
>

/** Seller or buyer; fields of the seller alone are optional here. */
export type CompleteParty = With<
  StatedDocument['seller'],
  {
    endpoint: Identifier
    identifiers: Identifier[]
    legalId: Identifier | undefined
    taxRegistrationId?: { id: string; scheme: string } | undefined
  }
>

type CompleteDelivery = With<
  NonNullable<StatedDocument['delivery']>,
  { locationId: Identifier | undefined }
>

export type CompletePayment = With<
  NonNullable<StatedDocument['payment']>,
  { meansCode: string | undefined }
>

export type CompleteVatRow = CompleteVat & {
  taxableAmount: string
  taxAmount: string
  exemptionReason?: string | undefined
  exemptionReasonCode?: string | undefined
}

/** All amounts with two decimals; an undefined one does not apply and is not written. */
export type CompleteTotals = {
  lines: string
  allowances: string | undefined
  charges: string | undefined
  withoutVat: string
  vat: string
  vatInTaxCurrency: string | undefined
  withVat: string
  paid: string | undefined
  rounding: string | undefined
  payable: string
}

/** The terms of PINT AE. */
type CompleteAe = With<
  NonNullable<StatedDocument['ae']>,
  { executionId: string; uuid: string; totalWithVat: string | undefined }
>

/** The terms of PINT SG. */
type CompleteSg = With<NonNullable<StatedDocument['sg']>, { uuid: string }>

export type CompleteDocument = With<
  StatedDocument,
  {
    specificationId: string
    businessProcess: string
    typeCode: string
    seller: CompleteParty
    buyer: CompleteParty
    payee: CompletePayee | undefined
    delivery: CompleteDelivery | undefined
    payment: CompletePayment | undefined
    allowances: CompleteDocumentAllowance[]
    charges: CompleteDocumentAllowance[]
    vatBreakdown: CompleteVatRow[]
    totals: CompleteTotals
    lines: CompleteLine[]
    ae: CompleteAe | undefined
    sg: CompleteSg | undefined
    /** VAT or GST. */
    taxScheme: string
  }
>
