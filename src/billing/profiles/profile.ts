// What a profile is: the rules of one network or country for the JSON of a document. One model and
// one mapper serve all profiles; the differences are a row of this form, and the faults that only
// the profile has (faults.ts).
import type { KindName } from '../kinds.ts'
import type { VatCategory } from '../vat-categories.ts'

/** A specification that a document follows, by BT-24 and BT-23. */
export type Specification = {
  /** The default of BT-24. */
  specificationId: string
  /** What may follow the default in a longer value; '' for anything. */
  continuedBy: '' | '#' | '@'
  /** The default of BT-23. */
  businessProcess: string
  /** The values of BT-23 that belong to it. */
  businessProcesses: readonly string[]
}

/** Values of BT-3 by kind, the default first. */
export type TypeCodes = Record<KindName, readonly string[]>

export type Profile = {
  name: ProfileName
  /** In the reference. */
  title: string
  billing: Specification
  /** Where self-billing is a specification of its own. */
  selfBilling?: Specification
  /** The type codes of self-billing, where `selfBilled` may say it beside them. */
  selfBilledTypeCodes?: TypeCodes
  /** The group of its own terms. */
  nationalGroup?: NationalGroup
  /** The tax, as its scheme is written; VAT by default. */
  taxScheme?: 'GST'
  /** The currency of tax accounting (BT-6) of documents in other currencies. */
  taxCurrency?: string
  /** The VAT categories, where they are not those of EN 16931. */
  vatCategories?: readonly VatCategory[]
  /** The category of a rate above 0 that is stated alone; S by default. */
  standardCategory?: VatCategory
  /** The official rule about the category of a line. */
  categoryRule?: string
  /** Means of payment (BT-81) that only the profile has. */
  paymentMeans?: readonly string[]
  /** The type codes (BT-3), where the profile has fewer than the kinds have. */
  typeCodes?: TypeCodes
  /** Official rules of BIS Billing that the profile does not have. */
  without?: RegExp
  /** Whether the row of what is outside the scope of VAT has the rate 0; it has none by default. */
  rateOutsideScope?: 'filled-in' | 'allowed'
  /** Whether the price and the amount of a line may be others than those computed from the rest. */
  freeLines?: true
  /** Whether amounts of lines may have more than two decimals. */
  exactLines?: true
}

/** The groups of terms that only a country has. */
export const nationalGroups = ['ae', 'sg'] as const
export type NationalGroup = (typeof nationalGroups)[number]

export const profileNames = [
  ...(['bis', 'pint-eu', 'xrechnung', 'nlcius', 'pint-ae', 'pint-aunz', 'pint-sg'] as const),
] as const
export type ProfileName = (typeof profileNames)[number]
