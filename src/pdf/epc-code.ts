// The content of the QR code that banking apps read to fill in a credit transfer in euros (European
// Payments Council, EPC069-12, version 002).
import { isIban } from './format.ts'

export type Transfer = {
  iban: string | undefined
  bic: string | undefined
  name: string | undefined
  amount: string | undefined
  currency: string | undefined
  remittance: string | undefined
}

const nameCharactersMax = 70
const remittanceCharactersMax = 140
const bytesMax = 331

/**
 * Undefined when the data do not allow a code: no IBAN, another currency, nothing to pay, a
 * name that is too long.
 */
export function epcCode({
  iban,
  bic,
  name,
  amount,
  currency,
  remittance = '',
}: Transfer): string | undefined {
  const value = amount && toAmount(amount)
  if (!iban || !isIban(iban) || currency !== 'EUR' || !value || !name) return undefined
  if (name.length > nameCharactersMax || remittance.length > remittanceCharactersMax)
    return undefined
  const isStructured = isCreditorReference(remittance)
  const lines = [
    ...['BCD', '002', '1', 'SCT'],
    bic && /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(bic) ? bic : '',
    name,
    iban.replaceAll(' ', ''),
    `EUR${value}`,
    '',
    isStructured ? remittance.replaceAll(' ', '') : '',
    isStructured ? '' : remittance,
  ]
  const text = lines.join('\n').trimEnd()
  // A line end in a value would begin the next field.
  const isWhole = lines.every((line) => !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(line))
  return isWhole && Buffer.byteLength(text) <= bytesMax ? text : undefined
}

// 0.01 to 999999999.99, with at most two decimals.
function toAmount(amount: string): string | undefined {
  const [, whole = '', places = ''] = /^0*([0-9]{1,9})(?:\.([0-9]{1,2})0*)?$/.exec(amount) ?? []
  if (whole === '' || /^0*$/.test(whole + places)) return undefined
  return `${whole}.${places.padEnd(2, '0')}`
}

// ISO 11649: `RF`, two check digits, and the reference; modulo 97 as for an IBAN.
function isCreditorReference(text: string): boolean {
  const reference = text.replaceAll(' ', '')
  if (!/^RF[0-9]{2}[A-Z0-9]{1,21}$/.test(reference)) return false
  const digits = (reference.slice(4) + reference.slice(0, 4)).replace(/[A-Z]/g, (letter) =>
    String(letter.charCodeAt(0) - 55),
  )
  return BigInt(digits) % 97n === 1n
}
