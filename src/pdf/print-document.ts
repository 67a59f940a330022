// What a printing thread does for one document.
import { draw } from './layout/draw.ts'
import type { Printed, PrintLimits, PrintOptions } from './printed.ts'
import { toSheet } from './to-sheet.ts'

export async function printDocument(
  bytes: Uint8Array,
  options: PrintOptions,
  limits: PrintLimits,
): Promise<Printed> {
  const made = toSheet(bytes, options)
  if (made.kind !== 'sheet') return made
  const { sheet } = made
  const characters = countCharacters(sheet.blocks)
  const { charactersMax, pagesMax } = limits
  if (characters > charactersMax)
    return { kind: 'too-large', limit: 'characters', max: charactersMax }
  const { paper, embed } = options
  const source = embed ? { source: { name: 'source.xml', bytes } } : {}
  const drawn = await draw(sheet, { paper, pagesMax, ...source })
  if (drawn.kind === 'too-long') return { kind: 'too-large', limit: 'pages', max: pagesMax }
  const { pdf, pages, missingGlyphs } = drawn
  return { kind: 'printed', pdf, pages, missingGlyphs, title: sheet.title }
}

// Everything that would be set as text; pictures have limits of their own.
function countCharacters(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (Buffer.isBuffer(value) || typeof value !== 'object' || value === null) return 0
  let count = 0
  for (const each of Object.values(value)) count += countCharacters(each)
  return count
}
