// Tables with a head on every page, and the sums at their foot.
import type { Block, Cell, Column, TotalRow } from '../sheet.ts'
import { heightOf, unbrokenMax, wholeRows } from './height.ts'
import type { Node } from './pdfmake.ts'
import { cellPadding, colours, type Desk, end, inOrder, layouts, sides, words } from './style.ts'

/** `title`: a heading that is repeated with the head of the table on each page. */
export function table(
  desk: Desk,
  { columns, rows, dense }: Extract<Block, { kind: 'table' }>,
  title?: Node,
): Node {
  const size = dense ? 7.5 : 9
  const decimals = columns.map((_, index) =>
    Math.max(0, ...rows.map((row) => row[index]?.decimals ?? 0)),
  )
  const head = columns.map((column) =>
    words(desk, column.label, {
      bold: true,
      fontSize: 7.5,
      color: colours.muted,
      fillColor: colours.shade,
      ...(column.align === 'decimal' ? { alignment: 'right' } : {}),
    }),
  )
  const body = rows.map((row) =>
    inOrder(
      desk,
      columns.map((column, index) =>
        cell(desk, column, row[index] ?? { text: '' }, decimals[index]!, size),
      ),
    ),
  )
  const widths = inOrder(desk, columnWidths(desk, columns))
  const whole = wholeRows(desk, body, widths)
  return {
    table: {
      headerRows: title ? 2 : 1,
      ...whole,
      ...(whole.dontBreakRows ? { keepWithHeaderRows: 1 } : {}),
      widths,
      body: [...(title ? [titleRow(title, columns.length)] : []), inOrder(desk, head), ...body],
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

function columnWidths(desk: Desk, columns: Column[]): number[] {
  const shares = columns.filter(({ width }) => width === 'share').length
  const fixed = columns.reduce((sum, { width }) => sum + (width === 'share' ? 0 : width), 0)
  return columns.map(
    ({ width }) => (width === 'share' ? (desk.width - fixed) / shares : width) - 2 * cellPadding,
  )
}

function cell(desk: Desk, column: Column, content: Cell, decimals: number, size: number): Node {
  const { text, strong, details = [] } = content
  const isDecimal = column.align === 'decimal'
  const alignment = isDecimal ? { alignment: 'right' } : {}
  const missing =
    isDecimal && text !== '' && content.decimals !== undefined ? decimals - content.decimals : 0
  // The space of the digits that a shorter number does not have, so that decimal signs stand under
  // each other.
  const pad =
    (missing * desk.digit + (missing > 0 && content.decimals === 0 ? desk.point : 0)) * size
  const main = words(desk, text, {
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
        words(desk, each, { fontSize: 7, color: colours.muted, ...alignment }),
      ),
    ],
  }
}

export function totals(desk: Desk, rows: TotalRow[]): Node {
  const decimals = Math.max(...rows.map((row) => row.decimals))
  const body = rows.map(({ label, amount, decimals: own, currency, strong }) => {
    const size = strong ? 11 : 9
    const missing = decimals - own
    const pad = (missing * desk.digit + (missing > 0 && own === 0 ? desk.point : 0)) * size
    const style = { fontSize: size, ...(strong ? { bold: true } : {}) }
    return inOrder(desk, [
      words(desk, label, style),
      words(desk, currency, {
        ...style,
        alignment: end(desk),
        color: strong ? colours.ink : colours.muted,
      }),
      words(desk, amount, {
        ...style,
        alignment: 'right',
        ...(pad > 0 ? { margin: [0, 0, pad, 0] } : {}),
      }),
    ])
  })
  const widths = inOrder(desk, [150, 32, 104])
  const left = desk.width - 150 - 32 - 104 - 6 * cellPadding
  const made: Node = {
    table: { widths, body, ...wholeRows(desk, body, widths) },
    layout: { ...layouts.totals, hLineWidth: (index: number) => totalRule(rows, index) },
    margin: sides(desk, left, 2, 0, 8),
  }
  return heightOf(desk, made, desk.width) <= unbrokenMax ? { ...made, unbreakable: true } : made
}

// A line above and below what is to be paid.
function totalRule(rows: TotalRow[], index: number): number {
  return rows[index]?.strong || rows[index - 1]?.strong ? 0.8 : 0
}
