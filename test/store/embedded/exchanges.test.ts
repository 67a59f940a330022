import { expect, test } from 'vitest'
import { ExchangeCutter } from '../../../src/store/embedded/exchanges.ts'

function message(type: string, body: Buffer | string): Buffer {
  const content = Buffer.from(body)
  const head = Buffer.from(`${type}\0\0\0\0`, 'latin1')
  head.writeInt32BE(content.length + 4, 1)
  return Buffer.concat([head, content])
}

function startup(code: number, rest = ''): Buffer {
  const bytes = Buffer.from(`\0\0\0\0\0\0\0\0${rest}`, 'latin1')
  bytes.writeInt32BE(bytes.length, 0)
  bytes.writeInt32BE(code, 4)
  return bytes
}

const hello = startup(196608, 'user\0postgres\0\0')
const simple = message('Q', 'select 1\0')
const extended = Buffer.concat([
  message('P', '\0select $1\0\0\0'),
  message('B', 'Q'.repeat(3000)),
  message('E', 'S'),
  message('S', ''),
])

test('a simple query is a turn, and so is an extended query up to its Sync', () => {
  const cutter = new ExchangeCutter()
  expect(cutter.take(hello)).toEqual([{ kind: 'run', bytes: hello }])
  expect(cutter.take(Buffer.concat([simple, extended, simple]))).toEqual([
    { kind: 'run', bytes: simple },
    { kind: 'run', bytes: extended },
    { kind: 'run', bytes: simple },
  ])
})

test.each([1, 2, 3, 7, 4096])(
  'the turns are the same when the bytes arrive %i at a time',
  (size) => {
    const cutter = new ExchangeCutter()
    const bytes = Buffer.concat([
      startup(80877103),
      hello,
      extended,
      simple,
      extended,
      message('X', ''),
    ])
    const turns = []
    for (let at = 0; at < bytes.length; at += size)
      turns.push(...cutter.take(bytes.subarray(at, at + size)))
    expect(turns).toEqual([
      { kind: 'refuse-encryption' },
      { kind: 'run', bytes: hello },
      { kind: 'run', bytes: extended },
      { kind: 'run', bytes: simple },
      { kind: 'run', bytes: extended },
      { kind: 'end' },
    ])
  },
)

test('nothing is run before its last byte has arrived', () => {
  const cutter = new ExchangeCutter()
  cutter.take(hello)
  expect(cutter.take(extended.subarray(0, -1))).toEqual([])
  expect(cutter.take(extended.subarray(-1))).toEqual([{ kind: 'run', bytes: extended }])
})

test('encryption is refused, and a cancel request runs nothing', () => {
  expect(new ExchangeCutter().take(startup(80877103))).toEqual([{ kind: 'refuse-encryption' }])
  expect(new ExchangeCutter().take(startup(80877104))).toEqual([{ kind: 'refuse-encryption' }])
  expect(new ExchangeCutter().take(startup(80877102, '\0\0\0\0\0\0\0\0'))).toEqual([
    { kind: 'ignore' },
  ])
})
