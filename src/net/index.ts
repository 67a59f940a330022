// The way out: HTTP and DNS, with time and size limits. Nothing here knows what is sent.
import { openDns } from './dns.ts'
import { type Http, openHttp } from './http.ts'
import type { NetLimits } from './limits.ts'

export type { HttpMessage } from './http.ts'
export type { NetLimits } from './limits.ts'

export type Net = Http & Pick<ReturnType<typeof openDns>, 'resolveNaptr'>

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
  const http = openHttp(o.limits, o.plainHttpAllowed)
  return {
    resolveNaptr: dns.resolveNaptr,
    get: http.get,
    post: http.post,
    async close() {
      dns.close()
      await http.close()
    },
  }
}
