// The inbox's list of arrivals: one JSON object per line. It survives a crash of this process, but
// need not survive a power cut: syncing each arrival cost more than its RSA operations, and the
// sandbox is only for trying things out.
import { closeSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs'

export type ArrivalLine = {
  /**
   * The number of the folder: from 1, without gaps. A repeat has the number of the first arrival.
   */
  number: number
  instanceIdentifier: string
  messageId: string
  /**
   * The access point that sent it. Each sender has its own MessageIds, so no other can use
   * one up.
   */
  from?: string
  /** Lower-case hex, over the bytes of the business document's root element. */
  documentSha256: string
  /** RFC 3339, UTC. */
  at: string
  /** The MessageId was repeated; it got the same receipt and no folder. */
  repeat?: true
}

export type Arrivals = {
  /** The lines of the file when it was opened. */
  lines: ArrivalLine[]
  /** When this throws, the line does not count. */
  append(line: ArrivalLine): void
  close(): void
}

/**
 * Opens or creates the file. Cuts off a last line that a crash left incomplete: its receipt was
 * never sent. Throws Error when any other line is unreadable.
 */
export function openArrivals(path: string): Arrivals {
  closeSync(openSync(path, 'a', 0o600))
  const { lines, bytes } = readLines(path, readFileSync(path))
  return appender(openSync(path, 'r+'), lines, bytes)
}

// Appends after the last good line, and first cuts off what a failed write left behind.
function appender(file: number, lines: ArrivalLine[], bytes: number): Arrivals {
  let end = bytes
  ftruncateSync(file, end)
  let isClean = true
  return {
    lines,
    append(line) {
      if (!isClean) ftruncateSync(file, end)
      isClean = false
      const text = Buffer.from(`${JSON.stringify(line)}\n`)
      writeAll(file, text, end)
      end += text.length
      isClean = true
    },
    close: () => closeSync(file),
  }
}

function writeAll(file: number, bytes: Buffer, position: number): void {
  let written = 0
  while (written < bytes.length)
    written += writeSync(file, bytes, written, bytes.length - written, position + written)
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
