// Sizes, colours and lines of a page, and text as pdfmake nodes.
import { isRightToLeft } from '../labels/locales.ts'
import type { Sheet } from '../sheet.ts'
import type { Node } from './pdfmake.ts'
import { cutToPieces } from './pieces.ts'
import type { Runs } from './text-runs.ts'

export type Paper = 'a4' | 'letter'

/** In points, 72 to an inch. */
export const sizes = {
  a4: { width: 595.28, height: 841.89 },
  letter: { width: 612, height: 792 },
} as const
export const margins = { left: 42, top: 46, right: 42, bottom: 52 }

export const colours = {
  ink: '#1b1f24',
  muted: '#59636e',
  accent: '#1f4b6e',
  rule: '#d1d9e0',
  shade: '#eef2f5',
}
export const tones = {
  good: { bar: '#1a7f37', shade: '#eaf6ed' },
  fair: { bar: '#9a6700', shade: '#fcf5e3' },
  bad: { bar: '#b42318', shade: '#fdeeec' },
}
export function defaultStyle({ lineHeight }: LayoutContext): object {
  return { font: 'Roboto', fontSize: 9, color: colours.ink, lineHeight }
}

/** What the layout of one sheet depends on. */
export type LayoutContext = {
  runs: Runs
  /** Between the margins. */
  width: number
  rightToLeft: boolean
  /**
   * Line spacing, in multiples of the font size. Arabic letters reach further below
   * and above the line.
   */
  lineHeight: number
  /** The width of a digit and of the decimal sign, in ems. */
  digit: number
  point: number
}

export function newDesk(
  sheet: Sheet,
  paper: Paper,
  runs: Runs,
  widthOf: (text: string) => number,
): LayoutContext {
  const rightToLeft = isRightToLeft(sheet.locale)
  return {
    runs,
    width: sizes[paper].width - margins.left - margins.right,
    rightToLeft,
    lineHeight: rightToLeft ? 1.35 : 1.12,
    digit: widthOf('0'),
    point: widthOf('.'),
  }
}

/** A text as a node; its alignment follows the direction of the page by default. */
export function words(context: LayoutContext, text: string, style: Node = {}): Node {
  const alignment = style.alignment ?? (context.rightToLeft ? 'right' : 'left')
  const [first, ...others] = cutToPieces(context.runs.of(text))
  if (others.length === 0) return { ...style, text: first, alignment }
  const { margin, width, ...own } = style
  const stack = [first, ...others].map((piece) => ({ ...own, text: piece, alignment }))
  return { stack, ...(margin ? { margin } : {}), ...(width ? { width } : {}) }
}

/** Where a line of text ends. */
export const end = (context: LayoutContext) => (context.rightToLeft ? 'left' : 'right')
export const inOrder = <T>(context: LayoutContext, items: T[]) =>
  context.rightToLeft ? [...items].reverse() : items
/** Margins are left, top, right, bottom; mirrored on a right-to-left page. */
export const sides = (
  context: LayoutContext,
  start: number,
  top: number,
  finish: number,
  bottom: number,
) => (context.rightToLeft ? [finish, top, start, bottom] : [start, top, finish, bottom])

export const cellPadding = 4

const none = () => 0

/** Where lines are drawn and their distance from text. */
export const layouts = {
  bare: {
    hLineWidth: none,
    vLineWidth: none,
    paddingLeft: none,
    paddingRight: none,
    paddingTop: none,
    paddingBottom: none,
  },
  grid: {
    hLineWidth: (index: number, { table }: { table: { body: unknown[] } }) =>
      index === 0 || index === table.body.length ? 0.6 : 0,
    hLineColor: () => colours.rule,
    vLineWidth: none,
    paddingLeft: none,
    paddingRight: () => 8,
    paddingTop: () => 4,
    paddingBottom: () => 3,
  },
  list: {
    hLineWidth: none,
    vLineWidth: none,
    paddingLeft: none,
    paddingRight: () => 3,
    paddingTop: () => 0.5,
    paddingBottom: () => 0.5,
  },
  parties: {
    hLineWidth: none,
    vLineWidth: none,
    paddingLeft: none,
    paddingRight: () => 12,
    paddingTop: () => 2,
    paddingBottom: () => 6,
  },
  ruled: {
    hLineColor: () => colours.rule,
    vLineWidth: none,
    paddingLeft: () => cellPadding,
    paddingRight: () => cellPadding,
    paddingTop: () => 3,
    paddingBottom: () => 3,
  },
  dense: {
    hLineColor: () => colours.rule,
    vLineWidth: none,
    paddingLeft: () => cellPadding,
    paddingRight: () => cellPadding,
    paddingTop: () => 1.5,
    paddingBottom: () => 1,
  },
  totals: {
    hLineColor: () => colours.muted,
    vLineWidth: none,
    paddingLeft: () => cellPadding,
    paddingRight: () => cellPadding,
    paddingTop: () => 1.5,
    paddingBottom: () => 1.5,
  },
}
