// Pipelined requests, which a client sends without waiting for the previous answers (RFC 9112,
// 9.3.2): each is begun once the answer before it is out, so that a connection never has more
// than one in progress, and little more is parsed than is begun.
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

type Pending = { request: IncomingMessage; response: ServerResponse }

type Connection = {
  /** A request is in progress; those in `waiting` were parsed after it. */
  isBusy: boolean
  waiting: Pending[]
  /** Read from the socket, not parsed yet. */
  unparsed: Buffer[]
  /** How many of the next bytes certainly belong to the body of the last request. */
  ofBody: number
  /** The parser has given up, and would say so for each further piece. */
  isUnreadable: boolean
}

/**
 * Bytes parsed in one go, unless they are of one body. Node reads 64 KB, in which there may be two
 * thousand requests; to parse them takes longer than to answer the first ones.
 */
const pieceBytes = 1_024

/** Call it once the server has its listeners, and before it listens. */
export function beginInTurn(server: Server): void {
  const [handle] = server.listeners('request') as RequestListener[]
  if (!handle) throw new Error('The server has no request listener yet')
  const connections = new WeakMap<Socket, Connection>()
  server.on('connection', (socket) => {
    const connection: Connection = {
      isBusy: false,
      waiting: [],
      unparsed: [],
      ofBody: 0,
      isUnreadable: false,
    }
    connections.set(socket, connection)
    parseInPieces(socket, connection)
  })
  server.removeListener('request', handle)
  server.on('request', (request, response) => {
    const { socket } = request
    const connection = connections.get(socket)!
    connection.ofBody = Number(request.headers['content-length']) || 0
    inOrder(socket, connection, { request, response }, handle)
  })
  // Without a listener for errors, Node answers by itself, and destroys the socket.
  if (server.listenerCount('clientError') > 0)
    server.prependListener('clientError', (_, socket) => {
      connections.get(socket as Socket)!.isUnreadable = true
    })
}

// The parser of `node:http` listens to the socket's `data`, or reads from it past JavaScript until
// there is another listener as well.
function parseInPieces(socket: Socket, connection: Connection): void {
  const { unparsed } = connection
  const [parse] = socket.listeners('data') as ((this: Socket, bytes: Buffer) => void)[]
  if (!parse) throw new Error('The parser does not listen to the socket')
  socket.removeListener('data', parse)

  function mayParse(): boolean {
    if (connection.waiting.length > 0 || connection.isUnreadable) return false
    // A socket that is destroyed gives its parser back, for another connection.
    return !socket.isPaused() && !socket.destroyed
  }

  function parseOn(): void {
    while (unparsed.length > 0 && mayParse()) {
      const bytes = unparsed.shift()!
      const length = Math.max(pieceBytes, connection.ofBody)
      if (bytes.length > length) unparsed.unshift(bytes.subarray(length))
      const piece = bytes.subarray(0, length)
      parse!.call(socket, piece)
      // Where in the piece a body began is not known, so all of the piece is taken for body.
      connection.ofBody = Math.max(0, connection.ofBody - piece.length)
    }
    if (unparsed.length > 0) socket.pause()
  }

  socket.on('data', (bytes) => {
    unparsed.push(bytes)
    parseOn()
  })
  socket.on('resume', parseOn)
}

function inOrder(
  socket: Socket,
  connection: Connection,
  pending: Pending,
  handle: RequestListener,
): void {
  function begin({ request, response }: Pending): void {
    response.once('close', beginNext)
    handle(request, response)
  }

  // Requests of a client that has gone are dropped: an answer that is not read would never end.
  function beginNext(): void {
    const next = socket.destroyed ? undefined : connection.waiting.shift()
    connection.isBusy = next !== undefined
    // Requests that are already parsed are answered before more is read.
    if (connection.waiting.length === 0) socket.resume()
    // One per tick: thousands of quick answers would leave no time for other connections.
    if (next) setImmediate(() => begin(next))
  }

  if (connection.isBusy) {
    connection.waiting.push(pending)
    socket.pause()
  } else {
    connection.isBusy = true
    begin(pending)
  }
}
