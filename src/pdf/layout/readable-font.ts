// Makes the text of a PDF come out as it went in: for search, copying and screen readers. Also
// keeps the shaping of words from one document to the next.
import type { Document, EmbeddedFontClass, GlyphRun, ParsedFont } from './pdfmake.ts'

/**
 * A parsed font remembers with each glyph the characters of its first use. Fonts draw several
 * letters with one glyph (the bodies of ب and ي, with dots of their own), so each use must keep
 * its own characters.
 */
export function keepCharacters(font: ParsedFont): void {
  const getGlyph = font.getGlyph.bind(font)
  font.getGlyph = (id, codePoints = []) => {
    const glyph = getGlyph(id, codePoints)
    if (isSame(glyph.codePoints, codePoints)) return glyph
    return Object.create(glyph, { codePoints: { value: codePoints } })
  }
}

const extended = new WeakMap<EmbeddedFontClass, EmbeddedFontClass>()

// Shaping is a third of the work, and documents repeat the same words.
const wordsMax = 5_000
const shaped = new WeakMap<ParsedFont, Map<string, GlyphRun>>()

function shapedBy(font: ParsedFont): Map<string, GlyphRun> {
  const before = shaped.get(font)
  if (before && before.size < wordsMax) return before
  const empty = new Map<string, GlyphRun>()
  shaped.set(font, empty)
  return empty
}

/**
 * The class of fonts, changed so that a glyph has one number in the file for each text
 * that it represents.
 */
export function readable(base: EmbeddedFontClass): EmbeddedFontClass {
  const before = extended.get(base)
  if (before) return before
  class ReadableFont extends base {
    readonly #numbers = new Map<string, number>()
    readonly #shaped: Map<string, GlyphRun>

    constructor(document: Document, font: ParsedFont, id: string) {
      super(document, font, id)
      this.#shaped = shapedBy(font)
    }

    override layoutCached(text: string): GlyphRun {
      const before = this.#shaped.get(text)
      if (before) return before
      const run = super.layoutCached(text)
      if (this.#shaped.size < wordsMax) this.#shaped.set(text, run)
      return run
    }

    override encode(text: string, features?: object): [string[], object[]] {
      const { glyphs, positions } = this.layout(text, features)
      const codes = glyphs.map((glyph) => {
        const key = `${glyph.id} ${glyph.codePoints.join(' ')}`
        const number = this.#numbers.get(key) ?? this.#include(glyph.id, glyph.codePoints)
        this.#numbers.set(key, number)
        this.widths[number] ??= glyph.advanceWidth * this.scale
        return number.toString(16).padStart(4, '0')
      })
      return [codes, positions]
    }

    #include(id: number, codePoints: number[]): number {
      const first = this.subset.includeGlyph(id)
      const isFree = this.unicode[first] === undefined
      const number = isFree ? first : this.subset.addGlyph(id)
      this.unicode[number] = codePoints
      return number
    }
  }
  extended.set(base, ReadableFont)
  return ReadableFont
}

function isSame(a: number[], b: number[]): boolean {
  return a.length === b.length && a.every((value, index) => value === b[index])
}
