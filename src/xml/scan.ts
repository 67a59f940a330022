// Where the elements of a document stand, for a document that is too large for a tree. It knows just enough of XML to be
// never wrong about where a tag begins and ends; whether all else is well-formed, is for whoever reads the document.
import { isSpace } from './characters.ts'

/** `start` and `end` are byte offsets of the tag itself; `depth` counts the elements around the element that it is of. */
export type Tag = {
  kind: 'open' | 'close' | 'empty'
  name: string
  start: number
  end: number
  depth: number
}

/** `scan` gives the tags that a piece completes. Both throw an Error for what is no XML, or none that we read. */
export type TagScanner = { scan(piece: Uint8Array): Tag[]; end(): void }

// As parseXml has it, and one for the envelope.
const depthMax = 101
const tagBytesMax = 100_000

const terminators = {
  comment: Buffer.from('-->'),
  section: Buffer.from(']]>'),
  instruction: Buffer.from('?>'),
}

const [lessThan, greaterThan, slash, bang, question] = [0x3c, 0x3e, 0x2f, 0x21, 0x3f]

type Scan = {
  /** What came in and is not decided yet, and where it stood. */
  held: Buffer
  offset: number
  inside: keyof typeof terminators | undefined
  open: string[]
  hasRoot: boolean
}

/** A scanner for one document in UTF-8. */
export function newTagScanner(): TagScanner {
  const scan: Scan = { held: Buffer.alloc(0), offset: 0, inside: undefined, open: [], hasRoot: false }
  const decoder = new TextDecoder('utf-8', { fatal: true })
  return {
    scan(piece) {
      checkEncoding(decoder, piece, true)
      scan.held = Buffer.concat([scan.held, piece])
      const tags: Tag[] = []
      let at = 0
      for (let next = step(scan, at, tags); next > at; next = step(scan, at, tags)) at = next
      scan.held = scan.held.subarray(at)
      scan.offset += at
      return tags
    },
    end() {
      checkEncoding(decoder, new Uint8Array(), false)
      if (!scan.hasRoot || scan.open.length > 0 || scan.inside || scan.held.length > 0)
        throw new Error('The document has no end')
    },
  }
}

function checkEncoding(decoder: InstanceType<typeof TextDecoder>, piece: Uint8Array, stream: boolean): void {
  try {
    decoder.decode(piece, { stream })
  } catch {
    throw new Error('The document has bytes that are not UTF-8')
  }
}

/** Reads one thing at `at`; gives where the next begins, or `at` when more bytes are needed. */
function step(scan: Scan, at: number, tags: Tag[]): number {
  if (scan.inside) return leave(scan, scan.inside, at)
  const { held } = scan
  const start = held.indexOf(lessThan, at)
  if (scan.open.length === 0)
    checkOutside(held.subarray(at, start < 0 ? held.length : start), scan.offset + at)
  if (start !== at) return start < 0 ? held.length : start
  switch (held[at + 1]) {
    case undefined:
      return at
    case bang:
      return enterMarkup(scan, at)
    case question:
      scan.inside = 'instruction'
      return at + 2
    default:
      return readTag(scan, at, tags)
  }
}

/** To the end of a comment, a CDATA section or an instruction, however long it is. */
function leave(scan: Scan, inside: keyof typeof terminators, at: number): number {
  const terminator = terminators[inside]
  const end = scan.held.indexOf(terminator, at)
  if (end < 0) return Math.max(at, scan.held.length - terminator.length + 1)
  scan.inside = undefined
  return end + terminator.length
}

function enterMarkup(scan: Scan, at: number): number {
  const beginning = scan.held.toString('latin1', at, at + '<![CDATA['.length)
  if (beginning.startsWith('<!--')) {
    scan.inside = 'comment'
    return at + 4
  }
  if (beginning === '<![CDATA[' && scan.open.length > 0) {
    scan.inside = 'section'
    return at + beginning.length
  }
  const mayBecomeOne = '<!--'.startsWith(beginning) || '<![CDATA['.startsWith(beginning)
  if (mayBecomeOne && beginning !== '<![CDATA[') return at
  throw new Error(`There is a declaration at byte ${scan.offset + at}, which is not read`)
}

function readTag(scan: Scan, start: number, tags: Tag[]): number {
  const end = endOfTag(scan.held, start)
  if ((end ?? scan.held.length) - start > tagBytesMax)
    throw new Error(`The tag at byte ${scan.offset + start} is too long`)
  if (end === undefined) return start
  const text = scan.held.toString('utf8', start, end)
  const isClose = scan.held[start + 1] === slash
  const name = (isClose ? closeForm : openForm).exec(text)?.[1]
  if (name === undefined) throw new Error(`There is no tag at byte ${scan.offset + start}`)
  const kind = isClose ? 'close' : text.endsWith('/>') ? 'empty' : 'open'
  if (kind === 'close') close(scan, name)
  tags.push({ kind, name, start: scan.offset + start, end: scan.offset + end, depth: scan.open.length })
  if (kind !== 'close') open(scan, name, kind === 'open')
  return end
}

const openForm = /^<([^\s/<>"'=&!?]+)[\s/>]/
const closeForm = /^<\/([^\s/<>"'=&!?]+)[ \t\r\n]*>$/

/** Behind the first '>' that is not in quotes. */
function endOfTag(held: Buffer, start: number): number | undefined {
  let quote: number | undefined
  for (let at = start + 1; at < held.length; at++) {
    const byte = held[at]
    if (quote !== undefined) quote = byte === quote ? undefined : quote
    else if (byte === 0x22 || byte === 0x27) quote = byte
    else if (byte === greaterThan) return at + 1
  }
  return undefined
}

function open(scan: Scan, name: string, hasContent: boolean): void {
  if (scan.open.length === 0 && scan.hasRoot) throw new Error('There is something after the root element')
  scan.hasRoot = true
  if (hasContent) scan.open.push(name)
  if (scan.open.length > depthMax) throw new Error('The document is too deep')
}

function close(scan: Scan, name: string): void {
  if (scan.open.pop() !== name) throw new Error(`The end tag of ${name} is not that of the open element`)
}

const byteOrderMark = [0xef, 0xbb, 0xbf]

function checkOutside(bytes: Buffer, offset: number): void {
  for (const [at, byte] of bytes.entries()) {
    if (isSpace(byte) || byte === byteOrderMark[offset + at]) continue
    throw new Error('There is text outside the root element')
  }
}
