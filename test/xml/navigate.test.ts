// Finding nodes in the tree and saying where they are.
import { describe, expect, it } from 'vitest'
import {
  attributeOf,
  child,
  children,
  descend,
  holdsElements,
  parseXml,
  positionAt,
  textOf,
  trimSpace,
  type XmlElement,
  xpathOf,
} from '../../src/xml/index.ts'

const document = parseXml(
  Buffer.from(
    '<Invoice xmlns="u" xmlns:c="v">\r\n<c:Line n="1" ' +
      'c:n="2">a<b>x</b>c</c:Line>\r<Note/>\n<Line><ID>7</ID></Line></Invoice>',
  ),
)
const { root } = document

describe('navigation', () => {
  it('finds children by name and namespace', () => {
    expect(children(root).map((element) => element.name)).toEqual(['c:Line', 'Note', 'Line'])
    expect(children(root, 'Line')).toHaveLength(2)
    expect(children(root, 'Line', 'u').map((element) => element.name)).toEqual(['Line'])
    expect(child(root, 'Line')?.name).toBe('c:Line')
    expect(child(root, 'Line', 'u')?.name).toBe('Line')
    expect(child(root, 'Line', 'w')).toBeUndefined()
    expect(child(undefined, 'Line')).toBeUndefined()
  })

  it('knows which elements contain elements', () => {
    const [line, note, other] = children(root)
    expect([root, line!, other!].map(holdsElements)).toEqual([true, true, true])
    const { root: mixed } = parseXml(Buffer.from('<r><a/><b>x</b><c>x<!--y--></c></r>'))
    expect([note!, ...children(mixed)].map(holdsElements)).toEqual([false, false, false, false])
  })

  it('follows the first children downwards', () => {
    expect(descend(root, 'Note')?.name).toBe('Note')
    expect(descend(root, 'Line', 'b')?.name).toBe('b')
    expect(descend(root, 'Line', 'ID')).toBeUndefined()
    expect(descend(root)).toBe(root)
  })

  it('reads the text of an element without that of its children', () => {
    expect(textOf(child(root, 'Line')!)).toBe('ac')
    expect(textOf(child(root, 'Note')!)).toBe('')
  })

  it('reads attributes by name and namespace', () => {
    const line = child(root, 'Line')!
    expect(attributeOf(line, 'n', '')).toBe('1')
    expect(attributeOf(line, 'n', 'v')).toBe('2')
    expect(attributeOf(line, 'n')).toBe('1')
    expect(attributeOf(line, 'n', 'u')).toBeUndefined()
  })
})

describe('positions', () => {
  it('counts lines whatever ends them', () => {
    const [first, note, last] = children(root) as [XmlElement, XmlElement, XmlElement]
    expect(positionAt(document, 0)).toEqual({ line: 1, column: 1 })
    expect(positionAt(document, first.start)).toEqual({ line: 2, column: 1 })
    expect(positionAt(document, note.start)).toEqual({ line: 3, column: 1 })
    expect(positionAt(document, last.start + 1)).toEqual({ line: 4, column: 2 })
  })

  it('names the path with an index among siblings of the same local name', () => {
    const [first, note, last] = children(root) as [XmlElement, XmlElement, XmlElement]
    expect([root, first, note, last, child(last, 'ID')!].map(xpathOf)).toEqual([
      '/Invoice[1]',
      '/Invoice[1]/Line[1]',
      '/Invoice[1]/Note[1]',
      '/Invoice[1]/Line[2]',
      '/Invoice[1]/Line[2]/ID[1]',
    ])
  })

  it('takes the white space of XML off a text, and no other', () => {
    expect(trimSpace(' \t\r\n a \n b \r\n')).toBe('a \n b')
    expect(trimSpace(' \n ')).toBe('')
    for (const other of ['\u00a0', '\ufeff', '\u2028', '\v'])
      expect(trimSpace(`${other}a${other}`)).toBe(`${other}a${other}`)
  })
})
