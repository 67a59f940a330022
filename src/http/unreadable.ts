// What Node would refuse with no explanation: requests that are not HTTP, arrive too slowly, name
// no host (RFC 9112, 3.2), or expect something unknown (RFC 9110, 10.1.1).
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { Problem } from '../problem.ts'
import { toProblemBody } from './errors.ts'

/** Leaves the check of the Host header to `useHttp`. */
export const httpOptions = { requireHostHeader: false }

/** The last answer begun on a connection, to a request that Node could read. */
const answers = new WeakMap<Socket, ServerResponse>()

/** Call it before any route is registered. */
export function useHttp(app: FastifyInstance): void {
  app.server.on('request', (request, response) => answers.set(request.socket, response))
  app.server.on('checkExpectation', (request, response) =>
    app.server.emit('request', request, response),
  )
  app.addHook('onRequest', async ({ raw }, reply) => {
    const { expect, host } = raw.headers
    // Node has already answered the one it knows, 100-continue.
    if (expect !== undefined && !/^100-continue$/i.test(expect)) {
      // It is unknown whether the body will come now.
      reply.header('Connection', 'close')
      const detail = `Expect: ${expect.slice(0, 100)} is not supported; 100-continue is.`
      throw new Problem('request.expectation-failed', { detail })
    }
    if (host === undefined && raw.httpVersion === '1.1')
      throw invalid('An HTTP/1.1 request needs a Host header.')
    if (hostsOf(raw) > 1)
      throw invalid('A request must have exactly one Host ' + 'header (RFC 9112, 3.2).')
  })
}

function hostsOf({ rawHeaders }: IncomingMessage): number {
  return rawHeaders.filter((name, at) => at % 2 === 0 && /^host$/i.test(name)).length
}

/**
 * Answers what Node cannot parse on the bare connection, which then ends; never amid another
 * answer, nor in its place.
 */
export function answerUnreadable(error: Unreadable, connection: Socket, requestId: string): void {
  if (error.code === 'ECONNRESET' || !connection.writable) return void connection.destroy()
  const answer = () => writeProblem(problemOf(error), connection, requestId)
  const last = answers.get(connection)
  if (last && !last.req.complete && last.headersSent) connection.destroySoon()
  else if (last?.req.complete && !last.writableFinished) last.once('close', answer)
  else answer()
}

/** `reason` is what Node's parser says. */
type Unreadable = NodeJS.ErrnoException & { reason?: string }

function problemOf({ code, reason = '' }: Unreadable): Problem {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return new Problem('request.headers-too-large', {
        detail: 'The headers may have at most 16 KB in total.',
      })
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new Problem('request.timeout', { detail: 'The request took too long to arrive.' })
    default:
      return invalid(`This is not HTTP/1.1${reason ? `: ${reason}` : ''}.`)
  }
}

function invalid(detail: string): Problem {
  return new Problem('request.header-invalid', { detail })
}

// Node may report a waiting connection more than once; writing again would cut off the
// answer in progress.
function writeProblem(problem: Problem, connection: Socket, requestId: string): void {
  if (!connection.writable) return
  const { status } = problem
  const body = JSON.stringify(toProblemBody(problem, { id: requestId, url: '/' }))
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/problem+json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${requestId}`,
    'Connection: close',
  ]
  connection.write(`${head.join('\r\n')}\r\n\r\n${body}`)
  connection.destroySoon()
}
