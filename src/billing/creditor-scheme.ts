/**
 * The scheme of a creditor's identifier, which is among the identifiers of the seller or
 * the payee (BT-90).
 */
export const creditorScheme = 'SEPA'
