// The content of a UBL document, apart from how it is written: for comparing it before and after a
// journey through JSON.
import { parseXml, textOf, type XmlElement } from '../../src/xml/index.ts'

/** The model keeps these in separate lists, so their order among each other is lost. */
const unordered = new Set([
  'AllowanceCharge',
  'AdditionalDocumentReference',
  'PartyIdentification',
  'PartyTaxScheme',
  'TaxTotal',
])

/**
 * One line for each value: path, attributes, text. White space around values, comments, prefixes
 * and schema locations do not count; siblings with the same name keep their order, except those
 * that UBL does not order.
 */
export function contentOf(ubl: Buffer): string[] {
  return linesOf(parseXml(ubl, { instructions: 'keep' }).root, '')
}

function linesOf(element: XmlElement, parent: string): string[] {
  const path = `${parent}/${element.local}`
  const attributes = element.attributes
    .filter(({ namespace }) => namespace === '')
    .map(({ local, value }) => `${path}/@${local} = ${value.trim()}`)
    .sort()
  const children = element.children.filter((node): node is XmlElement => node.kind === 'element')
  const ordered = children
    .filter(({ local }) => !unordered.has(local))
    .flatMap((child) => linesOf(child, path))
  const others = children
    .filter(({ local }) => unordered.has(local))
    .map((child) => linesOf(child, path).join('\n'))
  const text = children.length === 0 ? [`${path} = ${textOf(element).trim()}`] : []
  return [
    ...attributes,
    ...text,
    ...ordered,
    ...others.sort().flatMap((lines) => lines.split('\n')),
  ]
}
