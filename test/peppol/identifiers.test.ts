import { describe, expect, test } from 'vitest'
import {
  documentTypeOf,
  formatIdentifier,
  formatParticipant,
  IdentifierError,
  parseDocumentType,
  parseParticipant,
  parseProcess,
} from '../../src/peppol/index.ts'

describe('a participant', () => {
  test.each([
    ['0208:0123456749', '0208:0123456749'],
    ['9930:DE123456788', '9930:de123456788'],
    ['iso6523-actorid-upis::0088:7300010000001', '0088:7300010000001'],
    ['ISO6523-ACTORID-UPIS::9915:Test', '9915:test'],
    ['0242:000306-MLS.A~b', '0242:000306-mls.a~b'],
    [`0208:${'a'.repeat(130)}`, `0208:${'a'.repeat(130)}`],
  ])('%s comes out as %s', (text, value) => {
    const participant = parseParticipant(text)
    expect(participant).toEqual({ scheme: 'iso6523-actorid-upis', value })
    expect(formatParticipant(participant)).toBe(value)
    expect(formatIdentifier(participant)).toBe(`iso6523-actorid-upis::${value}`)
  })

  test.each([
    '',
    '0208',
    '0208:',
    '208:0123456749',
    '02081:0123456749',
    ' 0208:0123456749',
    '0208:0123456749\n',
    '0208:0123 456749',
    '0208:01234/56749',
    '0208:0123456749::x',
    '0208:ä',
    `0208:${'a'.repeat(131)}`,
    'busdox-actorid-upis::0208:0123456749',
    'iso6523-actorid-upis:0208:0123456749',
    'iso6523-actorid-upis::iso6523-actorid-upis::0208:0123456749',
  ])('%j is none', (text) => {
    expect(() => parseParticipant(text)).toThrow(IdentifierError)
  })
})

const invoice = 'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2::Invoice##'
const billing = `${invoice}urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0::2.1`
const pint = `${invoice}urn:peppol:pint:billing-1@jp-1::2.1`

describe('a document type', () => {
  test.each([
    [billing, 'busdox-docid-qns', billing],
    [`busdox-docid-qns::${billing}`, 'busdox-docid-qns', billing],
    [pint, 'peppol-doctype-wildcard', pint],
    [`peppol-doctype-wildcard::${pint}`, 'peppol-doctype-wildcard', pint],
    [`busdox-docid-qns::${pint}`, 'busdox-docid-qns', pint],
    [
      `${invoice}urn:peppol:pint:billing-1@jp-1*::2.1`,
      'peppol-doctype-wildcard',
      `${invoice}urn:peppol:pint:billing-1@jp-1*::2.1`,
    ],
  ])('%s is read, its scheme being split off at the first "::"', (text, scheme, value) => {
    expect(parseDocumentType(text)).toEqual({ scheme, value })
  })

  test.each([
    '',
    'urn:oasis:Invoice-2::Invoice',
    'urn:oasis:Invoice-2::Invoice##',
    'urn:oasis:Invoice-2::Invoice##urn:cen.eu',
    'urn:oasis:Invoice-2::Invoice##::2.1',
    'urn:oasis:Invoice-2::##urn:cen.eu::2.1',
    '::Invoice##urn:cen.eu::2.1',
    'urn:oasis:Invoice-2::Invoice##urn:cen.eu::',
    `unknown-docid-qns::${billing}`,
    ` ${billing}`,
    billing.replace('#compliant', '# compliant'),
    billing.replace('#compliant', '#compliant\u0100'),
    billing.replace('3.0', '3.0*'),
    `busdox-docid-qns::${invoice}urn:peppol:pint:billing-1*::2.1`,
    `${invoice}urn:peppol:pint:*billing-1::2.1`,
    `${invoice}urn:peppol:pint:billing-1**::2.1`,
    `${invoice}urn:peppol:pint:billing-1::2.*`,
    `${invoice}${'a'.repeat(500)}::2.1`,
  ])('%j is none', (text) => {
    expect(() => parseDocumentType(text)).toThrow(IdentifierError)
  })

  test('is derived from a UBL document', () => {
    const facts = {
      namespace: 'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2',
      root: 'Invoice',
    }
    const customizationId =
      'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0'
    expect(documentTypeOf({ ...facts, customizationId })).toEqual({
      scheme: 'busdox-docid-qns',
      value: billing,
    })
    const ofPint = documentTypeOf({ ...facts, customizationId: 'urn:peppol:pint:billing-1@jp-1' })
    expect(ofPint).toEqual({ scheme: 'peppol-doctype-wildcard', value: pint })
  })

  test.each(['', 'with space', 'a::b c'])(
    'is not derived from the customization id %j',
    (customizationId) => {
      expect(() =>
        documentTypeOf({ namespace: 'urn:a', root: 'Invoice', customizationId }),
      ).toThrow(IdentifierError)
    },
  )
})

describe('a process', () => {
  const value = 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0'

  test.each([value, `cenbii-procid-ubl::${value}`])('%s is read', (text) => {
    expect(parseProcess(text)).toEqual({ scheme: 'cenbii-procid-ubl', value })
  })

  test.each(['', 'urn:a b', 'cenbii-procid-ubl::', 'other-procid-ubl::urn:a', 'a'.repeat(201)])(
    '%j is none',
    (text) => {
      expect(() => parseProcess(text)).toThrow(IdentifierError)
    },
  )
})
