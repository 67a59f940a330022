// Decodes UTF-8, strictly, and removes a byte order mark (XML 1.0, 4.3.3).
import { isAscii } from 'node:buffer'
import { lineAndColumn } from './position.ts'
import { XmlError } from './tree.ts'

// ignoreBOM keeps a mark in the text: a first one has been cut off by then, a second one is
// a fault.
const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const tolerant = new TextDecoder('utf-8', { ignoreBOM: true })

// How a document in another Unicode encoding begins (XML 1.0, appendix F).
const otherEncodings = [
  [0xfe, 0xff],
  [0xff, 0xfe],
  [0x00, 0x00, 0xfe, 0xff],
  [0x00, 0x3c],
  [0x3c, 0x00],
  [0x00, 0x00, 0x00, 0x3c],
]

// What people send in place of XML, and how it begins.
const otherFiles = [
  ['a PDF', Buffer.from('%PDF-')],
  ['a ZIP file, as .docx and .xlsx are', Buffer.from('PK\u0003\u0004')],
] as const
const byteOrderMark = [0xef, 0xbb, 0xbf]

export type Decoded = {
  text: string
  /** The UTF-16 code units of the text. */
  units: Uint8Array | Uint16Array
  /** The length in bytes of the byte order mark that was removed. */
  markBytes: number
}

/** Throws XmlError: 'encoding', or 'malformed' for a file of another kind. */
export function decode(bytes: Uint8Array): Decoded {
  const start = { line: 1, column: 1 }
  const [other] = otherFiles.find(([, beginning]) => startsWith(bytes, beginning)) ?? []
  if (other) throw new XmlError('malformed', `There is no root element: this is ${other}`, start)
  if (otherEncodings.some((other) => startsWith(bytes, other))) {
    throw new XmlError('encoding', 'The document is not in UTF-8', start)
  }
  const markBytes = startsWith(bytes, byteOrderMark) ? 3 : 0
  const content = bytes.subarray(markBytes)
  if (isAscii(content)) return { markBytes, ...asciiOf(content) }
  try {
    const text = strict.decode(content)
    return { text, units: unitsOf(text), markBytes }
  } catch {
    throw new XmlError('encoding', 'The document has bytes that are not UTF-8', firstFault(content))
  }
}

/** Decodes whole characters of a longer text. Throws XmlError as `decode` does. */
export function decodePiece(bytes: Uint8Array): Pick<Decoded, 'text'> {
  if (isAscii(bytes)) return asciiOf(bytes)
  try {
    return { text: strict.decode(bytes) }
  } catch {
    throw new XmlError('encoding', 'The document has bytes that are not UTF-8', firstFault(bytes))
  }
}

// In ASCII a byte is a character and a unit: copying takes a fifth of the time of decoding.
function asciiOf({ buffer, byteOffset, length }: Uint8Array): Pick<Decoded, 'text' | 'units'> {
  const text = Buffer.from(buffer, byteOffset, length).toString('latin1')
  return { text, units: new Uint8Array(buffer, byteOffset, length) }
}

export function unitsOf(text: string): Uint16Array {
  const units = new Uint16Array(text.length)
  const bytes = Buffer.from(units.buffer)
  bytes.write(text, 'utf16le')
  if (isBigEndian) bytes.swap16()
  return units
}

// Buffer writes UTF-16 as little-endian only; a typed array has the machine's byte order.
const isBigEndian = new Uint8Array(Uint16Array.of(1).buffer)[0] === 0

function startsWith(bytes: Uint8Array, beginning: ArrayLike<number>): boolean {
  for (let at = 0; at < beginning.length; at++) if (bytes[at] !== beginning[at]) return false
  return true
}

// The lenient decoder puts U+FFFD for what it cannot decode: encoded again, the text differs from
// there on.
function firstFault(content: Uint8Array): { line: number; column: number } {
  const again = Buffer.from(tolerant.decode(content))
  let at = 0
  while (at < content.length && again[at] === content[at]) at++
  const before = tolerant.decode(content.subarray(0, at))
  return lineAndColumn(before, before.length)
}
