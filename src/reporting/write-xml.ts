// Writes the documents of this room, by xmlbuilder2: none of them is signed by us, or one of many.
import { create } from 'xmlbuilder2'

/** An element: its name, what it contains, its attributes. Undefined content is left out. */
export type Part = readonly [
  name: string,
  content: string | readonly (Part | undefined)[],
  attributes?: Readonly<Record<string, string>> | undefined,
]

// Documents of more elements take several times as long.
const pieceMax = 100

/** UTF-8 from the root's '<' to its closing '>', as an SBD carries it. */
export function writeXml([name, content, attributes]: Part): Buffer {
  if (typeof content === 'string' || content.length <= pieceMax)
    return Buffer.from(write([name, content, attributes]))
  const pieces: string[] = []
  for (let at = 0; at < content.length; at += pieceMax)
    pieces.push(write([name, content.slice(at, at + pieceMax), attributes]))
  return Buffer.from(joined(pieces))
}

// Each piece has the start tag and the end tag of the whole.
function joined(pieces: string[]): string {
  const [first = ''] = pieces
  const start = first.slice(0, first.indexOf('>') + 1)
  const end = first.slice(first.lastIndexOf('<'))
  return [start, ...pieces.map((piece) => piece.slice(start.length, -end.length)), end].join('')
}

function write(root: Part): string {
  const document = create()
  append(document, root)
  return document.end({ headless: true })
}

type Parent = ReturnType<typeof create>

function append(parent: Parent, [name, content, attributes = {}]: Part): void {
  const written = Object.entries(attributes).map(([key, value]) => [
    key,
    escaped(value, /[\t\n\r]/g),
  ])
  const element = parent.ele(name, Object.fromEntries(written))
  if (typeof content === 'string') {
    if (content !== '') element.txt(escaped(content, /\r/g))
    return
  }
  for (const part of content) if (part) append(element, part)
}

// What looks like a reference is left as it is by xmlbuilder2, so that '&lt;' in a text would
// become '<'; and it writes as it stands what a parser takes for other white space.
function escaped(text: string, space: RegExp): string {
  return toXmlText(text)
    .replaceAll('&', '&amp;')
    .replace(space, (found) => `&#${found.charCodeAt(0)};`)
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: what XML forbids
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

/** The text with U+FFFD, the replacement character, for each character that XML forbids. */
export function toXmlText(text: string): string {
  return text.toWellFormed().replace(forbidden, '\ufffd')
}
