// Finds the tags of a document that is too large for a tree. It knows just enough XML never to be
// wrong about where a tag begins and ends; it does not check that everything else is well-formed.
import { isSpace } from './characters.ts'

/**
 * `start` and `end` are byte offsets of the tag itself; `depth` is the number of elements around
 * its element.
 */
export type Tag = {
  kind: 'open' | 'close' | 'empty'
  name: string
  start: number
  end: number
  depth: number
}

/**
 * `scan` returns the tags that a chunk completes. Both throw an Error for what is not XML, or XML
 * that we do not take.
 */
export type TagScanner = { scan(chunk: Uint8Array): Tag[]; end(): void }

// That of parseXml, and one for the envelope.
const depthMax = 101
const tagBytesMax = 100_000

const terminators = {
  comment: Buffer.from('-->'),
  section: Buffer.from(']]>'),
  instruction: Buffer.from('?>'),
}

const [lessThan, greaterThan, slash, bang, question] = [0x3c, 0x3e, 0x2f, 0x21, 0x3f]
const [doubleQuote, singleQuote] = [0x22, 0x27]

type Scan = {
  /** What came in and has not been read yet, and its offset. */
  held: Buffer
  offset: number
  inside: keyof typeof terminators | undefined
  /** The names of the open elements, concatenated, and where each of them ends. */
  names: Buffer
  nameEnds: number[]
  hasRoot: boolean
  /** Tags of elements deeper than this are checked, but not reported. */
  reportedDepth: number
  tags: Tag[]
}

/**
 * A scanner for one document in UTF-8. It reports elements with at most `reportedDepth` others
 * around them.
 */
export function newTagScanner(reportedDepth: number): TagScanner {
  const scan: Scan = {
    held: Buffer.alloc(0),
    offset: 0,
    inside: undefined,
    names: Buffer.alloc(1000),
    nameEnds: [],
    hasRoot: false,
    reportedDepth,
    tags: [],
  }
  const decoder = new TextDecoder('utf-8', { fatal: true })
  return {
    scan(chunk) {
      checkEncoding(decoder, chunk, true)
      scan.held = Buffer.concat([scan.held, chunk])
      scan.tags = []
      let at = 0
      for (let next = step(scan, at); next > at; next = step(scan, at)) at = next
      scan.held = scan.held.subarray(at)
      scan.offset += at
      return scan.tags
    },
    end() {
      checkEncoding(decoder, new Uint8Array(), false)
      if (!scan.hasRoot || scan.nameEnds.length > 0 || scan.inside || scan.held.length > 0)
        throw new Error('The document has no end')
    },
  }
}

function checkEncoding(
  decoder: InstanceType<typeof TextDecoder>,
  chunk: Uint8Array,
  stream: boolean,
): void {
  try {
    decoder.decode(chunk, { stream })
  } catch {
    throw new Error('The document has bytes that are not UTF-8')
  }
}

/** Reads one token at `at`; returns where the next begins, or `at` when more bytes are needed. */
function step(scan: Scan, at: number): number {
  if (scan.inside) return leave(scan, scan.inside, at)
  const { held } = scan
  // Texts between tags are short: looking at each byte is faster than searching for the next tag.
  let start = at
  while (start < held.length && held[start] !== lessThan) start++
  if (start > at) {
    if (scan.nameEnds.length === 0) checkOutside(held.subarray(at, start), scan.offset + at)
    return start
  }
  switch (held[at + 1]) {
    case undefined:
      return at
    case bang:
      return enterMarkup(scan, at)
    case question:
      scan.inside = 'instruction'
      return at + 2
    case slash:
      return readEndTag(scan, at)
    default:
      return readStartTag(scan, at)
  }
}

/** Skips to the end of a comment, a CDATA section or an instruction, however long. */
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
  if (beginning === '<![CDATA[' && scan.nameEnds.length > 0) {
    scan.inside = 'section'
    return at + beginning.length
  }
  const mayBecomeOne = '<!--'.startsWith(beginning) || '<![CDATA['.startsWith(beginning)
  if (mayBecomeOne && beginning !== '<![CDATA[') return at
  throw new Error(`There is a declaration at byte ${scan.offset + at}, which is not read`)
}

function readStartTag(scan: Scan, start: number): number {
  const { held } = scan
  const nameEnd = endOfName(held, start + 1)
  let at = nameEnd
  for (let quote = 0; at < held.length; at++) {
    const byte = held[at]!
    if (byte === lessThan) throw noTag(scan, start)
    if (quote > 0) quote = byte === quote ? 0 : quote
    else if (byte === greaterThan) break
    else if (byte === doubleQuote || byte === singleQuote) quote = byte
  }
  checkLength(scan, at - start, start)
  if (at === held.length) return start
  if (nameEnd === start + 1 || !endsName(held[nameEnd]!)) throw noTag(scan, start)
  const kind = held[at - 1] === slash ? 'empty' : 'open'
  if (scan.nameEnds.length === 0 && scan.hasRoot)
    throw new Error('There is content after the root element')
  scan.hasRoot = true
  tell(scan, { kind, start, end: at + 1 }, start + 1, nameEnd)
  if (kind === 'open') open(scan, start + 1, nameEnd)
  return at + 1
}

function readEndTag(scan: Scan, start: number): number {
  const { held } = scan
  const nameEnd = endOfName(held, start + 2)
  let at = nameEnd
  while (at < held.length && isSpace(held[at]!)) at++
  checkLength(scan, at - start, start)
  if (at === held.length) return start
  if (nameEnd === start + 2 || held[at] !== greaterThan) throw noTag(scan, start)
  close(scan, start + 2, nameEnd)
  tell(scan, { kind: 'close', start, end: at + 1 }, start + 2, nameEnd)
  return at + 1
}

function endOfName(held: Buffer, start: number): number {
  let at = start
  while (at < held.length && isInName[held[at]!] === 1) at++
  return at
}

const endsName = (byte: number): boolean => byte === greaterThan || byte === slash || isSpace(byte)

/** By byte. Everything beyond ASCII is taken as part of a name. */
const isInName = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte > 0x20 && !`/<>"'=&!?`.includes(String.fromCharCode(byte)) ? 1 : 0,
)

function checkLength(scan: Scan, length: number, start: number): void {
  if (length > tagBytesMax) throw new Error(`The tag at byte ${scan.offset + start} is too long`)
}

function noTag(scan: Scan, start: number): Error {
  return new Error(`There is no tag at byte ${scan.offset + start}`)
}

function tell(
  scan: Scan,
  tag: Pick<Tag, 'kind' | 'start' | 'end'>,
  nameStart: number,
  nameEnd: number,
): void {
  const depth = scan.nameEnds.length
  if (depth > scan.reportedDepth) return
  const name = scan.held.toString('utf8', nameStart, nameEnd)
  const { kind, start, end } = tag
  scan.tags.push({ kind, name, start: scan.offset + start, end: scan.offset + end, depth })
}

function open(scan: Scan, nameStart: number, nameEnd: number): void {
  if (scan.nameEnds.length === depthMax) throw new Error('The document is too deep')
  const from = scan.nameEnds.at(-1) ?? 0
  const end = from + nameEnd - nameStart
  if (end > scan.names.length) scan.names = Buffer.concat([scan.names], 2 * end)
  for (let at = nameStart; at < nameEnd; at++) scan.names[from + at - nameStart] = scan.held[at]!
  scan.nameEnds.push(end)
}

function close(scan: Scan, nameStart: number, nameEnd: number): void {
  const end = scan.nameEnds.pop() ?? 0
  const from = scan.nameEnds.at(-1) ?? 0
  let isSame = end - from === nameEnd - nameStart
  for (let at = nameStart; isSame && at < nameEnd; at++)
    isSame = scan.names[from + at - nameStart] === scan.held[at]
  if (isSame) return
  const name = scan.held.toString('utf8', nameStart, nameEnd)
  throw new Error(`The end tag of ${name} does not match the open element`)
}

const byteOrderMark = [0xef, 0xbb, 0xbf]

function checkOutside(bytes: Buffer, offset: number): void {
  for (const [at, byte] of bytes.entries()) {
    if (isSpace(byte) || byte === byteOrderMark[offset + at]) continue
    throw new Error('There is text outside the root element')
  }
}
