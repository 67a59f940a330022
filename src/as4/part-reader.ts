// Parses a multipart body as it comes in (RFC 2046, 5.1). Bytes are never decoded as text. A whole
// message is just a body in one chunk.
import { As4Error } from './error.ts'
import { bareId, headersLength, readHeaders } from './part-headers.ts'
import { type TransferDecoder, transferDecoder } from './transfer-encoding.ts'

/** Either a part begins, or there are more bytes of it, decoded from its transfer encoding. */
export type PartEvent =
  | { kind: 'part'; headers: Map<string, string>; contentId: string | undefined }
  | { kind: 'bytes'; bytes: Buffer }

/** `read` returns what a chunk of the body completes, `end` what is left. Both throw EBMS:0007. */
export type PartReader = { read(chunk: Buffer): PartEvent[]; end(): PartEvent[] }

type State = {
  phase: 'preamble' | 'headers' | 'content' | 'epilogue'
  /** What came in and has not been classified yet. */
  held: Buffer
  /** Nothing of this phase precedes `held`, so a delimiter may come at once. */
  isFresh: boolean
  /**
   * How the first delimiter ended its line. The same line end before any delimiter is part of it.
   */
  lineEnd: '\r\n' | '\n'
  ids: Set<string>
  parts: number
  decoder: TransferDecoder
}

/** `end` is undefined while only more bytes can tell whether this is a delimiter. */
type Delimiter = { start: number; end: number | undefined; closes: boolean }

/** A reader for one body. `partsMax` counts every part. */
export function newPartReader(boundary: string, { partsMax }: { partsMax: number }): PartReader {
  const mark = Buffer.from(`--${boundary}`, 'latin1')
  const state: State = {
    phase: 'preamble',
    held: Buffer.alloc(0),
    isFresh: true,
    lineEnd: '\n',
    ids: new Set(),
    parts: 0,
    decoder: transferDecoder('binary'),
  }

  function advance(isLast: boolean): PartEvent[] {
    const events: PartEvent[] = []
    let before: State['phase'] | undefined
    while (state.phase !== before && state.phase !== 'epilogue') {
      before = state.phase
      if (state.phase === 'headers') readPart(state, partsMax, events)
      else readContent(state, findDelimiter(state, mark, isLast), mark.length, events)
    }
    if (state.phase === 'epilogue') state.held = Buffer.alloc(0)
    return events
  }

  return {
    read(chunk) {
      state.held = state.held.length === 0 ? chunk : Buffer.concat([state.held, chunk])
      return advance(false)
    },
    end() {
      const events = advance(true)
      if (state.phase !== 'epilogue') throw inconsistent('the closing boundary is missing')
      return events
    },
  }
}

function readPart(state: State, partsMax: number, events: PartEvent[]): void {
  const length = headersLength(state.held)
  if (length === undefined) return
  if (state.parts === partsMax) throw inconsistent('the message has too many parts')
  const headers = readHeaders(take(state, length))
  const named = headers.get('content-id')
  const contentId = named === undefined ? undefined : bareId(named)
  if (contentId !== undefined) {
    if (state.ids.has(contentId)) throw inconsistent('two parts have the same Content-ID')
    state.ids.add(contentId)
  }
  state.parts++
  state.decoder = transferDecoder(headers.get('content-transfer-encoding') ?? 'binary')
  state.phase = 'content'
  state.isFresh = true
  events.push({ kind: 'part', headers, contentId })
}

/**
 * Emits the bytes before the delimiter, but none of the preamble; without a delimiter, as many as
 * are safe.
 */
function readContent(
  state: State,
  delimiter: Delimiter | undefined,
  markLength: number,
  events: PartEvent[],
): void {
  if (delimiter?.end === undefined) {
    // What is held back may turn out to be a line end and the beginning of a delimiter.
    const bytes = take(state, (delimiter?.start ?? state.held.length - markLength + 1) - 2)
    if (state.phase === 'content') give(events, state.decoder.decode(bytes))
    return
  }
  if (state.phase === 'preamble') {
    state.lineEnd = state.held[delimiter.end - 2] === 0x0d ? '\r\n' : '\n'
  } else {
    const content = state.held.subarray(0, Math.max(0, delimiter.start - state.lineEnd.length))
    give(events, state.decoder.decode(content))
    give(events, state.decoder.end())
  }
  take(state, delimiter.end)
  state.phase = delimiter.closes ? 'epilogue' : 'headers'
}

/** The first line that is `--boundary` or `--boundary--`, with optional trailing blanks. */
function findDelimiter(state: State, mark: Buffer, isLast: boolean): Delimiter | undefined {
  const { held } = state
  for (let start = held.indexOf(mark); start >= 0; start = held.indexOf(mark, start + 1)) {
    if (!beginsLine(state, start)) continue
    const after = start + mark.length
    const closes = held[after] === 0x2d && held[after + 1] === 0x2d
    const mayClose = held[after] === 0x2d && after + 1 === held.length
    const end = mayClose ? 'unknown' : endOfLine(held, after + (closes ? 2 : 0))
    if (typeof end === 'number') return { start, end, closes }
    if (end === 'unknown' && !isLast) return { start, end: undefined, closes }
    if (end === 'unknown' && closes) return { start, end: held.length, closes }
  }
  return undefined
}

function beginsLine({ held, isFresh, phase, lineEnd }: State, at: number): boolean {
  if (at === 0) return isFresh
  const needsReturn = phase === 'content' && lineEnd === '\r\n'
  return held[at - 1] === 0x0a && (!needsReturn || held[at - 2] === 0x0d)
}

// How many blanks may follow a boundary on its line (RFC 2046: transport padding). A line with more
// is content.
const paddingMax = 256

/** Where the next line begins, if there are only blanks before it. */
function endOfLine(held: Buffer, from: number): number | 'unknown' | undefined {
  let at = from
  while ((held[at] === 0x20 || held[at] === 0x09) && at - from < paddingMax) at++
  if (held[at] === 0x0d) at++
  if (at >= held.length) return 'unknown'
  return held[at] === 0x0a ? at + 1 : undefined
}

function take(state: State, length: number): Buffer {
  const taken = state.held.subarray(0, Math.max(0, length))
  if (taken.length > 0) state.isFresh = false
  state.held = state.held.subarray(taken.length)
  return taken
}

function give(events: PartEvent[], bytes: Buffer): void {
  if (bytes.length > 0) events.push({ kind: 'bytes', bytes })
}

function inconsistent(detail: string): As4Error {
  return new As4Error('EBMS:0007', detail)
}
