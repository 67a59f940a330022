import { describe, expect, it } from 'vitest'
import { type Part, writeXml } from '../../src/reporting/write-xml.ts'
import { attributeOf, parseXml, textOf, trimSpace } from '../../src/xml/index.ts'
import { oddTexts } from './odd-texts.ts'

const namespace = { xmlns: 'urn:a' }

describe('a document of parts', () => {
  it.each([1, 100_000])('has %d children', (count) => {
    const numbers = Array.from({ length: count }, (_, at) => String(at))
    const bytes = writeXml(['a', numbers.map((number): Part => ['b', number]), namespace])
    const children = numbers.map((number) => `<b>${number}</b>`).join('')
    expect(bytes.toString()).toBe(`<a xmlns="urn:a">${children}</a>`)
  })

  it('may be empty, or hold text only', () => {
    expect(writeXml(['a', [], namespace]).toString()).toBe('<a xmlns="urn:a"></a>')
    expect(writeXml(['a', '', namespace]).toString()).toBe('<a xmlns="urn:a"></a>')
    expect(writeXml(['a', [undefined]]).toString()).toBe('<a></a>')
    expect(writeXml(['a', '1']).toString()).toBe('<a>1</a>')
  })

  it.each(oddTexts)('keeps a text with %s in elements and in attributes', (_, text, arrives) => {
    const { root } = parseXml(writeXml(['a', text, { b: text }]))
    expect(trimSpace(textOf(root))).toBe(trimSpace(arrives))
    expect(trimSpace(attributeOf(root, 'b')!)).toBe(trimSpace(arrives))
  })
})
