// HTTP to strangers (undici): connections are kept alive, every time and size is limited, redirects
// are not followed.
import type { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { Agent, type Dispatcher, errors } from 'undici'
import { joinInTurns } from '../threads/index.ts'
import { type Clock, type Deadline, startClock, TimedOut } from './clock.ts'
import { ConnectError, type ConnectFailure, makeConnector } from './connect.ts'
import type { NetLimits } from './limits.ts'
import { makeSemaphore } from './semaphore.ts'

type Answered = {
  kind: 'answered'
  status: number
  contentType: string | undefined
  /** As sent, if there is one. */
  etag: string | undefined
  /** The clock of the server, if it says. */
  date: string | undefined
  /** As sent (RFC 9110, 10.2.3). */
  retryAfter?: string | undefined
  body: Buffer
}
type Failed = {
  kind: 'failed'
  reason: ConnectFailure | 'too-large' | 'broken'
  detail: string
}
export type GetOutcome = Answered | Failed
type PostOutcome = Answered | (Failed & { bodySent: boolean })
/** A body in memory, or one that is read chunk by chunk and has `size` bytes. */
type Body = Buffer | { size: number; read(): AsyncIterable<Uint8Array> }
export type HttpMessage = { contentType: string; body: Body; headers?: Record<string, string> }

export type Http = {
  /** Never throws for a network failure. With `etag` the answer may be 304. */
  get(url: string, etag?: string): Promise<GetOutcome>
  /** As get. `bodySent` is false only if no byte of the body was handed to a connection. */
  post(url: string, message: HttpMessage): Promise<PostOutcome>
  close(): Promise<void>
}

/** The limits that apply to HTTP. */
export type HttpLimits = Pick<
  NetLimits,
  | 'connectMs'
  | 'getTotalMs'
  | 'idleMs'
  | 'postAnswerMs'
  | 'postTotalMs'
  | 'answerBytesMax'
  | 'connectionsPerDestination'
  | 'connections'
> & {
  /** The rest of a longer answer is not read, nor is it a failure. */
  answerBytesKept?: number
}

export function openHttp(
  limits: HttpLimits,
  allowed: { plainHttp: boolean; privateAddresses: boolean },
): Http {
  const agent = new Agent({
    connect: makeConnector({
      connectMs: limits.connectMs,
      privateAllowed: allowed.privateAddresses,
    }),
    connections: limits.connectionsPerDestination,
    maxResponseSize: limits.answerBytesMax,
    // It would count the upload as waiting for the answer; our own clock does not.
    headersTimeout: 0,
    bodyTimeout: limits.idleMs,
  })
  const connections = makeSemaphore(limits.connections)

  async function exchange(url: string, request: Request, clock: Clock): Promise<GetOutcome> {
    let release: (() => void) | undefined
    try {
      const { protocol, origin, pathname, search } = new URL(url)
      if (protocol !== 'https:' && !(protocol === 'http:' && allowed.plainHttp))
        return { kind: 'failed', reason: 'address-refused', detail: `${url} is not https` }
      release = await connections.acquire(clock)
      const keptMax = limits.answerBytesKept ?? Number.POSITIVE_INFINITY
      const options = { origin, path: pathname + search, ...request }
      return await answerTo(agent, options, { deadline: clock, keptMax })
    } catch (error) {
      return failureOf(error)
    } finally {
      clock.stop()
      release?.()
    }
  }

  return {
    get(url, etag) {
      const headers = etag === undefined ? {} : { 'if-none-match': etag }
      return exchange(url, { method: 'GET', headers }, startClock(limits.getTotalMs))
    },
    async post(url, { contentType, body, headers: more }) {
      const clock = startClock(limits.postTotalMs)
      const upload = { started: false }
      const headers = {
        ...more,
        'content-type': contentType,
        'content-length': String(sizeOf(body)),
      }
      const request: Request = {
        method: 'POST',
        headers,
        ...bodyOf(body, { upload, clock, limits }),
      }
      const outcome = await exchange(url, request, clock)
      return outcome.kind === 'failed' ? { ...outcome, bodySent: upload.started } : outcome
    },
    close: () => agent.close(),
  }
}

type Request = Pick<Dispatcher.DispatchOptions, 'method' | 'headers' | 'body'> & {
  /** Called when there is a connection, right before the request goes out. */
  onStart?(): void
}

const chunkBytes = 64 * 1024
/** How much goes out in one turn of the event loop. */
const turnBytes = 1024 * 1024

/** A small body goes out in one write with the headers, anything else chunk by chunk. */
function bodyOf(
  body: Body,
  progress: { upload: { started: boolean }; clock: Clock; limits: HttpLimits },
): Pick<Request, 'body' | 'onStart'> {
  // undici takes any iterable, as documented; its types know only streams.
  if (sizeOf(body) > chunkBytes || !Buffer.isBuffer(body))
    return { body: chunksOf(body, progress) as unknown as Readable }
  const { upload, clock, limits } = progress
  return {
    body,
    onStart() {
      upload.started = true
      clock.expectWithin(limits.postAnswerMs)
    },
  }
}

// undici asks for the first chunk when there is a connection, and for the next one when the last
// has been handed to the system.
async function* chunksOf(
  body: Body,
  { upload, clock, limits }: { upload: { started: boolean }; clock: Clock; limits: HttpLimits },
): AsyncGenerator<Uint8Array> {
  for await (const chunk of Buffer.isBuffer(body) ? slicesOf(body) : body.read()) {
    upload.started = true
    clock.expectWithin(limits.idleMs)
    yield chunk
  }
  clock.expectWithin(limits.postAnswerMs)
}

async function* slicesOf(body: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < body.length; at += chunkBytes) {
    yield body.subarray(at, at + chunkBytes)
    // While the system takes everything, undici asks for the next chunk in the same turn.
    if ((at + chunkBytes) % turnBytes === 0) await setImmediate()
  }
}

function sizeOf(body: Body): number {
  return Buffer.isBuffer(body) ? body.length : body.size
}

/** The answer, in memory. Rejects with undici's error or TimedOut. */
function answerTo(
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
        // Nobody is waiting any longer for a request that was queued until now.
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
        void joinInTurns(chunks).then((body) => resolve({ kind: 'answered', ...head!, body })),
      onResponseError: (_, error) => reject(error),
    })
  })
}

function one(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header
}

// An error without a code is our own fault and is rethrown, and so is one about our own arguments.
function failureOf(error: unknown): Failed {
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
