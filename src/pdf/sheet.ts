// A document as blocks to be laid out: what is said and in what order, nothing of fonts, widths or
// pages. All texts are safe to print (visible.ts).
import type { Locale } from './labels/index.ts'

export type Fact = { label: string; value: string }

export type Party = { role: string; name?: string; lines: string[]; facts: Fact[] }

export type Column = {
  label: string
  /** `share` columns divide what the others leave. */
  width: number | 'share'
  /** Numbers stand with their decimal signs under each other. */
  align: 'start' | 'decimal'
}

export type Cell = {
  text: string
  /** Digits after the decimal sign of `text`, for `decimal` columns. */
  decimals?: number
  strong?: boolean
  /** Smaller, below the text. */
  details?: string[]
}

export type TotalRow = {
  label: string
  amount: string
  decimals: number
  currency: string
  strong?: boolean
}

export type Block =
  | { kind: 'title'; text: string; number: string; marks: string[] }
  | { kind: 'status'; tone: 'good' | 'fair' | 'bad'; symbol: string; text: string; detail?: string }
  | { kind: 'heading'; text: string; startsPage?: boolean }
  | { kind: 'facts'; facts: Fact[] }
  | { kind: 'list'; facts: Fact[] }
  | { kind: 'parties'; parties: Party[] }
  | { kind: 'table'; columns: Column[]; rows: Cell[][]; dense?: boolean }
  | { kind: 'totals'; rows: TotalRow[] }
  | { kind: 'paragraphs'; texts: string[] }
  | { kind: 'payment'; means: Fact[][]; qr?: { text: string; caption: string } }
  | { kind: 'image'; caption: string; mediaType: 'image/png' | 'image/jpeg'; bytes: Buffer }

export type Sheet = {
  locale: Locale
  /** Name and number of the document, for the properties of the file. */
  title: string
  /** The same for the head of each further page, the number kept in its own direction. */
  heading: string
  /** The company that issued the document, when it says. */
  author: string | undefined
  /**
   * When the document says that it was made; the file carries this time, so that it is the same at
   * every printing.
   */
  createdAt: Date
  /** Stands at the foot of each page. */
  footer: string
  blocks: Block[]
}
