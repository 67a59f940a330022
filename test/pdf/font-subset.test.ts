import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { FontSubset, fontTables } from '../../src/pdf/layout/font-subset.ts'
import { type Glyph, PdfDocument } from '../../src/pdf/layout/pdfmake.ts'

type Drawn = Glyph & { path: { toSVG(): string } }
type Font = { layout(text: string): { glyphs: Drawn[] }; getGlyph(id: number): Drawn }

const roboto = readFileSync(new URL(import.meta.resolve('pdfmake/fonts/Roboto/Roboto-Regular.ttf')))
const arabic = readFileSync(
  new URL(
    import.meta.resolve(
      '@expo-google-fonts/noto-sans-arabic/400Regular/NotoSansArabic_400Regular.ttf',
    ),
  ),
)

// fontkit reads what we cut out, independently of our code.
function parsed(file: Buffer): Font {
  const document = new PdfDocument(
    {},
    {},
    {},
    {},
    { autoFirstPage: false, font: null },
    null,
    () => false,
  )
  return document.font(file)._font.font as unknown as Font
}

const shown = (glyph: Drawn) => ({ outline: glyph.path.toSVG(), width: glyph.advanceWidth })

describe('the subset of a font', () => {
  it.each([
    ['simple glyphs', roboto, 'Invoice 42'],
    ['compound glyphs', roboto, 'Ünïcödé Ǽ'],
    ['shaped glyphs', arabic, 'فاتورة ضريبية'],
  ])('has %s with the outlines and widths of the whole font', (_, file, text) => {
    const { glyphs } = parsed(file).layout(text)
    const subset = new FontSubset(fontTables(file))
    const numbers = glyphs.map(({ id }) => subset.includeGlyph(id))
    const cut = subset.encode()
    const small = parsed(cut)
    expect(numbers.map((number) => shown(small.getGlyph(number)))).toEqual(glyphs.map(shown))
    expect(shown(small.getGlyph(numbers[0]!))).not.toEqual(shown(glyphs[1]!))
    expect(cut.length).toBeLessThan(file.length / 4)
  })

  it('has one number for a glyph, and another one on request', () => {
    const subset = new FontSubset(fontTables(roboto))
    const [glyph] = parsed(roboto).layout('A').glyphs
    const number = subset.includeGlyph(glyph!.id)
    expect(subset.includeGlyph(glyph!.id)).toBe(number)
    const another = subset.addGlyph(glyph!.id)
    expect(another).not.toBe(number)
    expect(subset.includeGlyph(glyph!.id)).toBe(number)
    expect(shown(parsed(subset.encode()).getGlyph(another))).toEqual(shown(glyph!))
  })

  it('begins with the glyph for missing characters', () => {
    const subset = new FontSubset(fontTables(roboto))
    expect(subset.includeGlyph(0)).toBe(0)
    expect(shown(parsed(subset.encode()).getGlyph(0))).toEqual(shown(parsed(roboto).getGlyph(0)))
  })

  it('is refused when the font has no outlines', () => {
    const tables = new Map(fontTables(roboto))
    tables.delete('glyf')
    expect(() => new FontSubset(tables).encode()).toThrow('The font has no table glyf')
  })
})
