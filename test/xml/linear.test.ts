// Hostile input must take linear time: as much for each item as plain elements do, within a factor.
import { describe, expect, test } from 'vitest'
import { canonicalize, parseXml, XmlError } from '../../src/xml/index.ts'

const limits = { depthMax: 1_000_000, nodesMax: 10_000_000 } as const

const shapes: [string, (size: number) => string][] = [
  ['deep elements', (size) => `${'<a>'.repeat(size)}${'</a>'.repeat(size)}`],
  ['attributes', (size) => `<r ${range(size, (n) => `a${n}="1"`).join(' ')}/>`],
  [
    'declarations',
    (size) => `<r ${range(size, (n) => `xmlns:p${n}="u"`).join(' ')}>${'<a/>'.repeat(size)}</r>`,
  ],
  ['nested declarations', (size) => `${'<a xmlns:p="u">'.repeat(size)}${'</a>'.repeat(size)}`],
  ['different names', (size) => `<r>${range(size, (n) => `<a${n}/>`).join('')}</r>`],
  ['different attributes', (size) => `<r>${range(size, (n) => `<a b${n}="1"/>`).join('')}</r>`],
  ['references', (size) => `<r>${'&amp;'.repeat(size)}</r>`],
  ['references in an attribute', (size) => `<r a="${'&#10;'.repeat(size)}"/>`],
  ['CDATA sections', (size) => `<r>${'<![CDATA[x]]>'.repeat(size)}</r>`],
  ['comments between texts', (size) => `<r>${'x<!---->'.repeat(size)}</r>`],
  ['carriage returns', (size) => `<r>${'\r'.repeat(size)}</r>`],
  ['long numbers', (size) => `<r>&#${'0'.repeat(size)}65;</r>`],
  ['brackets', (size) => `<r>${']]'.repeat(size)}</r>`],
  ['space in a tag', (size) => `<r${' '.repeat(size)}/>`],
  ['an unfinished comment', (size) => `<r><!--${'- '.repeat(size)}`],
  ['unfinished references', (size) => `<r>${'&'.repeat(size)}</r>`],
  ['an unfinished tag', (size) => `<r${' a'.repeat(size)}`],
]

function range<T>(size: number, make: (index: number) => T): T[] {
  return Array.from({ length: size }, (_, index) => make(index))
}

function parseAndCanonicalize(text: string): void {
  try {
    const { root } = parseXml(Buffer.from(text), limits)
    for (const mode of ['exclusive', 'inclusive'] as const)
      Buffer.byteLength(canonicalize(root, { mode }))
  } catch (error) {
    if (!(error instanceof XmlError)) throw error
  }
}

const items = 50_000
/**
 * The dearest of these shapes takes ten times as long as plain elements; a quadratic step over as
 * many items, a thousand times.
 */
const factorMax = 40

/** Time of the processor, which no other process takes from this one. */
function costOf(text: string): number {
  const start = process.cpuUsage()
  parseAndCanonicalize(text)
  const { user, system } = process.cpuUsage(start)
  return user + system
}

const plain = `<r>${'<a>x</a>'.repeat(items)}</r>`
// The first rounds are interpreted.
const yardstick = Math.min(...range(5, () => costOf(plain)))

describe('time', () => {
  test.each(shapes)('does not explode over many %s', (_, shape) => {
    expect(costOf(shape(items)) / yardstick).toBeLessThan(factorMax)
  })
})
