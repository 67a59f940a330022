// Stylesheets in the shape of the ISO skeleton's, and some that contain more than was understood.
import { expect, test } from 'vitest'
import { compileSchema } from '../../../src/validation/compiler/compile.ts'
import { findingsOf } from './evaluate.ts'

const assertion = (
  id: string,
  test: string,
  text: string,
) => `<xsl:choose><xsl:when test="${test}"/><xsl:otherwise>
<svrl:failed-assert test="${test}"><xsl:attribute name="id">${id}</xsl:attribute>
<xsl:attribute name="flag">warning</xsl:attribute>
<xsl:attribute name="location">
<xsl:apply-templates select="." mode="schematron-select-full-path"/></xsl:attribute>
<svrl:text>${text}</svrl:text></svrl:failed-assert></xsl:otherwise></xsl:choose>`

const rule = (
  match: string,
  priority: number,
  content: string,
) => `<xsl:template match="${match}" priority="${priority}" mode="M5">
<svrl:fired-rule context="${match}"/>${content}
<xsl:apply-templates select="*" mode="M5"/></xsl:template>`

const stylesheet = (
  rules: string,
) => `<xsl:stylesheet xmlns:xsl="http://www.w3.org/1999/XSL/Transform"
 xmlns:svrl="http://purl.oclc.org/dsdl/svrl" xmlns:p="urn:p" version="2.0">
<xsl:param name="archiveDirParameter"/><xsl:output method="xml"/>
<xsl:template match="*" mode="schematron-select-full-path"><xsl:text>/</xsl:text></xsl:template>
<xsl:template match="/"><svrl:schematron-output>
<svrl:active-pattern><xsl:apply-templates/></svrl:active-pattern>
<xsl:apply-templates select="/" mode="M5"/></svrl:schematron-output></xsl:template>
<xsl:param name="limit" select="2"/>
${rules}<xsl:template match="text()" priority="-1" mode="M5"/>
<xsl:template match="@*|node()" priority="-2" mode="M5">
<xsl:apply-templates select="*" mode="M5"/></xsl:template></xsl:stylesheet>`

const value = `(<xsl:text/><xsl:value-of select="."/><xsl:text/> )`

test('rules are tried by priority, and messages lose white space', () => {
  const text = stylesheet(
    rule('b', 1000, assertion('low', 'false()', 'low')) +
      rule('b[. &gt; $limit]', 1001, assertion('high', 'false()', value)),
  )
  expect(findingsOf(text, '<a><b>3</b><b>1</b></a>')).toEqual([
    ['high', 'b', '(3 )'],
    ['low', 'b', 'low'],
  ])
})

test('recognised parts are counted', () => {
  const { counts } = compileSchema(stylesheet(rule('b', 1000, assertion('x', 'true()', 'x'))))
  expect(counts).toEqual({ patterns: 1, rules: 1, asserts: 1 })
})

test.each([
  [
    'a rule of a mode that nothing starts',
    rule('b', 1000, assertion('x', 'true()', 'x')).replaceAll('M5', 'M6'),
  ],
  ['a rule whose priority is that of the walk', rule('b', 5, assertion('x', 'true()', 'x'))],
])('a stylesheet with %s is refused, because its counts differ', (_, extra) => {
  const text = stylesheet(rule('c', 1000, assertion('y', 'true()', 'y')) + extra)
  expect(() => compileSchema(text)).toThrow('patterns/rules/assertions')
})

test.each([
  ['a loop in a rule', '<xsl:for-each select="b"/>'],
  [
    'a choice of three',
    assertion('x', 'true()', 'x').replace('<xsl:otherwise>', '<xsl:when test="1"/><xsl:otherwise>'),
  ],
])('%s is refused', (_, content) => {
  expect(() => compileSchema(stylesheet(rule('b', 1000, content)))).toThrow()
})

test('an assertion without id is named by what it says, wherever it stands', () => {
  const nameless = (condition: string) => assertion('', condition, 'x')
  const namesIn = (content: string) =>
    findingsOf(stylesheet(rule('b', 1000, content)), '<a><b/></a>').map(([id]) => id)
  const [first, ...others] = namesIn(nameless('false()') + nameless('1 = 2'))
  expect(first).toMatch(/^assert-[0-9a-f]{8}$/)
  expect(others).toEqual([expect.stringMatching(/^assert-[0-9a-f]{8}$/)])
  expect(others).not.toContain(first)
  expect(namesIn(nameless('1  =  2') + nameless('false()'))).toEqual([...others, first])
  const elsewhere = stylesheet(rule('a', 1000, nameless('false()')))
  expect(findingsOf(elsewhere, '<a/>').map(([id]) => id)).not.toContain(first)
})
