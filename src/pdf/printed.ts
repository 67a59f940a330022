// The input and output of a printer.
import type { XmlError } from '../xml/index.ts'
import type { Locale } from './labels/locales.ts'
import type { Paper } from './layout/style.ts'
import type { PrintKind } from './to-sheet.ts'

export type PrintOptions = {
  kind: PrintKind
  locale: Locale
  paper: Paper
  /** Embed the XML in the PDF. */
  embed: boolean
  /** Print attached pictures (PNG, JPEG) on pages of their own. */
  images: boolean
}

export type PrintLimits = { charactersMax: number; pagesMax: number }

export type Printed =
  | {
      kind: 'printed'
      pdf: Buffer
      pages: number
      title: string
      /** Characters that no installed font has, as `U+4E2D`; they are printed as that number. */
      missingGlyphs: string[]
    }
  | { kind: 'wrong-document'; namespace: string; local: string }
  | { kind: 'no-xml'; reason: XmlError['reason']; message: string; line: number; column: number }
  /** It would have too many pages, or take too long or too much memory. */
  /** `max` is the limit itself: time in milliseconds, memory in megabytes. */
  | { kind: 'too-large'; limit: 'characters' | 'pages' | 'time' | 'memory'; max: number }
