// The payment means code of a credit transfer, when the caller does not give one (BT-81, UNCL4461).
import type { StatedDocument } from './complete-document.ts'

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

/** ISO 13616: the check digits make the rearranged number 1 modulo 97; A is 10 … Z is 35. */
function isSepaIban(account: string): boolean {
  const iban = account.replaceAll(' ', '')
  if (!/^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$/.test(iban)) return false
  const rearranged = iban.slice(4) + iban.slice(0, 4)
  const digits = rearranged.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55))
  return sepaCountries.has(iban.slice(0, 2)) && BigInt(digits) % 97n === 1n
}
