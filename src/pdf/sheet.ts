// A document as blocks to be laid out: content and order, without fonts, widths or pages. All texts
// are safe to print (visible.ts).
import type { Locale } from './labels/locales.ts'

export type Fact = { label: string; value: string }

export type Party = { role: string; name?: string; lines: string[]; facts: Fact[] }

export type Column = {
  label: string
  /** `share` columns divide the remaining width. */
  width: number | 'share'
  /** `decimal`: numbers are aligned at their decimal signs. */
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
  /** Name and number of the document, for the file's metadata. */
  title: string
  /** The same for the head of each further page, with the number in its own direction. */
  heading: string
  /** The company that issued the document, if stated. */
  author: string | undefined
  /** The document's own date; the file carries it, so that every printing is identical. */
  createdAt: Date
  /** At the foot of each page. */
  footer: string
  blocks: Block[]
}
