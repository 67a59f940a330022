// Writes the documents of this room from their parts.
import { element, escapeText } from '../xml/index.ts'

/**
 * An element: its name, what it contains (text, elements, or XML as it is), its attributes.
 * Undefined content is left out.
 */
export type Part = readonly [
  name: string,
  content: string | readonly (Part | undefined)[] | { xml: string },
  attributes?: Readonly<Record<string, string>> | undefined,
]

/** UTF-8 from the root's '<' to its closing '>', as an SBD carries it. */
export function writeXml(root: Part): Buffer {
  return Buffer.from(write(root))
}

function write([name, content, attributes = {}]: Part): string {
  const written = Object.entries(attributes).map(([key, value]) => [key, toXmlText(value)])
  return element(name, Object.fromEntries(written), inside(content))
}

function inside(content: Part[1]): string {
  if (typeof content === 'string') return escapeText(toXmlText(content))
  if ('xml' in content) return content.xml
  return content.map((part) => part && write(part)).join('')
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: what XML forbids
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

/** The text with U+FFFD, the replacement character, for each character that XML forbids. */
export function toXmlText(text: string): string {
  return text.toWellFormed().replace(forbidden, '\ufffd')
}
