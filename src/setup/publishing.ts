// Opens our SMP and the DNS of the network for a piece of work on publications: for the commands
// and for the gateway itself.
import type { X509Certificate } from 'node:crypto'
import type { Config } from '../config/config.ts'
import type { Publishing } from '../core/publishing.ts'
import { openFreshDns } from '../net/index.ts'
import type { LookupNeeds, WantedEndpoint } from '../peppol/index.ts'
import { openPublishingSmp } from './publishing-smp.ts'

type PublishingNeeds = Pick<LookupNeeds, 'network' | 'get' | 'revocationOf'> & {
  dnsServers: string[]
  /** That of the key which is used now. */
  certificate(): X509Certificate
}

/** Whether an SMP is named for us; that of the sandbox is by itself. */
export function isPublisher(config: Pick<Config, 'SMP_URL' | 'PEPPOL_NETWORK'>): boolean {
  return config.SMP_URL !== undefined || config.PEPPOL_NETWORK === 'sandbox'
}

export function openPublishing(
  config: Config,
  { network, get, revocationOf, dnsServers, certificate }: PublishingNeeds,
): Publishing {
  return {
    async use(work) {
      const { smp, url, writerFor, close } = openPublishingSmp(config, { network, revocationOf })
      const dns = openFreshDns(dnsServers, config.limits.sending)
      try {
        return await work({
          ...{ network, get, revocationOf, smp, smpUrl: url, writerFor },
          now: () => new Date(),
          resolveNaptr: dns.resolveNaptr,
          endpoint: { ...endpointOf(config), certificate: certificate() },
          isDnsFresh: dns.wasFresh,
        })
      } finally {
        dns.close()
        await close()
      }
    },
  }
}

function endpointOf(config: Config): Omit<WantedEndpoint, 'certificate'> {
  const url = config.AS4_URL ?? listeningUrl(config)
  if (url === undefined)
    throw new Error('Set AS4_URL first: the address where others reach POST /as4.')
  return {
    url,
    formerUrls: config.AS4_FORMER_URLS,
    description: config.SMP_DESCRIPTION,
    contactUrl: config.SMP_CONTACT_URL ?? 'https://sandbox.invalid/',
  }
}

/** What the gateway publishes in the sandbox by itself; undefined where that is not known. */
function listeningUrl({ HOST, PORT, AS4_PORT, PEPPOL_NETWORK }: Config): string | undefined {
  const port = AS4_PORT ?? PORT
  if (PEPPOL_NETWORK !== 'sandbox' || port === 0) return undefined
  // The API, which takes AS4 without a port of its own, listens on the address of the name.
  const host = AS4_PORT === undefined && HOST === 'localhost' ? '127.0.0.1' : HOST
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}/as4`
}
