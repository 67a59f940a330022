// What printing costs: pages per second and thread, against what pdfmake takes for as many words by itself.
import { performance } from 'node:perf_hooks'
import type { DrawOptions } from '../../src/pdf/paper/draw.ts'
import { draw } from '../../src/pdf/paper/draw.ts'
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

export async function benchPdf(): Promise<void> {
  const invoices = [2, 20, 200, 1_000].map((lines) => ({ lines, bytes: invoiceOf(lines) }))
  // Warm: fonts parsed, code compiled.
  for (let run = 0; run < 40; run++) await print(invoices[0]!.bytes)
  const report: Record<string, unknown>[] = []
  for (const { lines, bytes } of invoices) {
    const runs = lines > 100 ? 5 : 60
    const floor = sheetOf(bytes)
    // By turns, so that a neighbour on this machine disturbs both alike.
    const ours = await measure(runs, () => print(bytes))
    const bare = await measure(runs, () => drawn(floor))
    report.push({
      lines,
      pages: ours.pages,
      kilobytes: Math.round(ours.bytes / 1000),
      cpuMs: rounded(ours.cpuMs),
      floorMs: rounded(bare.cpuMs),
      aboveFloorMs: rounded(ours.cpuMs - bare.cpuMs),
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
