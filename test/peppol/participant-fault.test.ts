import { describe, expect, it } from 'vitest'
import { parseParticipant, participantFault } from '../../src/peppol/index.ts'

const faultOf = (text: string) => participantFault(parseParticipant(text))

/** Valid ones; those with a check digit are refused when it is another. */
const checked = [
  '0002:784301772',
  '0007:5567321707',
  '0088:7300010000001',
  '0151:51824753556',
  '0158:36421928',
  '0183:CHE105805649',
  '0184:13585628',
  '0184:DK13585628',
  '0191:10137025',
  '0192:745707327',
  '0196:1201743399',
  '0198:DK13585628',
  '0199:5493001KJTIIGC8Y1R12',
  '0208:0123456749',
  '0211:IT00743110157',
  '9909:NO745707327MVA',
  '9910:HU10773381',
  '9917:1201743399',
  '9925:BE0123456749',
  '9925:0123456749',
  '9933:094259216',
  '9933:EL094259216',
]

const unchecked = [
  '0009:78430177200012',
  '0060:812810734',
  '0096:1234567890',
  '0106:12345678',
  '0190:00000001234567890000',
  '0200:123456789',
  '0201:UFABC1',
  '0204:991-1234512345-06',
  '0235:1234567890',
  '0235:9900000097',
  '0235:9900000098',
  '0235:9900000099',
  '0240:12345678901',
  '0245:1234567890',
  '9944:NL123456789B12',
]

/** The position of the check digit, counted from the end. */
const fromEnd = (text: string) => (text.endsWith('MVA') ? 4 : /^(0196|9917)/.test(text) ? 2 : 1)

function withOtherCheckDigit(text: string): string {
  const at = text.length - fromEnd(text)
  return `${text.slice(0, at)}${(Number(text[at]) + 1) % 10}${text.slice(at + 1)}`
}

describe('a participant identifier', () => {
  it.each([...checked, ...unchecked])('%s is right', (text) => {
    expect(faultOf(text)).toBeUndefined()
    expect(faultOf(text.toLowerCase())).toBeUndefined()
  })

  it.each(checked)('%s is wrong with another check digit', (text) => {
    expect(faultOf(withOtherCheckDigit(text))).toMatchObject({ kind: 'check-digit' })
  })

  it.each([...checked, ...unchecked])(
    '%s is wrong with a digit more than the scheme has',
    (text) => {
      expect(faultOf(`${text}12345678`)).toMatchObject({ kind: 'form' })
    },
  )

  it.each([
    ['0002', 'SIREN or SIRET', '9 or 14 digits'],
    ['0007', 'Swedish organization number', '10 digits'],
    ['0009', 'SIRET', '14 digits'],
    ['0060', 'DUNS number', '9 digits'],
    ['0088', 'Global Location Number', '13 digits'],
    ['0096', 'Danish P number', '10 digits'],
    ['0106', 'Dutch KVK number', '8 digits'],
    ['0151', 'Australian Business Number', '11 digits'],
    ['0158', 'Slovak IČO', '8 digits'],
    ['0183', 'Swiss UID', 'CHE and 9 digits'],
    ['0184', 'Danish CVR number', '8 digits, with or without DK'],
    ['0190', 'Dutch OIN', '20 digits'],
    ['0191', 'Estonian registry code', '8 digits, the first of them 1, 7, 8 or 9'],
    ['0192', 'Norwegian organization number', '9 digits'],
    ['0196', 'Icelandic kennitala', '10 digits'],
    ['0198', 'Danish SE number', 'DK and 8 digits'],
    ['0199', 'Legal Entity Identifier', '18 letters or digits and 2 digits'],
    ['0200', 'Lithuanian legal entity code', '9 digits'],
    ['0201', 'Italian IPA code', '6 letters or digits'],
    [
      '0204',
      'German Leitweg-ID',
      '2 to 12 digits, perhaps a hyphen and up to 30 letters or digits, a hyphen and 2 digits',
    ],
    ['0208', 'Belgian enterprise number', '10 digits'],
    ['0211', 'Italian VAT number', 'IT and 11 digits'],
    ['0235', 'UAE tax identification number', '1 and 9 more digits'],
    ['0240', 'Luxembourg matricule', '11 digits'],
    ['0245', 'Slovak DIČ', '10 digits'],
    ['9909', 'Norwegian VAT number', 'NO, 9 digits and MVA'],
    ['9910', 'Hungarian VAT number', 'HU and 8 digits'],
    ['9917', 'Icelandic kennitala', '10 digits'],
    ['9925', 'Belgian VAT number', 'BE and 10 digits'],
    ['9933', 'Greek VAT number', '9 digits, with or without EL'],
    ['9944', 'Dutch VAT number', 'NL, 9 digits, B and 2 digits'],
  ])('of scheme %s is called by its name, and its form described', (code, name, shape) => {
    expect(faultOf(`${code}:x`)?.message).toBe(`'X' is no ${name} (${code}): it has ${shape}.`)
  })

  it('is not judged where its scheme has no rules', () => {
    expect(faultOf('9915:phase4-test-sender')).toBeUndefined()
    expect(faultOf('0242:000001')).toBeUndefined()
  })

  it('of an Italian company names a province that exists', () => {
    expect(faultOf('0211:IT12345671058')).toMatchObject({ kind: 'check-digit', isFatal: false })
  })

  it('comes with the rule that it breaks, and whether that rule rejects the document', () => {
    expect(faultOf('0208:0123456748')).toEqual({
      kind: 'check-digit',
      message:
        "'0123456748' is no Belgian enterprise number (0208): its check digit does not fit the " +
        'others.',
      rule: 'PEPPOL-COMMON-R043',
      isFatal: true,
    })
    expect(faultOf('0106:1234')).toMatchObject({
      kind: 'form',
      rule: 'PEPPOL-COMMON-R054',
      isFatal: false,
    })
  })

  it('with dots or hyphens comes with the correct form, if the digits are right', () => {
    expect(faultOf('0208:0123.456.749')).toMatchObject({
      kind: 'form',
      expected: '0208:0123456749',
    })
    expect(faultOf('0208:0123.456.748')).not.toHaveProperty('expected')
  })
})
