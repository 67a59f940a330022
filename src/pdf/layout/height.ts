// The maximum height of nodes. If pdfmake is told to keep together what is higher than a page, it
// draws beyond the end of the page, invisibly: so only what certainly fits is kept together.
import type { Node } from './pdfmake.ts'
import type { LayoutContext } from './style.ts'

/** Half a page: a line may end early before a long word, but never before its middle. */
export const unbrokenMax = 340

const usualSize = 9
// Above and below the text of a cell, and the line between.
const rowSpace = 7

/** In points, taking each character to be as wide as the font is high. */
export function heightOf(context: LayoutContext, node: Node, width: number): number {
  const [, top = 0, , bottom = 0] = (node.margin as number[] | undefined) ?? []
  return top + bottom + contentHeight(context, node, width)
}

function contentHeight(context: LayoutContext, node: Node, width: number): number {
  const { stack, table, qr, fit } = node as {
    stack?: Node[]
    table?: { body: Node[][]; widths: number[] }
    qr?: string
    fit?: number
  }
  if (stack) return stack.reduce((sum, each) => sum + heightOf(context, each, width), 0)
  if (table) return table.body.reduce((sum, row) => sum + rowHeight(context, row, table.widths), 0)
  if (qr !== undefined) return fit ?? 0
  return textHeight(context, node, width)
}

function rowHeight(context: LayoutContext, row: Node[], widths: number[]): number {
  const heights = row.map((cell, index) =>
    heightOf(context, cell, cell.colSpan ? context.width : (widths[index] ?? context.width)),
  )
  return rowSpace + Math.max(...heights)
}

/** For the rows of a table, none of which is then split at the end of a page. */
export function wholeRows(
  context: LayoutContext,
  body: Node[][],
  widths: number[],
): { dontBreakRows?: true } {
  return body.every((row) => rowHeight(context, row, widths) <= unbrokenMax)
    ? { dontBreakRows: true }
    : {}
}

function textHeight(context: LayoutContext, { text, fontSize }: Node, width: number): number {
  const size = (fontSize as number | undefined) ?? usualSize
  const whole = typeof text === 'string' ? text : textOfRuns(text as { text: string }[] | undefined)
  const perLine = Math.max(1, Math.floor(width / size))
  let lines = 0
  for (const line of whole.split('\n')) lines += Math.max(1, Math.ceil(line.length / perLine))
  return lines * size * context.lineHeight
}

function textOfRuns(runs: { text: string }[] = []): string {
  return runs.map(({ text }) => text).join('')
}
