// The parts of pdfmake that lay out and draw. Its own entry point parses every font again for every
// document (25 ms) and includes a URL resolver; assembled by hand, the fonts are parsed once and
// nothing can fetch.
import { createRequire } from 'node:module'
import type { FontSubset } from './font-subset.ts'

/** What pdfmake accepts as content: https://pdfmake.github.io/docs, as far as we use it. */
export type Node = { [key: string]: unknown }

/**
 * A font as embedded by pdfkit into one document; `font` is the parsed font, which can serve many.
 */
export type EmbeddedFont = {
  font: ParsedFont
  /** In thousandths of the size. */
  ascender: number
  descender: number
  lineGap: number
  scale: number
  /** For each glyph of the subset its width, and the characters that it represents. */
  widths: number[]
  unicode: number[][]
  /** fontkit's, until we replace it with ours. */
  subset: FontSubset
  layout(text: string, features?: object): GlyphRun
  layoutCached(text: string): GlyphRun
  encode(text: string, features?: object): [codes: string[], positions: object[]]
  widthOfString(text: string, size: number): number
}
export type GlyphRun = { glyphs: Glyph[]; positions: object[] }
export type Glyph = { id: number; codePoints: number[]; advanceWidth: number }
export type ParsedFont = {
  hasGlyphForCodePoint(codePoint: number): boolean
  getGlyph(id: number, codePoints?: number[]): Glyph
}
export type EmbeddedFontClass = new (
  document: Document,
  font: ParsedFont,
  id: string,
) => EmbeddedFont

/** A piece of text that is not broken, placed on its line. */
export type Inline = {
  text: string
  width: number
  trailingCut: number
  leadingCut: number
  x: number
  /** Ours: the embedding level of its characters. */
  level?: number
}
export type Line = { inlines: Inline[]; x: number; y: number }
type Page = {
  items: { type: string; item: unknown }[]
  pageSize: { width: number; height: number }
}

export type DocumentOptions = {
  pdfVersion: string
  subset?: string
  tagged: boolean
  displayTitle: boolean
  lang: string
  autoFirstPage: false
  font: null
  compress: boolean
  info: Info
}

type Info = Record<string, string | Date>

type Structure = { end(): void }

export type Document = NodeJS.ReadableStream & {
  font(source: Uint8Array): Document
  _font: EmbeddedFont
  _fontCount: number
  _fontFamilies: Record<string, EmbeddedFont>
  provideFont(family: string, bold: boolean, italics: boolean): EmbeddedFont
  struct(type: string, draw: () => void): Structure
  addStructure(structure: Structure): void
  markContent(tag: 'Artifact', options?: { type: string }): void
  endMarkedContent(): void
  file(source: Buffer, options: Record<string, unknown>): void
  info: Info
  /** Writes `info` into the XMP. */
  _addInfo(): void
  end(): void
}

type DocumentClass = new (
  fonts: object,
  images: Record<string, string>,
  patterns: object,
  attachments: object,
  options: Partial<DocumentOptions>,
  virtualfs: null,
  localAccessPolicy: (path: string) => boolean,
) => Document

type LayoutBuilder = {
  registerTableLayouts(layouts: Record<string, object>): void
  layoutDocument(
    content: Node[],
    document: Document,
    styles: Record<string, object>,
    defaultStyle: object,
    background: undefined,
    header: (page: number, pages: number) => Node | undefined,
    footer: (page: number, pages: number) => Node,
    watermark: undefined,
    pageBreakBefore: undefined,
  ): Page[]
}
type Renderer = {
  renderPages(pages: Page[]): void
  renderLine(line: Line, x: number, y: number): void
  renderVector(vector: object): void
}

type Margins = { left: number; top: number; right: number; bottom: number }
type Size = { width: number; height: number; orientation: 'portrait' }

const require = createRequire(import.meta.url)

export const PdfDocument = (require('pdfmake/js/PDFDocument.js') as { default: DocumentClass })
  .default

export const PdfLayoutBuilder = (
  require('pdfmake/js/LayoutBuilder.js') as {
    default: new (size: Size, margins: Margins, svgMeasure: object) => LayoutBuilder
  }
).default

export const PdfRenderer = (
  require('pdfmake/js/Renderer.js') as { default: new (document: Document) => Renderer }
).default

/** The class of the fonts of a document, which pdfkit does not export. */
export function fontClass(font: EmbeddedFont): EmbeddedFontClass {
  return font.constructor as EmbeddedFontClass
}
