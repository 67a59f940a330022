// Invisible characters must not change what readers see: control characters, direction overrides
// and other invisible characters are printed as their number.

// Joiners shape letters in Arabic and Indic scripts, and are left to the font there.
const hidden = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cn}\p{Co}\p{Cs}]|[\ufe00-\ufe0f]/gu
const quick = /^[\x20-\x7e\u00a1-\u00ac\u00ae-\u024f]*$/
const joiners = '\u200c\u200d'
const joining = /[\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Tamil}]/u
// Signs of Arabic numbers are invisible characters by category only.
const arabicSigns = /[\u0600-\u0605\u06dd]/

/** One line: all white space becomes single spaces. */
export function visible(text: string): string {
  return quick.test(text)
    ? text.replace(/ {2,}/g, ' ').trim()
    : escaped(text.replace(/[\s\p{Zs}]+/gu, ' ').trim())
}

/** Line ends are kept, other white space becomes single spaces. */
export function visibleLines(text: string): string {
  return text
    .split(/\r\n|\n|\r/)
    .map(visible)
    .join('\n')
    .trim()
}

/** `[U+202E]` for a right-to-left override. */
export function codePoint(character: string): string {
  return `[U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}]`
}

function escaped(text: string): string {
  return text.replace(hidden, (character, at: number) => {
    const isJoiner = joiners.includes(character) && joining.test(text[at - 1] ?? '')
    return isJoiner || arabicSigns.test(character) ? character : codePoint(character)
  })
}
