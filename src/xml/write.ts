// Writes XML in which every element is in canonical form (Canonical XML 1.0, 2.3), so that what is
// signed need not be parsed again.
import { findForbidden } from './characters.ts'

const textReplacements: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '\r': '&#xD;',
}
const attributeReplacements: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '"': '&quot;',
  '\t': '&#x9;',
  '\n': '&#xA;',
  '\r': '&#xD;',
}

// Whatever may need more than copying. A surrogate may still be paired.
// biome-ignore lint/suspicious/noControlCharactersInRegex: what XML forbids
const specialInText = /[&<>\u0000-\u0008\u000b-\u001f\ud800-\udfff\ufffe\uffff]/
// biome-ignore lint/suspicious/noControlCharactersInRegex: what XML forbids
const specialInAttribute = /[&<"\u0000-\u001f\ud800-\udfff\ufffe\uffff]/

/**
 * Character data in canonical form. Throws when the value contains a character that XML forbids.
 */
export function escapeText(value: string): string {
  if (!specialInText.test(value)) return value
  checkCharacters(value)
  return escapeParsedText(value)
}

/** An attribute value in canonical form, without quotes. Throws as escapeText does. */
export function escapeAttribute(value: string): string {
  if (!specialInAttribute.test(value)) return value
  checkCharacters(value)
  return escapeParsedAttribute(value)
}

/** The same as escapeText, for a value from the parser, which has only legal characters. */
export function escapeParsedText(value: string): string {
  return /[&<>\r]/.test(value)
    ? value.replace(/[&<>\r]/g, (found) => textReplacements[found]!)
    : value
}

/** The same as escapeAttribute, for a value from the parser, which has only legal characters. */
export function escapeParsedAttribute(value: string): string {
  return /[&<"\t\n\r]/.test(value)
    ? value.replace(/[&<"\t\n\r]/g, (found) => attributeReplacements[found]!)
    : value
}

/**
 * One element: always with start and end tag, attributes in the order given (the caller gives the
 * canonical one, namespace declarations first), content already XML. Undefined attributes and
 * content are left out.
 */
export function element(
  name: string,
  attributes: Record<string, string | undefined> | undefined,
  ...content: (string | undefined)[]
): string {
  let written = `<${name}`
  for (const attribute in attributes) {
    const value = attributes[attribute]
    if (value !== undefined) written += ` ${attribute}="${escapeAttribute(value)}"`
  }
  written += '>'
  for (const part of content) if (part !== undefined) written += part
  return `${written}</${name}>`
}

function checkCharacters(value: string): void {
  const at = findForbidden(value)
  if (at < 0) return
  const code = value.codePointAt(at)!.toString(16).toUpperCase().padStart(4, '0')
  throw new Error(`The character U+${code} at offset ${at} is not allowed in XML`)
}
