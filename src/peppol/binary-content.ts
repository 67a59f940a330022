// A file that is not XML, as the document of an SBD: the element BinaryContent, with the file in
// base64 (Peppol Business Message Envelope, its schema of 2015).
import { attributeOf, element, newTagScanner, parseXml, type XmlElement } from '../xml/index.ts'

const namespace = 'http://peppol.eu/xsd/ticc/envelope/1.0'
const name = 'BinaryContent'
const encoding = 'Base64Encoding'

export function isBinaryContent(root: Pick<XmlElement, 'local' | 'namespace'>): boolean {
  return root.local === name && root.namespace === namespace
}

// Three bytes are four characters, so no piece but the last one is padded.
const pieceBytes = 768 * 1024
const pieceCharacters = 1024 * 1024

/** The element around a file, in pieces, so that a large one can be made in many time slices. */
export function* binaryContentOf(file: Uint8Array, mediaType: string): Generator<Buffer> {
  const attributes = { xmlns: namespace, mimeType: mediaType, encoding }
  const empty = element(name, attributes)
  const end = `</${name}>`
  yield Buffer.from(empty.slice(0, -end.length))
  for (let at = 0; at < file.length; at += pieceBytes) {
    const piece = file.subarray(at, at + pieceBytes)
    yield Buffer.from(
      Buffer.from(piece.buffer, piece.byteOffset, piece.length).toString('base64'),
      'latin1',
    )
  }
  yield Buffer.from(end)
}

/** `pieces` throws an Error for content that is not base64. */
export type BinaryContent = { mediaType: string; pieces(): Generator<Buffer> }

/**
 * The file in a document that travelled in an SBD; undefined when it is any other document. It is
 * in base64, however its sender calls that.
 */
export function openBinaryContent(document: Buffer): BinaryContent | undefined {
  const tag = firstTag(document)
  const root = tag && rootOf(document.subarray(0, tag.end), tag.name)
  if (!root || !isBinaryContent(root)) return undefined
  const mediaType = attributeOf(root, 'mimeType', '')?.trim() || 'application/octet-stream'
  return {
    mediaType,
    *pieces() {
      if (tag.kind === 'empty') return
      yield* decoded(document.subarray(tag.end, document.lastIndexOf('</')))
    },
  }
}

// What precedes the content; a start tag may have at most 100,000 characters anyway.
const headBytes = 100_000

function firstTag(document: Buffer) {
  try {
    return newTagScanner(0).scan(document.subarray(0, headBytes))[0]
  } catch {
    return undefined
  }
}

/** The element of a start tag, without its content. */
function rootOf(start: Buffer, tagName: string): XmlElement | undefined {
  const isEmpty = start.at(-2) === 0x2f
  const end = isEmpty ? [] : [Buffer.from(`</${tagName}>`)]
  try {
    return parseXml(Buffer.concat([start, ...end])).root
  } catch {
    return undefined
  }
}

// White space may stand anywhere in base64.
function* decoded(base64: Buffer): Generator<Buffer> {
  let rest = ''
  for (let at = 0; at < base64.length; at += pieceCharacters) {
    const text =
      rest + base64.toString('latin1', at, at + pieceCharacters).replace(/[ \t\r\n]+/g, '')
    const isLast = at + pieceCharacters >= base64.length
    const whole = isLast ? text : text.slice(0, text.length - (text.length % 4))
    rest = text.slice(whole.length)
    if (whole.length % 4 > 0 || !(isLast ? padded : unpadded).test(whole))
      throw new Error('The content of the file is not base64')
    if (whole.length > 0) yield Buffer.from(whole, 'base64')
  }
}

const unpadded = /^[A-Za-z0-9+/]*$/
const padded = /^[A-Za-z0-9+/]*={0,2}$/
