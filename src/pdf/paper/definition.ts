// Blocks as pdfmake nodes.
import type { Block, Fact, Party } from '../sheet.ts'
import { heightOf, unbrokenMax, wholeRows } from './height.ts'
import type { Node } from './pdfmake.ts'
import { colours, type Desk, end, inOrder, margins, tones, words } from './style.ts'
import { table, totals } from './tables.ts'

/** The nodes of all blocks; a heading never stands alone at the foot of a page. */
export function toNodes(desk: Desk, blocks: Block[]): Node[] {
  const nodes: Node[] = []
  for (let index = 0; index < blocks.length; index++) {
    const block = blocks[index]!
    const next = blocks[index + 1]
    if (block.kind === 'heading' && next && next.kind !== 'heading') {
      nodes.push(...withHeading(desk, block, next))
      index++
    } else nodes.push(...toNode(desk, block))
  }
  return nodes
}

type Heading = Extract<Block, { kind: 'heading' }>

// What is short is kept whole. A long table takes its heading into its head, a long list is cut
// after its beginning.
const shortRowsMax = 5

function withHeading(desk: Desk, title: Heading, block: Block): Node[] {
  const whole = asOne(desk, [heading(desk, title), ...toNode(desk, block)])
  if (block.kind === 'table' && (block.rows.length > shortRowsMax || !whole))
    return [table(desk, block, heading(desk, title))]
  if (block.kind === 'list' && (block.facts.length > shortRowsMax || !whole)) {
    const beginning = {
      ...factList(desk, block.facts.slice(0, 2), desk.width),
      margin: [0, 0, 0, 0],
    }
    const first = asOne(desk, [heading(desk, title), beginning])
    if (first) return [first, ...toNode(desk, { kind: 'list', facts: block.facts.slice(2) })]
  }
  return whole ? [whole] : [heading(desk, title), ...toNode(desk, block)]
}

/** Undefined when the nodes may be higher than a page. */
function asOne(desk: Desk, stack: Node[]): Node | undefined {
  const { pageBreak, ...rest } = stack[0] ?? {}
  const node = { stack: [rest, ...stack.slice(1)], ...(pageBreak ? { pageBreak } : {}) }
  return heightOf(desk, node, desk.width) <= unbrokenMax
    ? { ...node, unbreakable: true }
    : undefined
}

function toNode(desk: Desk, block: Block): Node[] {
  switch (block.kind) {
    case 'title':
      return [title(desk, block)]
    case 'status':
      return [status(desk, block)]
    case 'heading':
      return [heading(desk, block)]
    case 'facts':
      return block.facts.length > 0 ? [factGrid(desk, block.facts)] : []
    case 'list':
      return block.facts.length > 0 ? [factList(desk, block.facts, desk.width)] : []
    case 'parties':
      return [partyColumns(desk, block.parties)]
    case 'table':
      return [table(desk, block)]
    case 'totals':
      return [totals(desk, block.rows)]
    case 'paragraphs':
      return block.texts.map((text) => words(desk, text, { margin: [0, 0, 0, 4] }))
    case 'payment':
      return [payment(desk, block)]
    case 'image':
      return [image(desk, block)]
  }
}

function title(desk: Desk, { text, number, marks }: Extract<Block, { kind: 'title' }>): Node {
  return {
    stack: [
      words(desk, text, { fontSize: 20, bold: true, color: colours.accent, lineHeight: 1 }),
      words(desk, [number, ...marks].filter(Boolean).join('  ·  '), {
        fontSize: 11,
        color: colours.muted,
        margin: [0, 3, 0, 0],
      }),
    ],
    margin: [0, 0, 0, 12],
  }
}

function status(
  desk: Desk,
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
        words(desk, text, { bold: true, fontSize: 11 }),
        ...(detail ? [words(desk, detail, { margin: [0, 2, 0, 0] })] : []),
      ],
    },
  ]
  return {
    table: { widths: inOrder(desk, [26, desk.width - 26]), body: [inOrder(desk, cells)] },
    layout: 'bare',
    margin: [0, 0, 0, 12],
  }
}

function heading(desk: Desk, { text, startsPage }: Heading): Node {
  return words(desk, text, {
    fontSize: startsPage ? 13 : 10.5,
    bold: true,
    color: colours.accent,
    margin: [0, 8, 0, 4],
    ...(startsPage ? { pageBreak: 'before' } : {}),
  })
}

const gridColumns = 4

function factGrid(desk: Desk, facts: Fact[]): Node {
  const cells = facts.map((each) => labelled(desk, each))
  const rows: Node[][] = []
  for (let at = 0; at < cells.length; at += gridColumns) {
    const row = cells.slice(at, at + gridColumns)
    while (row.length < gridColumns) row.push({ text: '' })
    rows.push(inOrder(desk, row))
  }
  const widths = Array(gridColumns).fill(desk.width / gridColumns - 8)
  const table = { widths, body: rows, ...wholeRows(desk, rows, widths) }
  return { table, layout: 'grid', margin: [0, 0, 0, 8] }
}

function labelled(desk: Desk, { label, value }: Fact): Node {
  return {
    stack: [
      words(desk, label, { fontSize: 7, color: colours.muted }),
      words(desk, value, { margin: [0, 1, 0, 0] }),
    ],
  }
}

function factList(desk: Desk, facts: Fact[], width: number, size = 9): Node {
  // Lists stand under each other with one edge, but for those in the narrow columns of parties.
  const labelWidth = width > desk.width / 2 ? 150 : width * 0.36
  return {
    table: {
      widths: inOrder(desk, [labelWidth, width - labelWidth - 6]),
      body: facts.map(({ label, value }) =>
        inOrder(desk, [
          words(desk, label, { fontSize: size - 1, color: colours.muted }),
          words(desk, value, { fontSize: size }),
        ]),
      ),
    },
    layout: 'list',
    margin: [0, 0, 0, 6],
  }
}

const partyColumnCount = 2

function partyColumns(desk: Desk, parties: Party[]): Node {
  const width = desk.width / partyColumnCount - 12
  const rows: Node[][] = []
  for (let at = 0; at < parties.length; at += partyColumnCount) {
    const row: Node[] = parties
      .slice(at, at + partyColumnCount)
      .map((each) => party(desk, each, width))
    while (row.length < partyColumnCount) row.push({ text: '' })
    rows.push(inOrder(desk, row))
  }
  return {
    table: { widths: [width, width], body: rows },
    layout: 'parties',
    margin: [0, 0, 0, 6],
  }
}

function party(desk: Desk, { role, name, lines, facts }: Party, width: number): Node {
  return {
    stack: [
      words(desk, role, { fontSize: 8, bold: true, color: colours.accent, margin: [0, 0, 0, 2] }),
      ...(name ? [words(desk, name, { bold: true, fontSize: 10 })] : []),
      ...lines.map((line) => words(desk, line)),
      ...(facts.length > 0 ? [{ ...factList(desk, facts, width, 8), margin: [0, 3, 0, 0] }] : []),
    ],
  }
}

const codeSize = 92

function payment(desk: Desk, { means, qr }: Extract<Block, { kind: 'payment' }>): Node {
  const lists = (width: number): Node => ({
    stack: means.map((facts) => factList(desk, facts, width)),
  })
  if (!qr) return lists(desk.width)
  const width = desk.width - codeSize - 16
  const code = {
    stack: [
      { qr: qr.text, eccLevel: 'M', fit: codeSize, alignment: 'center' },
      words(desk, qr.caption, {
        fontSize: 7,
        color: colours.muted,
        alignment: 'center',
        margin: [0, 2, 0, 0],
      }),
    ],
  }
  const widths = inOrder(desk, [width, codeSize + 16])
  const body = [inOrder(desk, [lists(width), code])]
  return { table: { widths, body, ...wholeRows(desk, body, widths) }, layout: 'bare' }
}

function image(desk: Desk, { caption, mediaType, bytes }: Extract<Block, { kind: 'image' }>): Node {
  return {
    stack: [
      words(desk, caption, {
        fontSize: 10.5,
        bold: true,
        color: colours.accent,
        margin: [0, 0, 0, 6],
      }),
      { image: `data:${mediaType};base64,${bytes.toString('base64')}`, fit: [desk.width, 640] },
    ],
    pageBreak: 'before',
  }
}

/** At the foot of each page: what this is a rendering of, and the number of the page. */
export function footer(desk: Desk, text: string, page: string): Node {
  const style = { fontSize: 6.5, color: colours.muted }
  return {
    columns: inOrder(desk, [
      words(desk, text, { ...style, width: desk.width - 80 }),
      words(desk, page, { ...style, width: 80, alignment: end(desk) }),
    ]),
    margin: [margins.left, 14, margins.right, 0],
  }
}

/** At the head of every page but the first. */
export function header(desk: Desk, text: string): Node {
  return words(desk, text, {
    fontSize: 7.5,
    color: colours.muted,
    margin: [margins.left, 24, margins.right, 0],
  })
}
