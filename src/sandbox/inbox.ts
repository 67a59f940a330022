// What the second access point has received, as plain files. Written before the receipt is sent.
import { createHash, randomUUID } from 'node:crypto'
import {
  createReadStream,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { type Content, chunksOf } from '../as4/index.ts'
import type { Arrival, Kept } from '../reception/index.ts'
import { type ArrivalLine, openArrivals } from './arrivals.ts'

/** What the inbox needs to know of an arrival. */
export type InboxArrival = Pick<Arrival, 'document' | 'sbd' | 'at'> & {
  message: Pick<Arrival['message'], 'messageId' | 'from'>
  header: Pick<Arrival['header'], 'instanceIdentifier'>
}

export type Inbox = {
  folder: string
  /**
   * Writes an arrival, then resolves with the receipt for its sender: the one that `makeReceipt`
   * makes, or the same bytes that this message got before. Refuses a MessageId that was used before
   * with another document.
   */
  keep(arrival: InboxArrival, makeReceipt: () => Promise<Buffer>): Promise<Kept>
  close(): void
}

// The receipt of the first document proves nothing for this one.
const conflict: Kept = {
  kind: 'refused',
  detail: 'this MessageId was used before with another document',
}

type Line = Omit<ArrivalLine, 'number'>

/** `number` settles when the first arrival has been written or has failed. */
type Seen = Map<string, { documentSha256: string; number: Promise<number> }>

/**
 * Opens or creates the inbox in `folder` and reads its list of arrivals. Throws Error when that
 * is damaged.
 */
export function openInbox(folder: string): Inbox {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const arrivals = openArrivals(join(folder, 'arrivals.jsonl'))
  const seen = readSeen(arrivals.lines)
  let lastNumber = arrivals.lines.reduce((last, { number }) => Math.max(last, number), 0)

  /**
   * Synchronous, so that no other arrival gets the same number. Overwrites a folder without a line,
   * which a crash has left.
   */
  function writeFirst(line: Line, { document, sbd }: Written, receipt: Buffer): number {
    const number = lastNumber + 1
    const own = folderOf(folder, number)
    mkdirSync(own, { recursive: true, mode: 0o700 })
    put(document, join(own, 'document.xml'))
    put(sbd, join(own, 'sbd.xml'))
    writeFileSync(join(own, 'receipt.xml'), receipt, { mode: 0o600 })
    arrivals.append({ number, ...line })
    // Only now: after a failure the number is used again, so that there are no gaps.
    lastNumber = number
    return number
  }

  async function keepFirst(
    line: Line,
    arrival: InboxArrival,
    makeReceipt: () => Promise<Buffer>,
  ): Promise<Kept> {
    const making = makeReceipt()
    const number = making.then(async (receipt) => {
      const written = await writeAhead(folder, arrival)
      try {
        return writeFirst(line, written, receipt)
      } finally {
        for (const ahead of Object.values(written))
          if (typeof ahead === 'string') rmSync(ahead, { force: true })
      }
    })
    // Before anything is awaited: the same message may come again while this receipt is being made.
    seen.set(keyOf(line), { documentSha256: line.documentSha256, number })
    try {
      await number
    } catch (error) {
      seen.delete(keyOf(line))
      throw error
    }
    return { kind: 'stored', receipt: await making }
  }

  async function keepRepeat(
    line: Line,
    { sbd }: InboxArrival,
    first: { documentSha256: string; number: Promise<number> },
  ): Promise<Kept> {
    if (first.documentSha256 !== line.documentSha256) return conflict
    const number = await first.number
    // The receipt covers the whole SBD, so its header must be the same too.
    const kept = await digestOf(createReadStream(join(folderOf(folder, number), 'sbd.xml')))
    if (kept !== (await digestOf(chunksOf(sbd)))) return conflict
    arrivals.append({ number, ...line, repeat: true })
    return { kind: 'repeat', receipt: readFileSync(join(folderOf(folder, number), 'receipt.xml')) }
  }

  return {
    folder,
    async keep(arrival, makeReceipt) {
      const line = await lineOf(arrival)
      const first = seen.get(keyOf(line))
      return first ? keepRepeat(line, arrival, first) : keepFirst(line, arrival, makeReceipt)
    },
    close: () => arrivals.close(),
  }
}

function readSeen(lines: ArrivalLine[]): Seen {
  const firsts = lines.filter(({ repeat }) => !repeat)
  return new Map(
    firsts.map((line) => [
      keyOf(line),
      { documentSha256: line.documentSha256, number: Promise.resolve(line.number) },
    ]),
  )
}

/**
 * No MessageId contains a space. A slice of a message would keep all of it in memory while the
 * inbox is open; a round trip through a Buffer makes an independent string.
 */
function keyOf({ from = '', messageId }: Pick<Line, 'from' | 'messageId'>): string {
  return Buffer.from(`${from} ${messageId}`).toString()
}

async function lineOf({ message, header, document, at }: InboxArrival): Promise<Line> {
  const { instanceIdentifier } = header
  const { messageId, from } = message
  const documentSha256 = await digestOf(chunksOf(document))
  return { instanceIdentifier, messageId, from, documentSha256, at: at.toISOString() }
}

async function digestOf(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of chunks) hash.update(chunk)
  return hash.digest('hex')
}

/** How much is written synchronously: more would block everything else in this process. */
const syncBytesMax = 1_000_000

/** Bytes still to be written, or the path of the file they were written to. */
type Written = Record<'document' | 'sbd', Buffer | string>

/** Writes large content before the arrival has a number; it is renamed into place later. */
async function writeAhead(folder: string, { document, sbd }: InboxArrival): Promise<Written> {
  const ahead = async (content: Content): Promise<Buffer | string> => {
    if (Buffer.isBuffer(content) && content.length <= syncBytesMax) return content
    const path = join(folder, `.${randomUUID()}`)
    const file = await open(path, 'wx', 0o600)
    try {
      for await (const chunk of chunksOf(content)) await file.appendFile(chunk)
    } catch (error) {
      rmSync(path, { force: true })
      throw error
    } finally {
      await file.close()
    }
    return path
  }
  return { document: await ahead(document), sbd: await ahead(sbd) }
}

function put(content: Buffer | string, path: string): void {
  if (Buffer.isBuffer(content)) writeFileSync(path, content, { mode: 0o600 })
  else renameSync(content, path)
}

/** The folder of one arrival. */
function folderOf(inbox: string, number: number): string {
  return join(inbox, String(number).padStart(6, '0'))
}
