// Published examples of VAT identifiers, and the same with another digit.
import { describe, expect, test } from 'vitest'
import { hasWrongCheckDigit } from '../../src/billing/vat-numbers.ts'

const right = [
  ...['ATU13585627', 'BE0123456749', 'BE0403019261', 'DE136695976', 'EE100931558', 'EL094259216'],
  ...['FI20774740', 'FR40303265045', 'FR23334175221', 'HR33392005961', 'HU12892312'],
  ...['IT00743110157', 'LU15027442', 'NL004495445B01', 'NL123456782B90', 'NO745707327MVA'],
  ...['NO745707327', 'PL8567346215', 'PT501964843', 'SE556677889901', 'SI50223054', 'SK2022749619'],
]

/** Another digit in the middle, which no sum with different weights overlooks. */
function otherDigit(vatId: string): string {
  const at = vatId.startsWith('SE') ? 6 : vatId.startsWith('ATU') ? 5 : 4
  return `${vatId.slice(0, at)}${(Number(vatId[at]) + 1) % 10}${vatId.slice(at + 1)}`
}

describe('the check digit of a VAT identifier', () => {
  test.each(right)('fits in %s, and in no other', (vatId) => {
    expect(hasWrongCheckDigit(vatId)).toBe(false)
    expect(hasWrongCheckDigit(otherDigit(vatId))).toBe(true)
  })

  test.each([
    ...['', 'BE', 'BE123', 'DK12345678', 'ES12345678', 'GB123456789', 'XI123', 'FRK7399859412'],
    ...['constructor', 'NLxB01', 'SE5566778899', 'be0123456748', 'BE 0123 456 748'],
  ])('is not asked of "%s"', (vatId) => {
    expect(hasWrongCheckDigit(vatId)).toBe(false)
  })
})
