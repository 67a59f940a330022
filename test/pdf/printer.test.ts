// The door of the room: real PDFs made by real threads.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { limits } from '../../src/config/limits.ts'
import {
  openPrinter,
  type Printed,
  PrinterBusyError,
  type PrintOptions,
} from '../../src/pdf/index.ts'
import { escapeText, parseXml, textOf, type XmlElement, type XmlNode } from '../../src/xml/index.ts'
import { invoiceOf, invoiceWith } from './documents.ts'

const usual: PrintOptions = { kind: 'any', locale: 'en', paper: 'a4', embed: false, images: false }
const fixture = (name: string) => readFileSync(join(import.meta.dirname, '../fixtures/pdf', name))

const printer = openPrinter({ ...limits.printing, threads: 1 })
afterAll(() => printer.close())

const print = (bytes: Uint8Array, change: Partial<PrintOptions> = {}) =>
  printer.print(bytes, { ...usual, ...change })

function elementsOf(node: XmlNode): XmlElement[] {
  return node.kind === 'element' ? node.children.filter((each) => each.kind === 'element') : []
}

function leavesOf(element: XmlElement): string[] {
  const inside = elementsOf(element)
  return inside.length === 0 ? [textOf(element)] : inside.flatMap(leavesOf)
}

function printed(result: Printed) {
  if (result.kind !== 'printed') throw new Error(JSON.stringify(result))
  return result
}

describe('a printed document', () => {
  it('is a PDF/A-3b with title, author, language and the date of the document', async () => {
    const { pdf, pages, title } = printed(await print(invoiceOf(2), { locale: 'de' }))
    const text = pdf.toString('latin1')
    expect(text).toMatch(/^%PDF-1\.7\n/)
    expect({ pages, title }).toEqual({ pages: 1, title: 'Rechnung LONG-1' })
    expect(text).toContain('/Lang (de)')
    expect(text).toContain('<pdfaid:part>3</pdfaid:part>')
    expect(text).toContain('<pdfaid:conformance>B</pdfaid:conformance>')
    expect(text).toContain('(Vierhoek BV)')
    expect(text).toContain('(D:20261121000000Z)')
  })

  it.each([
    ['Bell & Sons', 'A-1'],
    ['<Bell>', ']]>'],
    [
      'Vierhoek BV',
      '1</rdf:li></rdf:Alt></dc:title></rdf:Description><rdf:Description rdf:about="" ' +
        'xmlns:fx="urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#">' +
        '<fx:ConformanceLevel>EXTENDED</fx:ConformanceLevel></rdf:Description>' +
        '<rdf:Description><dc:title><rdf:Alt><rdf:li>',
    ],
  ])('has metadata in which a name and a number are text: %s %s', async (name, number) => {
    const { pdf, title } = printed(
      await print(
        invoiceWith(
          `<cbc:ID>${escapeText(number)}</cbc:ID><cac:AccountingSupplierParty><cac:Party>` +
            `<cac:PartyLegalEntity><cbc:RegistrationName>${escapeText(name)}` +
            '</cbc:RegistrationName></cac:PartyLegalEntity></cac:Party>' +
            '</cac:AccountingSupplierParty>',
        ),
      ),
    )
    const [xmp = ''] = /<x:xmpmeta.*<\/x:xmpmeta>/s.exec(pdf.toString()) ?? []
    const described = parseXml(Buffer.from(xmp)).root.children.flatMap(elementsOf)
    expect(described.flatMap(elementsOf).map((each) => each.name)).toEqual([
      'pdfaid:part',
      'pdfaid:conformance',
      'xmp:CreateDate',
      'xmp:CreatorTool',
      'dc:title',
      'dc:creator',
      'pdf:Producer',
    ])
    const textIn = (part: string) =>
      described.flatMap(elementsOf).find((each) => each.name === part)
    expect(leavesOf(textIn('dc:title')!)).toEqual([title])
    expect(leavesOf(textIn('dc:creator')!)).toEqual([name])
    expect(title).toContain(number)
  })

  it('has the same bytes whenever and after whatever it is printed', async () => {
    const first = printed(await print(invoiceOf(3), { embed: true }))
    await print(fixture('emirates.xml'), { locale: 'ar' })
    await print(invoiceWith('<cbc:ID>a\u00a0b\u2010c ﬁ</cbc:ID>'))
    const again = printed(await print(invoiceOf(3), { embed: true }))
    expect(again.pdf.equals(first.pdf)).toBe(true)
    const other = printed(await print(invoiceOf(3), { embed: false }))
    expect(other.pdf.equals(first.pdf)).toBe(false)
  })

  it('embeds its XML on request, and only then', async () => {
    const embedded = printed(await print(invoiceOf(2), { embed: true })).pdf.toString('latin1')
    expect(embedded).toContain('/AFRelationship /Source')
    const bare = printed(await print(invoiceOf(2))).pdf.toString('latin1')
    expect(bare).not.toContain('/AFRelationship')
  })

  it('fills pages of the requested size', async () => {
    const sizeOf = async (paper: 'a4' | 'letter') =>
      /\/MediaBox \[0 0 [\d.]+ [\d.]+\]/.exec(
        printed(await print(invoiceOf(1), { paper })).pdf.toString('latin1'),
      )?.[0]
    expect(await sizeOf('a4')).toBe('/MediaBox [0 0 595.28 841.89]')
    expect(await sizeOf('letter')).toBe('/MediaBox [0 0 612 792]')
  })

  it('lists the characters that no font has, and prints them as numbers', async () => {
    const { missingGlyphs } = printed(
      await print(invoiceWith('<cbc:ID>中文 ☃ Ωμέγα Жук שלום سلام ₴</cbc:ID>')),
    )
    expect(missingGlyphs).toEqual(['U+20B4', 'U+2603', 'U+4E2D', 'U+6587'])
    expect(printed(await print(invoiceOf(1))).missingGlyphs).toEqual([])
  })
})

describe('what is not printed', () => {
  it('is a document of another kind than requested', async () => {
    expect(await print(invoiceOf(1), { kind: 'mls' })).toMatchObject({
      kind: 'wrong-document',
      local: 'Invoice',
    })
    expect(await print(invoiceOf(1), { kind: 'tdd' })).toMatchObject({ kind: 'wrong-document' })
    expect(await print(fixture('emirates.xml'), { kind: 'document' })).toMatchObject({
      kind: 'wrong-document',
      local: 'TaxData',
    })
    expect(await print(Buffer.from('<html/>'))).toEqual({
      kind: 'wrong-document',
      namespace: '',
      local: 'html',
    })
    expect(await print(invoiceOf(1), { kind: 'document' })).toMatchObject({ kind: 'printed' })
  })

  it.each([
    ['malformed', 'malformed', 'hello'],
    ['cut off', 'malformed', '<Invoice xmlns="urn:x">'],
    [
      'with a DTD',
      'forbidden',
      '<!DOCTYPE Invoice [<!ENTITY a SYSTEM "file:///etc/passwd">]><Invoice>&a;</Invoice>',
    ],
    ['too deep', 'limit', `${'<a>'.repeat(200)}${'</a>'.repeat(200)}`],
  ])('is a text that is %s', async (_, reason, xml) => {
    expect(await print(Buffer.from(xml))).toMatchObject({ kind: 'no-xml', reason })
  })

  it('is a text of ten megabytes', async () => {
    const huge = invoiceWith(`<cbc:Note>${'x'.repeat(10_000_000)}</cbc:Note>`)
    expect(await print(huge)).toEqual({
      kind: 'too-large',
      limit: 'characters',
      max: limits.printing.charactersMax,
    })
  })

  it('is more pages than the limit', async () => {
    const small = openPrinter({ ...limits.printing, threads: 1, pagesMax: 2 })
    try {
      expect(await small.print(invoiceOf(100), usual)).toEqual({
        kind: 'too-large',
        limit: 'pages',
        max: 2,
      })
      expect(await small.print(invoiceOf(10), usual)).toMatchObject({ kind: 'printed' })
    } finally {
      await small.close()
    }
  })

  it('is what takes too long; the printer goes on', async () => {
    const hasty = openPrinter({ ...limits.printing, threads: 1, timeMs: 5 })
    try {
      expect(await hasty.print(invoiceOf(2_000), usual)).toEqual({
        kind: 'too-large',
        limit: 'time',
        max: 5,
      })
    } finally {
      await hasty.close()
    }
  })
})

describe('hostile input', () => {
  const addresses = [
    'file:///etc/passwd',
    'http://127.0.0.1:9/x.png',
    'data:image/png;base64,AAAA',
    '/etc/passwd',
    '=cmd|" /C calc"!A0',
  ]

  it.each(addresses)('is text: nothing is loaded from %s', async (address) => {
    const escaped = address.replaceAll('"', '&quot;')
    const xml = invoiceWith(
      `<cbc:ID>${escaped}</cbc:ID><cac:AdditionalDocumentReference><cbc:ID>${escaped}</cbc:ID>` +
        `<cac:Attachment><cac:ExternalReference><cbc:URI>${escaped}</cbc:URI>` +
        `</cac:ExternalReference></cac:Attachment></cac:AdditionalDocumentReference>`,
    )
    const { pdf } = printed(await print(xml, { images: true }))
    // No link, no action, no file: a URL is only text.
    expect(pdf.toString('latin1')).not.toMatch(/\/URI|\/JavaScript|\/Launch|\/EmbeddedFile/)
  })

  it.each([
    ['an empty invoice', ''],
    ['a line without content', '<cac:InvoiceLine/>'],
    ['an endless word', `<cbc:Note>${'x'.repeat(200_000)}</cbc:Note>`],
    [
      'a cell that is longer than a page',
      `<cac:InvoiceLine><cac:Item>` +
        `<cbc:Description>${'many words '.repeat(3_000)}</cbc:Description></cac:Item>` +
        `</cac:InvoiceLine>`,
    ],
    [
      'amounts that are not numbers',
      '<cac:LegalMonetaryTotal><cbc:PayableAmount ' +
        'currencyID="&#x202e;">NaN</cbc:PayableAmount></cac:LegalMonetaryTotal>',
    ],
    [
      'names from the prototype',
      '<cbc:InvoiceTypeCode>constructor</cbc:InvoiceTypeCode><cac:PaymentMeans>' +
        '<cbc:PaymentMeansCode>__proto__</cbc:PaymentMeansCode></cac:PaymentMeans>',
    ],
    [
      'a broken picture',
      '<cac:AdditionalDocumentReference><cac:Attachment><cbc:EmbeddedDocumentBinaryObject ' +
        'mimeCode="image/png">iVBORw0KGgoAAAANSUhEUgAA</cbc:EmbeddedDocumentBinaryObject>' +
        '</cac:Attachment></cac:AdditionalDocumentReference>',
    ],
    ['nested overrides', `<cbc:Note>${'\u202e\u2067'.repeat(500)}abc שלום</cbc:Note>`],
    ['a tower of marks', `<cbc:Note>a${'\u0301'.repeat(5_000)}</cbc:Note>`],
  ])('is printed as far as possible: %s', async (_, content) => {
    expect(printed(await print(invoiceWith(content), { images: true })).pages).toBeGreaterThan(0)
  })
})

describe('a printer', () => {
  it('prints a small document before large ones that came earlier', async () => {
    const shared = openPrinter({ ...limits.printing, threads: 2, shortMs: 100, timeMs: 600_000 })
    // Each takes many times as long as it takes three threads to start, one after the other, which
    // find that the others are long.
    const large = invoiceOf(3_000)
    let finished = 0
    const count = () => {
      finished += 1
    }
    for (let left = 4; left > 0; left--)
      void shared.print(large, usual, { owner: 'a' }).then(count, () => {})
    expect(await shared.print(invoiceOf(1), usual, { owner: 'a' })).toMatchObject({ pages: 1 })
    // In the order of arrival, two threads would have printed three of them before.
    expect(finished).toBeLessThan(3)
    await shared.close()
  })

  it('refuses when too many are waiting', async () => {
    const narrow = openPrinter({ ...limits.printing, threads: 1, waitingMax: 1 })
    const jobs = [1, 2, 3].map(() => narrow.print(invoiceOf(1), usual))
    const results = await Promise.allSettled(jobs)
    await narrow.close()
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected'])
    expect((results[2] as PromiseRejectedResult).reason).toBeInstanceOf(PrinterBusyError)
  })

  it('does not print once it is closed', async () => {
    const closed = openPrinter(limits.printing)
    await closed.close()
    await expect(closed.print(invoiceOf(1), usual)).rejects.toThrow('closed')
  })
})
