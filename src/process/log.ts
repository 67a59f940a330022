// The log: one JSON line for each event worth knowing, none of them large and none containing
// a document. An error can carry anything, above all its input, so only what locates the
// fault is taken from it.
import { type DestinationStream, type Logger, pino } from 'pino'

const lineBytesMax = 16 * 1024
const textMax = 1_000
const itemsMax = 20
const depthMax = 3

// Our messages are sentences. A longer one has swallowed its input.
const messageMax = 400
const nameMax = 100
const framesMax = 8
const frameMax = 200
const causesMax = 3
const togetherMax = 3

/** How a line says when, and how grave it is: as pino does, or as people and most tools read it. */
export type LogForm = { times?: 'epoch' | 'iso'; levels?: 'numbers' | 'words' }

/** Writes entries of `level` and above to `destination`. No line is longer than 16 KB. */
export function makeLog<Destination extends DestinationStream>(
  level: string,
  destination: Destination,
  { times = 'epoch', levels = 'numbers' }: LogForm = {},
): Logger {
  return pino(
    {
      level,
      ...(times === 'iso' ? { timestamp: pino.stdTimeFunctions.isoTime } : {}),
      formatters: {
        ...(levels === 'words' ? { level: (word) => ({ level: word }) } : {}),
        log: (facts) => bounded(facts, 0) as Record<string, unknown>,
      },
      // Errors are already described, whatever the name they are logged under.
      serializers: { err: (described: unknown) => described },
      hooks: { streamWrite: shortLine },
    },
    destination,
  )
}

function bounded(value: unknown, depth: number): unknown {
  if (typeof value === 'string')
    return value.length > textMax ? `${value.slice(0, textMax)}…` : value
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  if (value instanceof Error) return describeError(value)
  if (ArrayBuffer.isView(value)) return `(${value.byteLength} bytes)`
  if (depth === depthMax) return '…'
  if (Array.isArray(value)) return value.slice(0, itemsMax).map((item) => bounded(item, depth + 1))
  const entries = Object.entries(value).slice(0, itemsMax)
  return Object.fromEntries(
    entries.map(([name, member]) => [
      name,
      name === 'err' ? describeError(member) : bounded(member, depth + 1),
    ]),
  )
}

type Described = {
  type: string
  message: string
  code?: string
  stack?: string
  cause?: Described
  errors?: Described[]
}

/**
 * The parts of a thrown value that are logged. It may not be an error, and its members
 * may be of any size.
 */
function describeError(thrown: unknown, causes = 0): Described {
  try {
    const { message, code, stack, cause, errors } = membersOf(thrown)
    const goesOn = causes < causesMax
    return {
      type: typeOf(thrown),
      message: shown(message, messageMax),
      ...(typeof code === 'string' || typeof code === 'number'
        ? { code: shown(code, nameMax) }
        : {}),
      ...(typeof stack === 'string' ? { stack: framesOf(stack, message) } : {}),
      ...(goesOn && cause !== undefined ? { cause: describeError(cause, causes + 1) } : {}),
      // The members of an AggregateError, such as one for each address that could not be reached.
      ...(goesOn && Array.isArray(errors)
        ? { errors: errors.slice(0, togetherMax).map((each) => describeError(each, causesMax)) }
        : {}),
    }
  } catch {
    return { type: 'unknown', message: '(the thrown value cannot be read)' }
  }
}

type Members = Partial<Record<'message' | 'code' | 'stack' | 'cause' | 'errors', unknown>>

function membersOf(thrown: unknown): Members {
  return typeof thrown === 'object' && thrown !== null ? thrown : { message: thrown }
}

function typeOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return typeof thrown
  return shown(thrown.name, nameMax)
}

function shown(text: unknown, max: number): string {
  if (typeof text === 'object' || typeof text === 'function' || text === undefined) return ''
  const { length } = String(text)
  return length > max ? `(${length} characters)` : String(text)
}

// The stack repeats the message.
function framesOf(stack: string, message: unknown): string {
  const head = typeof message === 'string' ? stack.indexOf(message) : -1
  const body = head < 0 ? stack : stack.slice(head + String(message).length)
  const frames = body.split('\n').filter((line) => /^ {4}at .+:\d+:\d+\)?$/.test(line))
  return frames
    .slice(0, framesMax)
    .map((frame) => frame.trim().slice(0, frameMax))
    .join('\n')
}

// Values that are bounded one by one can still add up to a long line.
function shortLine(line: string): string {
  if (Buffer.byteLength(line) <= lineBytesMax) return line
  const { level, time, pid, hostname, msg, requestId, documentId, err } = JSON.parse(line)
  const { type, code } = err ?? {}
  const kept = { level, time, pid, hostname, requestId, documentId, type, code }
  const facts = bounded({ ...kept, msg: shown(msg, messageMax) }, 0) as object
  return `${JSON.stringify({ ...facts, leftOut: `a line of ${line.length} characters` })}\n`
}
