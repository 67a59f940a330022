// The inbox's list of arrivals: one JSON object a line, appended and synced before anybody hears of it.
import { closeSync, fsync, openSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { promisify } from 'node:util'

export type ArrivalLine = {
  /** Of the folder: counted from 1 without gaps. A repeat has the number of the first one. */
  number: number
  instanceIdentifier: string
  messageId: string
  /** Lower-case hex, over the business document's bytes from root to root. */
  documentSha256: string
  /** RFC 3339, UTC. */
  at: string
  /** The same MessageId came before; it got the same receipt and no folder. */
  repeat?: true
}

export type Arrivals = {
  /** What the file held when it was opened. */
  lines: ArrivalLine[]
  /** Resolves when all lines are on the disk; after a failure none of them counts. One call at a time. */
  append(lines: ArrivalLine[]): Promise<void>
  close(): Promise<void>
}

/**
 * Opens or makes the file. A last line that a crash tore is cut off: its receipt never left.
 * Throws Error when another line cannot be read.
 */
export async function openArrivals(path: string): Promise<Arrivals> {
  const file = await open(path, 'a+').then(async (made) => {
    await made.close()
    return open(path, 'r+')
  })
  try {
    const { lines, bytes } = readLines(path, await file.readFile())
    await file.truncate(bytes)
    await file.sync()
    await syncFolder(dirname(path))
    return appender(file, lines, bytes)
  } catch (error) {
    await file.close()
    throw error
  }
}

export async function syncFolder(path: string): Promise<void> {
  const folder = openSync(path, 'r')
  try {
    await promisify(fsync)(folder)
  } finally {
    closeSync(folder)
  }
}

// Lines go to where the good ones end, and what a failed write left behind is cut off first.
function appender(file: FileHandle, lines: ArrivalLine[], bytes: number): Arrivals {
  let end = bytes
  let isClean = true
  return {
    lines,
    async append(added) {
      if (!isClean) await file.truncate(end)
      isClean = false
      const text = Buffer.from(added.map((line) => `${JSON.stringify(line)}\n`).join(''))
      await writeAll(file, text, end)
      await file.sync()
      end += text.length
      isClean = true
    },
    close: () => file.close(),
  }
}

async function writeAll(file: FileHandle, bytes: Buffer, position: number): Promise<void> {
  let written = 0
  while (written < bytes.length) {
    const step = await file.write(bytes, written, bytes.length - written, position + written)
    written += step.bytesWritten
  }
}

function readLines(path: string, content: Buffer): { lines: ArrivalLine[]; bytes: number } {
  const lines: ArrivalLine[] = []
  let start = 0
  while (start < content.length) {
    const newline = content.indexOf('\n', start)
    const isLast = newline === -1 || newline === content.length - 1
    const line = newline === -1 ? undefined : readLine(content.toString('utf8', start, newline))
    if (!line && isLast) return { lines, bytes: start }
    if (!line) throw new Error(`Line ${lines.length + 1} of ${path} is damaged.`)
    lines.push(line)
    start = newline + 1
  }
  return { lines, bytes: start }
}

function readLine(text: string): ArrivalLine | undefined {
  try {
    const line: unknown = JSON.parse(text)
    return isArrivalLine(line) ? line : undefined
  } catch {
    return undefined
  }
}

function isArrivalLine(value: unknown): value is ArrivalLine {
  if (typeof value !== 'object' || value === null) return false
  const line = value as Partial<Record<keyof ArrivalLine, unknown>>
  const texts = [line.instanceIdentifier, line.messageId, line.documentSha256, line.at]
  return Number.isSafeInteger(line.number) && texts.every((text) => typeof text === 'string')
}
