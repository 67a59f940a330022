// What is asked of a printer and what it answers.
import type { XmlError } from '../xml/index.ts'
import type { Locale } from './labels/index.ts'
import type { Paper } from './layout/style.ts'
import type { PrintKind } from './to-sheet.ts'

export type PrintOptions = {
  kind: PrintKind
  locale: Locale
  paper: Paper
  /** Carry the XML along inside the PDF. */
  embed: boolean
  /** Put attached pictures (PNG, JPEG) on pages of their own. */
  images: boolean
}

export type PrintLimits = { charactersMax: number; pagesMax: number }

export type Printed =
  | {
      kind: 'printed'
      pdf: Buffer
      pages: number
      title: string
      /** Characters that no installed font has, as `U+4E2D`; they are printed by that number. */
      missingGlyphs: string[]
    }
  | { kind: 'wrong-document'; namespace: string; local: string }
  | { kind: 'no-xml'; reason: XmlError['reason']; message: string; line: number; column: number }
  /** It would be too much paper, or take too long or too much memory. */
  | { kind: 'too-large'; limit: 'characters' | 'pages' | 'time' | 'memory' }
