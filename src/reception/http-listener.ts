// POST /as4 over HTTP on the loopback interface: bodies as streams, every time limited.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { As4Request } from '../as4/index.ts'
import type { ReceptionLimits } from './access-point.ts'
import { type OpenedBody, openBody } from './body.ts'
import { beginInTurn } from './pipelining.ts'
import type { As4Answer } from './receive-message.ts'
import { openStrangers, type Strangers } from './strangers.ts'

export type As4Listener = {
  url: string
  /** Takes no new requests, and resolves when those in progress have been answered. */
  close(): Promise<void>
}

type Respond = (request: As4Request) => Promise<As4Answer>

const host = '127.0.0.1'
const path = '/as4'
const retryAfterSeconds = 5

/**
 * Port 0 picks a free one. When `respond` throws, the connection is closed without an answer,
 * unless the request came too slowly or there was no room for it: HTTP 408 and 503.
 */
export async function listenForMessages(
  port: number,
  limits: ReceptionLimits,
  respond: Respond,
): Promise<As4Listener> {
  const { idleMs, totalMs } = limits
  const strangers = openStrangers<Socket>(limits.strangers)
  const server = createServer(
    { requestTimeout: totalMs, headersTimeout: idleMs },
    (request, response) => {
      // When the connection has broken, there is nobody left to answer.
      serve(server, request, response, { respond, limits, strangers }).catch(() =>
        response.destroy(),
      )
    },
  )
  beginInTurn(server)
  server.setTimeout(idleMs)
  server.on('connection', (socket) => {
    socket.once('close', () => strangers.leave(socket))
    if (!strangers.admit(socket, () => socket.destroy())) turnAway(socket)
  })
  server.listen(port, host)
  await once(server, 'listening')
  const { port: taken } = server.address() as AddressInfo
  return { url: `http://${host}:${taken}${path}`, close: () => close(server) }
}

function turnAway(socket: Socket): void {
  socket.write(
    'HTTP/1.1 503 Service Unavailable\r\n' +
      `Retry-After: ${retryAfterSeconds}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`,
  )
  socket.destroySoon()
}

type Serving = { respond: Respond; limits: ReceptionLimits; strangers: Strangers<Socket> }

async function serve(
  server: Server,
  request: IncomingMessage,
  response: ServerResponse,
  { respond, limits, strangers }: Serving,
): Promise<void> {
  if (pathOf(request) !== path) return refuse(response, 404)
  if (request.method !== 'POST') return refuse(response, 405)
  const { socket } = request
  const body = openBody(request, limits, (bytes) => strangers.take(socket, bytes))
  strangers.onTurnAway(socket, () => body.refuse(503))
  const answer = await respondTo(request, body, {
    respond,
    limits,
    onSignerKnown: () => strangers.leave(socket),
  })
  body.release()
  // On a connection that stays open, the next request may be anybody's.
  const isLast =
    !request.readableEnded ||
    !server.listening ||
    !strangers.admit(socket, () => socket.destroySoon())
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

async function respondTo(
  request: IncomingMessage,
  body: OpenedBody,
  {
    respond,
    limits,
    onSignerKnown,
  }: Pick<Serving, 'respond' | 'limits'> & { onSignerKnown(): void },
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

// A target in absolute form is as good as its path (RFC 9112, 3.2.2); clients of a proxy send it.
function pathOf({ url = '' }: IncomingMessage): string | undefined {
  return url.replace(/^https?:\/\/[^/?]*/i, '').split('?', 1)[0]
}

function isSmall({ headers }: IncomingMessage, { inlineBytesMax }: ReceptionLimits): boolean {
  return Number(headers['content-length'] ?? Number.NaN) <= inlineBytesMax
}

function refuse(response: ServerResponse, status: number): void {
  response.writeHead(status, { 'content-length': 0, connection: 'close' }).end()
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

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeIdleConnections()
  })
}
