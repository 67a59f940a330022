// References, and the normalisation of the text between them (XML 1.0, 2.11, 3.3.3, 4.1, 4.6).
import { isCharacter } from './characters.ts'
import { checkCharacters, fail, type Reader } from './reader.ts'

/** Normalises line ends to LF (XML 1.0, 2.11). */
export function normaliseLineEnds(raw: string): string {
  return raw.includes('\r') ? raw.replace(/\r\n?/g, '\n') : raw
}

/**
 * Normalises white space in an attribute value (XML 1.0, 3.3.3): each character becomes a space,
 * and so does each line end.
 */
export function normaliseAttributeSpace(raw: string): string {
  return /[\t\n\r]/.test(raw) ? raw.replace(/\r\n|[\t\n\r]/g, ' ') : raw
}

/**
 * Resolves `raw`, which begins at reader.at: checks its characters, replaces its references
 * (predefined entities and character references) and normalises the text between them. What a
 * reference stands for is not normalised, so &#13; remains a carriage return.
 */
export function resolveLiteral(
  reader: Reader,
  raw: string,
  normalise: (literal: string) => string,
): string {
  checkCharacters(reader, raw)
  return raw.includes('&') ? replaceReferences(reader, raw, normalise) : normalise(raw)
}

/**
 * Whether a text with this code unit needs more work: a reference, perhaps the end of a CDATA
 * section, a carriage return, or a forbidden character.
 */
export function isSpecial(unit: number): boolean {
  if (unit < 0x20) return unit !== 0x0a && unit !== 0x09
  return unit === 0x26 || unit === 0x5d || unit > 0xfffd
}

/** Like resolveLiteral, for text between tags, which must not contain `]]>` (XML 1.0, 2.4). */
export function resolveText(reader: Reader, raw: string): string {
  const sectionEnd = raw.indexOf(']]>')
  if (sectionEnd >= 0)
    fail(reader, 'malformed', 'There is a ]]> outside a CDATA section', reader.at + sectionEnd)
  return resolveLiteral(reader, raw, normaliseLineEnds)
}

function replaceReferences(
  reader: Reader,
  raw: string,
  normalise: (literal: string) => string,
): string {
  const parts: string[] = []
  let copied = 0
  for (let at = raw.indexOf('&'); at >= 0; at = raw.indexOf('&', copied)) {
    const end = raw.indexOf(';', at)
    const value = end < 0 ? undefined : referenced(raw.slice(at + 1, end))
    if (value === undefined) {
      fail(
        reader,
        'malformed',
        'An & begins neither a character reference nor a predefined entity',
        reader.at + at,
      )
    }
    parts.push(normalise(raw.slice(copied, at)), value)
    copied = end + 1
  }
  parts.push(normalise(raw.slice(copied)))
  return parts.join('')
}

const predefined = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
])

function referenced(name: string): string | undefined {
  if (!name.startsWith('#')) return predefined.get(name)
  const hexadecimal = /^#x([0-9a-fA-F]+)$/.exec(name)?.[1]
  const decimal = /^#([0-9]+)$/.exec(name)?.[1]
  const code = Number.parseInt(hexadecimal ?? decimal ?? '', hexadecimal ? 16 : 10)
  return isCharacter(code) ? String.fromCodePoint(code) : undefined
}
