// Pipelined requests, which a client sends without waiting for the previous answers (RFC 9112,
// 9.3.2): each is begun once the answer before it is out, so that a connection never has more
// than one in progress.
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

type Pending = { request: IncomingMessage; response: ServerResponse }

/** Call it once the server has its request listener, and before it listens. */
export function beginInTurn(server: Server): void {
  const [handle] = server.listeners('request') as RequestListener[]
  if (!handle) throw new Error('The server has no request listener yet')
  server.removeListener('request', handle)
  server.on('request', inTurn(handle))
}

function inTurn(handle: RequestListener): RequestListener {
  const waiting = new WeakMap<Socket, Pending[]>()

  function begin(socket: Socket, { request, response }: Pending): void {
    response.once('close', () => beginNext(socket))
    handle(request, response)
  }

  // Requests of a client that has gone are dropped: an answer that nobody reads would never end.
  function beginNext(socket: Socket): void {
    const next = socket.destroyed ? undefined : waiting.get(socket)?.shift()
    if (!next) {
      waiting.delete(socket)
      return void socket.resume()
    }
    // Requests that are already read are answered before more is read.
    if (waiting.get(socket)?.length === 0) socket.resume()
    // One a turn: thousands of quick answers would leave no time for other connections.
    setImmediate(() => begin(socket, next))
  }

  return (request, response) => {
    const { socket } = request
    const queue = waiting.get(socket)
    if (!queue) {
      waiting.set(socket, [])
      return begin(socket, { request, response })
    }
    queue.push({ request, response })
    socket.pause()
  }
}
