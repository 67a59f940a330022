// Requests by undici, and what comes of them. Loaded for the first one (http.ts).
import { Agent, type Dispatcher, errors } from 'undici'
import { joinInSlices } from '../threads/index.ts'
import { type Deadline, TimedOut } from './clock.ts'
import { ConnectError, type ConnectFailure, makeConnector } from './connect.ts'

export type Answered = {
  kind: 'answered'
  status: number
  contentType: string | undefined
  /** The header as sent, if there is one. */
  etag: string | undefined
  /** The clock of the server, if it says. */
  date: string | undefined
  /** The header as sent (RFC 9110, 10.2.3). */
  retryAfter?: string | undefined
  body: Buffer
}
export type Failed = {
  kind: 'failed'
  reason: ConnectFailure | 'too-large' | 'broken'
  detail: string
}

export type Request = Pick<Dispatcher.DispatchOptions, 'method' | 'headers' | 'body'> & {
  /** Called when there is a connection, right before the request goes out. */
  onStart?(): void
}

type AgentLimits = {
  connectMs: number
  /** Per destination. */
  connections: number
  answerBytesMax: number
  idleMs: number
}

export function openAgent(
  limits: AgentLimits,
  { privateAddresses, namesHidden = false }: { privateAddresses: boolean; namesHidden?: boolean },
): Agent {
  const { connectMs } = limits
  return new Agent({
    connect: makeConnector({ connectMs, privateAllowed: privateAddresses, namesHidden }),
    connections: limits.connections,
    maxResponseSize: limits.answerBytesMax,
    // It would count the upload as waiting for the answer; our own clock does not.
    headersTimeout: 0,
    bodyTimeout: limits.idleMs,
  })
}

/** The answer, in memory. Rejects with undici's error or TimedOut. */
export function answerTo(
  agent: Agent,
  { onStart, ...options }: Request & Dispatcher.DispatchOptions,
  { deadline, keptMax }: { deadline: Deadline; keptMax: number },
): Promise<Answered> {
  return new Promise((resolve, reject) => {
    let isLate = false
    let head: Omit<Answered, 'kind' | 'body'> | undefined
    const chunks: Buffer[] = []
    let kept = 0
    deadline.onEnd((reason) => {
      isLate = true
      reject(reason)
    })
    agent.dispatch(options, {
      onRequestStart(controller) {
        // The caller no longer waits for a request that was queued until now.
        if (isLate) return controller.abort(new TimedOut('No connection was made in time'))
        deadline.onEnd((reason) => controller.abort(reason))
        onStart?.()
      },
      onResponseStart(_, status, headers) {
        head = {
          status,
          contentType: one(headers['content-type']),
          etag: one(headers.etag),
          date: one(headers.date),
          retryAfter: one(headers['retry-after']),
        }
      },
      onResponseData(controller, chunk) {
        chunks.push(chunk)
        kept += chunk.length
        if (kept < keptMax) return
        resolve({ kind: 'answered', ...head!, body: Buffer.concat(chunks).subarray(0, keptMax) })
        controller.abort(new Error('Enough of the answer was read'))
      },
      onResponseEnd: () =>
        void joinInSlices(chunks).then((body) => resolve({ kind: 'answered', ...head!, body })),
      onResponseError: (_, error) => reject(error),
    })
  })
}

function one(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header
}

// An error without a code is our own fault and is rethrown, and so is one about our own arguments.
export function failureOf(error: unknown): Failed {
  const isOurs = error instanceof errors.InvalidArgumentError || error instanceof TypeError
  if (!(error instanceof Error) || isOurs) throw error
  const detail = error.message
  if (error instanceof ConnectError) return { kind: 'failed', reason: error.reason, detail }
  if (error instanceof TimedOut || error instanceof errors.BodyTimeoutError)
    return { kind: 'failed', reason: 'timeout', detail }
  if (error instanceof errors.ResponseExceededMaxSizeError)
    return { kind: 'failed', reason: 'too-large', detail: 'The answer is too large' }
  const hasCode = 'code' in error && typeof error.code === 'string'
  if (hasCode || error instanceof errors.HTTPParserError)
    return { kind: 'failed', reason: 'broken', detail }
  throw error
}
