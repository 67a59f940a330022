// A document for a screen: the same blocks as in print, as plain data, and words instead of codes.

import type { PrintOptions } from './printed.ts'
import type { Block, Sheet } from './sheet.ts'
import { type ToSheet, toSheet } from './to-sheet.ts'

export type ShowOptions = Pick<PrintOptions, 'kind' | 'locale'> & {
  /** Rows of a table, lines of a list, texts of a block: what is beyond is counted. */
  rowsMax: number
}

/** `left`: how many rows and lines were left out. */
export type ShownSheet = Pick<Sheet, 'locale' | 'title' | 'blocks'> & { left: number }

export type Shown = { kind: 'shown'; sheet: ShownSheet } | Exclude<ToSheet, { kind: 'sheet' }>

export function showDocument(bytes: Uint8Array, { rowsMax, ...options }: ShowOptions): Shown {
  const made = toSheet(bytes, { ...options, images: false, inWords: true })
  if (made.kind !== 'sheet') return made
  const { locale, title, blocks } = made.sheet
  const cuts = blocks.map((block) => cutBlock(block, rowsMax))
  const left = cuts.reduce((sum, cut) => sum + cut.left, 0)
  return { kind: 'shown', sheet: { locale, title, left, blocks: cuts.map(({ block }) => block) } }
}

function cutBlock(block: Block, max: number): { block: Block; left: number } {
  switch (block.kind) {
    case 'table':
      return { block: { ...block, rows: block.rows.slice(0, max) }, left: beyond(block.rows, max) }
    case 'facts':
    case 'list':
      return {
        block: { ...block, facts: block.facts.slice(0, max) },
        left: beyond(block.facts, max),
      }
    case 'paragraphs':
      return {
        block: { ...block, texts: block.texts.slice(0, max) },
        left: beyond(block.texts, max),
      }
    default:
      return { block, left: 0 }
  }
}

function beyond(rows: readonly unknown[], max: number): number {
  return Math.max(0, rows.length - max)
}
