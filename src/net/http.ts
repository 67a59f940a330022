// HTTP to strangers (undici): connections are kept alive, every time and size is limited, redirects
// are not followed.
import type { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { makeSemaphore } from '../threads/index.ts'
import type { Answered, Failed, Request } from './agent.ts'
import { type Clock, startClock } from './clock.ts'
import type { NetLimits } from './limits.ts'

export type GetOutcome = Answered | Failed
type PostOutcome = Answered | (Failed & { bodySent: boolean })
/** A body in memory, or one that is read chunk by chunk and has `size` bytes. */
type Body = Buffer | { size: number; read(): AsyncIterable<Uint8Array> }
export type HttpMessage = {
  /** POST without one. */
  method?: 'PUT' | 'DELETE'
  contentType: string
  body: Body
  headers?: Record<string, string>
  /** Called when there is a connection. */
  onStart?(): void
}

export type Http = {
  /** Never throws for a network failure. With `etag` the answer may be 304. */
  get(url: string, etag?: string, headers?: Record<string, string>): Promise<GetOutcome>
  /** Like get. `bodySent` is false only if no byte of the body was handed to a connection. */
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
  /** The time for everything begins with the connection, for which this time may pass. */
  waitMs?: number
}

export function openHttp(
  limits: HttpLimits,
  allowed: { plainHttp: boolean; privateAddresses: boolean; namesHidden?: true },
): Http {
  let opening: ReturnType<typeof open> | undefined
  const connections = makeSemaphore(limits.connections)

  // undici takes as long to load as a twentieth of a start.
  async function open() {
    const { openAgent, answerTo, failureOf } = await import('./agent.ts')
    const perDestination = { ...limits, connections: limits.connectionsPerDestination }
    return { agent: openAgent(perDestination, allowed), answerTo, failureOf }
  }

  async function exchange(url: string, request: Request, clock: Clock): Promise<GetOutcome> {
    let release: (() => void) | undefined
    opening ??= open()
    const { agent, answerTo, failureOf } = await opening
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
    get(url, etag, more) {
      const headers = { ...more, ...(etag === undefined ? {} : { 'if-none-match': etag }) }
      return exchange(url, { method: 'GET', headers }, startClock(limits.getTotalMs))
    },
    async post(url, { method = 'POST', contentType, body, headers: more, onStart }) {
      const { waitMs, postTotalMs } = limits
      const clock = startClock(waitMs ?? postTotalMs)
      const upload: Upload = {
        started: false,
        begin() {
          if (upload.started) return
          upload.started = true
          if (waitMs !== undefined) clock.endWithin(postTotalMs)
          onStart?.()
        },
      }
      const headers = {
        ...more,
        'content-type': contentType,
        'content-length': String(sizeOf(body)),
      }
      const request: Request = {
        method,
        headers,
        ...bodyOf(body, { upload, clock, limits }),
      }
      const outcome = await exchange(url, request, clock)
      return outcome.kind === 'failed' ? { ...outcome, bodySent: upload.started } : outcome
    },
    async close() {
      await (await opening)?.agent.close()
    },
  }
}

const chunkBytes = 64 * 1024
/** How much goes out in one tick. */
const turnBytes = 1024 * 1024

type Upload = { started: boolean; begin(): void }

/** A small body goes out in one write with the headers, anything else chunk by chunk. */
function bodyOf(
  body: Body,
  progress: { upload: Upload; clock: Clock; limits: HttpLimits },
): Pick<Request, 'body' | 'onStart'> {
  // undici takes any iterable, as documented; its types know only streams.
  if (sizeOf(body) > chunkBytes || !Buffer.isBuffer(body))
    return { body: chunksOf(body, progress) as unknown as Readable }
  const { upload, clock, limits } = progress
  return {
    body,
    onStart() {
      upload.begin()
      clock.expectWithin(limits.postAnswerMs)
    },
  }
}

// undici asks for the first chunk when there is a connection, and for the next one when the last
// has been handed to the system.
async function* chunksOf(
  body: Body,
  { upload, clock, limits }: { upload: Upload; clock: Clock; limits: HttpLimits },
): AsyncGenerator<Uint8Array> {
  for await (const chunk of Buffer.isBuffer(body) ? slicesOf(body) : body.read()) {
    upload.begin()
    clock.expectWithin(limits.idleMs)
    yield chunk
  }
  clock.expectWithin(limits.postAnswerMs)
}

async function* slicesOf(body: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < body.length; at += chunkBytes) {
    yield body.subarray(at, at + chunkBytes)
    // While the system takes everything, undici asks for the next chunk in the same tick.
    if ((at + chunkBytes) % turnBytes === 0) await setImmediate()
  }
}

function sizeOf(body: Body): number {
  return Buffer.isBuffer(body) ? body.length : body.size
}
