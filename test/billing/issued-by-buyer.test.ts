import { describe, expect, it } from 'vitest'
import { isIssuedByBuyer } from '../../src/billing/index.ts'

const compliant = 'urn:cen.eu:en16931:2017#compliant#'
const conformant = 'urn:cen.eu:en16931:2017#conformant#urn:fdc:peppol.eu:2017:poacc:'

describe('a document issued by the buyer', () => {
  it.each([
    ['BIS Self-Billing', `${compliant}urn:fdc:peppol.eu:2017:poacc:selfbilling:3.0`],
    ['PINT, Australia and New Zealand', 'urn:peppol:pint:selfbilling-1@aunz-1'],
    ['PINT, a variant that is not listed', 'urn:peppol:pint:selfbilling-1@sg-1'],
    ['A-NZ before PINT', `${conformant}selfbilling:international:aunz:3.0`],
    ['a bare segment', 'selfbilling'],
  ])('names %s', (_, customizationId) => {
    expect(isIssuedByBuyer({ customizationId, typeCode: '380' })).toBe(true)
  })

  it.each(['urn:fdc:peppol.eu:2017:poacc:selfbilling:01:1.0', 'urn:peppol:bis:selfbilling'])(
    'is of the process %s',
    (profileId) => {
      expect(isIssuedByBuyer({ profileId, typeCode: '380' })).toBe(true)
    },
  )

  it.each(['389', '261', '527', '500', '501', '502'])(
    'has the type code %s where its specification has no variant for self-billing',
    (typeCode) => {
      for (const customizationId of [
        'urn:cen.eu:en16931:2017',
        `${compliant}urn:xeinkauf.de:kosit:xrechnung_3.0`,
        `${compliant}urn:peppol:france:billing:cius:1.0`,
        `${conformant}billing:international:sg:3.0`,
        'urn:peppol:pint:billing-1@sg-1',
        'urn:peppol:pint:billing-1@eu-1',
      ])
        expect(isIssuedByBuyer({ customizationId, typeCode }), customizationId).toBe(true)
    },
  )
})

describe('a document issued by the seller', () => {
  it.each([
    `${compliant}urn:fdc:peppol.eu:2017:poacc:billing:3.0`,
    `${conformant}billing:international:aunz:3.0`,
    'urn:peppol:pint:billing-1@aunz-1',
    'urn:peppol:pint:billing-1@jp-1@more',
  ])('has a self-billed type code where self-billing has a specification of its own: %s', (id) => {
    expect(isIssuedByBuyer({ customizationId: id, typeCode: '389' })).toBe(false)
    expect(isIssuedByBuyer({ customizationId: id, typeCode: '261' })).toBe(false)
  })

  it.each(['380', '381', '383', '38', '3890', undefined])('has the type code %s', (typeCode) => {
    const customizationId = `${compliant}urn:xeinkauf.de:kosit:xrechnung_3.0`
    expect(isIssuedByBuyer({ customizationId, ...(typeCode ? { typeCode } : {}) })).toBe(false)
  })

  it.each(['urn:example:noselfbilling-1', 'urn:example:selfbillings', 'urn:x:selfbilling_1'])(
    'may name what merely contains the word: %s',
    (customizationId) => {
      expect(isIssuedByBuyer({ customizationId, profileId: customizationId })).toBe(false)
    },
  )
})
