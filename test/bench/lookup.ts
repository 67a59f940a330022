// Lookups per second, cold and cached, and how often the SMP is asked. The network is the sandbox
// of a gateway in a process of its own: DNS, HTTP and an SMP that signs each answer anew.
import { joinNetwork } from '../../src/cli/join-network.ts'
import { readConfig } from '../../src/config/config.ts'
import type { PeppolAccess } from '../../src/core/gateway.ts'
import { findEndpoint } from '../../src/core/network/find-endpoint.ts'
import { emptyLookupCache } from '../../src/core/runtime/lookup-cache.ts'
import {
  type LookupQuery,
  parseDocumentType,
  parseParticipant,
  parseProcess,
} from '../../src/peppol/index.ts'
import { startGateway } from '../e2e/gateway-process.ts'

const coldReceivers = 1_000
const inFlight = 16
const documents = 10_000
const receivers = 100

const documentType = parseDocumentType(
  'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2::Invoice##urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0::2.1',
)
const process_ = parseProcess('urn:fdc:peppol.eu:2017:poacc:billing:01:1.0')
const names = Array.from({ length: coldReceivers }, (_, at) => `9915:receiver${at}`)
const queries: LookupQuery[] = names.map((name) => ({
  participant: parseParticipant(name),
  documentType,
  process: process_,
}))

export async function benchLookup(): Promise<void> {
  const gateway = await startGateway({ LOG_LEVEL: 'warn', SANDBOX_RECEIVERS: names.join(',') })
  const settings = { PEPPOL_NETWORK: 'sandbox', DATA_DIR: gateway.dataDir }
  const config = readConfig(settings)
  const { network, keys, net, revocationOf, close } = await joinNetwork(config)
  const asked = { dns: 0, smp: 0 }
  const peppolAccess = (): PeppolAccess => ({
    ...{ network, keys, revocationOf, post: net.post, ...emptyLookupCache() },
    resolveNaptr(name) {
      asked.dns += 1
      return net.resolveNaptr(name)
    },
    get(url) {
      asked.smp += 1
      return net.get(url)
    },
  })
  const limits = config.limits.delivery
  const keeping = { keepAnswers: async () => {}, lookedUp() {}, now: () => new Date(), limits }
  const measure = async (round: string, access: PeppolAccess, wanted: LookupQuery[]) => {
    Object.assign(asked, { dns: 0, smp: 0 })
    const begun = { at: performance.now(), cpu: process.cpuUsage() }
    let next = 0
    const lane = async (): Promise<void> => {
      for (let query = wanted[next++]; query; query = wanted[next++])
        await findEndpoint(access, query, keeping)
    }
    await Promise.all(Array.from({ length: inFlight }, lane))
    const seconds = (performance.now() - begun.at) / 1000
    const { user, system } = process.cpuUsage(begun.cpu)
    const lookups = wanted.length
    const perSecond = Math.round(lookups / seconds)
    const cpuMillis = Math.round((user + system) / lookups) / 1000
    const { dns, smp } = asked
    console.log(JSON.stringify({ bench: 'lookup', round, lookups, perSecond, cpuMillis, dns, smp }))
  }
  try {
    await measure('warm-up', peppolAccess(), queries)
    await measure('cold', peppolAccess(), queries)
    const access = peppolAccess()
    const many = Array.from({ length: documents }, (_, at) => queries[at % receivers]!)
    await measure(`${receivers} receivers, first asked`, access, many)
    await measure(`${receivers} receivers, cached`, access, many)
  } finally {
    await close()
    await gateway.stop()
  }
}
