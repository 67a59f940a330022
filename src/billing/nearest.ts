// Which name or code was probably meant by one with a slip in it. A guess that is far-fetched is
// worse than none, so there must be one candidate only. A hostile body has a wrong name in each of
// a hundred thousand places, so each takes only microseconds.

/** Longer values were not meant to be a name or a code. */
const lengthMax = 40

/**
 * The name that `value` was probably meant to be: the same but for case and punctuation, or without
 * the kind of document in front (`invoiceNumber` is `number`); else the only one with a slip in it
 * (two in long names), else the only one that it abbreviates (`buyerRef`).
 */
export function nearestName(value: string, names: readonly string[]): string | undefined {
  if (value.length > lengthMax) return undefined
  const plain = plainOf(value)
  const bare = plain.replace(kindInFront, '')
  return (
    sameName(value, names) ??
    (bare === '' ? undefined : names.find((name) => plainOf(name) === bare)) ??
    nearestByEdits(plain, names) ??
    onlyOne(plain.length < partMin ? [] : names.filter((name) => plainOf(name).startsWith(plain)))
  )
}

const kindInFront = /^(?:invoice|document|doc|bill|creditnote|debitnote|item|line)/
const partMin = 5

/** The name that differs only in case and punctuation. */
export function sameName<T extends string>(value: string, names: readonly T[]): T | undefined {
  if (value.length > lengthMax) return undefined
  const plain = plainOf(value)
  return names.find((name) => plainOf(name) === plain)
}

/**
 * The code that differs in case and blanks, or the only one that differs by a letter too many, a
 * letter missing, or two in the wrong order. Codes of two characters and of digits are too close to
 * each other for that; a wrong letter makes another code as a rule.
 */
export function nearestCode(value: string, codes: ReadonlySet<string>): string | undefined {
  if (value.length > lengthMax) return undefined
  const text = value.trim().toUpperCase()
  const { byCase, byGap, longest } = indexOf(codes)
  if (text.length > longest + 1) return undefined
  const same = byCase.get(text)
  if (same !== undefined) return same
  const near = [
    ...gaps(text).map((gap) => byCase.get(gap)),
    ...swaps(text).map((swap) => byCase.get(swap)),
    ...(byGap.get(text) ?? []),
  ]
  return onlyOne([...new Set(near)].filter((code) => code !== undefined && isWordy(code)))
}

function isWordy(code: string): boolean {
  return /^[^0-9]{3,}$/.test(code)
}

type Index = { byCase: Map<string, string>; byGap: Map<string, string[]>; longest: number }

const indexes = new WeakMap<ReadonlySet<string>, Index>()

/** Each code under its capitals, and under what is left without one character. */
function indexOf(codes: ReadonlySet<string>): Index {
  const known = indexes.get(codes)
  if (known !== undefined) return known
  const index: Index = { byCase: new Map(), byGap: new Map(), longest: 0 }
  for (const code of codes) {
    const text = code.toUpperCase()
    index.byCase.set(text, code)
    index.longest = Math.max(index.longest, text.length)
    for (const gap of isWordy(code) ? gaps(text) : []) {
      const others = index.byGap.get(gap)
      if (others === undefined) index.byGap.set(gap, [code])
      else others.push(code)
    }
  }
  indexes.set(codes, index)
  return index
}

/** The text without one of its characters, each in turn. */
function gaps(text: string): string[] {
  return Array.from({ length: text.length }, (_, at) => text.slice(0, at) + text.slice(at + 1))
}

/** The text with two neighbours in the other order, each pair in turn. */
function swaps(text: string): string[] {
  return Array.from(
    { length: Math.max(text.length - 1, 0) },
    (_, at) => text.slice(0, at) + text[at + 1] + text[at] + text.slice(at + 2),
  )
}

function onlyOne<T>(found: readonly T[]): T | undefined {
  return found.length === 1 ? found[0] : undefined
}

function plainOf(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '')
}

/** A short name has many neighbours that mean something else, such as rate and date. */
function editsMax(length: number): number {
  if (length < 4) return 0
  return length < 8 ? 1 : 2
}

function nearestByEdits(plain: string, names: readonly string[]): string | undefined {
  let most = editsMax(plain.length)
  if (most === 0) return undefined
  let found: string[] = []
  for (const name of names) {
    const edits = editsBetween(plain, plainOf(name), most)
    if (edits > most || (edits === 1 && isOtherWord(plain, plainOf(name)))) continue
    found = edits < most ? [name] : [...found, name]
    most = edits
  }
  return onlyOne(found)
}

/** In a name of four or five letters, one that is wrong makes another word. */
function isOtherWord(plain: string, name: string): boolean {
  if (plain.length !== name.length || plain.length > 5) return false
  const wrong = Array.from(plain, (letter, at) => letter !== name[at]).filter(Boolean)
  return wrong.length === 1
}

/**
 * The slips between two names: letters too many, missing, wrong, or two in the wrong order (optimal
 * string alignment); any number above `most` once it is certain to be above.
 */
function editsBetween(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1
  let before: number[] = []
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const change = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const swap = isSwap ? before[j - 2]! + 1 : change
      next.push(Math.min(change, swap, row[j]! + 1, next[j - 1]! + 1))
    }
    if (Math.min(...next, ...row) > most) return most + 1
    before = row
    row = next
  }
  return row[b.length]!
}
