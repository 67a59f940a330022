// Hostile input must take linear time: ten times the input, about ten times the time.
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

describe('time', () => {
  test.each(shapes)('does not explode over many %s', (_, shape) => {
    const text = shape(50_000)
    const start = performance.now()
    parseAndCanonicalize(text)
    // A quadratic step over 50,000 items takes tens of seconds; a linear one well under a second.
    expect(performance.now() - start).toBeLessThan(4000)
  })
})
