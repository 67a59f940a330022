// HTTP to strangers (undici): kept-alive connections, every time and size limited, redirects not
// followed.
import type { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { Agent, type Dispatcher, errors } from 'undici'
import { type Clock, type Deadline, startClock, TimedOut } from './clock.ts'
import { ConnectError, type ConnectFailure, makeConnector } from './connect.ts'
import type { NetLimits } from './limits.ts'
import { makePlaces } from './places.ts'

type Answered = {
  kind: 'answered'
  status: number
  contentType: string | undefined
  body: Buffer
}
type Failed = {
  kind: 'failed'
  reason: ConnectFailure | 'too-large' | 'broken'
  detail: string
}
type GetOutcome = Answered | Failed
type PostOutcome = Answered | (Failed & { bodySent: boolean })
/** A body is in memory, or is read piece by piece; then `size` is its length in bytes. */
type Body = Buffer | { size: number; read(): AsyncIterable<Uint8Array> }
export type HttpMessage = { contentType: string; body: Body }

export type Http = {
  /** Never throws for what the network does. */
  get(url: string): Promise<GetOutcome>
  /** As get. `bodySent` is false only if no byte of the body was handed to a connection. */
  post(url: string, message: HttpMessage): Promise<PostOutcome>
  close(): Promise<void>
}

export function openHttp(limits: NetLimits, plainHttpAllowed: boolean): Http {
  const agent = new Agent({
    connect: makeConnector({ connectMs: limits.connectMs, privateAllowed: plainHttpAllowed }),
    connections: limits.connectionsPerDestination,
    maxResponseSize: limits.answerBytesMax,
    // The upload would count as waiting for the answer: the clock knows better.
    headersTimeout: 0,
    bodyTimeout: limits.idleMs,
  })
  const places = makePlaces(limits.connections)

  async function exchange(url: string, request: Request, clock: Clock): Promise<GetOutcome> {
    let giveBack: (() => void) | undefined
    try {
      const { protocol, origin, pathname, search } = new URL(url)
      if (protocol !== 'https:' && !(protocol === 'http:' && plainHttpAllowed))
        return { kind: 'failed', reason: 'address-refused', detail: `${url} is not https` }
      giveBack = await places.take(clock)
      return await answerTo(agent, { ...request, origin, path: pathname + search }, clock)
    } catch (error) {
      return failureOf(error)
    } finally {
      clock.stop()
      giveBack?.()
    }
  }

  return {
    get: (url) => exchange(url, { method: 'GET' }, startClock(limits.getTotalMs)),
    async post(url, { contentType, body }) {
      const clock = startClock(limits.postTotalMs)
      const upload = { started: false }
      const headers = { 'content-type': contentType, 'content-length': String(sizeOf(body)) }
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
  /** Called when a connection stands, right before the request goes out by it. */
  onStart?(): void
}

const pieceBytes = 64 * 1024
/** So much goes out in one turn of the event loop. */
const turnBytes = 1024 * 1024

/** How a body goes out: what is small in one write with the headers, all else piece by piece. */
function bodyOf(
  body: Body,
  progress: { upload: { started: boolean }; clock: Clock; limits: NetLimits },
): Pick<Request, 'body' | 'onStart'> {
  // undici takes any iterable, as its documentation says; its types know only streams.
  if (sizeOf(body) > pieceBytes || !Buffer.isBuffer(body))
    return { body: piecesOf(body, progress) as unknown as Readable }
  const { upload, clock, limits } = progress
  return {
    body,
    onStart() {
      upload.started = true
      clock.expectWithin(limits.postAnswerMs)
    },
  }
}

// undici asks for the first piece when a connection stands, and for each further one when the one
// before has gone to the system.
async function* piecesOf(
  body: Body,
  { upload, clock, limits }: { upload: { started: boolean }; clock: Clock; limits: NetLimits },
): AsyncGenerator<Uint8Array> {
  for await (const piece of Buffer.isBuffer(body) ? slicesOf(body) : body.read()) {
    upload.started = true
    clock.expectWithin(limits.idleMs)
    yield piece
  }
  clock.expectWithin(limits.postAnswerMs)
}

async function* slicesOf(body: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < body.length; at += pieceBytes) {
    yield body.subarray(at, at + pieceBytes)
    // As long as the system takes all that comes, undici asks for the next piece in the same turn.
    if ((at + pieceBytes) % turnBytes === 0) await setImmediate()
  }
}

function sizeOf(body: Body): number {
  return Buffer.isBuffer(body) ? body.length : body.size
}

/** The answer in memory. Rejects with what undici says, or with TimedOut. */
function answerTo(
  agent: Agent,
  { onStart, ...options }: Request & Dispatcher.DispatchOptions,
  deadline: Deadline,
): Promise<Answered> {
  return new Promise((resolve, reject) => {
    let isLate = false
    let head: Pick<Answered, 'status' | 'contentType'> | undefined
    const pieces: Buffer[] = []
    deadline.onEnd((reason) => {
      isLate = true
      reject(reason)
    })
    agent.dispatch(options, {
      onRequestStart(controller) {
        // Nobody waits any longer for what stood in line until now.
        if (isLate) return controller.abort(new TimedOut('There was no connection in time'))
        deadline.onEnd((reason) => controller.abort(reason))
        onStart?.()
      },
      onResponseStart(_, status, { 'content-type': contentType }) {
        head = { status, contentType: Array.isArray(contentType) ? contentType[0] : contentType }
      },
      onResponseData: (_, piece) => void pieces.push(piece),
      onResponseEnd: () => resolve({ kind: 'answered', ...head!, body: Buffer.concat(pieces) }),
      onResponseError: (_, error) => reject(error),
    })
  })
}

// What has no code is a fault of ours and goes on as it is, and so does what is said of our own
// arguments.
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
