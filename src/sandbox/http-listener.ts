// The sandbox's plain HTTP on a loopback port: reads a request whole, and sends what is answered.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type HttpRequest = {
  method: string
  /** Without the query, percent-encoded as it came. */
  path: string
  query: URLSearchParams
  authorization: string | undefined
  body: Buffer
}
/** `cut`: the connection is closed without an answer. */
export type HttpAnswer = { status: number; contentType: string | undefined; body: Buffer } | 'cut'
export type HttpListener = { url: string; close(): Promise<void> }

type Answering = (request: HttpRequest, url: string) => Promise<HttpAnswer>

/**
 * Listens on `port` of `host`; on a free one when it is 0, or taken. `answer` gets the listener's
 * own URL, too, which ends without a slash. A request that fails is answered 500 and passed to
 * `report`; one with more than `bodyBytesMax` is answered 413.
 */
export async function listenForHttp(
  { host, port, bodyBytesMax }: { host: string; port: number; bodyBytesMax: number },
  answer: Answering,
  report: (line: string) => void,
): Promise<HttpListener> {
  const server = createServer((request, response) => {
    respond(request, response, { bodyBytesMax, answer: (read) => answer(read, url) }).catch(
      (error: unknown) => {
        const why = error instanceof Error ? error.message : error
        report(`The sandbox could not answer: ${why}`)
        response.writeHead(500).end()
      },
    )
  })
  await listen(server, host, port).catch(() => listen(server, host, 0))
  const url = `http://${host}:${(server.address() as AddressInfo).port}`
  return {
    url,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function listen(server: Server, host: string, port: number): Promise<void> {
  server.listen(port, host)
  await once(server, 'listening')
}

async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  {
    bodyBytesMax,
    answer,
  }: { bodyBytesMax: number; answer(request: HttpRequest): Promise<HttpAnswer> },
): Promise<void> {
  const body = await readBody(request, bodyBytesMax)
  if (!body) {
    response.writeHead(413, { 'content-length': 0, connection: 'close' }).end()
    return
  }
  const [path = '', query = ''] = (request.url ?? '').split(/\?(.*)/s, 2)
  const given = await answer({
    method: request.method ?? '',
    path,
    query: new URLSearchParams(query),
    authorization: request.headers.authorization,
    body,
  })
  if (given === 'cut') {
    response.destroy()
    return
  }
  const { status, contentType, body: content } = given
  response.writeHead(status, {
    ...(contentType === undefined ? {} : { 'content-type': contentType }),
    'content-length': content.length,
  })
  response.end(content)
}

/** Undefined when there is more than that; the rest is not read. */
async function readBody(request: IncomingMessage, bytesMax: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    bytes += chunk.length
    if (bytes > bytesMax) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
