import { describe, expect, test } from 'vitest'
import { codeMeant } from '../../../src/billing/codelists/code-list.ts'
import * as codelists from '../../../src/billing/codelists/index.ts'

const byName = codelists
const lists = Object.values(byName)

describe('the code lists', () => {
  test.each([
    ['currencies', 177, ['EUR', 'XCG', 'CNH'], ['ANG', 'STD', 'STN', 'BGN', 'eur']],
    ['countries', 251, ['NO', 'XI', '1A'], ['EL', 'UK']],
    ['paymentMeans', 84, ['30', '58', 'ZZZ'], ['71', '0']],
    ['allowanceReasons', 19, ['95'], ['FC']],
    ['chargeReasons', 178, ['FC', 'ZZZ'], ['95']],
    ['vatExemptionReasons', 88, ['VATEX-EU-AE', 'VATEX-FR-AE'], ['vatex-eu-ae']],
    ['electronicAddressSchemes', 82, ['0088', '0240', '0248'], ['EM', '9906']],
    ['identifierSchemes', 243, ['0088', '0160'], ['9925', '0092']],
    ['units', 2162, ['C62', 'HUR', 'XPK', 'EA'], ['PK', 'piece']],
    ['mimeTypes', 6, ['application/pdf'], ['application/zip']],
    ['taxPointDates', 3, ['3', '35', '432'], ['5']],
    ['objectSchemes', 818, ['AVE'], ['130']],
    ['itemClassificationLists', 185, ['STI'], ['STIX']],
    ['noteSubjects', 383, ['AAI'], ['ABY']],
  ] as const)('%s has %i codes', (name, size, codes, strangers) => {
    const list = byName[name]
    expect(list.codes.size).toBe(size)
    for (const code of codes) expect(list.codes.has(code), code).toBe(true)
    for (const stranger of strangers) expect(list.codes.has(stranger), stranger).toBe(false)
  })

  test('each name their source, and have no white space in their codes', () => {
    for (const list of lists) {
      expect(list).toMatchObject({
        id: expect.stringMatching(/\S/),
        standard: expect.stringMatching(/\S/),
      })
      expect(list.version).toMatch(/[0-9]+\.[0-9]+\.[0-9]+$/)
      expect(list.rules.length).toBeGreaterThan(0)
      for (const code of list.codes) expect(code).toMatch(/^\S+$/)
    }
  })

  test('suggest the code that was probably meant', () => {
    expect(codeMeant(codelists.currencies, 'EURO')).toBe('EUR')
    expect(codeMeant(codelists.units, 'piece')).toBe('H87 or C62')
  })
})
