// Everything that a sheet prints, as one text.
import type { Sheet } from '../../src/pdf/sheet.ts'
import { type SheetOptions, toSheet } from '../../src/pdf/to-sheet.ts'

export function sheetOf(bytes: Uint8Array, options: Partial<SheetOptions> = {}): Sheet {
  const made = toSheet(bytes, { kind: 'any', locale: 'en', images: false, ...options })
  if (made.kind !== 'sheet') throw new Error(JSON.stringify(made))
  return made.sheet
}

/** Without the marks that keep the direction of values, which are never drawn. */
export function textOf({ blocks }: Sheet): string {
  return stringsOf(blocks)
    .join('\n')
    .replace(/[\u2068\u2069]/g, '')
}

function stringsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (Buffer.isBuffer(value) || typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, each]) =>
    ['kind', 'align', 'qr'].includes(key) ? [] : stringsOf(each),
  )
}
