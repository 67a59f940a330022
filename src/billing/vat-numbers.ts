// Check digits of VAT identifiers, of the countries whose rule is known beyond doubt and that keep
// to it: companies exist in others whose digits do not fit.

const digits = (text: string) => Array.from(text, Number)

function weighted(text: string, weights: readonly number[]): number {
  const all = digits(text)
  return weights.reduce((sum, weight, at) => sum + weight * (all[at] ?? 0), 0)
}

/** The last digit is the remainder of the others, 10 standing for 0. */
const remainder11 = (weights: readonly number[]) => (text: string) =>
  (weighted(text, weights) % 11) % 10 === Number(text.at(-1))

/** The last digit makes the weighted sum a multiple of 11; where that takes 10, it is `tenth`. */
const complement11 = (weights: readonly number[], tenth: number) => (text: string) => {
  const check = (11 - (weighted(text, weights) % 11)) % 11
  return (check === 10 ? tenth : check) === Number(text.at(-1))
}

/** Every second digit from the right is doubled (Luhn). */
function isLuhn(text: string): boolean {
  const sum = digits(text)
    .reverse()
    .reduce(
      (total, digit, at) => total + (at % 2 === 0 ? digit : digit < 5 ? 2 * digit : 2 * digit - 9),
      0,
    )
  return sum % 10 === 0
}

/** ISO 7064, MOD 11,10. */
function isModulo11And10(text: string): boolean {
  const product = digits(text.slice(0, -1)).reduce((carry, digit) => {
    const sum = (carry + digit) % 10 || 10
    return (sum * 2) % 11
  }, 10)
  return (11 - product) % 10 === Number(text.at(-1))
}

// Luhn, with 4 added to the sum.
function isAustrian(text: string): boolean {
  const sum = digits(text.slice(0, 7)).reduce(
    (total, digit, at) => total + (at % 2 === 0 ? digit : digit < 5 ? 2 * digit : 2 * digit - 9),
    4,
  )
  return (10 - (sum % 10)) % 10 === Number(text.at(-1))
}

// Letters count as 10 to 35, and the whole leaves 1 when divided by 97: since 2020. Numbers of
// before have a check digit of their own.
function isDutch(text: string): boolean {
  const number = Array.from(`NL${text}`, (sign) => Number.parseInt(sign, 36)).join('')
  const own = weighted(text, [9, 8, 7, 6, 5, 4, 3, 2, -1]) % 11 === 0
  return own || BigInt(number) % 97n === 1n
}

type Rule = { form: RegExp; isRight: (number: string) => boolean }

/** Rules by the country in front; `form` is that of the rest. */
const rules: Record<string, Rule> = {
  AT: { form: /^U(\d{8})$/, isRight: isAustrian },
  BE: {
    form: /^([01]\d{9})$/,
    isRight: (number) => 97 - (Number(number.slice(0, 8)) % 97) === Number(number.slice(8)),
  },
  DE: { form: /^(\d{9})$/, isRight: isModulo11And10 },
  EE: {
    form: /^(\d{9})$/,
    isRight: (number) => weighted(number, [3, 7, 1, 3, 7, 1, 3, 7, 1]) % 10 === 0,
  },
  EL: { form: /^(\d{9})$/, isRight: remainder11([256, 128, 64, 32, 16, 8, 4, 2]) },
  FI: {
    form: /^(\d{8})$/,
    isRight: (number) => weighted(number, [7, 9, 10, 5, 8, 4, 2, 1]) % 11 === 0,
  },
  FR: {
    form: /^(\d{11})$/,
    isRight: (number) =>
      (12 + 3 * (Number(number.slice(2)) % 97)) % 97 === Number(number.slice(0, 2)),
  },
  HR: { form: /^(\d{11})$/, isRight: isModulo11And10 },
  HU: {
    form: /^(\d{8})$/,
    isRight: (number) => weighted(number, [9, 7, 3, 1, 9, 7, 3, 1]) % 10 === 0,
  },
  IT: { form: /^(\d{11})$/, isRight: isLuhn },
  LU: {
    form: /^(\d{8})$/,
    isRight: (number) => Number(number.slice(0, 6)) % 89 === Number(number.slice(6)),
  },
  NL: { form: /^(\d{9}B\d{2})$/, isRight: isDutch },
  NO: { form: /^(\d{9})(?:MVA)?$/, isRight: complement11([3, 2, 7, 6, 5, 4, 3, 2], -1) },
  PL: {
    form: /^(\d{10})$/,
    isRight: (number) =>
      weighted(number, [6, 5, 7, 2, 3, 4, 5, 6, 7]) % 11 === Number(number.at(-1)),
  },
  PT: { form: /^(\d{9})$/, isRight: complement11([9, 8, 7, 6, 5, 4, 3, 2], 0) },
  SE: { form: /^(\d{10})\d{2}$/, isRight: isLuhn },
  SI: { form: /^(\d{8})$/, isRight: complement11([8, 7, 6, 5, 4, 3, 2], 0) },
  SK: { form: /^(\d{10})$/, isRight: (number) => Number(number) % 11 === 0 },
}

/** Whether a VAT identifier has the form of its country, and a check digit that does not fit. */
export function hasWrongCheckDigit(vatId: string): boolean {
  const rule = rules[vatId.slice(0, 2)]
  const number = rule?.form.exec(vatId.slice(2))?.[1]
  return number !== undefined && !rule!.isRight(number)
}
