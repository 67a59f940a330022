// International bank account numbers (ISO 13616).
import { countries } from './codelists/index.ts'

/** Without the blanks that banks print, in capitals; undefined for what does not look like one. */
export function plainIban(account: string): string | undefined {
  if (account.length > 60) return undefined
  const iban = account.replace(/[\s\u00a0]/g, '').toUpperCase()
  return /^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$/.test(iban) ? iban : undefined
}

/** The account in that form, where it certainly is one; any other is as it was. */
export function withPlainIban(account: string): string {
  const iban = plainIban(account)
  return iban && countries.codes.has(iban.slice(0, 2)) && isRightIban(iban) ? iban : account
}

/** The check digits make the rearranged number 1 modulo 97; A is 10 … Z is 35. */
export function isRightIban(iban: string): boolean {
  const rearranged = iban.slice(4) + iban.slice(0, 4)
  const digits = rearranged.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55))
  return BigInt(digits) % 97n === 1n
}
