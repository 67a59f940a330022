// The character classes of XML 1.0, fifth edition: Char [2], S [3], NameStartChar [4] and
// NameChar [4a].
const nameStart = 1
const nameCharacter = 2

const ascii = new Uint8Array(128)
for (const letter of 'ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz:') {
  ascii[letter.charCodeAt(0)] = nameStart | nameCharacter
}
for (const other of '-.0123456789') ascii[other.charCodeAt(0)] = nameCharacter

const startRanges = [
  [0xc0, 0xd6],
  [0xd8, 0xf6],
  [0xf8, 0x2ff],
  [0x370, 0x37d],
  [0x37f, 0x1fff],
  [0x200c, 0x200d],
  [0x2070, 0x218f],
  [0x2c00, 0x2fef],
  [0x3001, 0xd7ff],
  [0xf900, 0xfdcf],
  [0xfdf0, 0xfffd],
  [0x10000, 0xeffff],
] as const
const furtherRanges = [
  [0xb7, 0xb7],
  [0x300, 0x36f],
  [0x203f, 0x2040],
] as const

function isWithin(code: number, ranges: readonly (readonly [number, number])[]): boolean {
  return ranges.some(([first, last]) => code >= first && code <= last)
}

/** Whether a name may begin with this code point. The colon counts, as in the XML production. */
export function isNameStart(code: number): boolean {
  return code < 128 ? (ascii[code]! & nameStart) !== 0 : isWithin(code, startRanges)
}

/** Whether a name may contain this code point. The colon counts. */
export function isNameCharacter(code: number): boolean {
  return code < 128
    ? ascii[code] !== 0
    : isWithin(code, startRanges) || isWithin(code, furtherRanges)
}

/** The same as isNameCharacter, for the first 128 code points only; false for undefined. */
export function isAsciiNameCharacter(code: number): boolean {
  return code < 128 && ascii[code] !== 0
}

/** White space: space, tab, line feed, carriage return. */
export function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x09 || code === 0x0d
}

/** Whether a character reference may name this code point. */
export function isCharacter(code: number): boolean {
  if (code < 0x20) return code === 0x09 || code === 0x0a || code === 0x0d
  return (
    code <= 0xd7ff || (code >= 0xe000 && code <= 0xfffd) || (code >= 0x10000 && code <= 0x10ffff)
  )
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: what XML forbids
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/
// The class of lone surrogates makes the search five times as slow.
// biome-ignore lint/suspicious/noControlCharactersInRegex: the same
const forbiddenOrLone = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ud800-\udfff\ufffe\uffff]/u

/** The offset of the first character that XML 1.0 does not allow, or -1. */
export function findForbidden(text: string): number {
  return text.search(text.isWellFormed() ? forbidden : forbiddenOrLone)
}
