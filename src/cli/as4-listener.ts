// The HTTP side of `fourcorner as4 receive`: POST /as4 on the loopback interface, bodies as
// streams, every time limited.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { As4Request } from '../sandbox/index.ts'

export type HttpAnswer = { status: number; body: Buffer }

export type Listener = {
  url: string
  /** Takes no new request, and resolves when those in hand are answered. */
  close(): Promise<void>
}

/** Without progress; and everything about one request. */
const idleMs = 30_000
const totalMs = 300_000
/**
 * How long we go on reading what we have refused already, so that its sender comes to read our
 * answer.
 */
const lingerMs = 2_000

/**
 * A body that says it is no larger comes into memory at once: piece by piece it would cost more to
 * read.
 */
const collectedBytesMax = 1_000_000

/** Port 0 takes any free one. `answer` must not throw. */
export async function listenForMessages(
  port: number,
  answer: (request: As4Request) => Promise<HttpAnswer>,
): Promise<Listener> {
  const server = createServer(
    { requestTimeout: totalMs, headersTimeout: idleMs },
    (request, response) => {
      // A connection that breaks has nobody left to be answered.
      serve(request, response, answer).catch(() => response.destroy())
    },
  )
  server.setTimeout(idleMs)
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const { port: taken } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${taken}/as4`, close: () => close(server) }
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  answer: (request: As4Request) => Promise<HttpAnswer>,
): Promise<void> {
  if (pathOf(request) !== '/as4') return refuse(response, 404)
  if (request.method !== 'POST') return refuse(response, 405)
  const body = isSmall(request) ? await collect(request) : piecesOf(request)
  const answered = await answer({ contentType: request.headers['content-type'], body })
  const headers = {
    'content-type': 'application/soap+xml;charset=UTF-8',
    'content-length': answered.body.length,
  }
  if (request.readableEnded) {
    response.writeHead(answered.status, headers).end(answered.body)
    return
  }
  response.writeHead(answered.status, { ...headers, connection: 'close' }).write(answered.body)
  await drain(request)
  response.end()
}

// A target in absolute form is as good as its path (RFC 9112, 3.2.2): whoever sends through a proxy
// writes it so.
function pathOf({ url = '' }: IncomingMessage): string | undefined {
  return url.replace(/^https?:\/\/[^/?]*/i, '').split('?', 1)[0]
}

function isSmall({ headers }: IncomingMessage): boolean {
  return Number(headers['content-length'] ?? Number.NaN) <= collectedBytesMax
}

/** The whole body. Rejects when the connection breaks before its end. */
function collect(request: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.once('end', () => resolve(Buffer.concat(pieces)))
    request.once('error', reject)
  })
}

// A refusal half-way must not close the connection that it has to go out by.
function piecesOf(request: IncomingMessage): AsyncIterable<Buffer> {
  return request.iterator({ destroyOnReturn: false })
}

function refuse(response: ServerResponse, status: number): void {
  response.writeHead(status, { 'content-length': 0, connection: 'close' }).end()
}

function drain(request: IncomingMessage): Promise<void> {
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
