// JSON (RFC 8259) as documents need it: numbers keep the digits they were written with, since 1.10
// is not 1.1, and whatever parsers disagree on (duplicate names, lone surrogates) is refused
// rather than guessed.
import { NumberLiteral, shown } from '../billing/index.ts'
import { jsonValuesMax } from './read-document.ts'

export type JsonValue =
  | null
  | boolean
  | string
  | NumberLiteral
  | JsonValue[]
  | { [name: string]: JsonValue }

/** Line and column count from 1. `isLimit`: it may be JSON, but has more than is read. */
export class JsonError extends Error {
  readonly line: number
  readonly column: number
  readonly isLimit: boolean

  constructor(message: string, line: number, column: number, isLimit = false) {
    super(message)
    this.name = 'JsonError'
    this.isLimit = isLimit
    this.line = line
    this.column = column
  }
}

const depthMax = 64
const numberLengthMax = 100

const numberForm = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/
const escapes: Record<string, string> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
}

// Functions inside parseJson would be made anew for each document, and lose their machine code at
// every garbage collection.
type Reader = { readonly text: string; at: number; values: number }

/** Parses one JSON value in linear time. Throws JsonError for anything else. */
export function parseJson(text: string): JsonValue {
  const reader: Reader = { text, at: 0, values: 0 }
  const value = readValue(reader, 0)
  if (reader.at < text.length) throw fault(reader, 'unexpected content after the value')
  return value
}

function readValue(reader: Reader, depth: number): JsonValue {
  skipSpace(reader)
  if (depth > depthMax) throw limit(reader, `the nesting is deeper than ${depthMax}`)
  if (++reader.values > jsonValuesMax)
    throw limit(reader, `there are more than ${jsonValuesMax} values`)
  const found = readBareValue(reader, depth)
  skipSpace(reader)
  return found
}

function readBareValue(reader: Reader, depth: number): JsonValue {
  switch (reader.text[reader.at]) {
    case '{':
      return readObject(reader, depth)
    case '[':
      return readArray(reader, depth)
    case '"':
      return readString(reader)
    case 't':
      return readWord(reader, 'true', true)
    case 'f':
      return readWord(reader, 'false', false)
    case 'n':
      return readWord(reader, 'null', null)
    default:
      return readNumber(reader)
  }
}

function readObject(reader: Reader, depth: number): JsonValue {
  const { text } = reader
  const object: { [name: string]: JsonValue } = {}
  if (isEmpty(reader, '}')) return object
  do {
    skipSpace(reader)
    const nameAt = reader.at
    if (text[reader.at] !== '"') throw fault(reader, 'expected a name in double quotes')
    const name = readString(reader)
    if (Object.hasOwn(object, name))
      throw fault(reader, `the name ${shown(name)} appears twice in one object`, nameAt)
    skipSpace(reader)
    if (text[reader.at] !== ':') throw fault(reader, 'expected a colon')
    reader.at += 1
    setMember(object, name, readValue(reader, depth + 1))
  } while (isMore(reader, '}'))
  return object
}

function readArray(reader: Reader, depth: number): JsonValue {
  const array: JsonValue[] = []
  if (isEmpty(reader, ']')) return array
  do array.push(readValue(reader, depth + 1))
  while (isMore(reader, ']'))
  return array
}

function isEmpty(reader: Reader, end: string): boolean {
  reader.at += 1
  skipSpace(reader)
  if (reader.text[reader.at] !== end) return false
  reader.at += 1
  return true
}

function isMore(reader: Reader, end: string): boolean {
  const sign = reader.text[reader.at]
  if (sign !== end && sign !== ',') throw fault(reader, `expected a comma or "${end}"`)
  reader.at += 1
  return sign === ','
}

function readString(reader: Reader): string {
  const { text } = reader
  const start = reader.at
  reader.at += 1
  let from = reader.at
  let read = ''
  let escaped = false
  for (;;) {
    const unit = text.charCodeAt(reader.at)
    if (unit === 0x22) break
    if (unit === 0x5c) {
      read += text.slice(from, reader.at) + readEscape(reader)
      from = reader.at
      escaped = true
    } else if (unit >= 0x20) reader.at += 1
    else
      throw fault(
        reader,
        reader.at < text.length
          ? 'a string contains an unescaped control character'
          : 'a string is not closed',
      )
  }
  read += text.slice(from, reader.at)
  reader.at += 1
  if (escaped && /\p{Surrogate}/u.test(read))
    throw fault(reader, 'an escape gives half a surrogate pair', start)
  return read
}

function readEscape(reader: Reader): string {
  const { text, at } = reader
  const letter = text[at + 1] ?? ''
  if (letter === 'u') {
    const digits = text.slice(at + 2, at + 6)
    if (!/^[0-9a-fA-F]{4}$/.test(digits))
      throw fault(reader, 'expected four hexadecimal digits after \\u')
    reader.at += 6
    return String.fromCharCode(Number.parseInt(digits, 16))
  }
  const character = escapes[letter]
  if (character === undefined) throw fault(reader, 'unknown escape')
  reader.at += 2
  return character
}

function readWord<T extends JsonValue>(reader: Reader, word: string, meaning: T): T {
  if (!reader.text.startsWith(word, reader.at)) throw fault(reader, 'expected a value')
  reader.at += word.length
  return meaning
}

function readNumber(reader: Reader): NumberLiteral {
  const { text, at: start } = reader
  let at = start
  while (at < text.length && '+-.0123456789Ee'.includes(text[at]!)) at += 1
  if (at === start)
    throw fault(reader, text[at] === '<' ? 'expected a value, not XML' : 'expected a value')
  if (at - start > numberLengthMax)
    throw limit(reader, `a number has more than ${numberLengthMax} characters`)
  const source = text.slice(start, at)
  if (!numberForm.test(source)) throw fault(reader, `"${source}" is not a number`)
  reader.at = at
  return new NumberLiteral(source)
}

function skipSpace(reader: Reader): void {
  const { text } = reader
  let { at } = reader
  while (text[at] === ' ' || text[at] === '\n' || text[at] === '\r' || text[at] === '\t') at += 1
  reader.at = at
}

function fault({ text, at }: Reader, message: string, position = at): JsonError {
  const before = text.slice(0, position)
  const line = before.split('\n').length
  return new JsonError(message, line, position - before.lastIndexOf('\n'))
}

function limit(reader: Reader, message: string): JsonError {
  const { line, column } = fault(reader, message)
  return new JsonError(message, line, column, true)
}

// Assigned as a plain member, `__proto__` would change what the object is instead of what it holds.
function setMember(object: { [name: string]: JsonValue }, name: string, value: JsonValue): void {
  if (name !== '__proto__') object[name] = value
  else
    Object.defineProperty(object, name, {
      value,
      enumerable: true,
      configurable: true,
      writable: true,
    })
}
