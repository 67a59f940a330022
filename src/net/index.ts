// The way out: HTTP and DNS, with time and size limits. Nothing here knows what is sent.
import { openDns } from './dns.ts'
import { type Http, openHttp } from './http.ts'
import type { NetLimits } from './limits.ts'
import { revalidating } from './revalidate.ts'

export { openDns } from './dns.ts'
export { openFreshDns } from './fresh-dns.ts'
export { type GetOutcome, type HttpMessage, openHttp } from './http.ts'
export type { NetLimits } from './limits.ts'
export { openPosting } from './posting.ts'

export type Net = Omit<Http, 'get'> &
  Pick<ReturnType<typeof openDns>, 'resolveNaptr'> & {
    /** An answer with an ETag is kept, and asked for again on the condition that it has changed. */
    get(url: string): ReturnType<Http['get']>
    /**
     * Like get, for what carries its own signature: plain http is always allowed, and the answer
     * may be large.
     */
    getSigned(url: string): ReturnType<Http['get']>
  }

/**
 * `dnsServers` as `127.0.0.1:5300`, none for the system's. `plainHttpAllowed` allows plain http and
 * private addresses. Both are for laboratories.
 */
export function openNet(o: {
  dnsServers: string[]
  plainHttpAllowed: boolean
  limits: NetLimits
}): Net {
  const dns = openDns(o.dnsServers, o.limits)
  const { limits, plainHttpAllowed } = o
  const allowed = { plainHttp: plainHttpAllowed, privateAddresses: plainHttpAllowed }
  const http = openHttp(limits, allowed)
  const signed = openHttp(
    { ...limits, getTotalMs: limits.signedTotalMs, answerBytesMax: limits.signedBytesMax },
    { ...allowed, plainHttp: true },
  )
  return {
    resolveNaptr: dns.resolveNaptr,
    get: revalidating(http.get, limits),
    getSigned: (url) => signed.get(url),
    post: http.post,
    async close() {
      dns.close()
      await Promise.all([http.close(), signed.close()])
    },
  }
}
