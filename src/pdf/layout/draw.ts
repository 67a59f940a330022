// From a sheet to the bytes of a PDF: laid out and drawn by pdfmake, with our fonts and our
// ordering of right-to-left text.
import { escapeText } from '../../xml/index.ts'
import { wordsFor } from '../labels/index.ts'
import type { Sheet } from '../sheet.ts'
import { footer, header, toNodes } from './definition.ts'
import { embedFont } from './fonts.ts'
import {
  type Document,
  type DocumentOptions,
  type EmbeddedFont,
  type Line,
  PdfDocument,
  PdfLayoutBuilder,
  PdfRenderer,
} from './pdfmake.ts'
import {
  defaultStyle,
  type LayoutContext,
  layouts,
  margins,
  newDesk,
  type Paper,
  sizes,
} from './style.ts'
import { newRuns } from './text-runs.ts'
import { orderVisually } from './visual-order.ts'

export type DrawOptions = {
  paper: Paper
  pagesMax: number
  /** A file to embed, marked as the source of the document. */
  source?: { name: string; bytes: Uint8Array }
}

export type Drawn =
  | { kind: 'drawn'; pdf: Buffer; pages: number; missingGlyphs: string[] }
  | { kind: 'too-long'; pages: number }

export async function draw(sheet: Sheet, { paper, pagesMax, source }: DrawOptions): Promise<Drawn> {
  const document = new SheetDocument(optionsOf(sheet))
  const runs = newRuns(sheet.locale === 'ar')
  const context = newDesk(sheet, paper, runs, (text) =>
    document.provideFont('Roboto', false, false).widthOfString(text, 1),
  )
  const pages = layOut(document, context, sheet, paper)
  if (pages.length > pagesMax) return { kind: 'too-long', pages: pages.length }
  if (source) attach(document, source, sheet)
  const bytes = collect(document)
  new SheetRenderer(document).renderPages(pages)
  document.end()
  return {
    kind: 'drawn',
    pdf: await bytes,
    pages: pages.length,
    missingGlyphs: [...runs.missing].sort(),
  }
}

function layOut(document: Document, context: LayoutContext, sheet: Sheet, paper: Paper) {
  const { page } = wordsFor(sheet.locale)
  const builder = new PdfLayoutBuilder({ ...sizes[paper], orientation: 'portrait' }, margins, {})
  builder.registerTableLayouts(layouts)
  const pageText = (number: number, of: number) =>
    page.replace('{page}', String(number)).replace('{pages}', String(of))
  return builder.layoutDocument(
    toNodes(context, sheet.blocks),
    document,
    {},
    defaultStyle(context),
    undefined,
    (number) => (number > 1 ? header(context, sheet.heading) : undefined),
    (number, of) => footer(context, sheet.footer, pageText(number, of)),
    undefined,
    undefined,
  )
}

function optionsOf({ title, author, locale, createdAt }: Sheet): DocumentOptions {
  return {
    pdfVersion: '1.7',
    subset: 'PDF/A-3b',
    tagged: false,
    displayTitle: true,
    lang: locale,
    autoFirstPage: false,
    font: null,
    compress: true,
    info: {
      Title: title,
      ...(author ? { Author: author } : {}),
      Producer: 'Fourcorner',
      Creator: 'Fourcorner',
      CreationDate: createdAt,
      ModDate: createdAt,
    },
  }
}

function attach(
  document: Document,
  { name, bytes }: { name: string; bytes: Uint8Array },
  { createdAt }: Sheet,
): void {
  document.file(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), {
    name,
    type: 'text/xml',
    relationship: 'Source',
    creationDate: createdAt,
    modifiedDate: createdAt,
  })
}

function collect(document: Document): Promise<Buffer> {
  const parts: Buffer[] = []
  return new Promise((resolve, reject) => {
    document.on('data', (part: Buffer) => parts.push(part))
    document.on('end', () => resolve(Buffer.concat(parts)))
    document.on('error', reject)
  })
}

/** A document whose fonts are already parsed, and which reads no files. */
class SheetDocument extends PdfDocument {
  readonly #fonts = new Map<string, EmbeddedFont>()

  constructor(options: DocumentOptions) {
    super({}, {}, {}, {}, options, null, () => false)
  }

  override provideFont(family: string, bold: boolean, italics: boolean): EmbeddedFont {
    const style = bold ? 'bold' : italics ? 'italics' : 'normal'
    const key = `${family} ${style}`
    const font = this.#fonts.get(key) ?? embedFont(this, family, style)
    this.#fonts.set(key, font)
    return font
  }

  // pdfkit pastes title and author into the XMP unescaped (docs/upstream/pdfkit-xmp.md).
  override _addInfo(): void {
    const { info } = this
    this.info = Object.fromEntries(
      Object.entries(info).map(([name, value]) => [
        name,
        typeof value === 'string' ? escapeText(value) : value,
      ]),
    )
    super._addInfo()
    this.info = info
  }
}

class SheetRenderer extends PdfRenderer {
  readonly #ordered = new WeakSet<Line['inlines']>()

  // The head of a table is drawn on every page from the same inlines.
  override renderLine(line: Line, x: number, y: number): void {
    if (!this.#ordered.has(line.inlines)) orderVisually(line.inlines)
    this.#ordered.add(line.inlines)
    super.renderLine(line, x, y)
  }
}
