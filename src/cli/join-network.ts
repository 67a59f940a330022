// The network of the settings, for commands that ask it without a gateway.
import { resolve } from 'node:path'
import type { Config } from '../config/config.ts'
import { type OwnKeys, ownKeys } from '../core/runtime/own-keys.ts'
import { type KeyProvider, newUuid } from '../crypto/index.ts'
import { type Net, openDns, openNet } from '../net/index.ts'
import type { Network, RevocationOf } from '../peppol/index.ts'
import { openRevocations } from '../revocation/index.ts'
import { type Sandbox, type SandboxSettings, settingsIn, startSandbox } from '../sandbox/index.ts'
import { joinSandbox, type Membership, readNetworkFiles } from '../setup/membership.ts'
import { watchNextKeystore } from '../setup/next-keystore.ts'

export type JoinedNetwork = {
  network: Network
  keys: KeyProvider
  net: Net
  /** From lists that are fetched anew. */
  revocationOf: RevocationOf
  close(): Promise<void>
}

/**
 * Joins the sandbox of a gateway that runs in DATA_DIR, or starts it. Throws ConfigError for
 * unusable files.
 */
export async function joinNetwork(config: Config): Promise<JoinedNetwork> {
  const { sandbox, ...membership } = await membershipOf(config)
  const { close, ...joined } = openMembership(membership, config)
  return {
    ...joined,
    async close() {
      await Promise.all([close(), sandbox?.close()])
    },
  }
}

/** The way out in a network that is there. */
export function openMembership(
  { network, keys, dnsServers }: Membership,
  { limits }: Pick<Config, 'limits'>,
): JoinedNetwork {
  const { plainHttpAllowed } = network
  const net = openNet({ dnsServers, plainHttpAllowed, limits: limits.sending })
  const now = () => new Date()
  const revocations = openRevocations({
    get: net.getSigned,
    store: inMemory,
    limits: limits.revocation,
    warn() {},
    now,
    newId: () => newUuid(now()),
  })
  return {
    network,
    keys,
    net,
    revocationOf: revocations.revocationOf,
    async close() {
      await Promise.all([revocations.close(), net.close()])
    },
  }
}

async function membershipOf(config: Config): Promise<Membership & { sandbox?: Sandbox }> {
  if (config.PEPPOL_NETWORK !== 'sandbox') return readNetworkFiles(config)
  const dataDir = resolve(config.DATA_DIR)
  const known = settingsIn(dataDir)
  if (known && (await answers(known))) return joinSandbox(known)
  const { SANDBOX_RECEIVERS: receivers, limits } = config
  const sandbox = await startSandbox({ dataDir, receivers, limits: limits.reception })
  return { ...joinSandbox(sandbox.settings), sandbox }
}

/** Our keys as a gateway with these settings would use them now: the next keystore counts. */
export function ownKeysNow(
  config: Config,
  { keys, network }: Pick<JoinedNetwork, 'keys' | 'network'>,
): OwnKeys {
  const keystore = watchNextKeystore(config, { everyMs: 60_000, report() {} })
  keystore.close()
  const { trust } = network
  return ownKeys({ first: keys, findNext: keystore.found, trust, now: () => new Date() })
}

/** A DNS server on this machine answers within a moment, or there is none. */
const dnsLimits = { dnsTryMs: 500, dnsTries: 1 }

async function answers({ dnsServers, smlZone }: SandboxSettings): Promise<boolean> {
  const dns = openDns(dnsServers, dnsLimits)
  const outcome = await dns.resolveNaptr(smlZone)
  dns.close()
  return outcome.kind !== 'failed'
}

/** What a gateway shares through its database, for one command alone. */
const inMemory: Parameters<typeof openRevocations>[0]['store'] = {
  revocationSource: async () => undefined,
  revocationBytes: async () => {
    throw new Error('Nothing is kept')
  },
  claimRevocationFetch: async () => true,
  keepRevocation: async () => {},
  failRevocation: async () => {},
}
