// JSON (RFC 8259) as documents need it: numbers keep the digits they were written with, since 1.10
// is not 1.1, and whatever parsers disagree on (duplicate names, lone surrogates) is refused
// rather than guessed.
import { NumberLiteral, shown } from '../billing/index.ts'
import { jsonValuesMax } from '../core/read-document.ts'

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

/** Parses one JSON value in linear time. Throws JsonError for anything else. */
export function parseJson(text: string): JsonValue {
  let at = 0
  let values = 0

  const value = readValue(0)
  if (at < text.length) throw fault('unexpected content after the value')
  return value

  function readValue(depth: number): JsonValue {
    skipSpace()
    if (depth > depthMax) throw limit(`the nesting is deeper than ${depthMax}`)
    if (++values > jsonValuesMax) throw limit(`there are more than ${jsonValuesMax} values`)
    const found = readBareValue(depth)
    skipSpace()
    return found
  }

  function readBareValue(depth: number): JsonValue {
    switch (text[at]) {
      case '{':
        return readObject(depth)
      case '[':
        return readArray(depth)
      case '"':
        return readString()
      case 't':
        return readWord('true', true)
      case 'f':
        return readWord('false', false)
      case 'n':
        return readWord('null', null)
      default:
        return readNumber()
    }
  }

  function readObject(depth: number): JsonValue {
    const object: { [name: string]: JsonValue } = {}
    if (isEmpty('}')) return object
    do {
      skipSpace()
      const nameAt = at
      if (text[at] !== '"') throw fault('expected a name in double quotes')
      const name = readString()
      if (Object.hasOwn(object, name))
        throw fault(`the name ${shown(name)} appears twice in one object`, nameAt)
      skipSpace()
      if (text[at] !== ':') throw fault('expected a colon')
      at += 1
      setMember(object, name, readValue(depth + 1))
    } while (isMore('}'))
    return object
  }

  function readArray(depth: number): JsonValue {
    const array: JsonValue[] = []
    if (isEmpty(']')) return array
    do array.push(readValue(depth + 1))
    while (isMore(']'))
    return array
  }

  function isEmpty(end: string): boolean {
    at += 1
    skipSpace()
    if (text[at] !== end) return false
    at += 1
    return true
  }

  function isMore(end: string): boolean {
    if (text[at] !== end && text[at] !== ',') throw fault(`expected a comma or "${end}"`)
    at += 1
    return text[at - 1] === ','
  }

  function readString(): string {
    const start = at
    at += 1
    let from = at
    let read = ''
    let escaped = false
    for (;;) {
      const unit = text.charCodeAt(at)
      if (unit === 0x22) break
      if (unit === 0x5c) {
        read += text.slice(from, at) + readEscape()
        from = at
        escaped = true
      } else if (unit >= 0x20) at += 1
      else
        throw fault(
          at < text.length
            ? 'a string contains an unescaped control character'
            : 'a string is not closed',
        )
    }
    read += text.slice(from, at)
    at += 1
    if (escaped && /\p{Surrogate}/u.test(read))
      throw fault('an escape gives half a surrogate pair', start)
    return read
  }

  function readEscape(): string {
    const letter = text[at + 1] ?? ''
    if (letter === 'u') {
      const digits = text.slice(at + 2, at + 6)
      if (!/^[0-9a-fA-F]{4}$/.test(digits))
        throw fault('expected four hexadecimal digits after \\u')
      at += 6
      return String.fromCharCode(Number.parseInt(digits, 16))
    }
    const character = escapes[letter]
    if (character === undefined) throw fault('unknown escape')
    at += 2
    return character
  }

  function readWord<T extends JsonValue>(word: string, meaning: T): T {
    if (!text.startsWith(word, at)) throw fault('expected a value')
    at += word.length
    return meaning
  }

  function readNumber(): NumberLiteral {
    const start = at
    while (at < text.length && '+-.0123456789Ee'.includes(text[at]!)) at += 1
    if (at === start)
      throw fault(text[at] === '<' ? 'expected a value, not XML' : 'expected a value')
    if (at - start > numberLengthMax)
      throw limit(`a number has more than ${numberLengthMax} characters`, start)
    const source = text.slice(start, at)
    if (!numberForm.test(source)) throw fault(`"${source}" is not a number`, start)
    return new NumberLiteral(source)
  }

  function skipSpace(): void {
    while (text[at] === ' ' || text[at] === '\n' || text[at] === '\r' || text[at] === '\t') at += 1
  }

  function fault(message: string, position = at): JsonError {
    const before = text.slice(0, position)
    const line = before.split('\n').length
    return new JsonError(message, line, position - before.lastIndexOf('\n'))
  }

  function limit(message: string, position = at): JsonError {
    const { line, column } = fault(message, position)
    return new JsonError(message, line, column, true)
  }
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
