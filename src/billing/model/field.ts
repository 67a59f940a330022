// The building blocks of the model. Each field carries what the API reference shows: a description,
// the business term of EN 16931 (`x-term`) and an example. No value is transformed: z.toJSONSchema
// must be able to describe every schema.
import { z } from 'zod'
import { type CodeList, notInList } from '../codelists/index.ts'
import { firstDay } from '../days.ts'
import {
  compare,
  type Decimal,
  decimalFault,
  decimalPattern,
  parseDecimal,
  round,
} from '../decimal.ts'
import { nearestName, sameName } from '../nearest.ts'
import { NumberLiteral } from '../number-literal.ts'

export type DecimalInput = string | NumberLiteral

export type About = { term: string; about: string; example?: string }

/** A string that is not blank and that XML 1.0 can represent. */
export function text(field: About, lengthMax = textMax) {
  // One check rather than three: most fields are strings, and each check costs a quarter of
  // what a string costs.
  return z
    .string({ error: typeError(field, 'a string') })
    .refine((value) => textFault(value, lengthMax) === undefined, {
      error: ({ input }) => `${field.term} ${textFault(String(input), lengthMax)}`,
    })
    .meta({ minLength: 1, maxLength: lengthMax, ...metaOf(field) })
}

/** For a string that becomes part of the record: a number, a name, an identifier. */
export const recordTextMax = 255
/** For all other strings. */
const textMax = 1_000_000

/** Nearly all strings: not blank, and nothing but printable ASCII. */
const plainText = /^[!-~][ -~]*$/

function textFault(value: string, lengthMax: number): string | undefined {
  if (value.length > lengthMax) return `must have at most ${lengthMax} characters`
  if (plainText.test(value)) return undefined
  if (value === '') return 'must not be empty'
  if (!/\S/.test(value)) return 'must not be blank'
  return isXmlText(value) ? undefined : 'has a character that XML cannot represent'
}

/** A code from a list; the message suggests the one that was probably meant. */
export function code(list: CodeList, field: About) {
  return z
    .string({ error: typeError(field, 'a string') })
    .refine((value) => list.codes.has(value), {
      error: ({ input }) => `${field.term}: ${notInList(list, String(input))}`,
      params: { rule: ruleOf(list) },
      abort: true,
    })
    .meta({ ...metaOf(field), 'x-code-list': list.id, ...printedCodes(list) })
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

/**
 * One of a few words or codes; `named` are those that a message lists, if they
 * differ from `values`.
 */
export function oneOf<const T extends string>(
  values: readonly T[],
  field: About,
  named: readonly string[] = values,
) {
  const wrongType = typeError(field, `one of ${named.join(', ')}`)
  const error = (issue: { input?: unknown }) => {
    const meant = typeof issue.input === 'string' ? sameName(issue.input, named) : undefined
    return `${wrongType(issue)}${meant === undefined ? '' : `; did you mean ${meant}?`}`
  }
  return z.enum(values as readonly [T, ...T[]], { error }).meta(metaOf(field))
}

/** A day of the calendar, YYYY-MM-DD, from 1900 on. */
export function date(field: About) {
  return z.iso
    .date({ error: typeError(field, 'a real date as YYYY-MM-DD'), abort: true })
    .refine((day) => day >= firstDay, { error: `${field.term} must not be before ${firstDay}` })
    .meta(metaOf(field))
}

type Bounds = { least?: 'zero' | 'more-than-zero'; places?: number; rule?: string }

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
    ...metaOf(field),
    anyOf: [{ type: 'string', pattern: decimalPattern.source }, { type: 'number' }],
  }) as unknown as z.ZodType<DecimalInput, DecimalInput>
}

/** An amount of money: at most two significant decimals (`rule` is one of BR-DEC-*). */
export function amount(field: About, rule: string) {
  return decimal(field, { places: 2, rule })
}

/** The text of a decimal that the model has accepted. */
export function decimalText(input: DecimalInput): string {
  return typeof input === 'string' ? input : input.value
}

/** A group of fields; unknown ones are refused. */
export function group<S extends z.ZodRawShape>(field: About, shape: S) {
  const wrongType = typeError(field, 'an object')
  const names = Object.keys(shape)
  return z
    .strictObject(shape, {
      error: (issue) =>
        issue.code === 'unrecognized_keys' ? unknownFields(issue.keys, names) : wrongType(issue),
    })
    .meta(metaOf(field))
}

const unknownReportedMax = 100

/** One line for each unknown field, with the name that was probably meant. */
function unknownFields(keys: string[], names: string[]): string {
  const named = keys.slice(0, unknownReportedMax).map((key) => {
    const meant = nearestName(key, names)
    const hint = meant === undefined ? '' : ` Did you mean '${meant}'?`
    return `There is no field '${key.slice(0, 60)}' here.${hint}`
  })
  return named.join('\n')
}

/** More than any real document has, few enough that no input makes the checks slow. */
const itemsMax = 100_000

type Bound = { items: number; error: string }
type ListBounds = { min?: Bound; max?: Bound; textItems?: boolean }

/**
 * A list of groups; `textItems` also allows strings. The number of items and the JSON type of each
 * is checked before any is examined; the first wrong one ends the check, since a hostile list has
 * a million of them.
 */
export function list<T extends z.ZodType>(
  field: About,
  item: T,
  { min, max, textItems = false }: ListBounds = {},
): z.ZodType<z.output<T>[], z.input<T>[]> {
  let items = z.array(item, { error: typeError(field, 'a list') })
  if (min !== undefined) items = items.min(min.items, { error: min.error })
  if (max !== undefined) items = items.max(max.items, { error: max.error })
  const checked = z.preprocess((value, context) => {
    const fault = Array.isArray(value) ? itemFault(value, field, textItems) : undefined
    if (fault !== undefined) context.addIssue({ code: 'custom', ...fault, continue: false })
    return value
  }, items)
  return checked.meta(metaOf(field)) as unknown as z.ZodType<z.output<T>[], z.input<T>[]>
}

export function metaOf({ term, about, example }: About) {
  return {
    description: about,
    'x-term': term,
    ...(example === undefined ? {} : { examples: [example] }),
  }
}

/**
 * The message for a value of the wrong JSON type; other faults of the same schema keep their own.
 */
function typeError({ term, about }: About, expected: string) {
  return (issue: { input?: unknown }): string => {
    if (issue.input === undefined) return `${term} is required: ${about}`
    return `${term} must be ${expected}${notNull(issue.input)}`
  }
}

/** In other systems' JSON, null stands for an absent value. */
function notNull(value: unknown): string {
  return value === null ? ', not null: leave out fields without a value' : ''
}

function itemFault(items: unknown[], { term }: About, textItems: boolean) {
  if (items.length > itemsMax)
    return { message: `${term} has more than ${itemsMax} items`, path: [] }
  const index = items.findIndex(
    (item) => !isObject(item) && !(textItems && typeof item === 'string'),
  )
  if (index < 0) return undefined
  return {
    message: `${term} must be ${textItems ? 'an object or a string' : 'an object'}`,
    path: [index],
  }
}

function isObject(value: unknown): boolean {
  const isGroup = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isGroup && !(value instanceof NumberLiteral)
}

function decimalIssue(value: unknown, field: About, bounds: Bounds) {
  if (value === undefined) return { message: `${field.term} is required: ${field.about}` }
  if (!isDecimalInput(value))
    return {
      message: `${field.term} must be a decimal, as a string or as a number${notNull(value)}`,
    }
  const form = decimalFault(decimalText(value))
  if (form !== undefined) return { message: `${field.term} ${form}` }
  const broken = boundsFault(parseDecimal(decimalText(value)), bounds)
  if (broken === undefined) return undefined
  return {
    message: `${field.term} ${broken}`,
    params: bounds.rule === undefined ? {} : { rule: bounds.rule },
  }
}

function boundsFault(value: Decimal, { least, places }: Bounds): string | undefined {
  if (least === 'zero' && value.digits < 0n) return 'must not be negative'
  if (least === 'more-than-zero' && value.digits <= 0n) return 'must be more than 0'
  if (places !== undefined && value.scale > places && compare(value, round(value, places)) !== 0)
    return `has more than ${places} decimals`
  return undefined
}

function isDecimalInput(value: unknown): value is DecimalInput {
  return typeof value === 'string' || value instanceof NumberLiteral
}

/** XML 1.0, production 2 (Char); a lone surrogate is not a character. */
function isXmlText(value: string): boolean {
  return !/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u.test(value)
}
