// Answers requests to `/as4`, on whatever server they come: bodies as streams, every time limited,
// and little room for those who have not shown whose they are.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { As4Request } from '../as4/index.ts'
import type { ReceptionLimits } from './access-point.ts'
import { type OpenedBody, openBody } from './body.ts'
import type { As4Answer } from './receive-message.ts'
import { openUnauthenticatedConnections } from './unauthenticated-connections.ts'

export type Respond = (request: As4Request) => Promise<As4Answer>

export type As4Endpoint = {
  /** False without room for another unauthenticated connection. Called again, it begins anew. */
  admit(socket: Socket): boolean
  leave(socket: Socket): void
  /**
   * Answers one request. `staysOpen` is asked before the answer whether the connection may be used
   * again. Rejects without an answer when `respond` throws, unless the request came too slowly or
   * there was no room for it: HTTP 408 and 503.
   */
  serve(
    request: IncomingMessage,
    response: ServerResponse,
    staysOpen: (socket: Socket) => boolean,
  ): Promise<void>
}

/** In seconds: when a sender who was turned away may try again. */
export const retryAfterSeconds = 5

export function openAs4Endpoint(limits: ReceptionLimits, respond: Respond): As4Endpoint {
  const unauthenticated = openUnauthenticatedConnections<Socket>(limits.unauthenticated)

  async function serve(
    request: IncomingMessage,
    response: ServerResponse,
    staysOpen: (socket: Socket) => boolean,
  ): Promise<void> {
    const { socket } = request
    const body = openBody(request, limits, (bytes) => unauthenticated.take(socket, bytes))
    unauthenticated.onTurnAway(socket, () => body.refuse(503))
    const answer = await respondTo(request, body, {
      respond,
      limits,
      onSignerKnown: () => unauthenticated.leave(socket),
    })
    body.release()
    const isLast = !request.readableEnded || !staysOpen(socket)
    response.writeHead(answer.status, {
      ...(answer.contentType ? { 'content-type': answer.contentType } : {}),
      ...(answer.status === 503 ? { 'retry-after': String(retryAfterSeconds) } : {}),
      'content-length': answer.body.length,
      ...(isLast ? { connection: 'close' } : {}),
    })
    response.write(answer.body)
    if (!request.readableEnded) await drain(request, limits)
    response.end()
  }

  return {
    admit: (socket) => unauthenticated.admit(socket, () => socket.destroySoon()),
    leave: unauthenticated.leave,
    serve,
  }
}

async function respondTo(
  request: IncomingMessage,
  body: OpenedBody,
  {
    respond,
    limits,
    onSignerKnown,
  }: { respond: Respond; limits: ReceptionLimits; onSignerKnown(): void },
): Promise<As4Answer> {
  const contentType = request.headers['content-type']
  let answer: As4Answer | undefined
  try {
    const bytes = isSmall(request, limits) ? await body.whole() : body.chunks()
    answer = await respond({ contentType, body: bytes, onSignerKnown })
  } catch (error) {
    if (body.refusal() === undefined) throw error
  }
  const status = body.refusal()
  return answer && status === undefined ? answer : { status: status ?? 500, body: Buffer.alloc(0) }
}

function isSmall({ headers }: IncomingMessage, { inlineBytesMax }: ReceptionLimits): boolean {
  return Number(headers['content-length'] ?? Number.NaN) <= inlineBytesMax
}

function drain(request: IncomingMessage, { lingerMs }: ReceptionLimits): Promise<void> {
  return new Promise((resolve) => {
    const enough = setTimeout(resolve, lingerMs)
    const stop = (): void => {
      clearTimeout(enough)
      resolve()
    }
    request.once('end', stop).once('close', stop).resume()
  })
}
