// Evaluates one XPath expression the way rules do: as the message of a rule that is always broken.
import { compileSchema } from '../../../src/validation/compiler/compile.ts'
import { loadScript, type RawFinding } from '../../../src/validation/engine/script.ts'
import { type RuleNode, toRuleTree } from '../../../src/validation/runtime/node.ts'
import { parseXml } from '../../../src/xml/index.ts'

const escapeXml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** A schema with the given content; the prefix p stands for 'urn:p', f for functions. */
export function schemaOf(content: string): string {
  return `<schema xmlns="http://purl.oclc.org/dsdl/schematron" xmlns:xsl="http://www.w3.org/1999/XSL/Transform" queryBinding="xslt2">
<ns prefix="p" uri="urn:p"/><ns prefix="f" uri="urn:f"/>${content}</schema>`
}

/** The findings of a schema on a document: id, name of the node, message. */
export function findingsOf(
  schema: string,
  document: string,
): [id: string, node: string, message: string][] {
  return run(schema, document).map(({ id, node, message, error }) => [
    id,
    node.local,
    error ? codeOf(error) : message,
  ])
}

function run(
  schema: string,
  document: string,
  prepare: (tree: RuleNode) => void = () => {},
): RawFinding[] {
  const script = loadScript(compileSchema(schema).source, 'test.js')
  const tree = toRuleTree(parseXml(Buffer.from(document), { instructions: 'keep' }))
  prepare(tree)
  return script.run(tree)
}

function codeOf(error: unknown): string {
  return `error ${(error as { code?: string }).code ?? String(error)}`
}

/**
 * The expression's items as strings separated by spaces, at the root element; 'error CODE'
 * when it raises one.
 */
export function evaluate(expression: string, document = '<a/>', before = ''): string {
  return findingsOf(schemaOf(before + asReport(expression)), document)[0]![2]
}

/** How often the expression reads an element's position or content: a measure of its work. */
export function countReads(
  property: 'order' | 'elements',
  expression: string,
  document: string,
): number {
  let reads = 0
  const watch = (node: RuleNode): void => {
    node.elements.forEach(watch)
    const value = node[property]
    const get = () => {
      reads++
      return value
    }
    Object.defineProperty(node, property, { get })
  }
  run(schemaOf(asReport(expression)), document, watch)
  return reads
}

function asReport(expression: string): string {
  return (
    '<pattern><rule context="/*"><report id="x" test="true()"><value-of ' +
    `select="${escapeXml(expression)}"/></report></rule></pattern>`
  )
}
