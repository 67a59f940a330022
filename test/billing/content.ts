// What a UBL document says, apart from how it is written: for comparing one before and after a
// journey through JSON.
import { parseXml, textOf, type XmlElement } from '../../src/xml/index.ts'

/** The model keeps these in lists of their own, so their order among each other is not kept. */
const unordered = new Set([
  'AllowanceCharge',
  'AdditionalDocumentReference',
  'PartyIdentification',
  'PartyTaxScheme',
  'TaxTotal',
])

/**
 * One line for each value: path, attributes, text. White space around values, comments, prefixes
 * and what points to schemas say nothing; siblings of one name keep their order, save those that
 * UBL gives no order.
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
