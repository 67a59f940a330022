// Calls by https to a host name of a proxy on this machine, from an address that the caller
// chooses.
import { request } from 'node:https'
import { Readable } from 'node:stream'
import { authority } from './proxy.ts'

export type Call = {
  port: number
  host: string
  /** As it stands in the request: nothing is normalised. */
  path: string
  method?: string
  headers?: Record<string, string>
  body?: string | Buffer | AsyncIterable<Buffer>
  from?: string
}

export type Answer = { status: number; headers: NodeJS.Dict<string | string[]>; text: string }

/** The answer to a request, also to one that was answered before its body was read. */
export function call({ port, host, path, body, from, ...options }: Call): Promise<Answer> {
  const { method = body === undefined ? 'GET' : 'POST', headers = {} } = options
  return new Promise((resolve, reject) => {
    const asking = request({
      ...{ host: '127.0.0.1', port, servername: host, ca: authority, path, method, agent: false },
      ...(from ? { localAddress: from } : {}),
      headers: { host, ...headers },
    })
    let isAnswered = false
    asking.on('error', (error) => {
      if (!isAnswered) reject(error)
    })
    asking.on('response', async (response) => {
      isAnswered = true
      const pieces: Buffer[] = []
      try {
        for await (const piece of response) pieces.push(piece)
      } catch (error) {
        return reject(error)
      }
      const text = Buffer.concat(pieces).toString()
      resolve({ status: response.statusCode!, headers: response.headers, text })
      asking.destroy()
    })
    if (body === undefined || typeof body === 'string' || Buffer.isBuffer(body)) asking.end(body)
    else Readable.from(body).on('error', reject).pipe(asking)
  })
}
