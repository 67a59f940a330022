// The sandbox's plain HTTP: GET, and nothing else. Its SMP listens here, and its authorities
// publish their revocation lists.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type GetAnswer = { status: number; contentType: string; body: Buffer }
type GetListener = { url: string; close(): Promise<void> }

/** Gets the path, and the header Authorization if there is one. */
type Answering = (path: string, authorization: string | undefined) => Promise<GetAnswer>

/**
 * Listens on `port` of `host`; on a free one when it is 0, or taken. `answer` gets the path, the
 * listener's own URL, which ends without a slash, and the header Authorization. A request that
 * fails is answered 500 and passed to `report`.
 */
export async function listenForGets(
  { host, port }: { host: string; port: number },
  answer: (path: string, url: string, authorization?: string) => Promise<GetAnswer>,
  report: (line: string) => void,
): Promise<GetListener> {
  const server = createServer((request, response) => {
    respond(request, response, (path, as) => answer(path, url, as)).catch((error: unknown) => {
      const why = error instanceof Error ? error.message : error
      report(`The sandbox could not answer: ${why}`)
      response.writeHead(500).end()
    })
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
  answer: Answering,
): Promise<void> {
  if (request.method !== 'GET') {
    response.writeHead(405, { 'content-length': 0, connection: 'close' }).end()
    return
  }
  const path = (request.url ?? '').split('?', 1)[0] ?? ''
  const { status, contentType, body } = await answer(path, request.headers.authorization)
  response.writeHead(status, { 'content-type': contentType, 'content-length': body.length })
  response.end(body)
}
