// What changes something is asked for by our own pages only. SameSite=Strict keeps the cookie from
// other sites; this also refuses what neighbours under the same registrable domain send.
import type { FastifyRequest } from 'fastify'
import { Problem } from '../problem.ts'

/**
 * Throws Problem `request.header-invalid` unless the browser says that a page of this host asks.
 * Old browsers do not send Sec-Fetch-Site, and none does over plain http, but for loopback.
 */
export function checkSameOrigin({ headers, host }: Pick<FastifyRequest, 'headers' | 'host'>): void {
  const site = headers['sec-fetch-site']
  if (site === undefined ? isOrigin(headers.origin, host) : site === 'same-origin') return
  throw new Problem('request.header-invalid', {
    detail: 'Only the pages of this console may ask for this: open it here, and try again.',
  })
}

function isOrigin(origin: string | undefined, host: string): boolean {
  return URL.canParse(origin ?? '') && new URL(origin!).host === host
}
