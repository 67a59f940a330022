// A text as runs of one font and one embedding level (Unicode Bidirectional Algorithm, UAX 9), so
// that each can be shaped separately and every line put into its visual order after it was broken
// (layout/visual-order.ts).
import { createRequire } from 'node:module'
import type { Bidi } from 'bidi-js'
import { codePoint } from '../visible.ts'
import { familyFor, firstFamily, hasGlyph } from './fonts.ts'

export type Run = { text: string; font?: string; level?: number }

export type Runs = {
  /** `rtl` is the direction of a text that does not determine its own. */
  of(text: string): Run[] | string
  /** The characters that no font had, as `U+4E2D`. */
  missing: Set<string>
}

// Its types declare a default export that the CommonJS file does not have.
const bidi = (createRequire(import.meta.url)('bidi-js') as () => Bidi)()
// Characters of the first font that read from left to right: nothing to do for nearly all texts.
const letters = '\\x20-\\x7e\\u00a0-\\u00ac\\u00ae-\\u017f\\u0386-\\u03ce\\u0400-\\u045f'
const signs = '\\u2013\\u2014\\u2018-\\u201e\\u2022\\u2026\\u20ac\\u2212'
const plain = new RegExp(`^[${letters}${signs}]*$`)
const marks = /[\u2068\u2069]/g
const leans = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u
const isMark = /^\p{M}$/u
// Line breaking looks for the end of a word; a word of a million letters would be
// measured again and again.
const wordMax = 400

export function newRuns(rightToLeft: boolean): Runs {
  const missing = new Set<string>()
  return {
    missing,
    of(given) {
      const broken = breakLongWords(given)
      const isOneWay = !rightToLeft && !leans.test(broken)
      const text = isOneWay ? broken.replace(marks, '') : broken
      if (plain.test(text)) return text
      return text
        .split('\n')
        .flatMap((line, index, lines) =>
          withEnd(lineRuns(line, rightToLeft, missing), index < lines.length - 1),
        )
    },
  }
}

function breakLongWords(text: string): string {
  if (text.length <= wordMax) return text
  return text.replace(new RegExp(`\\S{${wordMax}}(?=\\S)`, 'gu'), '$&\n')
}

// pdfmake ends a line at a line feed.
function withEnd(runs: Run[], hasNext: boolean): Run[] {
  if (!hasNext) return runs
  const last = runs.at(-1)
  if (!last) return [{ text: '\n' }]
  return [...runs.slice(0, -1), { ...last, text: `${last.text}\n` }]
}

function lineRuns(line: string, rightToLeft: boolean, missing: Set<string>): Run[] {
  if (!rightToLeft && !leans.test(line)) return fontRuns(line, 0, missing)
  const levels = bidi.getEmbeddingLevels(
    line,
    rightToLeft && line.includes('\u2068') ? 'rtl' : 'auto',
  )
  const runs: Run[] = []
  for (let start = 0; start < line.length; ) {
    const level = levels.levels[start] ?? 0
    let end = start + 1
    while (end < line.length && levels.levels[end] === level) end++
    const text = line.slice(start, end).replace(marks, '')
    if (text)
      runs.push(
        ...(level % 2 === 1
          ? rightToLeftRuns(text, level, missing)
          : fontRuns(text, level, missing)),
      )
    start = end
  }
  return runs
}

// The font's shaper reverses letters but not punctuation, so each sign is a run of its own.
function rightToLeftRuns(text: string, level: number, missing: Set<string>): Run[] {
  const mirrored = [...text]
    .map((character) => bidi.getMirroredCharacter(character) ?? character)
    .join('')
  return fontRuns(mirrored, level, missing).flatMap((run) =>
    leans.test(run.text) ? [run] : [...run.text].map((character) => ({ ...run, text: character })),
  )
}

function fontRuns(text: string, level: number, missing: Set<string>): Run[] {
  const runs: Run[] = []
  let last: Run | undefined
  for (const character of text) {
    const number = character.codePointAt(0)!
    const found = fontOf(character, number, last?.font)
    if (found === undefined) missing.add(codePoint(character).slice(1, -1))
    const font = found ?? firstFamily
    const shown = found === undefined ? codePoint(character) : character
    if (last?.font === font) last.text += shown
    else {
      last = { text: shown, font, ...(level > 0 ? { level } : {}) }
      runs.push(last)
    }
  }
  return runs
}

// Marks and spaces stay with the letters before them.
function fontOf(character: string, number: number, before: string | undefined): string | undefined {
  const stays =
    before !== undefined &&
    (character === ' ' || isMark.test(character)) &&
    hasGlyph(before, number)
  return stays ? before : familyFor(number)
}
