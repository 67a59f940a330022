import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { newTagScanner, parseXml, type Tag, type XmlElement } from '../../src/xml/index.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

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
    expect(() => scan('<a><b><c></d></b></a>', 3, 0)).toThrow(
      'The end tag does not match the open element c',
    )
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

  it('does not wait for the end of a reference that has none', () => {
    expect(() => scan(`<a>&#${'0'.repeat(200_000)}`, 5_000)).toThrow('a reference that is too long')
  })

  // Each in an element of its own. What the tree takes, the scanner must take.
  const contents: [string, string][] = [
    ['an entity that was never declared', '&nothing;'],
    ['a predefined entity', '&lt;&amp;&quot;'],
    ['an & alone', 'a & b'],
    ['a reference without its end', '&#65'],
    ['a reference to NUL', '&#0;'],
    ['a reference to half a character', '&#xD800;'],
    ['a reference to a character', '&#x1F600;&#10;'],
    ['NUL', 'a\0b'],
    ['an escape', '\u001b'],
    ['a character beyond 16 bits', '😀'],
    ['U+FFFE', '\ufffe'],
    ['a byte order mark', '\ufeff'],
    ['the end of a CDATA section', 'a]]>'],
    ['less than that', ']] >]]'],
    ['NUL in a CDATA section', '<![CDATA[\0]]>'],
    ['brackets in a CDATA section', '<![CDATA[]]]]>'],
    ['NUL in a comment', '<!--\0-->'],
    ['-- in a comment', '<!-- a -- b -->'],
    ['a comment that ends in --->', '<!-- a --->'],
    ['a comment of one -', '<!-- - -->'],
    ['a declaration in the middle', '<?xml version="1.0"?>'],
    ['an instruction', '<?p a ? b?>'],
    ['an instruction without content', '<?p?>'],
    ['an instruction with a colon', '<?p:q a?>'],
    ['an instruction without a name', '<? a?>'],
    ['an instruction whose name goes on', '<?p=a?>'],
    ['NUL in an instruction', '<?p \0?>'],
    ['an attribute without quotes', '<b c=d/>'],
    ['an attribute without a value', '<b c/>'],
    ['an attribute twice', '<b c="1" c="2"/>'],
    ['an attribute twice, by namespace', '<b xmlns:p="u" xmlns:q="u" p:c="1" q:c="2"/>'],
    ['attributes of two namespaces', '<b xmlns:p="u" xmlns:q="v" p:c="1" q:c="2"/>'],
    [
      'many attributes, one twice',
      `<b ${Array.from({ length: 20 }, (_, n) => `c${n % 19}=""`).join(' ')}/>`,
    ],
    ['attributes without space between them', '<b c="1"d="2"/>'],
    ['a < in an attribute', '<b c="<"/>'],
    ['a > in an attribute', '<b c=">"/>'],
    ['an entity in an attribute', '<b c="&nothing;"/>'],
    ['NUL in an attribute', '<b c="\0"/>'],
    ['a name that begins with a digit', '<1b/>'],
    ['a name with two colons', '<b:c:d xmlns:b="u"/>'],
    ['a prefix that was never declared', '<p:b/>'],
    ['a prefix that was declared for another element', '<b xmlns:p="u"/><p:b/>'],
    ['a prefix of this element', '<p:b xmlns:p="u"><p:c/></p:b>'],
    ['an attribute with a prefix that was never declared', '<b p:c=""/>'],
    ['a prefix bound to nothing', '<b xmlns:p=""/>'],
    ['the namespace of xmlns', '<b xmlns:p="http://www.w3.org/2000/xmlns/"/>'],
    ['xml bound to another namespace', '<b xmlns:xml="u"/>'],
    ['an empty element with a space in it', '<b / >'],
    ['a slash in a tag', '<b/c>'],
  ]
  it.each(contents)('judges %s as the tree does, however it is split', (_name, content) => {
    const text = `<a><e>${content}</e><e/></a>`
    const refusal = (run: () => unknown): boolean => {
      try {
        run()
        return false
      } catch {
        return true
      }
    }
    const isRefused = refusal(() => parseXml(Buffer.from(text), { instructions: 'keep' }))
    for (const size of [1, 2, 3, 5, 1000]) expect(refusal(() => scan(text, size))).toBe(isRefused)
    const large = text.replace('<e/>', `<e>${'x'.repeat(1_000_000)}</e>`)
    expect(refusal(() => scan(large, 65_536))).toBe(isRefused)
  })

  const declarations = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<?xml version="1.1"?>',
    '<?xml version="1.0" encoding="latin1"?>',
    '<?xml encoding="UTF-8"?>',
    ' <?xml version="1.0"?>',
    '<?xml?>',
    '<?xmlx?>',
  ]
  it.each(declarations)('judges the declaration %s as the tree does', (declaration) => {
    const text = `${declaration}<a/>`
    const run = (read: () => unknown): string => {
      try {
        read()
        return 'read'
      } catch {
        return 'refused'
      }
    }
    const expected = run(() => parseXml(Buffer.from(text), { instructions: 'keep' }))
    for (const size of [1, 4, 1000]) expect(run(() => scan(text, size))).toBe(expected)
  })

  it('holds no more than what is open, however long the document', () => {
    const scanner = newTagScanner(0)
    const names = (from: number) =>
      Array.from({ length: 2_000 }, (_, n) => `<name-of-an-element-${from + n}/>`).join('')
    scanner.scan(Buffer.from('<a>'))
    for (let from = 0; from < 20_000; from += 2_000) scanner.scan(Buffer.from(names(from)))
    collectGarbage()
    const before = process.memoryUsage().heapUsed
    for (let from = 20_000; from < 200_000; from += 2_000) scanner.scan(Buffer.from(names(from)))
    collectGarbage()
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(20_000_000)
  })
})
