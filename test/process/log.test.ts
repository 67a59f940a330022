// What reaches the log, whatever is thrown: short lines, and nothing of a document.
import { describe, expect, it } from 'vitest'
import { type LogForm, makeLog } from '../../src/process/log.ts'

const secret = '<cbc:Note>for nobody else</cbc:Note>'
const document = `<Invoice>\n${secret.repeat(30_000)}\n    at ${secret}\n</Invoice>`
const bytes = Buffer.from(document)

function lineOf(facts: object, message = 'Something failed'): { text: string; line: LogLine } {
  const lines: string[] = []
  makeLog('info', { write: (line: string) => void lines.push(line) }).error(facts, message)
  expect(lines).toHaveLength(1)
  const [text = ''] = lines
  return { text, line: JSON.parse(text) }
}
type LogLine = Record<string, unknown> & { err: Described }
type Described = { type: string; message: string; stack: string; code?: string; cause: Described }

const circular: { cause?: unknown } & Error = new Error('a circle')
circular.cause = circular
const renamed = new Error(document)
renamed.message = 'another message'
const causes = (depth: number): Error =>
  new Error(document, depth > 0 ? { cause: causes(depth - 1) } : {})

const thrown: [string, unknown][] = [
  ['an error whose message holds a document', new Error(document)],
  ['an error whose message was another when it was made', renamed],
  ['an error with bytes', Object.assign(new Error('x'), { bytes, parameters: [bytes, document] })],
  ['an error whose code and name are documents', named(document)],
  ['causes in causes', causes(50)],
  ['a circle of causes', circular],
  ['several errors in one', new AggregateError(Array.from({ length: 99 }, () => causes(3)))],
  ['a string', document],
  ['an object', { document, bytes, message: document, stack: document }],
  ['bytes', bytes],
  ['an array', [document]],
  ['a function', Object.assign(() => document, { document })],
  ['null', null],
  ['nothing', undefined],
  [
    'something unreadable',
    {
      get message() {
        throw new Error(document)
      },
    },
  ],
]

function named(text: string): Error {
  return Object.assign(new Error('x'), { code: text, name: text })
}

describe('an unexpected fault is logged in a short line without the document', () => {
  it.each(thrown)('%s', (_, err) => {
    const { text, line } = lineOf({ err, requestId: 'r1' })
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(16 * 1024)
    expect(text).not.toContain('for nobody else')
    expect(line).toMatchObject({ level: 50, requestId: 'r1', msg: 'Something failed' })
    expect(line.err).toMatchObject({ type: expect.any(String), message: expect.any(String) })
  })

  it('under any name', () => {
    const { text } = lineOf({ fault: new Error(document), all: [{ in: new Error(document) }] })
    expect(text).not.toContain('for nobody else')
  })
})

describe('what places a fault is kept', () => {
  it('message, code, stack and causes', () => {
    const cause = Object.assign(new TypeError('no such host'), { code: 'ENOTFOUND' })
    const { err } = lineOf({ err: new Error('could not ask', { cause }) }).line
    expect(err).toMatchObject({
      type: 'Error',
      message: 'could not ask',
      stack: expect.stringMatching(/^at .*log\.test\.ts:\d+:\d+/),
      cause: { type: 'TypeError', message: 'no such host', code: 'ENOTFOUND' },
    })
  })

  it('the length of a message and the stack behind it, when it is too long to be one', () => {
    const { err } = lineOf({ err: new Error(document) }).line
    expect(err.message).toBe(`(${document.length} characters)`)
    expect(err.stack).toMatch(/^at .*log\.test\.ts/)
  })

  it('each of several errors, as of addresses that could not be reached', () => {
    const refused = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
    expect(lineOf({ err: new AggregateError([refused, refused]) }).line.err).toMatchObject({
      errors: [{ code: 'ECONNREFUSED' }, { code: 'ECONNREFUSED' }],
    })
  })

  it('facts of usual length', () => {
    const facts = { documentId: 'd', millis: 12, at: new Date(0), gap: null, list: ['a'] }
    expect(lineOf(facts).line).toMatchObject({ ...facts, at: new Date(0).toISOString() })
  })
})

describe('other values are bounded', () => {
  it.each([
    ['a long string', { detail: 'x'.repeat(100_000) }],
    ['bytes', { answer: bytes }],
    ['long lists', { list: Array.from({ length: 100_000 }, () => 'x'.repeat(900)) }],
    ['many members', Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`m${at}`, at]))],
    ['deep members', { a: { a: { a: { a: { a: document } } } } }],
    ['long names of members', { ['x'.repeat(100_000)]: 1 }],
    ['letters of many bytes', { list: Array.from({ length: 20 }, () => '\u0001'.repeat(1_000)) }],
  ])('%s', (_, facts) => {
    expect(Buffer.byteLength(lineOf(facts).text)).toBeLessThanOrEqual(16 * 1024)
  })

  it('and so is the sentence', () => {
    const { text, line } = lineOf({ documentId: 'd', err: new Error('kept') }, document)
    expect(text.length).toBeLessThan(1_000)
    expect(text).not.toContain('for nobody else')
    expect(line).toMatchObject({ level: 50, documentId: 'd', type: 'Error' })
  })
})

describe('a line says when and how grave', () => {
  const line = (form?: LogForm) => {
    const lines: string[] = []
    const log = makeLog('info', { write: (text: string) => void lines.push(text) }, form)
    log.child({ worker: 1 }).warn({ documentId: 'x' }, 'Something is odd')
    return JSON.parse(lines[0]!)
  }

  it('in numbers, unless asked otherwise', () => {
    expect(line()).toMatchObject({ level: 40, time: expect.any(Number), worker: 1 })
    expect(line({ times: 'epoch', levels: 'numbers' })).toMatchObject({ level: 40 })
  })

  it('in words, and as a time of ISO 8601', () => {
    const said = line({ times: 'iso', levels: 'words' })
    expect(said).toMatchObject({ level: 'warn', documentId: 'x', worker: 1 })
    expect(said.time).toBe(new Date(said.time).toISOString())
  })
})
