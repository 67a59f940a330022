// What printing costs: pages per second and thread, against what pdfmake takes for as many texts by itself.
import { readFileSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import type { DrawOptions } from '../../src/pdf/paper/draw.ts'
import { draw } from '../../src/pdf/paper/draw.ts'
import {
  type EmbeddedFont,
  fontClass,
  PdfDocument,
  PdfLayoutBuilder,
  PdfRenderer,
} from '../../src/pdf/paper/pdfmake.ts'
import { margins, sizes } from '../../src/pdf/paper/style.ts'
import { printDocument } from '../../src/pdf/print-document.ts'
import type { Block, Sheet } from '../../src/pdf/sheet.ts'
import { toSheet } from '../../src/pdf/to-sheet.ts'
import { invoiceOf } from '../pdf/documents.ts'

const options = { kind: 'any', locale: 'en', paper: 'a4', embed: false, images: false } as const
const limits = { charactersMax: 10_000_000, pagesMax: 10_000 }
const drawOptions: DrawOptions = { paper: 'a4', pagesMax: limits.pagesMax }

type Cost = { cpuMs: number; wallMs: number; pages: number; bytes: number }

/** Median CPU and wall-clock time of one run. */
async function measure(runs: number, work: () => Promise<{ pages: number; bytes: number }>): Promise<Cost> {
  const costs: Cost[] = []
  for (let run = 0; run < runs; run++) {
    const cpu = process.cpuUsage()
    const start = performance.now()
    const { pages, bytes } = await work()
    const { user, system } = process.cpuUsage(cpu)
    costs.push({ cpuMs: (user + system) / 1000, wallMs: performance.now() - start, pages, bytes })
  }
  return costs.sort((a, b) => a.cpuMs - b.cpuMs)[Math.floor(runs / 2)]!
}

async function print(bytes: Buffer): Promise<{ pages: number; bytes: number }> {
  const printed = await printDocument(bytes, options, limits)
  if (printed.kind !== 'printed') throw new Error(JSON.stringify(printed))
  return { pages: printed.pages, bytes: printed.pdf.length }
}

async function drawn(sheet: Sheet): Promise<{ pages: number; bytes: number }> {
  const result = await draw(sheet, drawOptions)
  if (result.kind !== 'drawn') throw new Error(JSON.stringify(result))
  return { pages: result.pages, bytes: result.pdf.length }
}

// The same texts in the same blocks, but as finished text: what is left is layout, fonts and the file, which are
// pdfmake's own work.
function sheetOf(bytes: Buffer): Sheet {
  const made = toSheet(bytes, options)
  if (made.kind !== 'sheet') throw new Error(JSON.stringify(made))
  const blocks = JSON.parse(JSON.stringify(made.sheet.blocks).replace(/[\u2068\u2069]/g, '')) as Block[]
  return { ...made.sheet, blocks }
}

const roboto = (name: string) =>
  readFileSync(new URL(import.meta.resolve(`pdfmake/fonts/Roboto/Roboto-${name}.ttf`)))
const bare = { autoFirstPage: false, font: null } as const
const parse = (name: string) =>
  new PdfDocument({}, {}, {}, {}, bare, null, () => false).font(roboto(name))._font
const parsed = { normal: parse('Regular'), bold: parse('Medium') }

/** pdfmake as it comes, but for its fonts, which are parsed once here as well. */
class StockDocument extends PdfDocument {
  readonly #fonts = new Map<EmbeddedFont, EmbeddedFont>()

  override provideFont(_: string, bold: boolean): EmbeddedFont {
    const source = bold ? parsed.bold : parsed.normal
    const id = `F${this.#fonts.size + 1}`
    const font = this.#fonts.get(source) ?? new (fontClass(source))(this, source.font, id)
    this.#fonts.set(source, font)
    this._fontFamilies[id] = font
    return font
  }
}

const stockColumns = 5

/** The same texts as cells of one plain table: no styles, no alignment, no shaping, no PDF/A. */
async function stock(texts: string[]): Promise<{ pages: number; bytes: number }> {
  const rows: { text: string }[][] = []
  for (let at = 0; at < texts.length; at += stockColumns)
    rows.push(Array.from({ length: stockColumns }, (_, index) => ({ text: texts[at + index] ?? '' })))
  const document = new StockDocument({}, {}, {}, {}, { ...bare, compress: true }, null, () => false)
  const builder = new PdfLayoutBuilder({ ...sizes.a4, orientation: 'portrait' }, margins, {})
  const content = [{ table: { widths: Array(stockColumns).fill('*'), body: rows, dontBreakRows: true } }]
  const style = { font: 'Roboto', fontSize: 9 }
  const none = () => undefined
  const foot = (page: number) => ({ text: String(page) })
  const pages = builder.layoutDocument(
    content,
    document,
    {},
    style,
    undefined,
    none,
    foot,
    undefined,
    undefined,
  )
  new PdfRenderer(document).renderPages(pages)
  let bytes = 0
  const written = new Promise<void>((done) => {
    document.on('data', (part: Buffer) => (bytes += part.length))
    document.on('end', done)
  })
  document.end()
  await written
  return { pages: pages.length, bytes }
}

/** Every text of a sheet that is set by itself. */
function textsOf(value: unknown, key = ''): string[] {
  if (typeof value === 'string') return ['kind', 'align', 'qr'].includes(key) ? [] : [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, each]) => textsOf(each, name))
}

export async function benchPdf(): Promise<void> {
  const invoices = [2, 20, 200, 1_000].map((lines) => ({ lines, bytes: invoiceOf(lines) }))
  // Warm: fonts parsed, code compiled.
  for (let run = 0; run < 40; run++) await print(invoices[0]!.bytes)
  const report: Record<string, unknown>[] = []
  for (const { lines, bytes } of invoices) {
    const runs = lines > 100 ? 5 : 60
    const finished = sheetOf(bytes)
    const texts = textsOf(finished.blocks)
    await stock(texts)
    // By turns, so that a neighbour on this machine disturbs both alike.
    const ours = await measure(runs, () => print(bytes))
    const layout = await measure(runs, () => drawn(finished))
    const floor = await measure(runs, () => stock(texts))
    report.push({
      lines,
      pages: ours.pages,
      kilobytes: Math.round(ours.bytes / 1000),
      cpuMs: rounded(ours.cpuMs),
      layoutMs: rounded(layout.cpuMs),
      texts: texts.length,
      stockMs: rounded(floor.cpuMs),
      aboveStockMs: rounded(ours.cpuMs - floor.cpuMs),
      cpuMsPerLine: rounded(ours.cpuMs / lines, 3),
      pagesPerSecond: Math.round((ours.pages * 1000) / ours.cpuMs),
      residentMegabytes: Math.round(process.memoryUsage().rss / 1e6),
    })
  }
  console.table(report)
}

function rounded(value: number, places = 1): number {
  return Number(value.toFixed(places))
}
