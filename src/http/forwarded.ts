// A proxy that drops X-Forwarded-For makes one client of all its clients: they share the limits of
// its address. The log says so once, since no caller can see it.
import { BlockList, isIP } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Gateway } from '../core/gateway.ts'

/** Looks at calls of the API; what asks for /health or /metrics is no client of the proxy. */
export function noticeDroppedAddresses(
  app: FastifyInstance,
  { trustedProxies, log }: Pick<Gateway, 'trustedProxies' | 'log'>,
): void {
  if (trustedProxies.length === 0) return
  const proxies = listOf(trustedProxies)
  let isNoticed = false
  app.addHook('onRequest', async ({ raw, url }) => {
    if (isNoticed || raw.headers['x-forwarded-for'] !== undefined) return
    const { remoteAddress = '' } = raw.socket
    if (!url.startsWith('/api/') || !isIn(proxies, remoteAddress)) return
    isNoticed = true
    log.warn(
      { proxy: remoteAddress },
      'a call came from an address in TRUST_PROXY without X-Forwarded-For: all clients of that ' +
        'proxy count as one address, and share its limits; have the proxy append that header',
    )
  })
}

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

function listOf(networks: readonly string[]): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    if (bits === undefined) list.addAddress(address, familyOf(address))
    else list.addSubnet(address, Number(bits), familyOf(address))
  }
  return list
}

function isIn(list: BlockList, address: string): boolean {
  return isIP(address) !== 0 && list.check(address, familyOf(address))
}
