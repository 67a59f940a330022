// What the sandbox's SMP refuses, with status and text as phoss SMP 8.0 has them.
import type { HttpAnswer } from './http-listener.ts'

/** Thrown within a request, and answered. `isPage`: an HTML page, without a reason. */
export class SmpRefusal extends Error {
  readonly status: number
  readonly isPage: boolean
  constructor(status: number, message: string, isPage = false) {
    super(message)
    this.name = 'SmpRefusal'
    this.status = status
    this.isPage = isPage
  }
}

export const badRequest = (why: string) => new SmpRefusal(400, `Bad request: ${why}`)
export const notFound = (what: string) => new SmpRefusal(404, `Not found: ${what}`)
export const preconditionFailed = (why: string) =>
  new SmpRefusal(412, `Precondition failed: ${why}`)
/** XML against the schema is no fault of the client, there. */
export const againstSchema = (why: string) => new SmpRefusal(500, why, true)

/** Without `explains` it has no text. */
export function refused({ status, message, isPage }: SmpRefusal, explains: boolean): HttpAnswer {
  if (isPage)
    return {
      ...{ status, contentType: 'text/html;charset=utf-8' },
      body: Buffer.from(`<!doctype html><html><body>HTTP status ${status}</body></html>`),
    }
  const contentType = 'text/plain;charset=UTF-8'
  return { status, contentType, body: Buffer.from(explains ? message : '') }
}
