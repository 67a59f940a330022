// What the second access point received, as files that one can look at. Written before the receipt leaves.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sha256 } from '../crypto/index.ts'
import { type ArrivalLine, openArrivals } from './arrivals.ts'

export type Arrival = {
  messageId: string
  instanceIdentifier: string
  /** The business document from its root's '<' to its closing '>'. */
  document: Buffer
  sbd: Buffer
  at: Date
}

/** `conflict`: the MessageId came before with another document, so its receipt proves nothing for this one. */
export type Kept = { kind: 'first' | 'repeat'; receipt: Buffer } | { kind: 'conflict' }

export type Inbox = {
  folder: string
  /**
   * Keeps an arrival and resolves when it is written, with the receipt for its sender: the one that `makeReceipt`
   * makes, or the very bytes that a message with this MessageId got before.
   */
  keep(arrival: Arrival, makeReceipt: () => Promise<Buffer>): Promise<Kept>
  close(): void
}

type Line = Omit<ArrivalLine, 'number'>

/** `number` settles when the first arrival is written, or could not be kept. */
type Seen = Map<string, { documentSha256: string; number: Promise<number> }>

/** Opens or makes the inbox in `folder`, and reads back what it has seen. Throws Error when its list is damaged. */
export function openInbox(folder: string): Inbox {
  mkdirSync(folder, { recursive: true })
  const arrivals = openArrivals(join(folder, 'arrivals.jsonl'))
  const seen = readSeen(arrivals.lines)
  let lastNumber = arrivals.lines.reduce((last, { number }) => Math.max(last, number), 0)

  /** In one go, so that no other arrival gets its number. A folder without a line is what a crash left: it is written over. */
  function writeFirst(line: Line, { document, sbd }: Arrival, receipt: Buffer): number {
    const number = lastNumber + 1
    const own = folderOf(folder, number)
    mkdirSync(own, { recursive: true })
    writeFileSync(join(own, 'document.xml'), document)
    writeFileSync(join(own, 'sbd.xml'), sbd)
    writeFileSync(join(own, 'receipt.xml'), receipt)
    arrivals.append({ number, ...line })
    // Only now: after a failure the same number is given again, so that none is missing.
    lastNumber = number
    return number
  }

  async function keepFirst(line: Line, arrival: Arrival, makeReceipt: () => Promise<Buffer>): Promise<Kept> {
    const making = makeReceipt()
    const number = making.then((receipt) => writeFirst(line, arrival, receipt))
    // Before anything is awaited: the same message may come a second time while the receipt of this one is being made.
    seen.set(line.messageId, { documentSha256: line.documentSha256, number })
    try {
      await number
    } catch (error) {
      seen.delete(line.messageId)
      throw error
    }
    return { kind: 'first', receipt: await making }
  }

  async function keepRepeat(
    line: Line,
    first: { documentSha256: string; number: Promise<number> },
  ): Promise<Kept> {
    if (first.documentSha256 !== line.documentSha256) return { kind: 'conflict' }
    const number = await first.number
    arrivals.append({ number, ...line, repeat: true })
    return { kind: 'repeat', receipt: readFileSync(join(folderOf(folder, number), 'receipt.xml')) }
  }

  return {
    folder,
    keep(arrival, makeReceipt) {
      const line = lineOf(arrival)
      const first = seen.get(line.messageId)
      return first ? keepRepeat(line, first) : keepFirst(line, arrival, makeReceipt)
    },
    close: () => arrivals.close(),
  }
}

function readSeen(lines: ArrivalLine[]): Seen {
  const firsts = lines.filter(({ repeat }) => !repeat)
  return new Map(
    firsts.map(({ messageId, documentSha256, number }) => [
      messageId,
      { documentSha256, number: Promise.resolve(number) },
    ]),
  )
}

function lineOf({ instanceIdentifier, messageId, document, at }: Arrival): Line {
  return {
    instanceIdentifier,
    messageId,
    documentSha256: sha256(document).toString('hex'),
    at: at.toISOString(),
  }
}

/** The folder of one arrival. */
function folderOf(inbox: string, number: number): string {
  return join(inbox, String(number).padStart(6, '0'))
}
