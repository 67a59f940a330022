// The writer's output must be its own canonical form, whatever the values.
import { describe, expect, it, test } from 'vitest'
import {
  attributeOf,
  canonicalize,
  element,
  escapeAttribute,
  escapeText,
  parseXml,
  textOf,
} from '../../src/xml/index.ts'

describe('the writer', () => {
  it('writes start and end tag, attributes in their order, content as it is', () => {
    expect(element('a', { z: '1', x: undefined, b: '2' }, '<c></c>', undefined, 'd')).toBe(
      '<a z="1" b="2"><c></c>d</a>',
    )
    expect(element('a', undefined)).toBe('<a></a>')
  })

  test.each([
    ['plain'],
    ['<a b="c">&amp;\'</a>'],
    ['\t \n \r\n \r'],
    [']]>'],
    ['é € \u{1F600} \ufffd \u0085 \u2028'],
  ])('carries %j there and back and is canonical', (value) => {
    const written = element('r', { a: value }, escapeText(value))
    const { root } = parseXml(Buffer.from(written))
    expect(textOf(root)).toBe(value)
    expect(attributeOf(root, 'a')).toBe(value)
    expect(canonicalize(root, { mode: 'exclusive' })).toBe(written)
  })

  it('carries each character below U+0100 alone, or refuses it', () => {
    const isLegal = (code: number) => code >= 0x20 || [0x09, 0x0a, 0x0d].includes(code)
    for (let code = 0; code < 0x100; code++) {
      const value = String.fromCharCode(code)
      const write = () => element('r', { a: value }, escapeText(value))
      if (isLegal(code)) {
        const { root } = parseXml(Buffer.from(write()))
        expect([code, textOf(root), attributeOf(root, 'a')]).toEqual([code, value, value])
        expect(canonicalize(root, { mode: 'exclusive' })).toBe(write())
      } else {
        expect(() => escapeText(value)).toThrow(/is not allowed in XML/)
        expect(() => escapeAttribute(value)).toThrow(/is not allowed in XML/)
      }
    }
  })

  test.each([['\u0000'], ['a\u001bb'], ['\ufffe'], ['\uffff'], ['\ud800'], ['a\udc00b']])(
    'refuses %j, which XML cannot carry',
    (value) => {
      expect(() => escapeText(value)).toThrow(/is not allowed in XML/)
      expect(() => escapeAttribute(value)).toThrow(/is not allowed in XML/)
      expect(() => element('r', { a: value })).toThrow(/is not allowed in XML/)
    },
  )
})
