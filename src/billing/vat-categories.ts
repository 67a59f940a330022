// The VAT categories (UNCL5305 as EN 16931 uses it) and what each requires of rate
// and exemption reason.

type EuropeanCategory = 'S' | 'Z' | 'E' | 'AE' | 'K' | 'G' | 'O' | 'L' | 'M' | 'B'

export type VatCategory = EuropeanCategory | 'N' | SingaporeanCategory

export type VatCategoryRow = {
  title: string
  /**
   * What BT-152, BT-96 and BT-103 must be: `none` means that no rate is written at all, and
   * `zeroOrNone` that it may be.
   */
  rate: 'positive' | 'zero' | 'none' | 'zeroOrNone' | 'any'
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

/** GST categories of Singapore (IRAS), with what their rate must be. */
const singapore = {
  SR: ['standard-rated supply', 'positive'],
  'SRCA-S': ['customer accounting, by the supplier', 'any'],
  'SRCA-C': ['customer accounting, by the customer', 'any'],
  ZR: ['zero-rated supply', 'zero'],
  SRRC: ['reverse charge', 'any'],
  'SROVR-RS': ['overseas vendor registration, remote services', 'any'],
  'SROVR-LVG': ['overseas vendor registration, low-value goods', 'any'],
  SRLVG: ['low-value goods', 'any'],
  ES33: ['exempt by regulation 33', 'zero'],
  ESN33: ['exempt by other regulations', 'zero'],
  DS: ['deemed supply', 'any'],
  OS: ['out of the scope of GST', 'zero'],
  NG: ['seller without GST registration', 'zeroOrNone'],
  NA: ['taxable supplies where GST need not be charged', 'any'],
} as const

export type SingaporeanCategory = keyof typeof singapore
export const singaporeanCategories = Object.keys(singapore) as SingaporeanCategory[]

/** Without rules of EN 16931. */
function rowsOfSingapore(): Record<SingaporeanCategory, VatCategoryRow> {
  const rows = Object.entries(singapore).map(([code, [title, rate]]) => [
    code,
    { title, rate, exemption: 'free', rule: undefined },
  ])
  return Object.fromEntries(rows)
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
  ...rowsOfSingapore(),
}

export const vatCategoryCodes = Object.keys(vatCategories) as VatCategory[]

/** The ones of EN 16931. */
export const europeanCategories = vatCategoryCodes.filter(
  (code) => code !== 'N' && !(code in singapore),
)

/** The id of a category's own rule, such as BR-S-08 for number '08'; undefined if there is none. */
export function vatRule(category: VatCategory, number: string): string | undefined {
  const { rule } = vatCategories[category]
  return rule === undefined ? undefined : `BR-${rule}-${number}`
}

/** A reason for an exemption (VATEX) as its list has it: the rules take small letters too. */
export function inCapitals(reason: string): string {
  return reason.toUpperCase()
}
