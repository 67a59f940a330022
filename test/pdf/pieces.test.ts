// Long texts are cut before they are laid out: pdfmake takes quadratic time for one.
import { describe, expect, it } from 'vitest'
import { cutToPieces } from '../../src/pdf/layout/pieces.ts'
import { newRuns, type Run } from '../../src/pdf/layout/text-runs.ts'

const cut = (text: string) => cutToPieces(newRuns(false).of(text))
const textOf = (piece: Run[] | string) =>
  typeof piece === 'string' ? piece : piece.map((run) => run.text).join('')

describe('a long text', () => {
  it.each([
    ['words', 'word '.repeat(20_000)],
    ['scripts that alternate', 'aא'.repeat(30_000)],
    ['words of other scripts', 'a א '.repeat(20_000)],
    ['signs that no font has', 'a中'.repeat(10_000)],
    ['one word', 'x'.repeat(100_000)],
    ['line breaks', '\n'.repeat(50_000)],
    ['lines of one letter', 'x\n'.repeat(50_000)],
    ['lines of another script', 'א\n'.repeat(50_000)],
    ['letters outside the first plane', '😀'.repeat(20_000)],
  ])('is cut so that no piece is long, and nothing is lost: %s', (_, text) => {
    const pieces = cut(text)
    for (const piece of pieces) {
      expect(textOf(piece).length).toBeLessThanOrEqual(4_000)
      expect(textOf(piece).split('\n').length).toBeLessThanOrEqual(402)
      expect(textOf(piece).isWellFormed()).toBe(true)
    }
    const shown = newRuns(false).of(text)
    const bare = (whole: string) => whole.replaceAll('\n', '')
    expect(bare(pieces.map(textOf).join(''))).toBe(bare(textOf(shown)))
  })

  it('ends a piece where a line ends, else after a word', () => {
    const line = `${'word '.repeat(50)}end.\n`
    for (const piece of cut(line.repeat(100)).map(textOf)) expect(piece).toMatch(/end\.\n$/)
    for (const piece of cut('word '.repeat(5_000)).map(textOf)) expect(piece).toMatch(/word $/)
  })

  it('is broken within a word of many scripts, which could leave the page', () => {
    const [piece] = cut('aא'.repeat(100)) as [Run[]]
    for (const line of textOf(piece).split('\n')) expect(line.length).toBeLessThanOrEqual(40)
  })
})

describe('a short text', () => {
  it.each(['', 'a', 'one line', 'two\nlines', 'word '.repeat(300), 'a שלום b', 'x'.repeat(300)])(
    'stays unchanged: %j',
    (text) => {
      expect(cut(text)).toEqual([newRuns(false).of(text)])
    },
  )
})
