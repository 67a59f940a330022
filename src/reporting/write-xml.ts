// Writes the documents of this room, by xmlbuilder2: none of them is signed by us, or one of many.
import { create } from 'xmlbuilder2'

/** An element: its name, what it contains, its attributes. Undefined content is left out. */
export type Part = readonly [
  name: string,
  content: string | readonly (Part | undefined)[],
  attributes?: Readonly<Record<string, string>>,
]

/** UTF-8 from the root's '<' to its closing '>', as an SBD carries it. */
export function writeXml(root: Part): Buffer {
  const document = create()
  append(document, root)
  return Buffer.from(document.end({ headless: true }))
}

type Parent = ReturnType<typeof create>

function append(parent: Parent, [name, content, attributes = {}]: Part): void {
  const written = Object.entries(attributes).map(([key, value]) => [key, escaped(value)])
  const element = parent.ele(name, Object.fromEntries(written))
  if (typeof content === 'string') {
    if (content !== '') element.txt(escaped(content))
    return
  }
  for (const part of content) if (part) append(element, part)
}

// What looks like a reference is left as it is by xmlbuilder2, so that '&lt;' in a text would
// become '<'; and it writes the white space that a parser changes as it stands.
function escaped(text: string): string {
  return toXmlText(text)
    .replaceAll('&', '&amp;')
    .replace(/[\t\n\r]/g, (space) => (space === '\n' ? space : `&#${space.charCodeAt(0)};`))
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: what XML forbids
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

/** The text with U+FFFD, the replacement character, for each character that XML forbids. */
export function toXmlText(text: string): string {
  return text.toWellFormed().replace(forbidden, '\ufffd')
}
