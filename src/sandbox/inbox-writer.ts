// Writes arrivals to the disk: the files of each in a folder of its own, then its line in the list. Arrivals of the same
// moment share the syncs of the inbox and of the list.
import { closeSync, fsync, mkdirSync, openSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type ArrivalLine, openArrivals, syncFolder } from './arrivals.ts'

/** A first arrival has files and gets the next number; a repeat has the first one's number and no files. */
export type NewEntry = {
  line: Omit<ArrivalLine, 'number'>
  content: { files: Record<string, Buffer> } | { repeatOf: number }
}

export type InboxWriter = {
  /** What was there before. */
  lines: ArrivalLine[]
  /** Resolves with the entry's number when all of it is on the disk. */
  write(entry: NewEntry): Promise<number>
  /** Waits for what is being written. */
  close(): Promise<void>
}

type Pending = { entry: NewEntry; written(number: number): void; failed(error: unknown): void }

const batchMax = 64
const sync = promisify(fsync)

/** Opens or makes the inbox in `folder`. Throws Error when its list is damaged. */
export async function openInboxWriter(folder: string): Promise<InboxWriter> {
  await mkdir(folder, { recursive: true })
  const arrivals = await openArrivals(join(folder, 'arrivals.jsonl'))
  const waiting: Pending[] = []
  let lastNumber = arrivals.lines.reduce((last, { number }) => Math.max(last, number), 0)
  let writing: Promise<void> | undefined

  async function writeBatch(batch: NewEntry[]): Promise<number[]> {
    const numbered = numberEntries(batch, lastNumber)
    await Promise.all(numbered.map((entry) => writeFiles(folder, entry)))
    await syncFolder(folder)
    await arrivals.append(numbered.map(({ line }) => line))
    // Only now: after a failure the same numbers are given again, so that none is missing.
    lastNumber = Math.max(lastNumber, ...numbered.map(({ line }) => line.number))
    return numbered.map(({ line }) => line.number)
  }

  async function writeWaiting(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.splice(0, batchMax)
      try {
        const numbers = await writeBatch(batch.map(({ entry }) => entry))
        for (const [at, number] of numbers.entries()) batch[at]?.written(number)
      } catch (error) {
        for (const { failed } of batch) failed(error)
      }
    }
    writing = undefined
  }

  return {
    lines: arrivals.lines,
    write: (entry) =>
      new Promise((written, failed) => {
        waiting.push({ entry, written, failed })
        writing ??= writeWaiting()
      }),
    async close() {
      await writing
      await arrivals.close()
    },
  }
}

/** The folder of one arrival. */
export function folderOf(inbox: string, number: number): string {
  return join(inbox, String(number).padStart(6, '0'))
}

type Numbered = { line: ArrivalLine; files?: Record<string, Buffer> }

function numberEntries(batch: NewEntry[], lastNumber: number): Numbered[] {
  let last = lastNumber
  return batch.map(({ line, content }) =>
    'repeatOf' in content
      ? { line: { number: content.repeatOf, ...line, repeat: true } }
      : { line: { number: ++last, ...line }, files: content.files },
  )
}

// A folder without a line in the list is what a crash left behind: its files are written over.
async function writeFiles(inbox: string, { line, files }: Numbered): Promise<void> {
  if (!files) return
  const folder = folderOf(inbox, line.number)
  mkdirSync(folder, { recursive: true })
  await Promise.all(Object.entries(files).map(([name, bytes]) => writeSynced(join(folder, name), bytes)))
  await syncFolder(folder)
}

// Opening, and handing the bytes over, take microseconds; only the sync waits for the disk. Sixteen trips to the thread
// pool for each arrival took more of the machine than its RSA operations.
async function writeSynced(path: string, bytes: Buffer): Promise<void> {
  const file = openSync(path, 'w')
  try {
    writeFileSync(file, bytes)
    await sync(file)
  } finally {
    closeSync(file)
  }
}
