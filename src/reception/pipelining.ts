// Pipelined requests, which a client sends without waiting for the previous answers (RFC 9112,
// 9.3.2): each is begun once the answer before it is out, so that a connection never has more
// than one in progress, and little more is parsed than is begun.
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

type Pending = { request: IncomingMessage; response: ServerResponse }

type Connection = {
  /** Requests that wait for the answer before them; none is in progress without it. */
  waiting?: Pending[]
  /** Read from the socket, not parsed yet. */
  unparsed: Buffer[]
  /** How many of the next bytes certainly belong to the body of the last request. */
  ofBody: number
}

/**
 * Bytes parsed in one go, unless they are of one body. Node reads 64 KB, in which there may be two
 * thousand requests; to parse them takes longer than to answer the first ones.
 */
const pieceBytes = 1_024

/** Call it once the server has its request listener, and before it listens. */
export function beginInTurn(server: Server): void {
  const [handle] = server.listeners('request') as RequestListener[]
  if (!handle) throw new Error('The server has no request listener yet')
  const connections = new WeakMap<Socket, Connection>()
  server.on('connection', (socket) => {
    const connection = { unparsed: [], ofBody: 0 }
    connections.set(socket, connection)
    parseInPieces(socket, connection)
  })
  server.removeListener('request', handle)
  server.on('request', (request, response) => {
    const { socket } = request
    const connection = connections.get(socket)!
    connection.ofBody = Number(request.headers['content-length']) || 0
    inTurn(socket, connection, { request, response }, handle)
  })
}

// The parser of `node:http` listens to the socket's `data`, or reads from it past JavaScript until
// somebody else listens as well.
function parseInPieces(socket: Socket, connection: Connection): void {
  const { unparsed } = connection
  const [parse] = socket.listeners('data') as ((this: Socket, bytes: Buffer) => void)[]
  if (!parse) throw new Error('The parser does not listen to the socket')
  socket.removeListener('data', parse)

  // A socket that is destroyed gives its parser back, for another connection.
  const mayParse = () => !connection.waiting?.length && !socket.isPaused() && !socket.destroyed

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

function inTurn(
  socket: Socket,
  connection: Connection,
  pending: Pending,
  handle: RequestListener,
): void {
  function begin({ request, response }: Pending): void {
    response.once('close', beginNext)
    handle(request, response)
  }

  // Requests of a client that has gone are dropped: an answer that nobody reads would never end.
  function beginNext(): void {
    const next = socket.destroyed ? undefined : connection.waiting?.shift()
    if (!next) delete connection.waiting
    // Requests that are already parsed are answered before more is read.
    if (!connection.waiting?.length) socket.resume()
    // One a turn: thousands of quick answers would leave no time for other connections.
    if (next) setImmediate(() => begin(next))
  }

  if (connection.waiting) {
    connection.waiting.push(pending)
    socket.pause()
  } else {
    connection.waiting = []
    begin(pending)
  }
}
