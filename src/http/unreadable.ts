// What node would refuse by itself, with no word of why: requests that are no HTTP, that come too
// slowly, that name no host (RFC 9112, 3.2), or that expect what is not known here (RFC 9110,
// 10.1.1).
import { type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { Problem } from '../problem.ts'
import { toProblemBody } from './errors.ts'

/** With it node leaves the question of the host to `useHttp`. */
export const httpOptions = { requireHostHeader: false }

/** The answer that was begun last, to what node could read. */
const answers = new WeakMap<Socket, ServerResponse>()

/** Call it before any route is there. */
export function useHttp(app: FastifyInstance): void {
  app.server.on('request', (request, response) => answers.set(request.socket, response))
  app.server.on('checkExpectation', (request, response) =>
    app.server.emit('request', request, response),
  )
  app.addHook('onRequest', async ({ raw }, reply) => {
    const { expect, host } = raw.headers
    // What node knows, 100-continue, it has answered by now.
    if (expect !== undefined && !/^100-continue$/i.test(expect)) {
      // Whether the body will come now is not to be known.
      reply.header('Connection', 'close')
      const detail = `Expect: ${expect.slice(0, 100)} is not known here; 100-continue is.`
      throw new Problem('request.expectation-failed', { detail })
    }
    if (host === undefined && raw.httpVersion === '1.1')
      throw invalid('A request of HTTP/1.1 has a Host header.')
  })
}

/**
 * Tells of what node cannot read on the bare connection, which then ends; never amid another
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

/** `reason` is what the parser of node says. */
type Unreadable = NodeJS.ErrnoException & { reason?: string }

function problemOf({ code, reason = '' }: Unreadable): Problem {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return new Problem('request.headers-too-large', {
        detail: 'The headers have at most 16 KB in all.',
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

// Node may tell of a connection more than once while it waits; to write again would cut off the
// answer that is on its way.
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
