// How single UBL values are printed: text, identifiers with their scheme, codes with their
// meaning, amounts, dates.
import type { XmlElement } from '../xml/index.ts'
import { schemeNames } from './codes/schemes.ts'
import type { Figure, Format } from './format.ts'
import type { Words } from './labels/index.ts'
import { all, first, peekAttribute, type Reading, take, takeAttribute } from './reading.ts'
import type { Fact } from './sheet.ts'
import { visible, visibleLines } from './visible.ts'

/** A sheet in the making. */
export type Draft = {
  reading: Reading
  words: Words
  format: Format
  /**
   * The currency that is printed once for the whole document; amounts in another one name theirs.
   */
  currency: string | undefined
  /** The tax schemes (`VAT`) that are already printed and need not be repeated with each rate. */
  taxSchemes: Set<string>
  /** For a screen: a code that has a name is shown by its name alone. */
  inWords: boolean
}

// First strong isolate and its end: a value keeps its own writing direction inside our text.
const isolateStart = '\u2068'
const isolateEnd = '\u2069'

/** For a value in a text with others. */
export function isolated(value: string): string {
  return `${isolateStart}${value}${isolateEnd}`
}

/** `label: value`, for details in small type. */
export function named(label: string, value: string | undefined): string[] {
  return value === undefined ? [] : [`${label}: ${isolated(value)}`]
}

export function fact(label: string, value: string | undefined): Fact[] {
  return value === undefined ? [] : [{ label, value }]
}

/** Values joined by middle dots, each in its own direction; undefined when there are none. */
export function joined(...values: (string | undefined)[]): string | undefined {
  const given = values.filter((value) => value !== undefined)
  return given.length > 1 ? given.map(isolated).join(' · ') : given[0]
}

export function text(
  draft: Draft,
  element: XmlElement | undefined,
  ...path: string[]
): string | undefined {
  const value = take(draft.reading, element, ...path)
  return value === undefined ? undefined : visible(value)
}

export function lines(
  draft: Draft,
  element: XmlElement | undefined,
  ...path: string[]
): string | undefined {
  const value = take(draft.reading, element, ...path)
  return value === undefined ? undefined : visibleLines(value)
}

/** Every text at the end of a path: elements that may be repeated. */
export function texts(draft: Draft, element: XmlElement | undefined, ...path: string[]): string[] {
  return all(element, ...path).flatMap((each) => lines(draft, each) ?? [])
}

/**
 * The value with its scheme, as a number and in words: `987654325 (0192 Norwegian company number)`.
 */
export function identifier(
  draft: Draft,
  element: XmlElement | undefined,
  ...path: string[]
): string | undefined {
  const found = first(element, ...path)
  const value = text(draft, found)
  if (value === undefined) return undefined
  const id = takeAttribute(draft.reading, found, 'schemeID')
  const name = takeAttribute(draft.reading, found, 'schemeName')
  const known = name ?? lookUp(schemeNames, id)
  const withCode = [id, known].filter((part) => part !== undefined)
  const scheme = draft.inWords && known !== undefined ? [known] : withCode
  return scheme.length > 0 ? `${isolated(value)} (${isolated(visible(scheme.join(' ')))})` : value
}

/**
 * An entry of a table by a name from the document, which may be any word;
 * `constructor` is not an entry.
 */
export function lookUp<T>(table: Record<string, T>, name: string | undefined): T | undefined {
  return name !== undefined && Object.hasOwn(table, name) ? table[name] : undefined
}

/**
 * The code and its meaning: `30 · Credit transfer`. A code without a known
 * meaning is printed alone.
 */
export function coded(
  draft: Draft,
  meaning: (code: string) => string | undefined,
  element: XmlElement | undefined,
  ...path: string[]
): string | undefined {
  const found = first(element, ...path)
  const code = text(draft, found)
  if (code === undefined) return undefined
  const name = takeAttribute(draft.reading, found, 'name')
  const known = meaning(code)
  const isRepeated = name?.toLowerCase() === known?.toLowerCase()
  const names = [isRepeated ? undefined : known, name && visible(name)]
  return draft.inWords && (known ?? name) ? joined(...names) : joined(code, ...names)
}

export function country(draft: Draft, element: XmlElement | undefined): string | undefined {
  const code = text(draft, element, 'IdentificationCode')
  const name = text(draft, element, 'Name')
  const known = name ?? (code && draft.format.country(code))
  return known && code && !draft.inWords ? `${isolated(known)} (${code})` : (known ?? code)
}

export function date(
  draft: Draft,
  element: XmlElement | undefined,
  ...path: string[]
): string | undefined {
  const value = take(draft.reading, element, ...path)
  return value === undefined ? undefined : draft.format.date(value)
}

/** `1 Jan 2026 – 31 Jan 2026`, or only the date that is given. */
export function period(draft: Draft, element: XmlElement | undefined): string | undefined {
  const start = date(draft, element, 'StartDate')
  const end = date(draft, element, 'EndDate')
  return start && end ? `${isolated(start)} – ${isolated(end)}` : (start ?? end)
}

/**
 * `Price (EUR)`: the head of a column of amounts in the currency of the document, if
 * it has a valid one.
 */
export function inCurrency({ currency }: Draft, label: string): string {
  return currency !== undefined && /^[A-Z]{3}$/.test(currency) ? `${label} (${currency})` : label
}

/** A figure preceded by its currency if that is not the document's. */
export function amount(
  draft: Draft,
  element: XmlElement | undefined,
  ...path: string[]
): Figure | undefined {
  return changedAmount(draft, (value) => value, first(element, ...path))
}

/** The same for a value printed with another sign than it has. */
export function changedAmount(
  draft: Draft,
  change: (value: string) => string,
  found: XmlElement | undefined,
): Figure | undefined {
  const stated = take(draft.reading, found)
  if (stated === undefined) return undefined
  const value = change(stated)
  const currency = peekAttribute(found, 'currencyID')
  const figure = draft.format.amount(value, currency)
  if (currency !== undefined) takeAttribute(draft.reading, found, 'currencyID')
  if (currency === undefined || currency === draft.currency) return figure
  return { ...figure, text: `${visible(currency)}\u00a0${figure.text}` }
}

export function number(
  draft: Draft,
  element: XmlElement | undefined,
  ...path: string[]
): Figure | undefined {
  const value = take(draft.reading, element, ...path)
  return value === undefined ? undefined : draft.format.number(value)
}

export function percent(
  draft: Draft,
  element: XmlElement | undefined,
  ...path: string[]
): string | undefined {
  const figure = number(draft, element, ...path)
  return figure && `${figure.text}\u00a0%`
}

/** The content of a tax category: code, rate, and the scheme unless it is already printed. */
export type TaxCategory = { code?: string; rate?: string; scheme?: string }

export function taxCategory(draft: Draft, element: XmlElement | undefined): TaxCategory {
  const code = text(draft, element, 'ID')
  const rate = percent(draft, element, 'Percent')
  const scheme = newTaxScheme(draft, element)
  return {
    ...(code !== undefined ? { code } : {}),
    ...(rate !== undefined ? { rate } : {}),
    ...(scheme !== undefined ? { scheme } : {}),
  }
}

function newTaxScheme(draft: Draft, element: XmlElement | undefined): string | undefined {
  const scheme = text(draft, element, 'TaxScheme', 'ID')
  if (scheme === undefined || draft.taxSchemes.has(scheme)) return undefined
  draft.taxSchemes.add(scheme)
  return scheme
}
