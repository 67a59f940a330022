// POST /as4 on a server of its own.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { ReceptionLimits } from './access-point.ts'
import {
  type As4Endpoint,
  openAs4Endpoint,
  type Respond,
  retryAfterSeconds,
} from './as4-endpoint.ts'
import { beginInTurn } from './pipelining.ts'

export type As4Listener = {
  url: string
  /** Takes no new requests, and resolves when those in progress have been answered. */
  close(): Promise<void>
}

const path = '/as4'

/**
 * Port 0 picks a free one; without a host, on the loopback interface. When `respond` throws, the
 * connection is closed without an answer, unless the request came too slowly or there was no room
 * for it: HTTP 408 and 503.
 */
export async function listenForMessages(
  port: number,
  limits: ReceptionLimits,
  respond: Respond,
  host = '127.0.0.1',
): Promise<As4Listener> {
  const { idleMs, totalMs } = limits
  const endpoint = openAs4Endpoint(limits, respond)
  const server = createServer(
    { requestTimeout: totalMs, headersTimeout: idleMs },
    (request, response) => {
      // When the connection has broken, no answer can be sent.
      serve(server, endpoint, request, response).catch(() => response.destroy())
    },
  )
  beginInTurn(server)
  server.setTimeout(idleMs)
  server.on('connection', (socket) => {
    socket.once('close', () => endpoint.leave(socket))
    if (!endpoint.admit(socket)) turnAway(socket)
  })
  server.listen(port, host)
  await once(server, 'listening')
  const { port: taken } = server.address() as AddressInfo
  return { url: `http://${hostOf(host)}:${taken}${path}`, close: () => close(server) }
}

function hostOf(host: string): string {
  return host.includes(':') ? `[${host}]` : host
}

function turnAway(socket: Socket): void {
  socket.write(
    'HTTP/1.1 503 Service Unavailable\r\n' +
      `Retry-After: ${retryAfterSeconds}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`,
  )
  socket.destroySoon()
}

async function serve(
  server: Server,
  endpoint: As4Endpoint,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (pathOf(request) !== path) return refuse(response, 404)
  if (request.method !== 'POST') return refuse(response, 405)
  // On a connection that stays open, the next request may be anybody's.
  await endpoint.serve(request, response, (socket) => server.listening && endpoint.admit(socket))
}

// A target in absolute form is as good as its path (RFC 9112, 3.2.2); clients of a proxy send it.
function pathOf({ url = '' }: IncomingMessage): string | undefined {
  return url.replace(/^https?:\/\/[^/?]*/i, '').split('?', 1)[0]
}

function refuse(response: ServerResponse, status: number): void {
  response.writeHead(status, { 'content-length': 0, connection: 'close' }).end()
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeIdleConnections()
  })
}
