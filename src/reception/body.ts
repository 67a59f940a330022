// The body of a request to `/as4`, chunk by chunk. It may not come too slowly, or hold what
// others need.
import type { IncomingMessage } from 'node:http'
import { type PaceLimits, watchPace } from './pace.ts'

/** Why a body is not read on, as an HTTP status: it comes too slowly, or there is no room. */
type BodyStatus = 408 | 503

/** The request ended before its body did, or was refused. */
export class RequestEnded extends Error {}

export type OpenedBody = {
  /** Can be read once. Throws when the body is refused, or the connection breaks. */
  chunks(): AsyncIterable<Buffer>
  whole(): Promise<Buffer>
  /** Ends the body with an error. */
  refuse(status: BodyStatus): void
  refusal(): BodyStatus | undefined
  /** Stops watching. What is left of the body can be read from the request. */
  release(): void
}

/** `take` says whether there is room for some more bytes. */
export function openBody(
  request: IncomingMessage,
  limits: PaceLimits,
  take: (bytes: number) => boolean,
): OpenedBody {
  let status: BodyStatus | undefined
  let fault: Error | undefined
  let waiting: { resolve(chunk?: Buffer): void; reject(error: Error): void } | undefined
  const pace = watchPace(limits, () => refuse(408))

  function settle(chunk?: Buffer): void {
    const { resolve, reject } = waiting ?? {}
    waiting = undefined
    pace.took(chunk?.length ?? 0)
    if (fault) reject?.(fault)
    else resolve?.(chunk)
  }
  function fail(error: Error): void {
    fault ??= error
    settle()
  }
  // A body that has arrived whole needs no more room, and may have been answered for already.
  function refuse(why: BodyStatus): void {
    if (request.readableEnded) return
    status ??= why
    fail(
      new RequestEnded(
        why === 408 ? 'The message came too slowly' : 'There is no room for the message',
      ),
    )
  }
  function onData(chunk: Buffer): void {
    request.pause()
    if (take(chunk.length)) settle(chunk)
    else refuse(503)
  }
  function onClose(): void {
    if (!request.readableEnded) fail(new RequestEnded('The connection was closed'))
    release()
  }
  function release(): void {
    pace.stop()
    request.off('data', onData)
  }

  request.pause()
  request.on('data', onData).once('end', () => settle())
  request.once('error', fail).once('close', onClose)

  function next(): Promise<Buffer | undefined> {
    if (fault) return Promise.reject(fault)
    if (request.readableEnded) return Promise.resolve(undefined)
    return new Promise((resolve, reject) => {
      waiting = { resolve, reject }
      pace.waits()
      request.resume()
    })
  }
  async function* chunks(): AsyncGenerator<Buffer> {
    for (let chunk = await next(); chunk; chunk = await next()) yield chunk
  }
  async function whole(): Promise<Buffer> {
    const all: Buffer[] = []
    for await (const chunk of chunks()) all.push(chunk)
    return all.length === 1 && all[0] ? all[0] : Buffer.concat(all)
  }
  return { chunks, whole, refuse, refusal: () => status, release }
}
