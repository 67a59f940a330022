import { describe, expect, it } from 'vitest'
import { NumberLiteral } from '../../src/billing/index.ts'
import { JsonError, type JsonValue, parseJson } from '../../src/intake/json.ts'

function faultOf(text: string): JsonError {
  try {
    parseJson(text)
  } catch (error) {
    if (error instanceof JsonError) return error
    throw error
  }
  throw new Error(`was accepted: ${text.slice(0, 80)}`)
}

/** As JSON.parse would have read it, for comparison. */
function plain(value: JsonValue): unknown {
  if (value instanceof NumberLiteral) return Number(value.value)
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, plain(member)]))
}

const good = [
  'null',
  ' \t\r\n true \n',
  'false',
  '""',
  '"\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\\ud83d\\ude00é😀"',
  '[]',
  '[ ]',
  '[1,[2,[]],{"a":[{}]}]',
  '{}',
  '{ "a" : 1 , "b\\u0020c" : [ null , true ] }',
  '0',
  '-0',
  '-12.50e+10',
  '1E400',
]

const bad = [
  '',
  ' ',
  '{',
  '[',
  '"',
  '"a',
  '[1,]',
  '[,1]',
  '[1 2]',
  '{"a":1,}',
  '{"a"}',
  '{"a":}',
  '{a:1}',
  "{'a':1}",
  '{"a":1 "b":2}',
  '{"a":1}}',
  'nul',
  'True',
  'NaN',
  'undefined',
  '01',
  '+1',
  '.5',
  '1.',
  '1e',
  '1e+',
  '-',
  '--1',
  '0x10',
  '1_000',
  '"\\x41"',
  '"\\u12g4"',
  '"\\u123"',
  '"\t"',
  '"\n"',
  '"\u0000"',
  '\u00a0 1',
  '\ufeff1',
  '/* c */ 1',
  '1 // c',
  '[1]\u0000',
]

describe('parseJson', () => {
  it.each(good)('reads %j as JSON.parse does', (text) => {
    expect(plain(parseJson(text))).toEqual(JSON.parse(text))
  })

  it.each(bad)('refuses %j as JSON.parse does', (text) => {
    expect(() => JSON.parse(text)).toThrow()
    faultOf(text)
  })

  it('agrees with JSON.parse on what is well-formed, over thousands of mutated strings', () => {
    const seed = '{"a":[1,-2.5e3,"x\\u00e9\\n",null,true],"b":{"c":"","d":[[],{}]}}'
    const alphabet = '{}[]",:\\0123456789.eE+-untrfals \n'
    let state = 42
    const random = (below: number) => {
      state = (state * 1103515245 + 12345) % 2147483648
      return state % below
    }
    let accepted = 0
    for (let round = 0; round < 20_000; round += 1) {
      const at = random(seed.length)
      const text =
        seed.slice(0, at) + alphabet[random(alphabet.length)] + seed.slice(at + random(3))
      const expected = outcome(() => JSON.parse(text))
      const found = outcome(() => plain(parseJson(text)))
      // Only duplicate names do we refuse and JSON.parse does not.
      if (found === 'refused' && expected !== 'refused')
        expect(faultOf(text).message).toContain('appears twice')
      else expect({ text, found }).toEqual({ text, found: expected })
      if (found !== 'refused') accepted += 1
    }
    expect(accepted).toBeGreaterThan(1000)
  })

  it.each([
    '1.10',
    '0.1000000000000000055511151231257827',
    '100000000000000000000.01',
    '-0',
    '1e2',
  ])('keeps the digits of %s', (source) => {
    expect(parseJson(`[${source}]`)).toEqual([new NumberLiteral(source)])
  })

  it('reads a number of a hundred characters, and no longer one', () => {
    const longest = `0.${'1'.repeat(98)}`
    expect(parseJson(longest)).toEqual(new NumberLiteral(longest))
    expect(faultOf(`${longest}1`).message).toContain('more than 100 characters')
  })

  it('refuses a duplicate name, even with the same value', () => {
    expect(faultOf('{"a":1,"a":1}').message).toContain('appears twice')
    expect(faultOf('{"a":1,"\\u0061":2}').message).toContain('appears twice')
    expect(plain(parseJson('{"a":{"b":1},"c":{"b":1}}'))).toEqual({ a: { b: 1 }, c: { b: 1 } })
  })

  it('treats __proto__ as a name like any other', () => {
    const read = parseJson('{"__proto__":{"admin":true},"constructor":1}') as { admin?: unknown }
    expect(read.admin).toBeUndefined()
    expect(Object.getPrototypeOf(read)).toBe(Object.prototype)
    expect(Object.keys(read)).toEqual(['__proto__', 'constructor'])
    faultOf('{"__proto__":1,"__proto__":2}')
  })

  it('refuses nesting beyond its limit without exhausting the stack', () => {
    expect(() => parseJson('['.repeat(64) + ']'.repeat(64))).not.toThrow()
    expect(faultOf('['.repeat(5_000_000)).message).toContain('nesting')
    expect(faultOf('{"a":'.repeat(1_000_000)).message).toContain('nesting')
  })

  it('refuses more values than any document has', () => {
    expect(faultOf(`[${'0,'.repeat(300_000)}0]`).message).toContain('values')
  })

  it('refuses a number of endless digits', () => {
    expect(faultOf(`[${'9'.repeat(5_000_000)}]`).message).toContain('100 characters')
  })

  it('reads a string of many megabytes', () => {
    const text = 'é'.repeat(10_000_000)
    expect(parseJson(`"${text}"`)).toBe(text)
  })

  it('refuses half a surrogate pair, and accepts a whole one', () => {
    expect(faultOf('"\\ud83d"').message).toContain('half a surrogate pair')
    expect(faultOf('"\\ude00\\ud83d"').message).toContain('half a surrogate pair')
    expect(parseJson('"\\ud83d\\ude00"')).toBe('😀')
  })

  it('says where the fault is, counting lines and columns from 1', () => {
    expect(faultOf('{"a": 1,\n  "b": x}')).toMatchObject({ line: 2, column: 8 })
    expect(faultOf('x')).toMatchObject({ line: 1, column: 1 })
    expect(faultOf('{"a":1,\r\n"a":2}')).toMatchObject({ line: 2, column: 1 })
  })
})

function outcome(read: () => unknown): string {
  try {
    return JSON.stringify(read())
  } catch {
    return 'refused'
  }
}
