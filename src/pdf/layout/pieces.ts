// Long texts are cut into pieces that are laid out one after the other. pdfmake takes quadratic
// time in the runs and words of a text; cut, the time is linear.
import type { Run } from './text-runs.ts'

/** Texts shorter than this, in characters, stay whole. */
const pieceMax = 2_000
/** An empty line costs as much as a word. */
const piecesLinesMax = 200

/**
 * A word of several runs is not broken at the end of a line, so it could leave the page: longer
 * ones are broken between two runs.
 */
const wordOfRunsMax = 40

/** Each piece ends where a line may end, if there is such a place. */
export function cutToPieces(text: Run[] | string): (Run[] | string)[] {
  if (typeof text === 'string') return cutText(text)
  const pieces: Run[][] = [[]]
  let [length, lines] = [0, 0]
  for (const run of breakWords(text).flatMap(shortRuns)) {
    if (length >= pieceMax || lines >= piecesLinesMax) {
      pieces.push([])
      length = 0
      lines = 0
    }
    pieces.at(-1)!.push(run)
    length += run.text.length
    lines += lineCount(run.text)
  }
  return pieces
}

function shortRuns(run: Run): Run[] {
  return cutText(run.text).map((text) => ({ ...run, text }))
}

function cutText(text: string): string[] {
  const pieces: string[] = []
  let from = 0
  while (text.length - from > pieceMax || lineCount(text, from) > piecesLinesMax) {
    const end = endOfPiece(text, from)
    pieces.push(text.slice(from, end))
    from = end
  }
  if (from < text.length || pieces.length === 0) pieces.push(text.slice(from))
  return pieces
}

function endOfPiece(text: string, from: number): number {
  const window = text.slice(from, from + pieceMax)
  let lineEnd = -1
  for (let lines = 0; lines < piecesLinesMax; lines++) {
    const next = window.indexOf('\n', lineEnd + 1)
    if (next < 0) break
    lineEnd = next
  }
  const at = lineEnd >= 0 ? lineEnd : window.lastIndexOf(' ')
  if (at >= 0) return from + at + 1
  // Never between the halves of a surrogate pair.
  return from + window.length - (/[\ud800-\udbff]$/.test(window) ? 1 : 0)
}

function lineCount(text: string, from = 0): number {
  let count = 0
  for (let at = text.indexOf('\n', from); at >= 0 && count <= piecesLinesMax; count++)
    at = text.indexOf('\n', at + 1)
  return count
}

function breakWords(runs: Run[]): Run[] {
  const broken: Run[] = []
  let word = 0
  for (const run of runs) {
    const { text } = run
    const start = text.search(/\s/)
    const before = broken.at(-1)
    if (before && word > 0 && word + (start < 0 ? text.length : start) > wordOfRunsMax) {
      broken[broken.length - 1] = { ...before, text: `${before.text}\n` }
      word = 0
    }
    broken.push(run)
    word = start < 0 ? word + text.length : lastWord(text)
  }
  return broken
}

function lastWord(text: string): number {
  return /\S*$/.exec(text.slice(-wordOfRunsMax - 1))![0].length
}
