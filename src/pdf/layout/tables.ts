// Tables with a head on every page, and the sums at their foot.
import type { Block, Cell, Column, TotalRow } from '../sheet.ts'
import { heightOf, unbrokenMax, wholeRows } from './height.ts'
import type { Node } from './pdfmake.ts'
import {
  cellPadding,
  colours,
  end,
  inOrder,
  type LayoutContext,
  layouts,
  sides,
  words,
} from './style.ts'

/** `title`: a heading repeated with the head of the table on each page. */
export function table(
  context: LayoutContext,
  { columns, rows, dense }: Extract<Block, { kind: 'table' }>,
  title?: Node,
): Node {
  const size = dense ? 7.5 : 9
  const decimals = columns.map((_, index) =>
    Math.max(0, ...rows.map((row) => row[index]?.decimals ?? 0)),
  )
  const head = columns.map((column) =>
    words(context, column.label, {
      bold: true,
      fontSize: 7.5,
      color: colours.muted,
      fillColor: colours.shade,
      ...(column.align === 'decimal' ? { alignment: 'right' } : {}),
    }),
  )
  const body = rows.map((row) =>
    inOrder(
      context,
      columns.map((column, index) =>
        cell(context, column, row[index] ?? { text: '' }, decimals[index]!, size),
      ),
    ),
  )
  const widths = inOrder(context, columnWidths(context, columns))
  const whole = wholeRows(context, body, widths)
  return {
    table: {
      headerRows: title ? 2 : 1,
      ...whole,
      ...(whole.dontBreakRows ? { keepWithHeaderRows: 1 } : {}),
      widths,
      body: [...(title ? [titleRow(title, columns.length)] : []), inOrder(context, head), ...body],
    },
    layout: {
      ...(dense ? layouts.dense : layouts.ruled),
      hLineWidth: ruleOf(dense ? 0.3 : 0.5, title ? 2 : 1),
    },
    margin: [0, 2, 0, 8],
  }
}

function titleRow(title: Node, columns: number): Node[] {
  return [
    { ...title, colSpan: columns, margin: [-cellPadding, 5, 0, 1] },
    ...Array(columns - 1).fill({ text: '' }),
  ]
}

// No line above the head.
function ruleOf(width: number, headRows: number): (index: number) => number {
  return (index) => (index < headRows ? 0 : width)
}

function columnWidths(context: LayoutContext, columns: Column[]): number[] {
  const shares = columns.filter(({ width }) => width === 'share').length
  const fixed = columns.reduce((sum, { width }) => sum + (width === 'share' ? 0 : width), 0)
  return columns.map(
    ({ width }) => (width === 'share' ? (context.width - fixed) / shares : width) - 2 * cellPadding,
  )
}

function cell(
  context: LayoutContext,
  column: Column,
  content: Cell,
  decimals: number,
  size: number,
): Node {
  const { text, strong, details = [] } = content
  const isDecimal = column.align === 'decimal'
  const alignment = isDecimal ? { alignment: 'right' } : {}
  const missing =
    isDecimal && text !== '' && content.decimals !== undefined ? decimals - content.decimals : 0
  // The width of the digits that a shorter number lacks, so that decimal signs are aligned.
  const pad =
    (missing * context.digit + (missing > 0 && content.decimals === 0 ? context.point : 0)) * size
  const main = words(context, text, {
    fontSize: size,
    ...(strong ? { bold: true } : {}),
    ...alignment,
    ...(pad > 0 ? { margin: [0, 0, pad, 0] } : {}),
  })
  if (details.length === 0) return main
  return {
    stack: [
      ...(text === '' ? [] : [main]),
      ...details.map((each) =>
        words(context, each, { fontSize: 7, color: colours.muted, ...alignment }),
      ),
    ],
  }
}

export function totals(context: LayoutContext, rows: TotalRow[]): Node {
  const decimals = Math.max(...rows.map((row) => row.decimals))
  const body = rows.map(({ label, amount, decimals: own, currency, strong }) => {
    const size = strong ? 11 : 9
    const missing = decimals - own
    const pad = (missing * context.digit + (missing > 0 && own === 0 ? context.point : 0)) * size
    const style = { fontSize: size, ...(strong ? { bold: true } : {}) }
    return inOrder(context, [
      words(context, label, style),
      words(context, currency, {
        ...style,
        alignment: end(context),
        color: strong ? colours.ink : colours.muted,
      }),
      words(context, amount, {
        ...style,
        alignment: 'right',
        ...(pad > 0 ? { margin: [0, 0, pad, 0] } : {}),
      }),
    ])
  })
  const widths = inOrder(context, [150, 32, 104])
  const left = context.width - 150 - 32 - 104 - 6 * cellPadding
  const made: Node = {
    table: { widths, body, ...wholeRows(context, body, widths) },
    layout: { ...layouts.totals, hLineWidth: (index: number) => totalRule(rows, index) },
    margin: sides(context, left, 2, 0, 8),
  }
  return heightOf(context, made, context.width) <= unbrokenMax
    ? { ...made, unbreakable: true }
    : made
}

// A line above and below the amount due.
function totalRule(rows: TotalRow[], index: number): number {
  return rows[index]?.strong || rows[index - 1]?.strong ? 0.8 : 0
}
