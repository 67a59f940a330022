// The payment means code of a credit transfer, when the caller does not give one (BT-81, UNCL4461).
import type { StatedDocument } from './complete-document.ts'
import { isRightIban, plainIban } from './iban.ts'

const creditTransfer = '30'
const sepaCreditTransfer = '58'

/** Countries of the SEPA schemes (European Payments Council, list of the geographical scope). */
const sepaCountries = new Set(
  (
    'AD AL AT BE BG CH CY CZ DE DK EE ES FI FR GB GI GR HR HU IE IS IT LI LT LU LV MC MD ME MK ' +
    'MT ' +
    'NL NO PL PT RO RS SE SI SK SM VA'
  ).split(' '),
)

/**
 * 58 when the accounts are IBANs and both parties are in SEPA, else 30. SEPA transfers
 * are in euros only.
 */
export function creditTransferCode(document: StatedDocument): string {
  const accounts = document.payment?.creditTransfers ?? []
  const parties = [document.seller, document.buyer]
  const isSepa =
    document.currency === 'EUR' &&
    parties.every(({ address }) => sepaCountries.has(address.country)) &&
    accounts.every(({ accountId }) => isSepaIban(accountId))
  return isSepa ? sepaCreditTransfer : creditTransfer
}

function isSepaIban(account: string): boolean {
  const iban = plainIban(account)
  return iban !== undefined && sepaCountries.has(iban.slice(0, 2)) && isRightIban(iban)
}
