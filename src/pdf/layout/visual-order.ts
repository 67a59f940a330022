// Puts the pieces of a broken line into their visual order (UAX 9, rule L2).
import type { Inline } from './pdfmake.ts'

/** Gives every inline its new position. Lines without right-to-left text are left unchanged. */
export function orderVisually(inlines: Inline[]): void {
  const levels = inlines.map(({ level = 0 }) => level)
  const highest = Math.max(0, ...levels)
  if (highest === 0) return
  trimEnd(inlines)
  const ordered = [...inlines]
  const lowestOdd = Math.min(...levels.filter((level) => level % 2 === 1))
  for (let level = highest; level >= lowestOdd; level--) reverseRuns(ordered, level)
  let x = inlines[0]!.x + inlines[0]!.leadingCut
  for (const inline of ordered) {
    inline.x = x
    x += inline.width
  }
}

// The space at the end of a line is invisible; reversed, it would be before its beginning.
function trimEnd(inlines: Inline[]): void {
  const last = inlines.at(-1)!
  last.text = last.text.trimEnd()
  last.width -= last.trailingCut
  last.trailingCut = 0
}

function reverseRuns(inlines: Inline[], level: number): void {
  for (let start = 0; start < inlines.length; start++) {
    if ((inlines[start]!.level ?? 0) < level) continue
    let end = start
    while (end + 1 < inlines.length && (inlines[end + 1]!.level ?? 0) >= level) end++
    const turned = inlines.slice(start, end + 1).reverse()
    inlines.splice(start, turned.length, ...turned)
    start = end
  }
}
