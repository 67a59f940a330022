// The sandbox's plain HTTP for what is only read: its authorities publish their revocation lists.
import { type HttpAnswer, type HttpListener, listenForHttp } from './http-listener.ts'

export type GetAnswer = Exclude<HttpAnswer, 'cut'>

/** What they publish is asked for without a body. */
const bodyBytesMax = 0

/**
 * Listens on `port` of `host`; on a free one when it is 0, or taken. `answer` gets the path of a
 * GET, the listener's own URL, which ends without a slash, and the header Authorization.
 */
export function listenForGets(
  { host, port }: { host: string; port: number },
  answer: (path: string, url: string, authorization?: string) => Promise<GetAnswer>,
  report: (line: string) => void,
): Promise<HttpListener> {
  return listenForHttp(
    { host, port, bodyBytesMax },
    async ({ method, path, authorization }, url) =>
      method === 'GET' ? answer(path, url, authorization) : notAllowed,
    report,
  )
}

const notAllowed: GetAnswer = { status: 405, contentType: undefined, body: Buffer.alloc(0) }
