// What the strict parser accepts, what it makes of it, and everything that it refuses.
import { describe, expect, it, test } from 'vitest'
import {
  attributeOf,
  child,
  parseXml,
  textOf,
  type XmlElement,
  XmlError,
  type XmlLimits,
} from '../../src/xml/index.ts'

function parse(text: string, limits?: XmlLimits) {
  return parseXml(Buffer.from(text), limits)
}

function refusal(input: string | Uint8Array, limits?: XmlLimits): XmlError {
  try {
    parseXml(typeof input === 'string' ? Buffer.from(input) : input, limits)
  } catch (error) {
    if (error instanceof XmlError) return error
    throw error
  }
  throw new Error('The document was accepted')
}

describe('what is accepted', () => {
  it('keeps prefixes, namespaces, declarations and order', () => {
    const { root } = parse(
      '<a:r xmlns:a="urn:a" xmlns="urn:d" z="1" a:y="2"><c/><a:c xmlns=""><d/></a:c></a:r>',
    )
    expect(root).toMatchObject({
      name: 'a:r',
      prefix: 'a',
      local: 'r',
      namespace: 'urn:a',
      parent: undefined,
    })
    expect(root.declarations).toEqual([
      { prefix: 'a', namespace: 'urn:a' },
      { prefix: '', namespace: 'urn:d' },
    ])
    expect(root.attributes).toMatchObject([
      { name: 'z', prefix: '', local: 'z', namespace: '', value: '1' },
      { name: 'a:y', prefix: 'a', local: 'y', namespace: 'urn:a', value: '2' },
    ])
    expect(child(root, 'c')).toMatchObject({ namespace: 'urn:d', parent: root })
    expect(child(root, 'c', 'urn:a')?.children[0]).toMatchObject({ local: 'd', namespace: '' })
  })

  it('numbers elements and attributes from the front to the back', () => {
    const document = parse('<r xmlns:p="urn:p" a="1"><b c="2" d="3"/>text<!-- --><e/></r>')
    const [b, , , e] = document.root.children as XmlElement[]
    const orders = [document.root, document.root.attributes[0], b, ...b!.attributes, e].map(
      (node) => node!.order,
    )
    expect(orders).toEqual([...new Set(orders)].sort((one, other) => one - other))
    expect(orders[0]).toBeGreaterThanOrEqual(0)
    expect(document.orders).toBeGreaterThan(orders.at(-1)!)
  })

  it('gives each empty element a list of its own', () => {
    const [a, b] = parse('<r><a/><b></b></r>').root.children as XmlElement[]
    a!.children.push({ kind: 'text', value: 'x' })
    expect(b!.children).toEqual([])
    expect(parse('<r/>').root.children).toEqual([])
  })

  it.each([199, 200, 201, 1000])('reads a text of %i units as a short one', (length) => {
    const { root } = parse(`<r>${'x'.repeat(length - 1)}&amp;<b>${'y'.repeat(length)}</b>\r\n</r>`)
    const [text, b, end] = root.children
    expect(text).toEqual({ kind: 'text', value: `${'x'.repeat(length - 1)}&` })
    expect(textOf(b as XmlElement)).toBe('y'.repeat(length))
    expect(end).toEqual({ kind: 'text', value: '\n' })
  })

  it('gives a text as the one child, the same each time', () => {
    const { root } = parse('<r>a&amp;<![CDATA[b]]>c</r>')
    const { children } = root
    expect(children).toEqual([{ kind: 'text', value: 'a&bc' }])
    expect(root.children).toBe(children)
    root.children = [{ kind: 'text', value: 'd' }]
    expect(textOf(root)).toBe('d')
  })

  it.each([
    ['<r>a<b/>c</r>', ['a', 'b', 'c']],
    ['<r>a<!--b-->c</r>', ['a', 'b', 'c']],
    ['<r>a<?b?></r>', ['a', 'b']],
    ['<r><b/>a</r>', ['b', 'a']],
  ])('keeps text and what is beside it in order: %s', (text, expected) => {
    const { root } = parse(text, { instructions: 'keep' })
    const reported = root.children.map((node) =>
      node.kind === 'element' ? node.name : node.kind === 'instruction' ? node.target : node.value,
    )
    expect(reported).toEqual(expected)
  })

  it('takes no white space for another one, however alike', () => {
    const spaces = [' ', '\n', '\t', '  ', '\n ', ' \n', '\n ', ' '.repeat(199), ' '.repeat(200)]
    const text =
      `<r>${spaces.map((space) => `${space}<a>${space}</a>`).join('')} <![CDATA[x]]> ` +
      '<b/> &#x20;</r>'
    const { root } = parse(text)
    const values = root.children.map((node) =>
      node.kind === 'text' ? node.value : textOf(node as XmlElement),
    )
    expect(values).toEqual([...spaces.flatMap((space) => [space, space]), ' x ', '', '  '])
  })

  it('takes no name for another one, whichever came before', () => {
    const names = Array.from(
      { length: 20_000 },
      (_, index) => `n${index % 7 === 0 ? 'é' : '-'}${index}`,
    )
    const text = `<r xmlns:p="urn:p">${names.map((name) => `<p:${name} ${name}="1"/>`).join('')}</r>`
    for (const time of ['first', 'second']) {
      const elements = parse(text).root.children as XmlElement[]
      const read = elements.map(({ local, attributes }) => [time, local, attributes[0]?.name])
      expect(read).toEqual(names.map((name) => [time, name, name]))
    }
  })

  it('reads a name that goes on beyond ASCII, and one that is longer than any real one', () => {
    const long = `a${'b'.repeat(300)}`
    const { root } = parse(`<r><ID/><IDé/><ID\u{10300}/><${long}/></r>`)
    const names = root.children.map((node) => node.kind === 'element' && node.name)
    expect(names).toEqual(['ID', 'IDé', 'ID\u{10300}', long])
  })

  it('forgets a declaration at the end of its element', () => {
    const { root } = parse('<r xmlns="urn:1"><a xmlns="urn:2"/><b xmlns="urn:3"><c/></b><d/></r>')
    expect(root.children.map((node) => node.kind === 'element' && node.namespace)).toEqual([
      'urn:2',
      'urn:3',
      'urn:1',
    ])
    const again = parse(
      '<p:r xmlns:p="urn:1"><p:a><p:a xmlns:p="urn:2" p:b=""/></p:a><p:a p:b=""/></p:r>',
    ).root
    const [outer, last] = again.children as XmlElement[]
    const [inside] = outer!.children as XmlElement[]
    expect([again, outer, inside, last].map((element) => element?.namespace)).toEqual([
      ...['urn:1', 'urn:1', 'urn:2', 'urn:1'],
    ])
    expect([inside, last].map((element) => element?.attributes[0]?.namespace)).toEqual([
      'urn:2',
      'urn:1',
    ])
    expect(refusal('<r><a xmlns:p="urn:p"/><p:b/></r>').reason).toBe('malformed')
    expect(refusal('<r><a xmlns:p="urn:p"></a><p:b/></r>').reason).toBe('malformed')
  })

  it('replaces references and joins CDATA with the text around it', () => {
    const { root } = parse(
      '<r a="&lt;&#x41;&quot;&#10;">&amp;&lt;&gt;&apos;&#65;<![CDATA[<b>&amp;]]>&#x1F600;</r>',
    )
    expect(textOf(root)).toBe("&<>'A<b>&amp;\u{1F600}")
    expect(root.children).toHaveLength(1)
    expect(attributeOf(root, 'a')).toBe('<A"\n')
  })

  it(
    'normalises line ends in text and white space in attributes, but not what references stand ' +
      'for',
    () => {
      const { root } = parse(
        '<r a="1\t2\r\n3\n4\r5&#13;&#9;">1\r\n2\r3\n&#13;\r\n<!--x\r\ny--><![CDATA[\r\n]]></r>',
      )
      expect(attributeOf(root, 'a')).toBe('1 2 3 4 5\r\t')
      expect(textOf(root)).toBe('1\n2\n3\n\r\n\n')
      expect(root.children[1]).toEqual({ kind: 'comment', value: 'x\ny' })
    },
  )

  it('says where elements are in the text and where the root is in the bytes', () => {
    const text = '<?xml version="1.0"?>\n<!--é--><r>ö<b x="1"/></r>\n<!--ü-->'
    for (const mark of [[], [0xef, 0xbb, 0xbf]]) {
      const bytes = Buffer.concat([Buffer.from(mark), Buffer.from(text)])
      const document = parseXml(bytes)
      expect(bytes.subarray(document.rootStart, document.rootEnd).toString()).toBe(
        '<r>ö<b x="1"/></r>',
      )
      expect(document.text).toBe(text)
      const b = child(document.root, 'b')!
      expect(text.slice(b.start, b.end)).toBe('<b x="1"/>')
      expect(text.slice(document.root.start, document.root.end)).toBe('<r>ö<b x="1"/></r>')
    }
  })

  test.each([
    ['<?xml version="1.0" encoding="utf-8"?><r/>'],
    ["<?xml version='1.0' encoding='UTF-8' standalone='no' ?><r/>"],
    ['<?xml version="1.0" standalone="yes"?><r/>'],
    ['<r/ >'.replace('/ ', '/')],
    ['<r></r >'],
    ['<r a = "1"\n b=\'"\'/>'],
    ['<é·ñ xmlns:𐌀="urn:x"><𐌀:x/></é·ñ>'],
    ['<r xmlns:xml="http://www.w3.org/XML/1998/namespace" xml:lang="en"/>'],
    ['<r>]] ></r>'],
    ['<r><!-- - - --><![CDATA[]]]]><![CDATA[>]]></r>'],
    ['<r>\u0085\u007f\ufffd\u{10ffff}</r>'],
    ['<r __proto__="1" constructor="2"><__proto__/></r>'],
  ])('accepts %j', (text) => {
    expect(parse(text).root.end).toBeGreaterThan(0)
  })

  it('keeps processing instructions when asked to', () => {
    const { root } = parse('<?a b?><r><?c  d\r\ne?><?f?></r><?g?>', { instructions: 'keep' })
    expect(root.children).toEqual([
      { kind: 'instruction', target: 'c', value: 'd\ne' },
      { kind: 'instruction', target: 'f', value: '' },
    ])
  })
})

describe('what is refused', () => {
  const malformed: [string, string][] = [
    ['nothing', ''],
    ['white space only', ' \n'],
    ['text only', 'hello'],
    ['an element without its end', '<r>'],
    ['a document that breaks off in a tag', '<r'],
    ['a document that breaks off in an attribute', '<r a="1'],
    ['a document that breaks off before a value', '<r a='],
    ['a document that breaks off in an end tag', '<r></r'],
    ['mismatched tags', '<r><a></b></r>'],
    ['overlapping tags', '<r><a><b></a></b></r>'],
    ['an end tag that only begins alike', '<r></rr>'],
    ['an end tag with another prefix', '<p:r xmlns:p="u" xmlns:q="u"></q:r>'],
    ['an end tag too many', '<r/></r>'],
    ['an end tag with an attribute', '<r></r a="1">'],
    ['a space before a name', '< r/>'],
    ['a slash without a >', '<r / >'],
    ['text after the root', '<r/>x'],
    ['a reference after the root', '<r/>&#32;'],
    ['CDATA after the root', '<r/><![CDATA[x]]>'],
    ['text before the root', 'x<r/>'],
    ['a second root', '<r/><r/>'],
    ['a < in an attribute', '<r a="<"/>'],
    ['an attribute without quotes', '<r a=1/>'],
    ['an attribute without a value', '<r a/>'],
    ['attributes without a space between', '<r a="1"b="2"/>'],
    ['the same attribute twice', '<r a="1" a="2"/>'],
    ['the same attribute by two prefixes', '<r xmlns:p="u" xmlns:q="u" p:a="1" q:a="2"/>'],
    ['the same declaration twice', '<r xmlns:p="u" xmlns:p="u"/>'],
    ['the default namespace twice', '<r xmlns="u" xmlns="v"/>'],
    ['an unbound element prefix', '<p:r/>'],
    ['an unbound attribute prefix', '<r p:a="1"/>'],
    ['a prefix of a sibling', '<r><a xmlns:p="u"/><p:b/></r>'],
    ['a prefix bound to nothing', '<r xmlns:p=""/>'],
    ['the prefix xmlns declared', '<r xmlns:xmlns="u"/>'],
    ['the prefix xmlns on an element', '<xmlns:r/>'],
    ['the prefix xml bound elsewhere', '<r xmlns:xml="u"/>'],
    ['another prefix for the xml namespace', '<r xmlns:p="http://www.w3.org/XML/1998/namespace"/>'],
    ['the xml namespace as default', '<r xmlns="http://www.w3.org/XML/1998/namespace"/>'],
    ['the xmlns namespace as default', '<r xmlns="http://www.w3.org/2000/xmlns/"/>'],
    ['a prefix for the xmlns namespace', '<r xmlns:p="http://www.w3.org/2000/xmlns/"/>'],
    ['a name with two colons', '<a:b:c xmlns:a="u"/>'],
    ['a name that begins with a colon', '<:r/>'],
    ['a name that ends with a colon', '<r: xmlns:r="u"/>'],
    ['a local name that begins with a digit', '<p:1 xmlns:p="u"/>'],
    ['a name that begins with a digit', '<1r/>'],
    ['a name that begins with a full stop', '<.r/>'],
    ['a name with a multiplication sign', '<r×/>'],
    ['an undefined entity', '<r>&nbsp;</r>'],
    ['an entity named as a property', '<r>&constructor;</r>'],
    ['an & alone', '<r>a & b</r>'],
    ['an & without a ;', '<r>&amp</r>'],
    ['an & alone in an attribute', '<r a="&"/>'],
    ['a reference that CDATA cuts', '<r>&am<![CDATA[p;]]></r>'],
    ['a reference to no character', '<r>&#;</r>'],
    ['a hexadecimal reference with X', '<r>&#X41;</r>'],
    ['a reference to NUL', '<r>&#0;</r>'],
    ['a reference to a control character', '<r>&#x1;</r>'],
    ['a reference to a surrogate', '<r>&#xD800;</r>'],
    ['a reference to U+FFFF', '<r>&#xFFFF;</r>'],
    ['a reference beyond Unicode', '<r>&#x110000;</r>'],
    ['a reference beyond all numbers', `<r>&#${'9'.repeat(400)};</r>`],
    ['a control character in text', '<r>\u0001</r>'],
    ['a control character in an attribute', '<r a="\u001f"/>'],
    ['a control character in a comment', '<r><!--\u000b--></r>'],
    ['a NUL', '<r>\u0000</r>'],
    ['U+FFFE', '<r>\ufffe</r>'],
    ['a control character far into a text', `<r>${'x'.repeat(1000)}\u0001</r>`],
    [']]> far into a text', `<r>${'x'.repeat(1000)}]]></r>`],
    ['a long text without an end', `<r>${'x'.repeat(1000)}`],
    ['a control character after other text', '<r>a\tb\n\u001f</r>'],
    ['a control character in an attribute', '<r a="b\u000b"/>'],
    ['U+FFFF in an attribute', "<r a='\uffff'/>"],
    ['a control character in a comment', '<r><!--a\u0001--></r>'],
    ['a control character in a comment after the root', '<r/><!--\u0001-->'],
    ['U+FFFF in a CDATA section', '<r><![CDATA[é\uffff]]></r>'],
    ['a control character in a name', '<r\u0001/>'],
    ['a control character between attributes', '<r a="1"\u000c b="2"/>'],
    ['a control character before the root', '\u0002<r/>'],
    [']]> in text', '<r>a]]>b</r>'],
    [']]> after a CDATA section', '<r><![CDATA[a]]>]]></r>'],
    ['a CDATA section without end', '<r><![CDATA[a]]</r>'],
    ['-- in a comment', '<r><!-- a -- b --></r>'],
    ['a comment that ends with --->', '<r><!-- a ---></r>'],
    ['a comment without end', '<r/><!-- '],
    ['the shortest wrong comment', '<r><!--></r>'],
    ['a declaration inside', '<r><!ELEMENT r ANY></r>'],
    ['an XML declaration that is not first', ' <?xml version="1.0"?><r/>'],
    ['an XML declaration inside', '<r><?xml version="1.0"?></r>'],
    ['an XML declaration in capitals', '<?XML version="1.0"?><r/>'],
    ['an XML declaration without version', '<?xml encoding="UTF-8"?><r/>'],
    ['an XML declaration out of order', '<?xml encoding="UTF-8" version="1.0"?><r/>'],
    ['an XML declaration with the same thing twice', '<?xml version="1.0" version="1.0"?><r/>'],
    ['an XML declaration with something else', '<?xml version="1.0" toString="1"?><r/>'],
    ['an XML declaration without end', '<?xml version="1.0"'],
    ['XML version 2', '<?xml version="2.0"?><r/>'],
    ['standalone maybe', '<?xml version="1.0" standalone="maybe"?><r/>'],
    ['two byte order marks', '\ufeff\ufeff<r/>'],
  ]
  test.each(malformed)('refuses %s as malformed', (_, text) => {
    expect(refusal(text).reason).toBe('malformed')
  })

  it.each([
    '<?xml encoding="UTF-8"?><r/>',
    '<?xml version="1.0" toString="1"?><r/>',
    '<?xml version "1.0"?><r/>',
    '<?xml version=1.0?><r/>',
    '<?xml version="1.0?><r/>',
    '<?xml version="1.0"',
  ])('says that the XML declaration of %s is wrong', (text) => {
    expect(refusal(text).message).toContain('The XML declaration is not well-formed')
  })

  const forbidden: [string, string][] = [
    ['a DOCTYPE', '<!DOCTYPE r><r/>'],
    ['an external subset', '<!DOCTYPE r SYSTEM "http://127.0.0.1/x.dtd"><r/>'],
    ['an internal entity', '<!DOCTYPE r [<!ENTITY e "x">]><r>&e;</r>'],
    ['an external entity', '<!DOCTYPE r [<!ENTITY e SYSTEM "file:///etc/passwd">]><r>&e;</r>'],
    ['entities of entities', '<!DOCTYPE r [<!ENTITY a "x"><!ENTITY b "&a;&a;&a;">]><r>&b;</r>'],
    ['a DOCTYPE after a comment', '<?xml version="1.0"?><!-- --><!DOCTYPE r><r/>'],
    ['an entity declaration alone', '<!ENTITY e "x"><r/>'],
    ['a processing instruction before the root', '<?a b?><r/>'],
    ['a processing instruction in the root', '<r><?a b?></r>'],
    ['a processing instruction after the root', '<r/><?a b?>'],
  ]
  test.each(forbidden)('refuses %s as forbidden', (_, text) => {
    expect(refusal(text).reason).toBe('forbidden')
  })

  it('refuses malformed processing instructions also where they are kept', () => {
    for (const text of [
      '<?xml a?><r/>'.replace('<?xml', ' <?xml'),
      '<r><?a',
      '<r><?a:b c?></r>',
      '<r><?a/b?></r>',
    ]) {
      expect(refusal(text, { instructions: 'keep' }).reason).toBe('malformed')
    }
  })

  const encodings: [string, Uint8Array][] = [
    ['UTF-16 with a mark, big-endian', Buffer.from([0xfe, 0xff, 0x00, 0x3c])],
    ['UTF-16 with a mark, little-endian', Buffer.from('\ufeff<r/>', 'utf16le')],
    ['UTF-16 without a mark', Buffer.from('<r/>', 'utf16le')],
    ['Latin-1 bytes', Buffer.from('<r>é</r>', 'latin1')],
    [
      'an overlong form',
      Buffer.concat([Buffer.from('<r>'), Buffer.from([0xc0, 0xaf]), Buffer.from('</r>')]),
    ],
    [
      'an encoded surrogate',
      Buffer.concat([Buffer.from('<r>'), Buffer.from([0xed, 0xa0, 0x80]), Buffer.from('</r>')]),
    ],
    ['a cut character', Buffer.from('<r>é').subarray(0, 4)],
    ['a declared ISO-8859-1', Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><r/>')],
    ['a declared UTF-16', Buffer.from('<?xml version="1.0" encoding="UTF-16"?><r/>')],
  ]
  test.each(encodings)('refuses %s for its encoding', (_, bytes) => {
    expect(refusal(bytes).reason).toBe('encoding')
  })

  it('says where the fault is', () => {
    expect(refusal('<r>\r\n  <a></b>\n</r>')).toMatchObject({ line: 2, column: 6 })
    expect(refusal('<r>\n\n&x;</r>')).toMatchObject({ line: 3, column: 1 })
    expect(refusal(Buffer.from('<r>\né\xff</r>', 'latin1'))).toMatchObject({ line: 2, column: 1 })
  })
})

describe('limits', () => {
  it('takes elements as deep as the limit and no deeper', () => {
    const nested = (depth: number) => `${'<a>'.repeat(depth - 1)}<a/>${'</a>'.repeat(depth - 1)}`
    expect(parse(nested(100)).root.local).toBe('a')
    expect(refusal(nested(101)).reason).toBe('limit')
    expect(refusal('<a>'.repeat(101)).reason).toBe('limit')
    expect(parse(nested(7), { depthMax: 7 }).root.local).toBe('a')
    expect(refusal(nested(8), { depthMax: 7 }).reason).toBe('limit')
  })

  it('takes as many nodes as the limit and no more', () => {
    expect(parse('<r a="1"><!----><b/>x</r>', { nodesMax: 5 }).root.local).toBe('r')
    expect(refusal('<r a="1"><!----><b/>x</r>', { nodesMax: 4 }).reason).toBe('limit')
    expect(
      refusal(`<r ${'a'.repeat(3)}="1" xmlns:b="u" xmlns:c="u"/>`, { nodesMax: 3 }).reason,
    ).toBe('limit')
  })
})
