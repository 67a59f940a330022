import { describe, expect, it } from 'vitest'
import { isListedCustomization } from '../../src/codelists/index.ts'

describe('the CustomizationIDs of the code list', () => {
  it.each([
    'urn:cen.eu:en16931:2017',
    'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0',
    'urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0',
    'urn:cen.eu:en16931:2017#conformant#urn:fdc:peppol.eu:2017:poacc:billing:international:aunz:3.0',
    'urn:peppol:pint:billing-1@sg-1',
    'urn:peppol:pint:billing-1@sg-1@more',
    'urn:peppol:pint:billing-1@nowhere-1',
  ])('has %s', (id) => {
    expect(isListedCustomization(id)).toBe(true)
  })

  it.each([
    '',
    'urn:cen.eu:en16931:2017#compliant#urn:example:own',
    'urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0@more',
    'urn:peppol:pint:billing-10',
    'urn:peppol:pint:selfbilling-1@sg-1',
  ])('has no "%s"', (id) => {
    expect(isListedCustomization(id)).toBe(false)
  })
})
