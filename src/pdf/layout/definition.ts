// Blocks as pdfmake nodes.
import type { Block, Fact, Party } from '../sheet.ts'
import { heightOf, unbrokenMax, wholeRows } from './height.ts'
import type { Node } from './pdfmake.ts'
import { colours, end, inOrder, type LayoutContext, margins, tones, words } from './style.ts'
import { table, totals } from './tables.ts'

/** The nodes of all blocks; a heading is never alone at the foot of a page. */
export function toNodes(context: LayoutContext, blocks: Block[]): Node[] {
  const nodes: Node[] = []
  for (let index = 0; index < blocks.length; index++) {
    const block = blocks[index]!
    const next = blocks[index + 1]
    if (block.kind === 'heading' && next && next.kind !== 'heading') {
      nodes.push(...withHeading(context, block, next))
      index++
    } else nodes.push(...toNode(context, block))
  }
  return nodes
}

type Heading = Extract<Block, { kind: 'heading' }>

// Short blocks are kept whole. A long table includes its heading in its head; a long list may break
// after its beginning.
const shortRowsMax = 5

function withHeading(context: LayoutContext, title: Heading, block: Block): Node[] {
  const whole = asOne(context, [heading(context, title), ...toNode(context, block)])
  if (block.kind === 'table' && (block.rows.length > shortRowsMax || !whole))
    return [table(context, block, heading(context, title))]
  if (block.kind === 'list' && (block.facts.length > shortRowsMax || !whole)) {
    const beginning = {
      ...factList(context, block.facts.slice(0, 2), context.width),
      margin: [0, 0, 0, 0],
    }
    const first = asOne(context, [heading(context, title), beginning])
    if (first) return [first, ...toNode(context, { kind: 'list', facts: block.facts.slice(2) })]
  }
  return whole ? [whole] : [heading(context, title), ...toNode(context, block)]
}

/** Undefined when the nodes may be higher than a page. */
function asOne(context: LayoutContext, stack: Node[]): Node | undefined {
  const { pageBreak, ...rest } = stack[0] ?? {}
  const node = { stack: [rest, ...stack.slice(1)], ...(pageBreak ? { pageBreak } : {}) }
  return heightOf(context, node, context.width) <= unbrokenMax
    ? { ...node, unbreakable: true }
    : undefined
}

function toNode(context: LayoutContext, block: Block): Node[] {
  switch (block.kind) {
    case 'title':
      return [title(context, block)]
    case 'status':
      return [status(context, block)]
    case 'heading':
      return [heading(context, block)]
    case 'facts':
      return block.facts.length > 0 ? [factGrid(context, block.facts)] : []
    case 'list':
      return block.facts.length > 0 ? [factList(context, block.facts, context.width)] : []
    case 'parties':
      return [partyColumns(context, block.parties)]
    case 'table':
      return [table(context, block)]
    case 'totals':
      return [totals(context, block.rows)]
    case 'paragraphs':
      return block.texts.map((text) => words(context, text, { margin: [0, 0, 0, 4] }))
    case 'payment':
      return [payment(context, block)]
    case 'image':
      return [image(context, block)]
  }
}

function title(
  context: LayoutContext,
  { text, number, marks }: Extract<Block, { kind: 'title' }>,
): Node {
  return {
    stack: [
      words(context, text, { fontSize: 20, bold: true, color: colours.accent, lineHeight: 1 }),
      words(context, [number, ...marks].filter(Boolean).join('  ·  '), {
        fontSize: 11,
        color: colours.muted,
        margin: [0, 3, 0, 0],
      }),
    ],
    margin: [0, 0, 0, 12],
  }
}

function status(
  context: LayoutContext,
  { tone, symbol, text, detail }: Extract<Block, { kind: 'status' }>,
): Node {
  const { bar, shade } = tones[tone]
  const cells = [
    {
      text: symbol,
      color: '#ffffff',
      bold: true,
      fontSize: 14,
      fillColor: bar,
      alignment: 'center',
      margin: [0, 4, 0, 4],
    },
    {
      fillColor: shade,
      margin: [6, 5, 6, 5],
      stack: [
        words(context, text, { bold: true, fontSize: 11 }),
        ...(detail ? [words(context, detail, { margin: [0, 2, 0, 0] })] : []),
      ],
    },
  ]
  return {
    table: { widths: inOrder(context, [26, context.width - 26]), body: [inOrder(context, cells)] },
    layout: 'bare',
    margin: [0, 0, 0, 12],
  }
}

function heading(context: LayoutContext, { text, startsPage }: Heading): Node {
  return words(context, text, {
    fontSize: startsPage ? 13 : 10.5,
    bold: true,
    color: colours.accent,
    margin: [0, 8, 0, 4],
    ...(startsPage ? { pageBreak: 'before' } : {}),
  })
}

const gridColumns = 4

function factGrid(context: LayoutContext, facts: Fact[]): Node {
  const cells = facts.map((each) => labelled(context, each))
  const rows: Node[][] = []
  for (let at = 0; at < cells.length; at += gridColumns) {
    const row = cells.slice(at, at + gridColumns)
    while (row.length < gridColumns) row.push({ text: '' })
    rows.push(inOrder(context, row))
  }
  const widths = Array(gridColumns).fill(context.width / gridColumns - 8)
  const table = { widths, body: rows, ...wholeRows(context, rows, widths) }
  return { table, layout: 'grid', margin: [0, 0, 0, 8] }
}

function labelled(context: LayoutContext, { label, value }: Fact): Node {
  return {
    stack: [
      words(context, label, { fontSize: 7, color: colours.muted }),
      words(context, value, { margin: [0, 1, 0, 0] }),
    ],
  }
}

function factList(context: LayoutContext, facts: Fact[], width: number, size = 9): Node {
  // All lists align at one edge, except in the narrow columns of parties.
  const labelWidth = width > context.width / 2 ? 150 : width * 0.36
  return {
    table: {
      widths: inOrder(context, [labelWidth, width - labelWidth - 6]),
      body: facts.map(({ label, value }) =>
        inOrder(context, [
          words(context, label, { fontSize: size - 1, color: colours.muted }),
          words(context, value, { fontSize: size }),
        ]),
      ),
    },
    layout: 'list',
    margin: [0, 0, 0, 6],
  }
}

const partyColumnCount = 2

function partyColumns(context: LayoutContext, parties: Party[]): Node {
  const width = context.width / partyColumnCount - 12
  const rows: Node[][] = []
  for (let at = 0; at < parties.length; at += partyColumnCount) {
    const row: Node[] = parties
      .slice(at, at + partyColumnCount)
      .map((each) => party(context, each, width))
    while (row.length < partyColumnCount) row.push({ text: '' })
    rows.push(inOrder(context, row))
  }
  return {
    table: { widths: [width, width], body: rows },
    layout: 'parties',
    margin: [0, 0, 0, 6],
  }
}

function party(context: LayoutContext, { role, name, lines, facts }: Party, width: number): Node {
  return {
    stack: [
      words(context, role, {
        fontSize: 8,
        bold: true,
        color: colours.accent,
        margin: [0, 0, 0, 2],
      }),
      ...(name ? [words(context, name, { bold: true, fontSize: 10 })] : []),
      ...lines.map((line) => words(context, line)),
      ...(facts.length > 0
        ? [{ ...factList(context, facts, width, 8), margin: [0, 3, 0, 0] }]
        : []),
    ],
  }
}

const codeSize = 92

function payment(context: LayoutContext, { means, qr }: Extract<Block, { kind: 'payment' }>): Node {
  const lists = (width: number): Node => ({
    stack: means.map((facts) => factList(context, facts, width)),
  })
  if (!qr) return lists(context.width)
  const width = context.width - codeSize - 16
  const code = {
    stack: [
      { qr: qr.text, eccLevel: 'M', fit: codeSize, alignment: 'center' },
      words(context, qr.caption, {
        fontSize: 7,
        color: colours.muted,
        alignment: 'center',
        margin: [0, 2, 0, 0],
      }),
    ],
  }
  const widths = inOrder(context, [width, codeSize + 16])
  const body = [inOrder(context, [lists(width), code])]
  return { table: { widths, body, ...wholeRows(context, body, widths) }, layout: 'bare' }
}

function image(
  context: LayoutContext,
  { caption, mediaType, bytes }: Extract<Block, { kind: 'image' }>,
): Node {
  return {
    stack: [
      words(context, caption, {
        fontSize: 10.5,
        bold: true,
        color: colours.accent,
        margin: [0, 0, 0, 6],
      }),
      { image: `data:${mediaType};base64,${bytes.toString('base64')}`, fit: [context.width, 640] },
    ],
    pageBreak: 'before',
  }
}

/** At the foot of each page: what this is a rendering of, and the page number. */
export function footer(context: LayoutContext, text: string, page: string): Node {
  const style = { fontSize: 6.5, color: colours.muted }
  return {
    columns: inOrder(context, [
      words(context, text, { ...style, width: context.width - 80 }),
      words(context, page, { ...style, width: 80, alignment: end(context) }),
    ]),
    margin: [margins.left, 14, margins.right, 0],
  }
}

/** At the head of every page but the first. */
export function header(context: LayoutContext, text: string): Node {
  return words(context, text, {
    fontSize: 7.5,
    color: colours.muted,
    margin: [margins.left, 24, margins.right, 0],
  })
}
