// POST /as4 over HTTP on the loopback interface: bodies as streams, every time limited.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { As4Request } from '../as4/index.ts'
import type { ReceptionLimits } from './access-point.ts'
import type { As4Answer } from './receive-message.ts'

export type As4Listener = {
  url: string
  /** Takes no new requests, and resolves when those in progress have been answered. */
  close(): Promise<void>
}

type Respond = (request: As4Request) => Promise<As4Answer>

const host = '127.0.0.1'
const path = '/as4'

/** Port 0 picks a free one. When `respond` throws, the connection is closed without an answer. */
export async function listenForMessages(
  port: number,
  limits: ReceptionLimits,
  respond: Respond,
): Promise<As4Listener> {
  const { idleMs, totalMs } = limits
  const server = createServer(
    { requestTimeout: totalMs, headersTimeout: idleMs },
    (request, response) => {
      // When the connection has broken, there is nobody left to answer.
      serve(server, request, response, { respond, limits }).catch(() => response.destroy())
    },
  )
  server.setTimeout(idleMs)
  server.listen(port, host)
  await once(server, 'listening')
  const { port: taken } = server.address() as AddressInfo
  return { url: `http://${host}:${taken}${path}`, close: () => close(server) }
}

async function serve(
  server: Server,
  request: IncomingMessage,
  response: ServerResponse,
  { respond, limits }: { respond: Respond; limits: ReceptionLimits },
): Promise<void> {
  if (pathOf(request) !== path) return refuse(response, 404)
  if (request.method !== 'POST') return refuse(response, 405)
  const body = isSmall(request, limits) ? await collect(request) : chunksOf(request)
  const answer = await respond({ contentType: request.headers['content-type'], body })
  const isLast = !request.readableEnded || !server.listening
  response.writeHead(answer.status, {
    ...(answer.contentType ? { 'content-type': answer.contentType } : {}),
    'content-length': answer.body.length,
    ...(isLast ? { connection: 'close' } : {}),
  })
  response.write(answer.body)
  if (!request.readableEnded) await drain(request, limits)
  response.end()
}

// A target in absolute form is as good as its path (RFC 9112, 3.2.2); clients of a proxy send it.
function pathOf({ url = '' }: IncomingMessage): string | undefined {
  return url.replace(/^https?:\/\/[^/?]*/i, '').split('?', 1)[0]
}

function isSmall({ headers }: IncomingMessage, { inlineBytesMax }: ReceptionLimits): boolean {
  return Number(headers['content-length'] ?? Number.NaN) <= inlineBytesMax
}

/** The whole body. Rejects when the connection breaks before its end. */
function collect(request: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.once('end', () => resolve(Buffer.concat(chunks)))
    request.once('error', reject)
  })
}

// A refusal half-way through must not close the connection that carries the answer.
function chunksOf(request: IncomingMessage): AsyncIterable<Buffer> {
  return request.iterator({ destroyOnReturn: false })
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
