// Paths: axes, predicates, document order and the context item (XPath 2.0, 3.2).
import { describe, expect, test } from 'vitest'
import { StepsError, within } from '../../../src/validation/runtime/steps.ts'
import { countReads, evaluate, findingsOf, schemaOf } from './evaluate.ts'

const document =
  '<a xmlns:p="urn:p"><b i="1"><c>1</c><c>2</c></b><b i="2" ' +
  'p:k="x"><c>3</c><d><c>4</c></d></b><!--note--><p:e>5</p:e></a>'

describe('a predicate with the same value for each item', () => {
  test.each([
    ['for $i in 0 to 4 return b/c[$i]', '1 3 2'],
    ['for $i in 0 to 4 return (b/c)[$i]', '1 2 3'],
    ['for $i in (1, 2) return (b/c)[$i + 1]', '2 3'],
    ["for $i in (1.5, 2.0, xs:double(3), number('x'), -1) return (b/c)[$i]", '2 3'],
    ['for $i in 1 to 2 return //d/preceding::c[$i]', '3 2'],
    ['for $i in 1 to 3 return reverse(b/c)[$i]', '3 2 1'],
    ['for $i in (true(), false()) return count((b/c)[$i])', '3 0'],
    ["for $i in ('', 'x') return count((b/c)[$i])", '0 3'],
    ['for $i in b return count((b/c)[$i])', '3 3'],
    ['count((b/c)[()])', '0'],
    ["for $i in 1 to 3 return (b/c)[exactly-one(//c[. = '1'])/number(.)]", '1 1 1'],
    ['(b/c)[exactly-one(x)]', 'error FORG0005'],
    ['(b/x)[exactly-one(x)]', ''],
    ['for $i in 1 to 3 return (b/c)[. = $i]', '1 2 3'],
    ['for $i in 1 to 3 return (b/c)[position() = $i]', '1 2 3'],
    ['for $i in 0 to 2 return (b/c)[last() - $i]', '3 2 1'],
    ['for $i in //c return count(//c[number(.) < number($i)])', '0 1 2 3'],
    ['for $i in //c return count(//c[. != $i])', '3 3 3 3'],
    ['for $i in //c return count(//c[. = $i])', '1 1 1 1'],
  ])('%s', (expression, value) => {
    expect(evaluate(expression, document)).toBe(value)
  })

  test('looks one item up, however many there are', () => {
    const sum = (count: number) =>
      evaluate(`sum(for $i in 1 to ${count} return $digits[$i])`, '<a/>', digits)
    const digits = '<let name="digits" value="for $i in 1 to 2000 return 3"/>'
    expect(within({ steps: 10_000 }, sum, 1_000)).toBe('3000')
    expect(() => within({ steps: 10_000 }, sum, 10_000)).toThrow(StepsError)
  })
})

describe('a value that is the same for many items is computed once', () => {
  const lines = `<a>${'#x#\n'.repeat(100)}</a>`
  const nodes = `<a>${'<b/>'.repeat(1_000)}</a>`

  test.each([
    ['the pieces of a text', `count(for $i in 1 to 1000 return tokenize(., '#.#'))`, lines],
    ['the last item', 'count(for $i in 1 to 1000 return b[last()])', nodes],
  ])('%s', (_, expression, document) => {
    const value = within({ steps: 40_000 }, (text) => evaluate(expression, text), document)
    expect(value).toMatch(/^\d+$/)
  })

  test('even if there is none', () => {
    const before = '<let name="none" value="max(for $i in 1 to 100 return ())"/>'
    const rule = '<rule context="b"><assert id="x" test="empty($none)"/></rule>'
    const schema = schemaOf(`${before}<pattern>${rule}</pattern>`)
    const findings = within({ steps: 40_000 }, (text) => findingsOf(schema, text), nodes)
    expect(findings).toEqual([])
  })

  const failing = 'exactly-one(for $i in 1 to 100 return $i)'
  test.each([
    ['a variable of the schema', `<let name="bad" value="${failing}"/>`, '$bad'],
    ['a part of a rule', '', failing],
  ])('even if it fails: %s', (_, before, expression) => {
    const rule = `<rule context="b"><assert id="x" test="${expression}"/></rule>`
    const schema = schemaOf(`${before}<pattern>${rule}</pattern>`)
    const findings = within({ steps: 40_000 }, (text) => findingsOf(schema, text), nodes)
    expect(findings).toHaveLength(1_000)
    for (const [, , message] of findings) expect(message).toBe('error FORG0005')
  })
})

describe('a path', () => {
  test.each([
    ['b/c', '1 2 3'],
    ['b/c[1]', '1 3'],
    ['(b/c)[1]', '1'],
    ['b[2]/c', '3'],
    ['b[c = 3]/@i', '2'],
    ["b[@i = '1']/c", '1 2'],
    ['b/c[last()]', '2 3'],
    ['b/c[position() = 2]', '2'],
    ['//c', '1 2 3 4'],
    ['//c[1]', '1 3 4'],
    ['/a/b/c', '1 2 3'],
    ['/x/b/c', ''],
    ['/*/b/d/c', '4'],
    ['b//c', '1 2 3 4'],
    ['.//c', '1 2 3 4'],
    ['//@i', '1 2'],
    ['b/@p:k', 'x'],
    ['p:e', '5'],
    ['e', ''],
    ['*:e', '5'],
    ['p:*', '5'],
    ['count(*)', '3'],
    ['count(node())', '4'],
    ['comment()', 'note'],
    ['b/c/text()', '1 2 3'],
    ['b/d/c/ancestor::*/local-name()', 'a b d'],
    ['b/d/c/ancestor::*[1]/local-name()', 'd'],
    ['b/d/c/ancestor-or-self::c', '4'],
    ['b/c/../@i', '1 2'],
    ['b/d/c/../../@i', '2'],
    ['b/c/parent::b/@i', '1 2'],
    ['//c/..[@i]/@i', '1 2'],
    ['b[1]/following-sibling::b/@i', '2'],
    ['b[2]/preceding-sibling::*/@i', '1'],
    ['//d/preceding::c', '1 2 3'],
    ['b[2]/d/c/preceding::b/@i', '1'],
    ['b[2]/@i/preceding::c', '1 2'],
    ['//c[preceding::b]', '3 4'],
    ["//c[preceding::b/@i = '2']", ''],
    ['//c[. = 2]/following::c', '3 4'],
    ['b/descendant-or-self::*/local-name()', 'b c c b c d c'],
    ['p:e | b/c', '1 2 3 5'],
    ['/a[b]/b/@i', '1 2'],
    ['/a[x]/b/@i', ''],
    ['/x/b/@i', ''],
    ['(b[2] | b[1])/c', '1 2 3'],
    ['(b | p:e)/local-name()', 'b b e'],
    ['//(d | b)/local-name()', 'b b d'],
    ['//(b | d)/c', '1 2 3 4'],
    ['//(b | d)/c[1]', '1 3 4'],
    ['//(c[1] | d)/local-name()', 'c c d c'],
    ['b//(c | d)/local-name()', 'c c c d c'],
    ['count(b/c | b/c)', '3'],
    ['//c except b/c', '4'],
    ['//c intersect b/c', '1 2 3'],
    ['b/xs:integer(c[1])', '1 3'],
    ['b/c/string-length(.)', '1 1 1'],
    ['b/(c | d)/local-name()', 'c c c d'],
    ['b/string(@i)', '1 2'],
    ['sum(b/c)', '6'],
    ['count(b[not(d)])', '1'],
    ['name(p:e)', 'p:e'],
    ['namespace-uri(p:e)', 'urn:p'],
    ['//*/name()', 'a b c c b c d c p:e'],
    ['b/@*/name()', 'i i p:k'],
    ['b/@*/namespace-uri()', '  urn:p'],
    ['p:e/(local-name(.), namespace-uri(.))', 'e urn:p'],
    ["name(x), local-name(x), namespace-uri(x), 'none'", '   none'],
    ['name()', 'a'],
    ["name('a')", 'error XPTY0004'],
    ['name(b)', 'error XPTY0004'],
    ["for $i in ('a', 'b') return name($i)", 'error XPTY0004'],
    ['b/self::b/@i', '1 2'],
    ['self::a/b[1]/@i', '1'],
    ['self::x', ''],
    ['. instance of element()', 'true'],
    ['b/@i instance of attribute()', 'false'],
    ['b[1]/@i instance of attribute()', 'true'],
    ['xs:decimal(b/c)', 'error XPTY0004'],
    ['exists(b/x) or empty(b/d)', 'false'],
    ['string(b[1])', '12'],
  ])('%s gives %s', (expression, value) => {
    expect(evaluate(expression, document)).toBe(value)
  })

  test('finds children alike whether there are few or enough to be indexed', () => {
    const many = `<a>${'<b>1</b><c>2</c>'.repeat(500)}</a>`
    expect(evaluate('count(b)', many)).toBe('500')
    expect(evaluate('sum(c)', many)).toBe('1000')
    expect(evaluate('count(x)', many)).toBe('0')
    expect(evaluate('b[250] << c[250]', many)).toBe('true')
  })

  test.each([
    ['//c[preceding::c = .]', '1 2 1'],
    ['//c[not(preceding::c/. = .)]', '1 2 3'],
    ['//c[preceding::c = (9, 2)]', '1 3 2 1'],
    ["//c[preceding::c = ('9', '2')]", '1 3 2 1'],
    ['//c[preceding::c = true()]', '2 1 3 2 1'],
    ['//c[preceding::c/. = ()]', ''],
    // An open element does not precede; another one with its text may.
    ['//d[preceding::d = .]/@i', '3 4'],
    ["//d[preceding::d = '']/@i", ''],
    ["//@i[preceding::c = '3']/string()", '1 2 3 4'],
    ['(1)[preceding::c = 1]', 'error XPTY0020'],
  ])('knows whether a text occurred before: %s gives %s', (expression, value) => {
    const texts =
      '<a><c>1</c><b><c>2</c><c>1</c></b><c>3</c><d i="1"><d i="2">5</d></d><d i="3"><e/><d ' +
      'i="4">5</d></d><c>2</c><c>1</c></a>'
    expect(evaluate(expression, texts)).toBe(value)
  })

  test('knows whether a text occurred before, in as many steps for many nodes as for few', () => {
    const steps = (count: number, text: (at: number) => string) => {
      const texts = Array.from({ length: count }, (_, at) => `<c>${text(at)}</c>`)
      return countReads('order', 'count(//c[not(preceding::c/. = .)])', `<a>${texts.join('')}</a>`)
    }
    for (const text of [String, () => 'same']) {
      expect(steps(100, text)).toBeGreaterThan(0)
      expect(steps(1_000, text)).toBeLessThan(steps(100, text) * 15)
    }
  })

  test('has nodes of every kind in document order', () => {
    const mixed = '<a x="1" y="2">t<b>b</b>u<!--n-->v<?p i?><b>c</b>w</a>'
    const all = '(text() | comment() | processing-instruction() | @* | b | b/text())'
    expect(evaluate(all, mixed)).toBe('1 2 t b b u n v i c c w')
    expect(evaluate('b[2]/preceding-sibling::node()', mixed)).toBe('t b u n v i')
    expect(evaluate('. << text()[1]', mixed)).toBe('true')
    expect(
      evaluate('@y << text()[1] and text()[1] << b[1] and b[1]/text() << text()[2]', mixed),
    ).toBe('true')
  })

  test('treats a step from a value as an error', () => {
    expect(evaluate('(1, 2)/b', document)).toBe('error XPTY0020')
  })
})
