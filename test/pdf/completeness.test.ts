// Nothing in a document is missing in print: in every sample each value and each attribute is made
// unique, and each must then be on the sheet.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { children, parseXml, type XmlElement } from '../../src/xml/index.ts'
import { cii } from '../billing/cii.ts'
import { describeWithOfficialDocuments } from '../official-documents.ts'
import { invoiceWith } from './documents.ts'
import { officialSamples, ownSamples, type Sample } from './samples.ts'
import { sheetOf, textOf } from './sheet-text.ts'

// Values that decide how the document is read are kept, and so are those printed as a word,
// a size or a digest.
const kept = [
  'CustomizationID',
  'ProfileID',
  'ChargeIndicator',
  'EmbeddedDocumentBinaryObject',
  'DocumentTypeCode',
]
const isKept = ({ local }: XmlElement) => kept.includes(local)

/** The document with a token in place of each value, and the tokens. */
function withTokens(bytes: Buffer): { xml: string; tokens: { token: string; path: string }[] } {
  const { root } = parseXml(bytes)
  const tokens: { token: string; path: string }[] = []
  const next = (path: string) => {
    const token = `Q${tokens.length}Q`
    tokens.push({ token, path })
    return token
  }
  const write = (element: XmlElement, path: string): string => {
    const here = `${path}/${element.local}`
    const names = element.declarations.map(
      ({ prefix, namespace }) => ` xmlns${prefix && `:${prefix}`}="${namespace}"`,
    )
    const attributes = element.attributes.map(
      ({ name }) => ` ${name}="${next(`${here}/@${name}`)}"`,
    )
    const below = children(element)
    const text = element.children.map((node) => (node.kind === 'text' ? node.value : '')).join('')
    const content =
      below.length > 0
        ? below.map((each) => write(each, here)).join('')
        : valueFor(element, text, here)
    return `<${element.name}${names.join('')}${attributes.join('')}>${content}</${element.name}>`
  }
  const valueFor = (element: XmlElement, text: string, here: string) =>
    text.trim() === '' || isKept(element) ? text.slice(0, 100) : next(here)
  return { xml: write(root, ''), tokens }
}

function expectComplete({ bytes }: Sample): void {
  const { xml, tokens } = withTokens(bytes)
  const text = textOf(sheetOf(Buffer.from(xml)))
  expect(tokens.length).toBeGreaterThan(5)
  expect(tokens.filter(({ token }) => !text.includes(token)).map(({ path }) => path)).toEqual([])
}

describeWithOfficialDocuments('every value of every official sample is printed', () => {
  it.each(officialSamples)('$name', expectComplete)
})

describe('every value of every sample of ours is printed', () => {
  it.each(ownSamples)('$name', expectComplete)

  it('and would be missed: a sheet without one of its blocks lacks some', () => {
    const { xml, tokens } = withTokens(ownSamples[0]!.bytes)
    const sheet = sheetOf(Buffer.from(xml))
    for (const block of sheet.blocks) {
      const { length } = tokens.filter(({ token }) =>
        textOf({ ...sheet, blocks: [block] }).includes(token),
      )
      const rest = textOf({ ...sheet, blocks: sheet.blocks.filter((each) => each !== block) })
      const missing = tokens.filter(({ token }) => !rest.includes(token))
      if (length > 0 && block.kind !== 'title') expect(missing.length).toBeGreaterThan(0)
    }
  })
})

describe('what no layout knows', () => {
  it('is printed with its path', () => {
    const sheet = sheetOf(
      invoiceWith(
        '<cbc:ID>1</cbc:ID><cac:Party><cac:Contact><cbc:Telefax ' +
          'languageID="de">555</cbc:Telefax></cac:Contact></cac:Party><cac:Party/><odd>mixed ' +
          '<b>inner</b> text</odd>',
      ),
    )
    const table = sheet.blocks.findLast((block) => block.kind === 'table')
    expect(table?.rows.map((row) => row.map(({ text }) => text))).toEqual([
      ['Party[1]/Contact/Telefax', '555'],
      ['Party[1]/Contact/Telefax/@languageID', 'de'],
      ['odd', 'mixed text'],
      ['odd/b', 'inner'],
    ])
  })

  it('includes whole documents of other kinds, whose groups keep their order', () => {
    const xml = readFileSync(join(import.meta.dirname, '../fixtures/pdf/order.xml'))
    const text = textOf(sheetOf(xml)).replaceAll('\u00a0', ' ')
    const places = [
      'PO-4711',
      'Nordlys AS',
      'Workshop',
      '20 Nov 2026',
      'Order line',
      'Bicycle bell',
      'Order line 2',
      'Assembly',
    ]
    const found = places.map((place) => text.indexOf(place))
    expect(found).toEqual([...found].sort((a, b) => a - b))
    expect(found).not.toContain(-1)
  })

  it('includes invoices in CII, line by line, with their files in short', () => {
    const line = (name: string) =>
      `<ram:IncludedSupplyChainTradeLineItem><ram:Name>${name}</ram:Name>` +
      '</ram:IncludedSupplyChainTradeLineItem>'
    const attached =
      '<ram:AdditionalReferencedDocument><ram:AttachmentBinaryObject mimeCode="text/plain">' +
      'aGVsbG8=</ram:AttachmentBinaryObject></ram:AdditionalReferencedDocument>'
    const xml = cii()
      .toString()
      .replace('<rsm:SupplyChainTradeTransaction>', `$&${line('Bell')}${line('Lamp')}${attached}`)
    const sheet = sheetOf(Buffer.from(xml), { kind: 'document' })
    const text = textOf(sheet).replaceAll('\u00a0', ' ')
    expect(sheet.title).toBe('Cross industry invoice R-1')
    expect(sheet.createdAt.toISOString()).toBe('2026-11-28T00:00:00.000Z')
    const places = ['28 Nov 2026', 'Bell', 'Included supply chain trade line item 2', 'Lamp']
    const found = [...places, 'Seller GmbH', '121.00'].map((place) => text.indexOf(place))
    expect(found).toEqual([...found].sort((a, b) => a - b))
    expect(found).not.toContain(-1)
    expect(text).not.toContain('aGVsbG8=')
  })
})
