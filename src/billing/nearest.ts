// Which name or code was probably meant. A hostile body has a wrong one in each of a hundred
// thousand places, so each takes only microseconds.

/** Longer values were not meant to be a name or a code. */
const lengthMax = 40

/**
 * The name that `value` was probably meant to be: the same but for case and punctuation, else one
 * with at most two slips, else one that begins or ends alike (`invoiceNumber` and `number`).
 */
export function nearestName(value: string, names: readonly string[]): string | undefined {
  if (value.length > lengthMax) return undefined
  const plain = plainOf(value)
  return (
    sameName(value, names) ??
    nearestByEdits(plain, names) ??
    names.find((name) => isPart(plain, plainOf(name)))
  )
}

/** The name that differs only in case and punctuation. */
export function sameName<T extends string>(value: string, names: readonly T[]): T | undefined {
  if (value.length > lengthMax) return undefined
  const plain = plainOf(value)
  return names.find((name) => plainOf(name) === plain)
}

/**
 * The code that is one slip away: a letter too many, missing or wrong, or two in the wrong order.
 */
export function nearestCode(value: string, codes: ReadonlySet<string>): string | undefined {
  if (value.length > lengthMax) return undefined
  const index = slipsOf(codes)
  const slip = slips(value.trim().toUpperCase()).find((variant) => index.has(variant))
  return slip === undefined ? undefined : index.get(slip)
}

const indexes = new WeakMap<ReadonlySet<string>, Map<string, string>>()

/**
 * Maps each code, and each string made by leaving out one of its characters, to the code. Made
 * when first needed.
 */
function slipsOf(codes: ReadonlySet<string>): Map<string, string> {
  const known = indexes.get(codes)
  if (known !== undefined) return known
  const index = new Map<string, string>()
  for (const code of codes)
    for (const variant of slips(code.toUpperCase()).slice(1))
      if (!index.has(variant)) index.set(variant, code)
  for (const code of codes) index.set(code.toUpperCase(), code)
  indexes.set(codes, index)
  return index
}

function slips(text: string): string[] {
  return [text, ...Array.from(text, (_, at) => text.slice(0, at) + text.slice(at + 1))]
}

function plainOf(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '')
}

const partMin = 4

function isPart(plain: string, name: string): boolean {
  const [short, long] = plain.length < name.length ? [plain, name] : [name, plain]
  return short.length >= partMin && (long.startsWith(short) || long.endsWith(short))
}

function nearestByEdits(plain: string, names: readonly string[]): string | undefined {
  let most = plain.length < 5 ? 1 : 2
  let found: string | undefined
  for (const name of names) {
    const edits = editsBetween(plain, plainOf(name), most)
    if (edits > most) continue
    found = name
    most = edits - 1
  }
  return found
}

/** Levenshtein's distance; any number above `most` once it is certain to be above. */
function editsBetween(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const change = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(change, row[j]! + 1, next[j - 1]! + 1))
    }
    if (Math.min(...next) > most) return most + 1
    row = next
  }
  return row[b.length]!
}
