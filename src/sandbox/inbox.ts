// What the second access point received, as files that one can look at. Durable before the receipt leaves.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sha256 } from '../crypto/index.ts'
import { folderOf, type InboxWriter, type NewEntry, openInboxWriter } from './inbox-writer.ts'

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
   * Keeps an arrival and resolves when it is on the disk, with the receipt for its sender: the one that `makeReceipt`
   * makes, or the very bytes that a message with this MessageId got before.
   */
  keep(arrival: Arrival, makeReceipt: () => Promise<Buffer>): Promise<Kept>
  /** Resolves when nothing is being written any more. */
  close(): Promise<void>
}

/** Opens or makes the inbox in `folder`, and reads back what it has seen. Throws Error when its list is damaged. */
export async function openInbox(folder: string): Promise<Inbox> {
  const writer = await openInboxWriter(folder)
  const seen = readSeen(writer)
  return {
    folder,
    keep(arrival, makeReceipt) {
      const line = lineOf(arrival)
      const first = seen.get(line.messageId)
      return first
        ? keepRepeat(folder, writer, line, first)
        : keepFirst(writer, seen, { arrival, line, makeReceipt })
    },
    close: () => writer.close(),
  }
}

type Line = NewEntry['line']

/** `number` settles when the first arrival is on the disk, or could not be kept. */
type Seen = Map<string, { documentSha256: string; number: Promise<number> }>

function readSeen({ lines }: InboxWriter): Seen {
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

async function keepFirst(
  writer: InboxWriter,
  seen: Seen,
  { arrival, line, makeReceipt }: { arrival: Arrival; line: Line; makeReceipt: () => Promise<Buffer> },
): Promise<Kept> {
  const { document, sbd } = arrival
  const making = makeReceipt()
  const number = making.then((receipt) =>
    writer.write({
      line,
      content: { files: { 'document.xml': document, 'sbd.xml': sbd, 'receipt.xml': receipt } },
    }),
  )
  // Before anything is awaited: the same message may come a second time while this one is being written.
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
  folder: string,
  writer: InboxWriter,
  line: Line,
  first: { documentSha256: string; number: Promise<number> },
): Promise<Kept> {
  if (first.documentSha256 !== line.documentSha256) return { kind: 'conflict' }
  const number = await first.number
  const receipt = await readFile(join(folderOf(folder, number), 'receipt.xml'))
  await writer.write({ line, content: { repeatOf: number } })
  return { kind: 'repeat', receipt }
}
