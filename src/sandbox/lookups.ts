// What lookups meet in the sandbox: an SMP with all participants, and the DNS server that leads
// there. What access points publish is asked of them each time; the rest was written to the SMP.
import type { X509Certificate } from 'node:crypto'
import { join } from 'node:path'
import type { KeyProvider } from '../crypto/index.ts'
import {
  formatParticipant,
  isSameParticipant,
  parseParticipant,
  type Service,
  smlName,
} from '../peppol/index.ts'
import { listenForDns } from './dns-listener.ts'
import { listenForHttp } from './http-listener.ts'
import { openKeptMap } from './kept-map.ts'
import { directoryOf, type Register } from './participants.ts'
import { openSmlRegister, type SmlRegister } from './sml-register.ts'
import { publishedGroup, type Smp } from './smp.ts'
import { openSmpEntries } from './smp-entries.ts'
import { type SmpNeeds, type SmpState, usualState } from './smp-request.ts'
import { openSmpRest } from './smp-rest.ts'
import type { SmpUser } from './smp-users.ts'

/** Another access point, and whom it receives for: asked at each lookup. */
export type Published = {
  url: string
  certificate(): X509Certificate
  /** In short form. */
  participants(): Promise<string[]>
  /** Undefined when it does not receive for the participant. */
  servicesOf(participant: string): Promise<readonly Service[] | undefined>
}

export type Lookups = {
  dnsServer: string
  smpUrl: string
  /** From now on the SMP does so. */
  setSmp(state: Partial<SmpState>): void
  sml: SmlRegister
  close(): Promise<void>
}

const host = '127.0.0.1'
/** In the SML. */
const smpId = 'SANDBOX-SMP'
/** The largest type has some hundred kilobytes. */
const bodyBytesMax = 2_000_000

/** Keeps in `folder` what is written. Throws Error when that is damaged. */
export async function listenForLookups({
  folder,
  zone,
  keys,
  users,
  register,
  endpoint,
  published,
  report,
}: {
  folder: string
  zone: string
  keys: KeyProvider
  /** The first of them owns the participants of `published.gateways`. */
  users: readonly [SmpUser, ...SmpUser[]]
  register: Register
  /** Where the registered ones receive. */
  endpoint: Smp['endpoint']
  /** `gateways` grows. */
  published: { provider: Published; gateways: readonly Published[] }
  report(line: string): void
}): Promise<Lookups> {
  const { provider, gateways } = published
  const kept = (name: string) => openKeptMap(join(folder, name))
  const participants = kept('sml/participants.json')
  const sml = openSmlRegister(zone, { participants, keys: kept('sml/migration-keys.json') })
  const state = { ...usualState }
  const rest = openSmpRest({
    ...{ id: smpId, users, keys, sml, state },
    entries: openSmpEntries(join(folder, 'smp')),
    migrationKeys: kept('smp-migrations.json'),
    published: {
      find: async (participant) =>
        (await groupAmong([provider, ...gateways], participant)) ??
        publishedGroup({ directory: register, endpoint }, participant),
      participantsOf: async (user) =>
        user === users[0].user ? await participantsOf(gateways) : [],
    },
  })
  const smp = await listenForHttp({ host, port: 0, bodyBytesMax }, rest, report)
  sml.smps.set(smpId, smp.url)
  const listed = listing(register, zone)
  const dns = await listenForDns(host, {
    zone,
    smpOf: (name) => (listed.lists(name) ? smp.url : sml.urlOf(name)),
    refresh: async () => {
      // While one of them cannot say, the last list holds.
      await participantsOf([provider, ...gateways]).then(
        (all) => listed.also(all),
        (error: unknown) => report(`${error}`),
      )
    },
  })
  return {
    dnsServer: dns.server,
    smpUrl: smp.url,
    setSmp: (change) => void Object.assign(state, change),
    sml,
    async close() {
      await Promise.all([dns.close(), smp.close()])
    },
  }
}

async function participantsOf(published: readonly Published[]): Promise<string[]> {
  return (await Promise.all(published.map(({ participants }) => participants()))).flat()
}

const groupAmong = async (
  published: readonly Published[],
  participant: Parameters<SmpNeeds['published']['find']>[0],
) => {
  for (const { url, certificate, servicesOf } of published) {
    const services = await servicesOf(formatParticipant(participant))
    const directory = directoryOf((asked) =>
      isSameParticipant(asked, participant) ? services : undefined,
    )
    if (services)
      return publishedGroup(
        { directory, endpoint: { url, certificate: certificate() } },
        participant,
      )
  }
  return undefined
}

// Names are hashes: to know whether one is listed, every participant must be hashed, once.
function listing({ participants }: Register, zone: string) {
  const names = new Map<string, string>()
  const nameOf = (participant: string): string => {
    const known = names.get(participant)
    if (known !== undefined) return known
    const name = smlName(parseParticipant(participant), zone).toLowerCase()
    names.set(participant, name)
    return name
  }
  const own = new Set<string>()
  let hashed = 0
  let others = new Set<string>()
  return {
    lists(name: string): boolean {
      for (; hashed < participants.length; hashed++) own.add(nameOf(participants[hashed] ?? ''))
      return own.has(name) || others.has(name)
    },
    also(more: string[]): void {
      others = new Set(more.map(nameOf))
    },
  }
}
