// A Schematron file as a stylesheet in the shape of the ISO skeleton's, so that the second engine
// can run our own pack too. Expressions are copied verbatim; the compiler has already shown that
// they are understood.
import {
  attributeOf,
  canonicalize,
  escapeAttribute,
  escapeText,
  parseXml,
  type XmlElement,
} from '../../xml/index.ts'
import { sch, xsl } from '../compiler/read-element.ts'

const report = 'http://purl.oclc.org/dsdl/svrl'

/** The stylesheet's text. The schema must be one that compileSchema accepts. */
export function toStylesheet(schema: string): string {
  const { root } = parseXml(Buffer.from(schema), { instructions: 'keep' })
  const top = root.children.filter((node) => node.kind === 'element')
  const namespaces = top
    .filter((element) => isSch(element, 'ns'))
    .map((element) => ` xmlns:${get(element, 'prefix')}="${escapeAttribute(get(element, 'uri'))}"`)
  const patterns = top.filter((element) => isSch(element, 'pattern'))
  const lets = [root, ...patterns].flatMap((element) => childrenOf(element, 'let'))
  const carried = top.filter(({ namespace }) => namespace === xsl)
  const declared = [` xmlns:xsl="${xsl}" xmlns:svrl="${report}"`, ...unique(namespaces)].join('')
  return `<xsl:stylesheet version="2.0"${declared}>
${carried.map((element) => canonicalize(element, { mode: 'inclusive' })).join('\n')}
${lets.map(variable).join('\n')}
<xsl:template match="/"><svrl:schematron-output>
${patterns.map((_, at) => `<xsl:apply-templates select="/" mode="M${at}"/>`).join('\n')}
</svrl:schematron-output></xsl:template>
${patterns.map(templates).join('\n')}
${path}
</xsl:stylesheet>`
}

const path = `<xsl:template match="*" mode="path">
<xsl:apply-templates select="parent::*" mode="path"/>
<xsl:variable name="name" select="local-name()"/><xsl:variable name="uri" select="namespace-uri()"/>
<xsl:variable name="before"
  select="count(preceding-sibling::*[local-name() = $name and namespace-uri() = $uri])"/>
<xsl:value-of
  select="concat('/*:', $name, '[namespace-uri()=''', $uri, '''][', 1 + $before, ']')"/>
</xsl:template>
<xsl:template match="@*" mode="path"><xsl:apply-templates select="parent::*" mode="path"/>
<xsl:value-of select="concat('/@', local-name())"/></xsl:template>
<xsl:template match="/" mode="path"/>`

function templates(pattern: XmlElement, at: number): string {
  const rules = childrenOf(pattern, 'rule')
  const walkOn = `<xsl:apply-templates select="@*|*" mode="M${at}"/>`
  const made = rules.map((rule, order) => {
    const priority = 1000 + rules.length - order
    const tests = rule.children.map((node) => (node.kind === 'element' ? assertion(node) : ''))
    return `<xsl:template match="${quote(rule, 'context')}" mode="M${at}" priority="${priority}">
${childrenOf(rule, 'let').map(variable).join('\n')}
${tests.join('')}${walkOn}</xsl:template>`
  })
  return `${made.join('\n')}
<xsl:template match="text()" mode="M${at}" priority="-1"/>
<xsl:template match="@*|node()" mode="M${at}" priority="-2">${walkOn}</xsl:template>`
}

function variable(element: XmlElement): string {
  return `<xsl:variable name="${get(element, 'name')}" select="${quote(element, 'value')}"/>`
}

function assertion(element: XmlElement): string {
  const isAssert = isSch(element, 'assert')
  if (!isAssert && !isSch(element, 'report')) return ''
  const test = isAssert ? `not(${quote(element, 'test')})` : quote(element, 'test')
  const flag = attributeOf(element, 'flag', '') ?? attributeOf(element, 'role', '') ?? ''
  const stated = `id="${quote(element, 'id')}" flag="${escapeAttribute(flag)}"`
  return `<xsl:if test="${test}"><svrl:failed-assert ${stated}>
<xsl:attribute name="location"><xsl:apply-templates select="." mode="path"/></xsl:attribute>
<svrl:text>${message(element)}</svrl:text></svrl:failed-assert></xsl:if>`
}

function message(element: XmlElement): string {
  return element.children
    .map((node) => {
      if (node.kind === 'text') return `<xsl:text>${escapeText(node.value)}</xsl:text>`
      if (node.kind !== 'element') return ''
      if (isSch(node, 'value-of')) return `<xsl:value-of select="${quote(node, 'select')}"/>`
      if (!isSch(node, 'name')) return message(node)
      return (
        '<xsl:value-of ' +
        `select="name(${escapeAttribute(attributeOf(node, 'path', '') ?? '.')})"/>`
      )
    })
    .join('')
}

function childrenOf(element: XmlElement, local: string): XmlElement[] {
  return element.children.filter(
    (node): node is XmlElement => node.kind === 'element' && isSch(node, local),
  )
}

function isSch({ namespace, local }: XmlElement, wanted: string): boolean {
  return namespace === sch && local === wanted
}

function get(element: XmlElement, name: string): string {
  return attributeOf(element, name, '') ?? ''
}

function quote(element: XmlElement, name: string): string {
  return escapeAttribute(get(element, name))
}

function unique(list: string[]): string[] {
  return [...new Set(list)]
}
