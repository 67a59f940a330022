// Reads a document that is too large for a tree, chunk by chunk: as strictly as parseXml, by the
// same grammar, but it keeps nothing except the elements that are open. It reports tags.
import { decodePiece, unitsOf } from './decode.ts'
import { knownNamesMax } from './names.ts'
import { newReader, type Reader } from './reader.ts'
import { holdMax, readToken, type Scan, type Tag } from './scan-token.ts'
import { XmlError } from './tree.ts'

/**
 * `scan` returns the tags that a chunk completes. Both throw an Error for what parseXml refuses
 * (instructions are accepted), and for a tag of more than 100,000 characters.
 */
export type TagScanner = { scan(chunk: Uint8Array): Tag[]; end(): void }

// That of parseXml, and one for the envelope.
const depthMax = 101

/**
 * A scanner for one document in UTF-8. It reports elements with at most `reportedDepth` others
 * around them. Time is linear in the document; memory is bounded by the longest tag and the depth.
 */
export function newTagScanner(reportedDepth: number): TagScanner {
  const scan: Scan = {
    reader: newReader(readable(''), { depthMax, nodesMax: Number.POSITIVE_INFINITY }),
    counted: { at: 0, bytes: 0 },
    inside: undefined,
    open: undefined,
    isBegun: false,
    hasRoot: false,
    reportedDepth,
    tags: [],
  }
  let partial = Buffer.alloc(0)

  function advance(text: string): Tag[] {
    scan.tags = []
    hold(scan, text)
    let isRead = true
    while (isRead && scan.reader.at < scan.reader.text.length) isRead = readOne(scan)
    return scan.tags
  }

  return {
    scan(chunk) {
      const bytes = Buffer.concat([partial, chunk])
      const whole = bytes.length - partialLength(bytes)
      partial = bytes.subarray(whole)
      return advance(decodePiece(bytes.subarray(0, whole)).text)
    },
    end() {
      const { reader, inside, open, hasRoot } = scan
      if (!hasRoot || open || inside || reader.at < reader.text.length || partial.length > 0)
        throw new Error('The document has no end')
    },
  }
}

function readable(text: string): Pick<Reader, 'text' | 'units'> {
  return { text, units: unitsOf(text) }
}

/** What has not been read, and the text that follows it. */
function hold(scan: Scan, text: string): void {
  const { reader, counted } = scan
  counted.bytes += Buffer.byteLength(reader.text.slice(counted.at, reader.at))
  counted.at = 0
  const held = reader.text.slice(reader.at) + text
  const isMarked = counted.bytes === 0 && held.startsWith('\ufeff')
  if (isMarked) counted.bytes = 3
  // Further names would be parts of a chunk, and keep it in memory.
  if (reader.names.size >= knownNamesMax) reader.names.clear()
  if (reader.inScope.size >= knownNamesMax) reader.inScope.clear()
  scan.reader = { ...reader, ...readable(isMarked ? held.slice(1) : held), at: 0 }
}

/** Reads one token; false when more bytes are needed. */
function readOne(scan: Scan): boolean {
  const { reader, counted } = scan
  const start = reader.at
  try {
    if (readToken(scan)) return true
  } catch (error) {
    if (!(error instanceof XmlError)) throw error
    const bytes = counted.bytes + Buffer.byteLength(reader.text.slice(counted.at, start))
    throw new Error(`${error.message}, at or after byte ${bytes}`, { cause: error })
  }
  if (reader.text.length - reader.at > holdMax)
    throw new Error('There is a tag or a reference that is too long')
  return false
}

/** How many bytes at the end begin a character without ending it (RFC 3629, 3). */
function partialLength(bytes: Uint8Array): number {
  for (let length = 1; length <= Math.min(3, bytes.length); length++) {
    const byte = bytes[bytes.length - length]!
    if (byte < 0x80) return 0
    if (byte >= 0xc0) return (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) > length ? length : 0
  }
  return 0
}
