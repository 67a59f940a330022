// The codes of PINT AE and the words for them.

/** Transaction types (BTAE-02), in the order of their places in the code of eight digits. */
export const transactionTypes = [
  ...(['freeTradeZone', 'deemedSupply', 'marginScheme', 'summary'] as const),
  ...(['continuous', 'disclosedAgent', 'eCommerce', 'export'] as const),
] as const
export type TransactionType = (typeof transactionTypes)[number]

/** Reasons for a credit note (BTAE-03). */
export const creditReasons = {
  cancelled: 'DL8.61.1.A',
  treatmentChanged: 'DL8.61.1.B',
  considerationChanged: 'DL8.61.1.C',
  returned: 'DL8.61.1.D',
  chargedInError: 'DL8.61.1.E',
  volumeDiscount: 'VD',
} as const

/** How often is billed (BTAE-06). */
export const billingFrequencies = {
  daily: 'DLY',
  weekly: 'WKY',
  every15Days: 'Q15',
  monthly: 'MTH',
  every45Days: 'Q45',
  every60Days: 'Q60',
  quarterly: 'QTR',
  halfYearly: 'HYR',
  yearly: 'YRL',
  other: 'OTH',
} as const

/** What a legal identifier is (BTAE-15, BTAE-16). */
export const legalIdTypes = {
  tradeLicence: 'TL',
  emiratesId: 'EID',
  passport: 'PAS',
  cabinetDecision: 'CD',
} as const

/** What a line sells (BTAE-13). */
export const itemTypes = { goods: 'G', services: 'S', both: 'B' } as const

/** Goods and services under reverse charge (BTAE-09). */
export const reverseChargeTypes = [
  ...(['DL8.48.8.1', 'DL8.48.8.2', 'DL8.48.3.1', 'DL8.48.3.2', 'DL8.48.3.3'] as const),
] as const

export const emirates = ['AUH', 'DXB', 'SHJ', 'UAQ', 'FUJ', 'AJM', 'RAK'] as const

/** The electronic addresses of buyers that are not on the network. */
export const endpointOfBuyer = {
  deemedSupply: '0235:9900000097',
  export: '0235:9900000099',
} as const

export function wordsOf<T extends object>(codes: T): [keyof T & string, ...(keyof T & string)[]] {
  return Object.keys(codes) as [keyof T & string, ...(keyof T & string)[]]
}

/** The word for a code; undefined for one that the list does not have. */
export function wordFor<T extends Record<string, string>>(codes: T, code: string) {
  return wordsOf(codes).find((word) => codes[word] === code)
}

/** The code of eight digits for words, and the words for a code. */
export function executionId(types: readonly TransactionType[]): string {
  return transactionTypes.map((type) => (types.includes(type) ? '1' : '0')).join('')
}

export function typesOf(id: string): TransactionType[] | undefined {
  return /^[01]{8}$/.test(id) ? transactionTypes.filter((_, at) => id[at] === '1') : undefined
}
