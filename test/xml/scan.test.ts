import { describe, expect, it } from 'vitest'
import { newTagScanner, parseXml, type Tag, type XmlElement } from '../../src/xml/index.ts'

function scan(
  text: string | Buffer,
  size: number,
  reportedDepth = Number.POSITIVE_INFINITY,
): Tag[] {
  const bytes = Buffer.from(text)
  const scanner = newTagScanner(reportedDepth)
  const tags: Tag[] = []
  for (let at = 0; at < bytes.length; at += size)
    tags.push(...scanner.scan(bytes.subarray(at, at + size)))
  scanner.end()
  return tags
}

/** `name@depth start-end` of every element, as the tree has it; the text must be ASCII. */
function elementsOfTree(text: string): string[] {
  const elements: string[] = []
  const visit = (element: XmlElement, depth: number): void => {
    elements.push(`${element.name}@${depth} ${element.start}-${element.end}`)
    for (const node of element.children) if (node.kind === 'element') visit(node, depth + 1)
  }
  visit(parseXml(Buffer.from(text), { instructions: 'keep' }).root, 0)
  return elements.sort()
}

function elementsOfTags(tags: Tag[]): string[] {
  const elements: string[] = []
  const open: Tag[] = []
  for (const tag of tags) {
    if (tag.kind === 'open') open.push(tag)
    const first = tag.kind === 'close' ? open.pop() : tag
    if (first && tag.kind !== 'open')
      elements.push(`${tag.name}@${tag.depth} ${first.start}-${tag.end}`)
  }
  return elements.sort()
}

describe('scanning for tags', () => {
  const documents = [
    '<a/>',
    '<a><b>1</b><b/><c d="e"><f/></c></a>',
    `<?xml version="1.0"?>\n<!-- <x> --><a b=">" c='/>' d='"'\n ><?p <y> ` +
      `?><![CDATA[<z></a>]]]]><!--></a>--></a >\n<!-- end -->`,
    '<a><![CDATA[]]><b><!----></b></a>',
    '<p:a xmlns:p="urn:p"><p:b\n/></p:a>\n',
  ]
  it.each(documents)('finds in %j what the tree has, however it is split', (text) => {
    for (const size of [1, 2, 3, 7, 1000])
      expect(elementsOfTags(scan(text, size))).toEqual(elementsOfTree(text))
  })

  it('counts bytes, and takes a byte order mark', () => {
    const tags = scan('\ufeff<ä>€<b/></ä>', 1)
    expect(tags.map(({ name, start, end }) => [name, start, end])).toEqual([
      ['ä', 3, 7],
      ['b', 10, 14],
      ['ä', 14, 19],
    ])
  })

  it('tells of the elements down to the depth that was asked for', () => {
    const text = '<a><b><c/><d>1</d></b><e/></a>'
    const reportedTo = (depth: number) =>
      scan(text, 3, depth).map(({ kind, name }) => `${kind} ${name}`)
    expect(reportedTo(0)).toEqual(['open a', 'close a'])
    expect(reportedTo(1)).toEqual(['open a', 'open b', 'close b', 'empty e', 'close a'])
    expect(reportedTo(2)).toHaveLength(8)
  })

  it('checks what it does not tell of', () => {
    expect(() => scan('<a><b><c></d></b></a>', 3, 0)).toThrow('The end tag of d')
  })

  const refused: [string, string | Buffer][] = [
    ['nothing', ''],
    ['text', 'text'],
    ['no end', '<a>'],
    ['an unfinished tag', '<a><b'],
    ['an unfinished comment', '<a/><!-- '],
    ['text before the root', 'x<a/>'],
    ['text after the root', '<a/>x'],
    ['a second root', '<a/><b/>'],
    ['an end tag of another', '<a><b></a></b>'],
    ['an end tag too many', '<a/></a>'],
    ['an end tag that is longer', '<a></ab>'],
    ['an end tag that is shorter', '<ab></a>'],
    ['an end tag with more than a name', '<a></a b>'],
    ['an end tag without a name', '<a></>'],
    ['a tag in a tag', '<a <b></b></a>'],
    ['a tag in an attribute', '<a b="<c>"></a>'],
    ['a name that goes on', '<a=b></a=b>'],
    ['a DOCTYPE', '<!DOCTYPE a><a/>'],
    ['a DOCTYPE inside', '<a><!DOCTYPE b></a>'],
    ['a CDATA section outside', '<![CDATA[x]]><a/>'],
    ['a tag without a name', '<a>< b/></a>'],
    ['bytes that are not UTF-8', Buffer.from('<a>\u00ff</a>', 'latin1')],
    ['half a character at the end', Buffer.concat([Buffer.from('<a/>'), Buffer.from([0xc3])])],
    ['elements too deep', `${'<a>'.repeat(102)}${'</a>'.repeat(102)}`],
    ['an endless tag', `<a b="${'x'.repeat(200_000)}"/>`],
  ]
  it.each(refused)('refuses %s', (_name, text) => {
    for (const size of [1, 5000, 1_000_000]) {
      if (size === 1 && text.length > 10_000) continue
      expect(() => scan(text, size)).toThrow()
    }
  })
})
