// The document itself as a page: what is printed as PDF, as HTML.
import { describe, expect, it } from 'vitest'
import { paper } from '../../src/console/documents/paper.ts'
import { showDocument } from '../../src/pdf/show-document.ts'
import { invoiceOf } from '../pdf/documents.ts'
import { ownSamples } from '../pdf/samples.ts'
import { sheetOf, textOf } from '../pdf/sheet-text.ts'

function shown(bytes: Uint8Array, rowsMax = 200): string {
  const made = showDocument(bytes, { kind: 'any', locale: 'en', rowsMax })
  if (made.kind !== 'shown') throw new Error(made.kind)
  return paper(made.sheet, '/whole.pdf').toString()
}

function saidBy(markup: string): string {
  return markup
    .replace(/<[^>]*>/g, ' ')
    .replace(/[\u2068\u2069]/g, '')
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replace(/\s+/g, ' ')
}

describe('a document on the screen', () => {
  it.each(ownSamples)('says all that the printed $name says', ({ bytes }) => {
    const said = saidBy(shown(bytes, 100_000))
    const printed = textOf(sheetOf(bytes, { inWords: true })).split('\n')
    expect(printed.length).toBeGreaterThan(5)
    // How it is drawn on paper is not said: widths, and the tone and symbol of a status.
    const drawn = ['share', 'good', 'fair', 'bad', '✓', '•', '!', '✗', '×']
    const lines = printed.map((line) => line.replace(/\s+/g, ' ').trim())
    const parts = lines.filter((line) => line !== '' && !drawn.includes(line))
    expect(parts.filter((part) => !said.includes(part))).toEqual([])
  })

  it('says what its codes mean, and not the codes', () => {
    const said = saidBy(shown(invoiceOf(1)))
    expect(said).toMatch(/Document type Invoice Currency Euro/)
    expect(said).toContain('Electronic address 0123456749 (KBO/BCE)')
    expect(said).toContain('Standard rate')
    expect(said).not.toMatch(/380|0208|\(BE\)|\(C62\)| S · /)
    expect(textOf(sheetOf(invoiceOf(1)))).toMatch(/380 · Invoice[\s\S]*\(0208 KBO/)
  })

  it('shows the first two hundred lines of ten thousand, and where the others are', () => {
    const markup = shown(invoiceOf(10_000))
    expect(markup.match(/<tr>/g)!.length).toBeLessThan(250)
    expect(saidBy(markup)).toContain('9800 more lines: all of it as PDF')
    expect(markup).toContain('href="/whole.pdf"')
    expect(markup.length).toBeLessThan(300_000)
  })

  it('is text, whatever it says', () => {
    const bytes = Buffer.from(
      invoiceOf(1)
        .toString()
        .replaceAll('</cbc:Name>', '&lt;script&gt;alert(1)&lt;/script&gt;\u202e</cbc:Name>'),
    )
    const markup = shown(bytes)
    expect(markup).not.toMatch(/<script|\u202e/)
    expect(saidBy(markup)).toContain('<script>alert(1)</script>[U+202E]')
  })

  it('is none of what is no document, or no XML', () => {
    const options = { kind: 'any', locale: 'en', rowsMax: 200 } as const
    expect(showDocument(Buffer.from('<a/>'), options).kind).toBe('wrong-document')
    expect(showDocument(Buffer.from('{'), options).kind).toBe('no-xml')
  })
})
