// The cost of printing: pages per second and thread, against what stock pdfmake takes
// for as many texts.
import { readFileSync } from 'node:fs'
import type { DrawOptions } from '../../src/pdf/layout/draw.ts'
import { draw } from '../../src/pdf/layout/draw.ts'
import {
  type EmbeddedFont,
  fontClass,
  PdfDocument,
  PdfLayoutBuilder,
  PdfRenderer,
} from '../../src/pdf/layout/pdfmake.ts'
import { margins, sizes } from '../../src/pdf/layout/style.ts'
import { printDocument } from '../../src/pdf/print-document.ts'
import type { Block, Sheet } from '../../src/pdf/sheet.ts'
import { toSheet } from '../../src/pdf/to-sheet.ts'
import { invoiceOf } from '../pdf/documents.ts'

const options = { kind: 'any', locale: 'en', paper: 'a4', embed: false, images: false } as const
const limits = { charactersMax: 10_000_000, pagesMax: 10_000 }
const drawOptions: DrawOptions = { paper: 'a4', pagesMax: limits.pagesMax }

type Made = { pages: number; bytes: number }
type Cost = Made & { cpuMs: number }

/**
 * The cost of each run of each task. The tasks take turns, so that the compiler, the garbage
 * collector and neighbours on this machine affect all alike.
 */
async function measure(runs: number, works: (() => Promise<Made>)[]): Promise<Cost[][]> {
  const costs: Cost[][] = works.map(() => [])
  for (let run = 0; run < runs; run++)
    for (const [index, work] of works.entries()) {
      const before = process.cpuUsage()
      const made = await work()
      const { user, system } = process.cpuUsage(before)
      costs[index]!.push({ ...made, cpuMs: (user + system) / 1000 })
    }
  return costs
}

const medianOf = (values: number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!
const timeOf = (costs: Cost[]) => medianOf(costs.map(({ cpuMs }) => cpuMs))

async function print(bytes: Buffer): Promise<Made> {
  const printed = await printDocument(bytes, options, limits)
  if (printed.kind !== 'printed') throw new Error(JSON.stringify(printed))
  return { pages: printed.pages, bytes: printed.pdf.length }
}

async function drawn(sheet: Sheet): Promise<Made> {
  const result = await draw(sheet, drawOptions)
  if (result.kind !== 'drawn') throw new Error(JSON.stringify(result))
  return { pages: result.pages, bytes: result.pdf.length }
}

// The same texts in the same blocks, but as finished text: what remains is layout, fonts and the
// file, which are pdfmake's own work.
function sheetOf(bytes: Buffer): Sheet {
  const made = toSheet(bytes, options)
  if (made.kind !== 'sheet') throw new Error(JSON.stringify(made))
  const blocks = JSON.parse(
    JSON.stringify(made.sheet.blocks).replace(/[\u2068\u2069]/g, ''),
  ) as Block[]
  return { ...made.sheet, blocks }
}

const roboto = (name: string) =>
  readFileSync(new URL(import.meta.resolve(`pdfmake/fonts/Roboto/Roboto-${name}.ttf`)))
const bare = { autoFirstPage: false, font: null } as const
const parse = (name: string) =>
  new PdfDocument({}, {}, {}, {}, bare, null, () => false).font(roboto(name))._font
const parsed = { normal: parse('Regular'), bold: parse('Medium') }

/** Stock pdfmake, except that its fonts are parsed only once. */
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

/**
 * The same texts as cells of one plain table, in one font: no styles, no alignment, no order of
 * scripts, no PDF/A.
 */
async function stock(texts: string[]): Promise<Made> {
  const rows: { text: string }[][] = []
  for (let at = 0; at < texts.length; at += stockColumns)
    rows.push(
      Array.from({ length: stockColumns }, (_, index) => ({ text: texts[at + index] ?? '' })),
    )
  const document = new StockDocument({}, {}, {}, {}, { ...bare, compress: true }, null, () => false)
  const builder = new PdfLayoutBuilder({ ...sizes.a4, orientation: 'portrait' }, margins, {})
  const content = [
    { table: { widths: Array(stockColumns).fill('*'), body: rows, dontBreakRows: true } },
  ]
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

/** Every separately set text of a sheet. */
function textsOf(value: unknown, key = ''): string[] {
  if (typeof value === 'string') return value === '' || notPrinted.has(key) ? [] : [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, each]) => textsOf(each, name))
}

const notPrinted = new Set(['kind', 'align', 'width', 'tone', 'qr'])

/**
 * The tasks for an invoice with that many lines: our print, the layout of its finished texts,
 * and pdfmake's floor.
 */
function worksOf(lines: number) {
  const bytes = invoiceOf(lines)
  const finished = sheetOf(bytes)
  const texts = textsOf(finished.blocks)
  return { lines, texts, works: [() => print(bytes), () => drawn(finished), () => stock(texts)] }
}

export async function benchPdf(): Promise<void> {
  // Warm: fonts parsed and code compiled for all three alike.
  await measure(200, worksOf(2).works)
  const report = [
    ...(await rowsFor([2], 400)),
    ...(await rowsFor([20], 100)),
    ...(await rowsFor([200, 1_000], 10)),
  ]
  console.table(report)
}

async function rowsFor(sizes: number[], runs: number): Promise<Record<string, unknown>[]> {
  const invoices = sizes.map(worksOf)
  const works = invoices.flatMap((each) => each.works)
  await measure(1, works)
  const costs = await measure(runs, works)
  return invoices.map(({ lines, texts }, index) => {
    const [ours, layout, floor] = costs.slice(3 * index) as [Cost[], Cost[], Cost[]]
    const { pages, bytes } = ours[0]!
    const cpuMs = timeOf(ours)
    return {
      lines,
      pages,
      kilobytes: Math.round(bytes / 1000),
      cpuMs: rounded(cpuMs),
      layoutMs: rounded(timeOf(layout)),
      texts: texts.length,
      stockMs: rounded(timeOf(floor)),
      // Turn by turn, because the speed of the machine changes meanwhile.
      aboveStockMs: rounded(medianOf(ours.map((each, turn) => each.cpuMs - floor[turn]!.cpuMs))),
      cpuMsPerLine: rounded(cpuMs / lines, 3),
      pagesPerSecond: Math.round((pages * 1000) / cpuMs),
      residentMegabytes: Math.round(process.memoryUsage().rss / 1e6),
    }
  })
}

function rounded(value: number, slots = 1): number {
  return Number(value.toFixed(slots))
}
