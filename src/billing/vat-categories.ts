// The VAT categories (UNCL5305 as EN 16931 uses it) and what each requires of rate
// and exemption reason.

export type VatCategory = 'S' | 'Z' | 'E' | 'AE' | 'K' | 'G' | 'O' | 'L' | 'M' | 'B' | 'N'

export type VatCategoryRow = {
  title: string
  /** What BT-152, BT-96 and BT-103 must be: `none` means that no rate is written at all. */
  rate: 'positive' | 'zero' | 'none' | 'any'
  /** Whether the VAT breakdown gives a reason for the exemption (BT-120 or BT-121). */
  exemption: 'required' | 'forbidden' | 'free'
  /**
   * What must be known about the seller: a VAT identifier, their own or that of a tax
   * representative, or at least a tax registration.
   */
  sellerId?: 'vat' | 'tax'
  /** What must be known about the buyer. */
  buyerId?: 'vat' | 'vatOrLegal'
  /** Whether the date and country of delivery are required. */
  delivery?: true
  /** The part of the CEN rule ids that names the category: BR-S-08. */
  rule: string | undefined
}

export const vatCategories: Record<VatCategory, VatCategoryRow> = {
  S: {
    title: 'standard rate',
    rate: 'positive',
    exemption: 'forbidden',
    sellerId: 'tax',
    rule: 'S',
  },
  Z: {
    title: 'zero rated goods',
    rate: 'zero',
    exemption: 'forbidden',
    sellerId: 'tax',
    rule: 'Z',
  },
  E: { title: 'exempt from VAT', rate: 'zero', exemption: 'required', sellerId: 'tax', rule: 'E' },
  AE: {
    title: 'reverse charge',
    rate: 'zero',
    exemption: 'required',
    sellerId: 'tax',
    buyerId: 'vatOrLegal',
    rule: 'AE',
  },
  K: {
    title: 'intra-community supply',
    rate: 'zero',
    exemption: 'required',
    sellerId: 'vat',
    buyerId: 'vat',
    delivery: true,
    rule: 'IC',
  },
  G: {
    title: 'export outside the EU',
    rate: 'zero',
    exemption: 'required',
    sellerId: 'vat',
    rule: 'G',
  },
  O: { title: 'outside the scope of VAT', rate: 'none', exemption: 'required', rule: 'O' },
  L: {
    title: 'Canary Islands tax (IGIC)',
    rate: 'any',
    exemption: 'forbidden',
    sellerId: 'tax',
    rule: 'AF',
  },
  M: {
    title: 'Ceuta and Melilla tax (IPSI)',
    rate: 'any',
    exemption: 'forbidden',
    sellerId: 'tax',
    rule: 'AG',
  },
  B: { title: 'split payment (Italy)', rate: 'any', exemption: 'free', rule: undefined },
  // The VAT is in the price and is not stated.
  N: {
    title: 'margin scheme (Emirates)',
    rate: 'positive',
    exemption: 'forbidden',
    rule: undefined,
  },
}

export const vatCategoryCodes = Object.keys(vatCategories) as VatCategory[]

/** The ones of EN 16931. */
export const europeanCategories = vatCategoryCodes.filter((code) => code !== 'N')

/** The id of a category's own rule, such as BR-S-08 for number '08'; undefined if there is none. */
export function vatRule(category: VatCategory, number: string): string | undefined {
  const { rule } = vatCategories[category]
  return rule === undefined ? undefined : `BR-${rule}-${number}`
}

/** A reason for an exemption (VATEX) as its list has it: the rules take small letters too. */
export function inCapitals(reason: string): string {
  return reason.toUpperCase()
}
