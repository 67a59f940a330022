// Lists that grow, such as that of the inbox's arrivals: one JSON object per line. A list survives
// a crash of this process, but need not survive a power cut: syncing each arrival cost more than
// its RSA operations, and the sandbox is only for trying things out.
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

type Lines<Line> = {
  /** The lines of the file when it was opened. */
  lines: Line[]
  /** When this throws, the line does not count. */
  append(line: Line): void
  close(): void
}

export function openArrivals(path: string): Lines<ArrivalLine> {
  return openLines(path, isArrivalLine)
}

type IsLine<Line> = (value: object) => value is Line & object

/**
 * Opens or creates the file. Cuts off a last line that a crash left incomplete: its receipt was
 * never sent. Throws Error when any other line is unreadable.
 */
export function openLines<Line>(path: string, isLine: IsLine<Line>): Lines<Line> {
  closeSync(openSync(path, 'a', 0o600))
  const { lines, bytes } = readLines(path, readFileSync(path), isLine)
  return appender(openSync(path, 'r+'), lines, bytes)
}

// Appends after the last good line, and first cuts off what a failed write left behind.
function appender<Line>(file: number, lines: Line[], bytes: number): Lines<Line> {
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

function readLines<Line>(
  path: string,
  content: Buffer,
  isLine: IsLine<Line>,
): { lines: Line[]; bytes: number } {
  const lines: Line[] = []
  let start = 0
  while (start < content.length) {
    const newline = content.indexOf('\n', start)
    const isLast = newline === -1 || newline === content.length - 1
    const line =
      newline === -1 ? undefined : readLine(content.toString('utf8', start, newline), isLine)
    if (!line && isLast) return { lines, bytes: start }
    if (!line) throw new Error(`Line ${lines.length + 1} of ${path} is damaged.`)
    lines.push(line)
    start = newline + 1
  }
  return { lines, bytes: start }
}

function readLine<Line>(text: string, isLine: IsLine<Line>): Line | undefined {
  try {
    const line: unknown = JSON.parse(text)
    return typeof line === 'object' && line !== null && isLine(line) ? line : undefined
  } catch {
    return undefined
  }
}

function isArrivalLine(value: object): value is ArrivalLine {
  const line = value as Partial<Record<keyof ArrivalLine, unknown>>
  const texts = [line.instanceIdentifier, line.messageId, line.documentSha256, line.at]
  return Number.isSafeInteger(line.number) && texts.every((text) => typeof text === 'string')
}
