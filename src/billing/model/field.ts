// The building blocks of the model. Each field carries what the API reference shows: a description,
// the business term of EN 16931 (`x-term`) and an example; a group also the name under which the
// reference shows it. A message continues a sentence that begins with the place of the fault, and
// says what to write instead. No value is transformed: z.toJSONSchema must be able to describe
// every schema.
import { z } from 'zod'
import { type CodeList, codeMeant, oneOfList } from '../codelists/code-list.ts'
import { firstDay } from '../days.ts'
import {
  compare,
  type Decimal,
  decimalFault,
  decimalPattern,
  digitsMax,
  formatDecimal,
  parseDecimal,
  round,
} from '../decimal.ts'
import { codeWritten } from '../meant/code.ts'
import { dayMeant } from '../meant/day.ts'
import { decimalMeant } from '../meant/decimal.ts'
import { fieldWritten, type GroupName } from '../meant/field.ts'
import { nearestName, sameName } from '../nearest.ts'
import { NumberLiteral } from '../number-literal.ts'
import { shown } from '../shown.ts'
import { said } from './said.ts'

export type DecimalInput = string | NumberLiteral

export type About = {
  term: string
  about: string
  example?: string
  /** In the reference; schemas that accept the same may share it. */
  name?: string
}

/** A string that is not blank and that XML 1.0 can represent. */
export function text(field: About, lengthMax = textMax) {
  // One check rather than three: most fields are strings, and each check costs a quarter of
  // what a string costs.
  return z
    .string({ error: noString(field) })
    .refine((value) => textFault(value, field, lengthMax) === undefined, {
      error: ({ input }) => textFault(String(input), field, lengthMax) ?? '',
    })
    .meta({ minLength: 1, maxLength: lengthMax, ...metaOf(field) })
}

/** For a string that becomes part of the record: a number, a name, an identifier. */
export const recordTextMax = 255
/** For all other strings. */
const textMax = 1_000_000

/** Nearly all strings: not blank, and nothing but printable ASCII. */
const plainText = /^[!-~][ -~]*$/

function textFault(value: string, field: About, lengthMax: number): string | undefined {
  const { term } = field
  if (value.length > lengthMax)
    return `has ${value.length} characters: write at most ${lengthMax}${by(term)}`
  if (plainText.test(value)) return undefined
  if (value.trim() === '') return emptyFault(value, field)
  const wrong = notXml.exec(value)?.[0]
  if (wrong === undefined) return undefined
  return `has ${codePoint(wrong)}, which XML cannot represent: leave it out${by(term)}`
}

/** XML 1.0, production 2 (Char); a lone surrogate is not a character. */
const notXml = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u

function codePoint(character: string): string {
  return `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`
}

function emptyFault(value: string, { term, about, example }: About): string {
  const wanted = example === undefined ? about : `a value such as ${shown(example)}`
  return `is ${value === '' ? 'empty' : 'blank'}: leave it out, or write ${wanted}${by(term)}`
}

/**
 * A code from a list; the message has the one that was probably meant. `inList` is the form of a
 * value that the list has, if others are written as well.
 */
export function code(list: CodeList, field: About, inList = (value: string) => value) {
  return z
    .string({ error: noCode(list, field) })
    .refine((value) => list.codes.has(inList(value)), {
      error: ({ input }) => notInList(list, field, String(input)),
      params: { rule: ruleOf(list) },
      abort: true,
    })
    .meta({ ...metaOf(field), 'x-code-list': list.id, ...printedCodes(list) })
}

function notInList(list: CodeList, field: About, value: string): string {
  if (value.trim() === '') return emptyFault(value, field)
  const meant = codeMeant(list, value)
  const words = meant === undefined ? oneOfList(list, field.example) : `write ${asCode(meant)}`
  return said(`is ${shown(value)}: ${words}${by(field.term)}`, meant)
}

/** Codes of digits are strings too, which needs saying. */
export function asCode(code: string): string {
  return /^[0-9]+$/.test(code) ? JSON.stringify(code) : code
}

/** JSON has no number with leading zeros: the scheme 0088 arrives as 88. */
function noCode(list: CodeList, field: About) {
  const wrongType = noString(field)
  return (issue: { input?: unknown }): string => {
    if (!(issue.input instanceof NumberLiteral)) return wrongType(issue)
    const { value } = issue.input
    const meant = list.codes.has(value) ? value : codeMeant(list, value)
    return meant === undefined ? notInList(list, field, value) : inQuotes(field, value, meant)
  }
}

/** The Peppol rule if there are two: it is the narrower one. */
function ruleOf({ rules }: CodeList): string {
  return rules.at(-1)!
}

const codesPrintedMax = 30

/** A short list is shown whole in the API reference. */
function printedCodes({ codes }: CodeList): { enum?: string[] } {
  return codes.size > codesPrintedMax ? {} : { enum: [...codes] }
}

type Words<T extends string> = {
  /** The values that a message lists, if they differ. */
  named?: readonly T[] | readonly string[]
  /** The list of what people write (meant/code.ts). */
  list?: string
  /** What a value says that is a good one elsewhere, as the rest of the sentence. */
  elsewhere?: (value: string) => string | undefined
}

/** One of a few words or codes. */
export function oneOf<const T extends string>(
  values: readonly T[],
  field: About,
  { named = values, list, elsewhere }: Words<T> = {},
) {
  const wrongType = noString(field)
  const wrongWord = (value: string): string => {
    const other = elsewhere?.(value)
    if (other !== undefined) return other
    const meant = sameName(value, named as readonly string[]) ?? (list && codeWritten(list, value))
    const words =
      meant === undefined ? `write one of ${named.join(', ')}` : `write ${asCode(meant)}`
    return said(`is ${shown(value)}: ${words}${by(field.term)}`, meant)
  }
  const error = ({ input }: { input?: unknown }): string => {
    if (typeof input === 'string') return wrongWord(input)
    if (!(input instanceof NumberLiteral)) return wrongType({ input })
    const { value } = input
    return (values as readonly string[]).includes(value)
      ? inQuotes(field, value, value)
      : wrongWord(value)
  }
  return z.enum(values as readonly [T, ...T[]], { error }).meta(metaOf(field))
}

/** Yes or no. */
export function flag(field: About) {
  const error = ({ input }: { input?: unknown }) =>
    input === undefined ? missing(field) : `is ${shown(input)}: write true or false`
  return z.boolean({ error }).meta({ ...metaOf(field), examples: [true] })
}

/** A day of the calendar, YYYY-MM-DD, from 1900 on. */
export function date(field: About) {
  return z.iso
    .date({ error: ({ input }) => dayFault(input, field), abort: true })
    .refine((day) => day >= firstDay, {
      error: ({ input }) =>
        `is ${shown(input)}: write a day that is not before ${firstDay}${by(field.term)}`,
    })
    .meta(metaOf(field))
}

/** What is wrong with a value that is no day, as the rest of a sentence. */
export function dayFault(input: unknown, field: About): string {
  const { term } = field
  if (input === undefined) return missing(field)
  const written = input instanceof NumberLiteral ? input.value : input
  if (typeof written !== 'string')
    return `is ${shown(input)}: write a day as YYYY-MM-DD, in quotes${by(term)}`
  if (written.trim() === '') return emptyFault(written, field)
  const meant = dayMeant(written)
  if (meant !== undefined) return said(`is ${shown(input)}: write ${meant}${by(term)}`, meant)
  const isForm = /^\d{4}-\d{2}-\d{2}$/.test(written)
  const words = isForm ? 'there is no such day' : 'write the day as YYYY-MM-DD'
  return `is ${shown(input)}: ${words}${by(term)}`
}

type Bounds = {
  least?: 'zero' | 'more-than-zero'
  places?: number
  rule?: string
  /** What else is wrong with a number, as the rest of the sentence. */
  unlikely?: (value: Decimal) => { words: string; meant: string } | undefined
}

/**
 * An exact decimal, given as a string or as a JSON number. `places` limits the
 * significant decimals.
 */
export function decimal(field: About, bounds: Bounds = {}): z.ZodType<DecimalInput, DecimalInput> {
  // Not superRefine, which creates a function for each value, and decimals are many.
  const schema = z.unknown().check(({ value, issues }) => {
    const fault = decimalIssue(value, field, bounds)
    // This ends the checks: those of the surrounding group compute with its decimals,
    // which must be valid.
    if (fault !== undefined)
      issues.push({ ...fault, code: 'custom', input: value, continue: false })
  })
  return schema.meta({
    ...metaOf({ name: 'Decimal', ...field }),
    anyOf: [{ type: 'string', pattern: decimalPattern.source }, { type: 'number' }],
  }) as unknown as z.ZodType<DecimalInput, DecimalInput>
}

/** An amount of money: at most two significant decimals (`rule` is one of BR-DEC-*). */
export function amount(field: About, rule: string) {
  return decimal({ name: 'Amount', ...field }, { places: 2, rule })
}

/** The text of a decimal that the model has accepted. */
export function decimalText(input: DecimalInput): string {
  return typeof input === 'string' ? input : input.value
}

type GroupOptions = {
  /** The table of what people write in place of its fields. */
  written?: GroupName
  bare?: Bare
}

/** The field that a string, or a number, in place of its group was meant to be. */
type Bare = { text?: string; number?: string }

/** A group of fields; unknown ones are refused. */
export function group<S extends z.ZodRawShape>(
  field: About,
  shape: S,
  { written, bare }: GroupOptions = {},
) {
  const names = Object.keys(shape)
  const required = requiredOf(shape)
  const form = formOf(names, required)
  return z
    .strictObject(shape, {
      error: (issue) =>
        issue.code === 'unrecognized_keys' && !(issue.input instanceof NumberLiteral)
          ? unknownFields(issue.keys, names, written)
          : // To zod a number is an object, because it keeps its digits.
            noGroup(issue.input, field, { form, meant: inGroup(issue.input, bare, required) }),
    })
    .meta(metaOf(field))
}

function requiredOf(shape: z.ZodRawShape): string[] {
  return Object.keys(shape).filter((name) => !(shape[name] instanceof z.ZodOptional))
}

/** The fields that a group must have, or else its first ones: `{ name, endpoint, address, … }`. */
function formOf(names: string[], required: string[]): string {
  const listed = required.length > 0 ? required : names.slice(0, 2)
  return `{ ${[...listed, ...(listed.length < names.length ? ['…'] : [])].join(', ')} }`
}

/** `{ "rate": 21 }` for 21, `{ "text": "Thank you" }` for a string; undefined for anything else. */
function inGroup(
  value: unknown,
  { text, number }: Bare = {},
  required: readonly string[] = [],
): string | undefined {
  const written = value instanceof NumberLiteral ? value.value : value
  if (typeof written !== 'string') return undefined
  const decimal = decimalPattern.test(written) ? written : decimalMeant(written)
  if (number !== undefined && decimal !== undefined) return `{ "${number}": ${decimal} }`
  return text === undefined || typeof value !== 'string'
    ? undefined
    : `{ "${text}": ${shown(value)}${required.some((name) => name !== text) ? ', …' : ''} }`
}

function noGroup(
  input: unknown,
  { term, about }: About,
  { form, meant }: { form: string; meant: string | undefined },
): string {
  if (input === undefined) return `is missing: ${about}, ${form}${by(term)}`
  const isWhole = !meant?.endsWith('… }')
  return said(`is ${shown(input)}: write ${meant ?? form}${by(term)}`, isWhole ? meant : undefined)
}

const unknownReportedMax = 100

/** One line for each unknown field, with the name that was probably meant. */
function unknownFields(keys: string[], names: string[], written: GroupName | undefined): string {
  const lines = keys.slice(0, unknownReportedMax).map((key) => {
    const meant = (written && fieldWritten(written, key)) ?? nearestName(key, names)
    return said(`is not a field: ${meant === undefined ? 'leave it out' : `write ${meant}`}`, meant)
  })
  return lines.join('\n')
}

/** More than any real document has, few enough that no input makes the checks slow. */
const itemsMax = 100_000

type Bound = { items: number; error: string }
type ListBounds = { min?: Bound; max?: Bound; textItems?: boolean; bare?: Bare }

/**
 * A list of groups; `textItems` also allows strings. The number of items and the JSON type of each
 * is checked before any is examined; the first wrong one ends the check, since a hostile list has
 * a million of them. `bare` is that of the groups.
 */
export function list<T extends z.ZodType>(
  field: About,
  item: T,
  { min, max, textItems = false, bare }: ListBounds = {},
): z.ZodType<z.output<T>[], z.input<T>[]> {
  let items = z.array(item, { error: ({ input }) => noList(input, field) })
  if (min !== undefined) items = items.min(min.items, { error: min.error })
  if (max !== undefined) items = items.max(max.items, { error: max.error })
  const checked = z.preprocess((value, context) => {
    const fault = Array.isArray(value) ? itemFault(value, field, { textItems, bare }) : undefined
    if (fault !== undefined) context.addIssue({ code: 'custom', ...fault, continue: false })
    return value
  }, items)
  return checked.meta(metaOf(field)) as unknown as z.ZodType<z.output<T>[], z.input<T>[]>
}

export function metaOf({ term, about, example, name }: About) {
  return {
    // Not the `id` of a schema, which zod lets only one have.
    ...(name === undefined ? {} : { title: name }),
    description: about,
    'x-term': term,
    ...(example === undefined ? {} : { examples: [example] }),
  }
}

/** The message for a value of the wrong JSON type where a string belongs. */
function noString(field: About) {
  return ({ input }: { input?: unknown }): string => {
    if (input === undefined) return missing(field)
    if (input instanceof NumberLiteral) return inQuotes(field, input.value, input.value)
    return `is ${shown(input)}: write a string${suchAs(field)}${by(field.term)}`
  }
}

function missing(field: About): string {
  return `is missing: ${field.about}${suchAs(field)}${by(field.term)}`
}

/** The business term at the end of a message. */
function by(term: string): string {
  return /^B[GT]-/.test(term) ? ` (${term})` : ''
}

function suchAs({ example }: About): string {
  return example === undefined ? '' : `, such as ${shown(example)}`
}

function inQuotes({ term }: About, value: string, meant: string): string {
  const written = JSON.stringify(meant)
  return said(
    `is the number ${shown(new NumberLiteral(value))}: write ${written}${by(term)}`,
    written,
  )
}

function noList(input: unknown, field: About): string {
  const { term, about } = field
  if (input === undefined) return `is missing: ${about}${by(term)}`
  return `is ${shown(input)}: write a list, [ … ]${by(term)}`
}

function itemFault(
  items: unknown[],
  { term }: About,
  { textItems, bare }: { textItems: boolean; bare: Bare | undefined },
) {
  if (items.length > itemsMax)
    return { message: `has ${items.length} items: write at most ${itemsMax}${by(term)}`, path: [] }
  const index = items.findIndex(
    (item) => !isObject(item) && !(textItems && typeof item === 'string'),
  )
  if (index < 0) return undefined
  const item = items[index]
  const meant = inGroup(item, bare)
  const wanted = meant ?? (textItems ? 'an object { … } or a string' : 'an object { … }')
  return { message: said(`is ${shown(item)}: write ${wanted}${by(term)}`, meant), path: [index] }
}

function isObject(value: unknown): boolean {
  const isGroup = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isGroup && !(value instanceof NumberLiteral)
}

function decimalIssue(value: unknown, field: About, bounds: Bounds) {
  const { term } = field
  if (value === undefined) return { message: missing(field) }
  if (!isDecimalInput(value))
    return { message: `is ${shown(value)}: write a decimal${suchAs(field)}${by(term)}` }
  const form = formFault(value, field)
  if (form !== undefined) return { message: form }
  const number = parseDecimal(decimalText(value))
  const unlikely = bounds.unlikely?.(number)
  if (unlikely !== undefined) {
    const { words, meant } = unlikely
    return { message: said(`is ${shown(value)}: ${words}${by(term)}`, meant) }
  }
  const broken = boundsFault(number, bounds)
  if (broken === undefined) return undefined
  return {
    message: `is ${shown(value)}: write ${broken}${by(term)}`,
    params: bounds.rule === undefined ? {} : { rule: bounds.rule },
  }
}

function formFault(given: DecimalInput, field: About): string | undefined {
  const text = decimalText(given)
  const fault = decimalFault(text)
  if (fault === undefined) return undefined
  if (text.trim() === '') return emptyFault(text, field)
  const meant = decimalMeant(text)
  const value = shown(given)
  if (meant !== undefined && decimalFault(meant) === undefined)
    return said(`is ${value}: write ${meant}${by(field.term)}`, meant)
  const words = {
    digits: `write at most ${digitsMax} digits`,
    exponent: 'write the number without an exponent',
    form: 'write a decimal such as 12.50, with a point and nothing else',
  }
  return `is ${value}: ${words[fault]}${by(field.term)}`
}

function boundsFault(value: Decimal, { least, places }: Bounds): string | undefined {
  if (least === 'zero' && value.digits < 0n) return 'a number that is not negative'
  if (least === 'more-than-zero' && value.digits <= 0n) return 'a number above 0'
  if (places !== undefined && value.scale > places) {
    const rounded = round(value, places)
    if (compare(value, rounded) !== 0)
      return `at most ${places} decimals, such as ${formatDecimal(rounded)}`
  }
  return undefined
}

function isDecimalInput(value: unknown): value is DecimalInput {
  return typeof value === 'string' || value instanceof NumberLiteral
}
