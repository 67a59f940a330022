// Patterns, rules, variables, functions and keys of a schema, and everything that is refused.
import { describe, expect, test } from 'vitest'
import { compileSchema } from '../../../src/validation/compiler/compile.ts'
import { CompileError } from '../../../src/validation/compiler/error.ts'
import { evaluate, findingsOf, schemaOf } from './evaluate.ts'

const report = (id: string, text = '') => `<report id="${id}" test="true()">${text}</report>`
const rule = (context: string, ...content: string[]) =>
  `<rule context="${context}">${content.join('')}</rule>`
const pattern = (...rules: string[]) => `<pattern>${rules.join('')}</pattern>`
const idsOf = (schema: string, document: string) =>
  findingsOf(schemaOf(schema), document).map(([id]) => id)

describe('rules', () => {
  test('only the first rule of a pattern that matches a node applies', () => {
    const schema = pattern(
      rule('b[@x]', report('first')),
      rule('b', report('second')),
      rule('*', report('any')),
    )
    expect(idsOf(schema, '<a><b x="1"/><b/></a>').sort()).toEqual(['any', 'first', 'second'])
  })

  test('patterns are independent of each other', () => {
    expect(
      idsOf(pattern(rule('a', report('1'))) + pattern(rule('a', report('2'))), '<a/>'),
    ).toEqual(['1', '2'])
  })

  test('an assert is broken when its test is false, a report when it is true', () => {
    const assert = (id: string, value: string) => `<assert id="${id}" test="${value}()"/>`
    const schema = pattern(
      rule('a', assert('no', 'true'), assert('yes', 'false'), report('yes too')),
    )
    expect(idsOf(schema, '<a/>')).toEqual(['yes', 'yes too'])
  })

  test.each([
    ['of the root element', 'a', '<a><b><c/></b><d/><b/></a>'],
    ['of another', 'a', '<z><a><b><c/></b><d/><b/></a></z>'],
  ])(
    'a run of asserts that paths are absent reports each that leads somewhere, from a node %s',
    (_, context, document) => {
      const absent = ['b/d', 'b/c', 'e', 'd', 'b', 'c', 'b/c/e', 'd']
      const asserts = absent.map(
        (path, at) => `<assert id="${at} ${path}" test="not(${path})">no ${path}</assert>`,
      )
      const schema = schemaOf(pattern(rule(context, ...asserts)))
      const broken = ['1 b/c', '3 d', '4 b', '7 d']
      expect(findingsOf(schema, document).map(([id]) => id)).toEqual(broken)
      expect(findingsOf(schema, document.replaceAll(/<[bd]>.*<\/[bd]>|<[bd]\/>/g, ''))).toEqual([])
    },
  )

  test('a run of absences is reported among the others in the order of the file', () => {
    const absent = (path: string) => `<assert id="${path}" test="not(${path})"/>`
    const quoting = '<assert id="quoting" test="not(b)">found <value-of select="b"/></assert>'
    const schema = pattern(
      rule('a', report('first'), ...['b', 'c', 'b/x', 'd'].map(absent), quoting, report('last')),
    )
    expect(idsOf(schema, '<a><d/><b/></a>')).toEqual(['first', 'b', 'd', 'quoting', 'last'])
  })

  test.each([
    ['/a/b', 1],
    ['//b', 2],
    ['b', 2],
    ['a/b', 1],
    ['a//b', 2],
    ['c/b | a/b', 2],
    ['(c | a)/b', 2],
    ['/b', 0],
    ['a[c]/b', 1],
    ['b[1]', 2],
    ['b[2]', 0],
    ['@i', 1],
    ['b/@i', 1],
    ['c/@i', 0],
    ['*[@i]', 1],
    ['/', 1],
    ['b[xs:decimal(.) = 1]', 1],
  ])('the context %s matches %i nodes', (context, count) => {
    const document = '<a><b i="1">1</b><c><b>x</b></c></a>'
    expect(idsOf(pattern(rule(context, report('x'))), document)).toHaveLength(count)
  })

  test('an error in a context means no match, and the next rule is tried', () => {
    const schema = pattern(
      rule('b[xs:decimal(.) = 1]', report('number')),
      rule('b', report('other')),
    )
    expect(idsOf(schema, '<a><b>1</b><b>x</b></a>')).toEqual(['number', 'other'])
  })

  test('an error in a test is reported, and the assertions after it are evaluated', () => {
    const schema = pattern(
      rule('b', `<assert id="bad" test="xs:decimal(.) = 1"/>`, report('after')),
    )
    expect(findingsOf(schemaOf(schema), '<b>x</b>')).toEqual([
      ['bad', 'b', 'error FORG0001'],
      ['after', 'b', ''],
    ])
  })

  test('a message has its values inserted, and a long value is cut', () => {
    const schema = pattern(
      rule(
        'a',
        report('x', 'It is <value-of select="@v"/> in <name/>, not <value-of select="()"/>.'),
      ),
    )
    expect(findingsOf(schemaOf(schema), '<a v="7"/>')[0]![2]).toBe('It is 7 in a, not .')
    expect(findingsOf(schemaOf(schema), `<a v="${'7'.repeat(500)}"/>`)[0]![2]).toHaveLength(219)
  })
})

const functions = `<xsl:function name="f:sum" as="xs:integer">
<xsl:param name="n" as="xs:integer"/>
<xsl:choose><xsl:when test="$n = 0"><xsl:sequence select="0"/></xsl:when>
<xsl:otherwise><xsl:variable name="rest" select="f:sum($n - 1)"/>
<xsl:sequence select="$n + $rest"/></xsl:otherwise></xsl:choose></xsl:function>
<xsl:function name="f:text"><xsl:param name="n"/><xsl:variable name="letters">abc</xsl:variable>
<xsl:value-of select="translate($n, $letters, '')"/></xsl:function>`

describe('variables, functions and keys', () => {
  test('a variable is not evaluated until it is used', () => {
    const schema = pattern(
      rule(
        'a',
        '<let name="bad" value="1 div 0"/>',
        '<assert id="x" test="true() or $bad"/>',
        '<assert id="y" test="$bad"/>',
      ),
    )
    expect(findingsOf(schemaOf(schema), '<a/>')).toEqual([['y', 'a', 'error FOAR0001']])
  })

  test('variables of the schema are evaluated anew for each document', () => {
    const schema = schemaOf(
      '<let name="all" ' +
        `value="count(//b)"/>${pattern(rule('a', report('x', '<value-of select="$all"/>')))}`,
    )
    expect(findingsOf(schema, '<a><b/></a>')[0]![2]).toBe('1')
    expect(findingsOf(schema, '<a><b/><b/></a>')[0]![2]).toBe('2')
  })

  test('variables of a rule are evaluated anew for each node, of it and of each other', () => {
    const schema = schemaOf(
      pattern(
        rule(
          'b',
          '<let name="own" value="@x"/>',
          '<let name="same" value="../c[. = $own]"/>',
          '<report id="x" test="$same"><value-of select="count($same)"/></report>',
          '<report id="y" test="../c[. = $own and count($same) = 1]"/>',
        ),
      ),
    )
    const document = '<a><b x="1"/><b x="2"/><b x="3"/><c>1</c><c>2</c><c>2</c></a>'
    expect(findingsOf(schema, document)).toEqual([
      ['x', 'b', '1'],
      ['y', 'b', ''],
      ['x', 'b', '2'],
    ])
  })

  test('a variable of a rule that fails does so in each of its assertions', () => {
    const lets = '<let name="bad" value="1 div 0"/>'
    const asks = ['x', 'y'].map((id) => `<assert id="${id}" test="$bad"/>`)
    expect(findingsOf(schemaOf(pattern(rule('a', lets, ...asks))), '<a/>')).toEqual([
      ['x', 'a', 'error FOAR0001'],
      ['y', 'a', 'error FOAR0001'],
    ])
  })

  test.each([
    ['f:sum(4)', '10'],
    ["f:sum('x')", 'error XPTY0004'],
    ['f:sum(())', 'error XPTY0004'],
    ["f:text('a1b2')", '12'],
  ])('%s is %s', (expression, value) => {
    expect(evaluate(expression, '<a/>', functions)).toBe(value)
  })

  test('a predicate uses a variable of a function without parameters', () => {
    const variable = '<xsl:variable name="two" select="2"/>'
    const items = '<xsl:sequence select="(1, 2, 3)[. = $two]"/>'
    const two = `<xsl:function name="f:two">${variable}${items}</xsl:function>`
    expect(evaluate('f:two()', '<a/>', two)).toBe('2')
  })

  test('a key finds elements by their value', () => {
    const key = '<xsl:key name="by-id" match="b" use="id"/>'
    const document =
      '<a><b><id>1</id><t>x</t></b><b><id>2</id><t>y</t></b><b><id>2</id><t>z</t></b></a>'
    expect(evaluate("key('by-id', '2')/t", document, key)).toBe('y z')
    expect(evaluate("count(key('by-id', '3'))", document, key)).toBe('0')
    expect(evaluate("key('by-id', ('2', '1', '2'))/t", document, key)).toBe('x y z')
  })

  test('an element is found once by a value that it has twice', () => {
    const key = '<xsl:key name="by-id" match="b" use="id"/>'
    const document = '<a><b><id>1</id><id>1</id></b><b><id>1</id></b></a>'
    expect(evaluate("count(key('by-id', '1'))", document, key)).toBe('2')
  })

  test('each of many elements may ask how many have its own value', () => {
    const key = '<xsl:key name="same" match="b" use="."/>'
    const cpuMsOf = (count: number) => {
      const begun = process.cpuUsage()
      const asked = "count(//b[count(key('same', .)) = 1])"
      expect(evaluate(asked, `<a>${'<b>1</b>'.repeat(count)}</a>`, key)).toBe('0')
      const { user, system } = process.cpuUsage(begun)
      return (user + system) / 1000
    }
    const leastOf = (count: number) => Math.min(...[1, 2, 3].map(() => cpuMsOf(count)))
    // Where each look copies what it finds, four times as many take sixteen times as long.
    expect(leastOf(8_000)).toBeLessThan(10 * Math.max(leastOf(2_000), 10))
  })
})

describe('a predicate becomes a function of its own', () => {
  const asks = (...tests: string[]) =>
    tests.map((each, at) => `<report id="${at}" test="${each}"/>`)
  const document = '<a><b x="1"><c>1</c></b><b x="2"><c>1</c></b></a>'

  test('made once for all equal ones', () => {
    const { source } = compileSchema(
      schemaOf(pattern(rule('a', ...asks('b[c = 1]', 'count(b[c = 1]) = 2', 'b[c = 2]')))),
    )
    expect(source.match(/filterKept\(childrenOf\(node, \w+\), (closed\d+)\)/g)).toHaveLength(3)
    expect(source.match(/const closed\d+ =/g)).toHaveLength(2)
  })

  test('not made for each document, nor are the values of variables', () => {
    const variables = '<let name="all" value="//b"/>'
    const asked = '<assert id="x" test="$own/c = f:text(c) and $all/c = //c"/>'
    const { source } = compileSchema(
      schemaOf(functions + variables + pattern(rule('b', '<let name="own" value="b"/>', asked))),
    )
    const constants = source.slice(0, source.indexOf('\nfunction '))
    const afterwards = source.slice(source.indexOf('\nfunction '), source.indexOf('\nreturn {'))
    expect(constants.match(/\) =>/g)!.length).toBeGreaterThan(4)
    expect(afterwards.match(/\) =>/g)).toEqual([') =>'])
    expect(afterwards).toContain('const begin = (newDocument) =>')
  })

  test('and created anew if it uses its surroundings', () => {
    const tests = [
      'b[@x = current()/b[2]/@x]',
      'some $b in b satisfies b[not(@x = $b/@x)][c = $b/c]',
      'every $b in b satisfies b[@x = $b/@x][c[. = $b/c]]',
      'b[c[. = current()/b[2]/@x]]',
      'for $b in b return b[@x != $b/@x][position() = 1]',
    ]
    expect(idsOf(pattern(rule('a', ...asks(...tests))), document)).toEqual(['0', '1', '2', '4'])
  })
})

describe('unknown constructs are refused with their line, never skipped', () => {
  const refusal = (schema: string): CompileError => {
    try {
      compileSchema(schema)
    } catch (error) {
      if (error instanceof CompileError) return error
      throw error
    }
    throw new Error('it was compiled')
  }
  const withTest = (test: string) =>
    schemaOf(`\n${pattern(rule('a', `<assert id="x" test="${test}"/>`))}`)

  test.each([
    ['doc(.)', 'The function doc is not supported'],
    ['f:none(1)', 'There is no function f:none'],
    ['q:a', "The prefix 'q' is bound to no namespace"],
    ["matches(., '[')", "'[' is not understood"],
    ["tokenize(., '(')", "'(' is not understood"],
    ['$x', 'There is no variable $x'],
    ['a b', "'b' is left over"],
    ['a[', "'the end'"],
    ['1 +', "'the end' is not the name"],
    ['round(1, 2)', 'round does not take 2 arguments'],
    ['a treat as element()', 'treat as'],
    ['xs:duration(a)', 'The type xs:duration is not supported'],
    ['namespace::a', "There is no axis 'namespace'".toLowerCase()],
    ['a # b', "'# b' is not understood"],
  ])('%s', (test, message) => {
    const error = refusal(withTest(test))
    expect(error.message.toLowerCase()).toContain(message.toLowerCase())
    expect(error.line).toBe(3)
  })

  test.each([
    ['an abstract pattern', pattern().replace('<pattern', '<pattern abstract="true"')],
    ['an include', '<include href="x.sch"/>'],
    ['an extends', pattern(rule('a', '<extends rule="b"/>'))],
    ['a rule without context', '<pattern><rule/></pattern>'],
    ['text among rules', '<pattern>text</pattern>'],
    ['a template', '<xsl:template match="/"/>'],
    ['a context of texts', pattern(rule('text()', report('x')))],
    ['a context on another axis', pattern(rule('preceding::a', report('x')))],
    ['a context that computes a position', pattern(rule('a[count(b)]', report('x')))],
  ])('%s', (_, content) => {
    expect(refusal(schemaOf(content)).line).toBeDefined()
  })

  test.each([
    ['malformed XML', '<schema'],
    ['another root', '<a/>'],
  ])('%s', (_, text) => {
    expect(refusal(text).message).not.toBe('')
  })
})

test('a script is ASCII, so that V8 keeps it in one byte for each character', () => {
  const text = 'Größe „x” 𝄞 \\u0041'
  const schema = schemaOf(pattern(rule('a', report('größe', text))))
  expect(compileSchema(schema).source).toMatch(/^[\n -~]*$/)
  expect(findingsOf(schema, '<a/>')).toEqual([['größe', 'a', text]])
})
