// The form and check digits of participant identifiers, by scheme (participant identifier scheme
// list 9.7; PEPPOL-COMMON rules of BIS Billing 3). Others may break these rules; our own users are
// warned before they do.
import type { Identifier } from './identifiers.ts'

export type ParticipantFault = {
  /** `form`: the wrong characters, or the wrong number of them. */
  kind: 'form' | 'check-digit'
  message: string
  /** The identifier without its blanks, dots and hyphens, if that is correct. */
  expected?: string
  /** The Peppol rule that says so, if any. */
  rule?: string
  /**
   * The rule rejects the document. Otherwise it only warns, or Peppol has no rule for the scheme.
   */
  isFatal: boolean
}

type Scheme = {
  name: string
  /** Applied to the value in upper case. */
  form: RegExp
  /** `form` in words. */
  shape: string
  isChecked?: (value: string) => boolean
  rule?: string
  isFatal?: true
  /** The rule refuses in Self-Billing from 3.0.3 on, and only warns elsewhere. */
  isFatalStrictly?: true
  /** What the rule takes, where that is more than is right. */
  isTaken?: (value: string) => boolean
  /** Self-Billing from 3.0.3 on takes no more than is right. */
  takesStrictly?: false
}

/** Whether a document is judged by Self-Billing 3.0.3 or later, stricter on identifiers. */
export function isJudgedStrictly(customizationId: string | undefined, day: string): boolean {
  return (
    day >= '2027-02-24' &&
    (customizationId?.startsWith(
      'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:selfbilling:3.0',
    ) ??
      false)
  )
}

/**
 * What is wrong with an identifier by the rules of its scheme; undefined when nothing is, or when
 * there are no rules.
 */
export function participantFault(
  { value }: Identifier,
  { isStrict = false } = {},
): ParticipantFault | undefined {
  const code = value.slice(0, 4)
  const id = value.slice(5).toUpperCase()
  const scheme = schemes[code]
  if (!scheme) return undefined
  const bare = id.replace(/[^0-9A-Z]/g, '')
  const expected = bare !== id && isRight(scheme, bare) ? { expected: `${code}:${bare}` } : {}
  const { rule, isFatalStrictly = false, isTaken, takesStrictly = true } = scheme
  const isFatal = scheme.isFatal || (isStrict && isFatalStrictly)
  const passes = isTaken?.(id) && (takesStrictly || !isStrict)
  const by = passes ? { isFatal: false } : { ...(rule ? { rule } : {}), isFatal }
  const named = `'${id}' is no ${scheme.name} (${code})`
  if (!scheme.form.test(id))
    return { kind: 'form', message: `${named}: it has ${scheme.shape}.`, ...expected, ...by }
  if (isRight(scheme, id)) return undefined
  return {
    kind: 'check-digit',
    message: `${named}: its check digit does not fit the others.`,
    ...expected,
    ...by,
  }
}

/**
 * The participant that one in another form can only mean: in schemes with a check digit, blanks,
 * dots, slashes and hyphens are left out, and BE in front of a Belgian number, if the digits are
 * right then. Any other is returned unchanged. `written` is `0208:BE 0123.456.749`, or the same
 * with `iso6523-actorid-upis::` in front.
 */
export function plainParticipant(written: string): string {
  const [, prefix = '', code = '', id = ''] =
    /^(iso6523-actorid-upis::)?([0-9]{4}):(.{1,60})$/s.exec(written.trim()) ?? []
  const scheme = schemes[code]
  if (!scheme?.isChecked || isRight(scheme, id.toUpperCase())) return written
  const bare = id.toUpperCase().replace(/[\s./-]/g, '')
  const plain = [bare, code === '0208' ? bare.replace(/^BE/, '') : bare].find((candidate) =>
    isRight(scheme, candidate),
  )
  return plain === undefined ? written : `${prefix}${code}:${plain}`
}

function isRight({ form, isChecked }: Scheme, id: string): boolean {
  return form.test(id) && (isChecked?.(id) ?? true)
}

const digits = (value: string) => Array.from(value.replace(/\D/g, ''), Number)

function weighted(value: string, weights: readonly number[]): number {
  const all = digits(value)
  return weights.reduce((sum, weight, at) => sum + weight * (all[at] ?? 0), 0)
}

/** From the right: every second digit is doubled, and the digits of all are added up (Luhn). */
function isLuhn(value: string): boolean {
  const sum = digits(value)
    .reverse()
    .reduce(
      (total, digit, at) => total + (at % 2 === 0 ? digit : digit < 5 ? 2 * digit : 2 * digit - 9),
      0,
    )
  return sum % 10 === 0
}

/** The last digit makes the weighted sum of all a multiple of 11. */
const isModulo11 = (weights: readonly number[]) => (value: string) =>
  weighted(value, [...weights, 1]) % 11 === 0

/** GS1: weights 1 and 3 alternating, from the right; a GLN has 13 digits. */
function isGs1Number(value: string): boolean {
  const sum = digits(value)
    .reverse()
    .reduce((total, digit, at) => total + (at % 2 === 0 ? digit : 3 * digit), 0)
  return /^\d+$/.test(value) && sum % 10 === 0
}

// The last two digits are 97 minus the remainder of the others by 97.
function isBelgianNumber(value: string): boolean {
  const number = value.replace(/\D/g, '')
  return 97 - (Number(number.slice(0, 8)) % 97) === Number(number.slice(8))
}

function isAustralianNumber(value: string): boolean {
  return (weighted(value, [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19]) - 10) % 89 === 0
}

// A remainder of 10 calls for a second row of weights (Estonian registry code).
function isEstonianCode(value: string): boolean {
  const first = weighted(value, [1, 2, 3, 4, 5, 6, 7]) % 11
  const check = first < 10 ? first : (weighted(value, [3, 4, 5, 6, 7, 8, 9]) % 11) % 10
  return check === digits(value)[7]
}

// Remainder 0 has the check digit 1, and remainder 1 the check digit 0 (Slovak IČO).
function isSlovakNumber(value: string): boolean {
  return (11 - (weighted(value, [8, 7, 6, 5, 4, 3, 2]) % 11)) % 10 === digits(value)[7]
}

// Seven digits for the company, three for the province, one by Luhn.
function isItalianNumber(value: string): boolean {
  const province = Number(value.replace(/\D/g, '').slice(7, 10))
  const exists = (province >= 1 && province <= 100) || [120, 121, 888, 999].includes(province)
  return exists && isLuhn(value)
}

// Letters count as 10 to 35, and the whole number leaves 1 when divided by 97 (ISO 7064,
// MOD 97-10).
function isLegalEntityIdentifier(value: string): boolean {
  let rest = 0
  for (const digit of Array.from(value, (character) =>
    Number.parseInt(character, 36).toString(),
  ).join(''))
    rest = (rest * 10 + Number(digit)) % 97
  return rest === 1
}

// The weighted sum of all eight digits ends in 0.
function isHungarianNumber(value: string): boolean {
  return weighted(value, [9, 7, 3, 1, 9, 7, 3, 1]) % 10 === 0
}

// Weights are powers of two from 256 down to 2; the check digit is the sum modulo 11, modulo 10
// (Greek tax number).
function isGreekNumber(value: string): boolean {
  return (weighted(value, [256, 128, 64, 32, 16, 8, 4, 2]) % 11) % 10 === digits(value)[8]
}

// In an Icelandic kennitala of ten digits the ninth is the check digit, the tenth the century.
function isIcelandicNumber(value: string): boolean {
  return weighted(value, [3, 2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0
}

const isNorwegianSum = isModulo11([3, 2, 7, 6, 5, 4, 3, 2])

function isNorwegianNumber(value: string): boolean {
  return isNorwegianSum(value) && /[1-9]/.test(value)
}

const isDanishNumber = isModulo11([2, 7, 6, 5, 4, 3, 2])
const fatal = (rule: string) => ({ rule, isFatal: true }) as const

const schemes: Record<string, Scheme> = {
  '0002': {
    name: 'SIREN or SIRET',
    form: /^\d{9}(\d{5})?$/,
    shape: '9 or 14 digits',
    isChecked: isLuhn,
  },
  '0007': {
    name: 'Swedish organization number',
    form: /^\d{10}$/,
    shape: '10 digits',
    isChecked: isLuhn,
    ...fatal('PEPPOL-COMMON-R049'),
  },
  '0009': { name: 'SIRET', form: /^\d{14}$/, shape: '14 digits' },
  '0060': { name: 'DUNS number', form: /^\d{9}$/, shape: '9 digits' },
  '0088': {
    name: 'Global Location Number',
    form: /^\d{13}$/,
    shape: '13 digits',
    isChecked: isGs1Number,
    ...fatal('PEPPOL-COMMON-R040'),
    isTaken: isGs1Number,
    takesStrictly: false,
  },
  '0096': {
    name: 'Danish P number',
    form: /^\d{10}$/,
    shape: '10 digits',
    ...fatal('PEPPOL-COMMON-R052'),
  },
  '0106': {
    name: 'Dutch KVK number',
    form: /^\d{8}$/,
    shape: '8 digits',
    rule: 'PEPPOL-COMMON-R054',
    isFatalStrictly: true,
  },
  '0151': {
    name: 'Australian Business Number',
    form: /^\d{11}$/,
    shape: '11 digits',
    isChecked: isAustralianNumber,
    ...fatal('PEPPOL-COMMON-R050'),
  },
  '0158': { name: 'Slovak IČO', form: /^\d{8}$/, shape: '8 digits', isChecked: isSlovakNumber },
  '0183': {
    name: 'Swiss UID',
    form: /^CHE\d{9}$/,
    shape: 'CHE and 9 digits',
    isChecked: isModulo11([5, 4, 3, 2, 7, 6, 5, 4]),
  },
  '0184': {
    name: 'Danish CVR number',
    form: /^(DK)?\d{8}$/,
    shape: '8 digits, with or without DK',
    isChecked: isDanishNumber,
    ...fatal('PEPPOL-COMMON-R042'),
    isTaken: (value) => /^(DK)?\d{8}$/.test(value),
  },
  '0190': {
    name: 'Dutch OIN',
    form: /^\d{20}$/,
    shape: '20 digits',
    rule: 'PEPPOL-COMMON-R055',
    isFatalStrictly: true,
  },
  '0191': {
    name: 'Estonian registry code',
    form: /^[1789]\d{7}$/,
    shape: '8 digits, the first of them 1, 7, 8 or 9',
    isChecked: isEstonianCode,
  },
  '0192': {
    name: 'Norwegian organization number',
    form: /^\d{9}$/,
    shape: '9 digits',
    isChecked: isNorwegianNumber,
    ...fatal('PEPPOL-COMMON-R041'),
  },
  '0196': {
    name: 'Icelandic kennitala',
    form: /^\d{10}$/,
    shape: '10 digits',
    isChecked: isIcelandicNumber,
  },
  '0198': {
    name: 'Danish SE number',
    form: /^DK\d{8}$/,
    shape: 'DK and 8 digits',
    isChecked: isDanishNumber,
    ...fatal('PEPPOL-COMMON-R053'),
    isTaken: (value) => /^DK\d{8}$/.test(value),
  },
  '0199': {
    name: 'Legal Entity Identifier',
    form: /^[A-Z0-9]{18}\d{2}$/,
    shape: '18 letters or digits and 2 digits',
    isChecked: isLegalEntityIdentifier,
  },
  '0200': { name: 'Lithuanian legal entity code', form: /^\d{9}$/, shape: '9 digits' },
  '0201': {
    name: 'Italian IPA code',
    form: /^[A-Z0-9]{6}$/,
    shape: '6 letters or digits',
    rule: 'PEPPOL-COMMON-R044',
  },
  '0204': {
    name: 'German Leitweg-ID',
    form: /^\d{2,12}(-[0-9A-Z]{0,30})?-\d{2}$/,
    shape: '2 to 12 digits, perhaps a hyphen and up to 30 letters or digits, a hyphen and 2 digits',
  },
  '0208': {
    name: 'Belgian enterprise number',
    form: /^\d{10}$/,
    shape: '10 digits',
    isChecked: isBelgianNumber,
    ...fatal('PEPPOL-COMMON-R043'),
  },
  '0211': {
    name: 'Italian VAT number',
    form: /^IT\d{11}$/,
    shape: 'IT and 11 digits',
    isChecked: isItalianNumber,
    rule: 'PEPPOL-COMMON-R047',
  },
  // Three addresses stand for buyers that are not on the network: of a deemed supply, without
  // registration, and of an export (PINT AE).
  '0235': {
    name: 'UAE tax identification number',
    form: /^(1\d{9}|990000009[789])$/,
    shape: '1 and 9 more digits',
  },
  '0240': { name: 'Luxembourg matricule', form: /^\d{11}$/, shape: '11 digits' },
  '0245': { name: 'Slovak DIČ', form: /^\d{10}$/, shape: '10 digits' },
  '9909': {
    name: 'Norwegian VAT number',
    form: /^NO\d{9}MVA$/,
    shape: 'NO, 9 digits and MVA',
    isChecked: isNorwegianNumber,
  },
  '9910': {
    name: 'Hungarian VAT number',
    form: /^HU\d{8}$/,
    shape: 'HU and 8 digits',
    isChecked: isHungarianNumber,
  },
  '9917': {
    name: 'Icelandic kennitala',
    form: /^\d{10}$/,
    shape: '10 digits',
    isChecked: isIcelandicNumber,
  },
  '9925': {
    name: 'Belgian VAT number',
    form: /^(BE)?\d{10}$/,
    shape: 'BE and 10 digits',
    isChecked: isBelgianNumber,
  },
  '9933': {
    name: 'Greek VAT number',
    form: /^(EL)?\d{9}$/,
    shape: '9 digits, with or without EL',
    isChecked: isGreekNumber,
  },
  '9944': {
    name: 'Dutch VAT number',
    form: /^NL\d{9}B\d{2}$/,
    shape: 'NL, 9 digits, B and 2 digits',
    rule: 'PEPPOL-COMMON-R056-1',
    isFatalStrictly: true,
  },
}
