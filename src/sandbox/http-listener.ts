// A plain HTTP listener on the loopback interface, for the sandbox's SMP and its second access
// point.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type HttpRequest = {
  method: string
  path: string
  contentType: string | undefined
  body: Buffer
}

export type HttpAnswer = { status: number; contentType?: string; body?: Buffer }

export type HttpListener = { url: string; close(): Promise<void> }

/** How to answer: `hang-up` closes the connection without a word. */
export type Respond = (request: HttpRequest) => Promise<HttpAnswer | 'hang-up'>

type Service = {
  respond: Respond
  bodyBytesMax: number
  /** Hears of what `respond` throws. */
  say(line: string): void
}

/**
 * Listens on a free port of `host`. A longer body than `bodyBytesMax` is answered 413; what
 * `respond` throws, 500.
 */
export async function listenForHttp(host: string, service: Service): Promise<HttpListener> {
  const server = createServer((request, response) => {
    // A connection that breaks while its request comes in has nobody left to be answered.
    serve(request, response, service).catch(() => response.destroy())
  })
  server.listen(0, host)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://${host}:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  { respond, bodyBytesMax, say }: Service,
): Promise<void> {
  const body = await readBody(request, bodyBytesMax)
  if (!body) return send(response, { status: 413 }, { connection: 'close' })
  const path = (request.url ?? '').split('?', 1)[0] ?? ''
  const { method = '', headers } = request
  const answer = await respond({ method, path, contentType: headers['content-type'], body }).catch(
    (error: unknown): HttpAnswer => {
      say(
        `The sandbox could not answer ${method} ${path}: ` +
          `${error instanceof Error ? error.message : error}`,
      )
      return { status: 500 }
    },
  )
  if (answer === 'hang-up') request.socket.destroy()
  else send(response, answer)
}

// Stops keeping what is too much, but lets it come in, so that the sender reads the answer.
function readBody(request: IncomingMessage, bytesMax: number): Promise<Buffer | undefined> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let bytes = 0
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes <= bytesMax) chunks.push(chunk)
      else resolve(undefined)
    })
    request.on('end', () => resolve(Buffer.concat(chunks)))
    request.on('error', reject)
  })
}

function send(
  response: ServerResponse,
  answer: HttpAnswer,
  headers: Record<string, string> = {},
): void {
  const { status, contentType, body = Buffer.alloc(0) } = answer
  response.writeHead(status, {
    ...headers,
    ...(contentType ? { 'content-type': contentType } : {}),
    'content-length': body.length,
  })
  response.end(body)
}
