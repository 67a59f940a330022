// The sandbox's SMP over plain HTTP: GET, and nothing else.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Smp, smpAnswer } from './smp.ts'

export type SmpListener = { url: string; close(): Promise<void> }

/** Listens on a free port of `host`. A request that fails is answered 500 and passed to `say`. */
export async function listenForLookups(
  host: string,
  smp: Omit<Smp, 'url'>,
  say: (line: string) => void,
): Promise<SmpListener> {
  const server = createServer((request, response) => {
    answer(request, { ...smp, url }, response).catch((error: unknown) => {
      const why = error instanceof Error ? error.message : error
      say(`The SMP of the sandbox could not answer: ${why}`)
      response.writeHead(500).end()
    })
  })
  server.listen(0, host)
  await once(server, 'listening')
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

async function answer(request: IncomingMessage, smp: Smp, response: ServerResponse): Promise<void> {
  if (request.method !== 'GET') {
    response.writeHead(405, { 'content-length': 0, connection: 'close' }).end()
    return
  }
  const path = (request.url ?? '').split('?', 1)[0] ?? ''
  const { status, contentType, body } = await smpAnswer(path, smp)
  response.writeHead(status, { 'content-type': contentType, 'content-length': body.length })
  response.end(body)
}
