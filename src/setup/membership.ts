// Which network we are in, and as whom: from the settings, or from the sandbox, which
// supplies the same values.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { type Config, ConfigError } from '../config/config.ts'
import { type KeyProvider, localKeys, parseCertificates, readKeystore } from '../crypto/index.ts'
import { type Network, publicNetworks } from '../peppol/index.ts'
import type { Sandbox, SandboxOptions, SandboxSettings } from '../sandbox/index.ts'
import type { JudgeTaxReport } from './judge-tax-report.ts'

export type Membership = { network: Network; keys: KeyProvider; dnsServers: string[] }

export function joinSandbox({ keys, dnsServers, ...settings }: SandboxSettings): Membership {
  return {
    network: laboratory('sandbox', { ...settings, plainHttpAllowed: true }),
    keys,
    dnsServers,
  }
}

export function sandboxOptions(
  config: Config,
  report: (line: string) => void,
  judgeTaxReport: JudgeTaxReport,
): SandboxOptions {
  return {
    dataDir: resolve(config.DATA_DIR),
    receivers: config.SANDBOX_RECEIVERS,
    report,
    limits: config.limits.reception,
    sending: config.limits.sending,
    judgeTaxReport,
  }
}

/** What callers are told of it. */
export type ShownSandbox = Pick<Sandbox, 'receivers' | 'unregistered'>

export function shownOf({ receivers, unregistered }: Sandbox): ShownSandbox {
  return { receivers, unregistered }
}

/**
 * The membership described by the settings, for every network but the sandbox. Throws ConfigError
 * listing every file that cannot be read or used, by the name of its setting.
 */
export function readNetworkFiles(config: Config): Membership {
  const faults: string[] = []
  const network = networkOf(config, faults)
  const keys = readKeys(config, faults)
  if (faults.length > 0 || keys === undefined) throw new ConfigError(faults)
  return { network, keys, dnsServers: config.DNS_SERVERS }
}

/** The same as readNetworkFiles, without our keys. */
export function readNetwork(config: Config): Network {
  const faults: string[] = []
  const network = networkOf(config, faults)
  if (faults.length > 0) throw new ConfigError(faults)
  return network
}

function networkOf(config: Config, faults: string[]): Network {
  if (config.PEPPOL_NETWORK === 'test' || config.PEPPOL_NETWORK === 'production')
    return publicNetworks[config.PEPPOL_NETWORK]
  const certificates = (name: FileSetting) => use(config, name, readCertificates, faults) ?? []
  return laboratory('custom', {
    smlZone: config.SML_ZONE!,
    trustRoots: certificates('TRUST_ROOTS_FILE'),
    accessPointIssuers: certificates('ACCESS_POINT_CA_FILE'),
    smpIssuers: certificates('SMP_CA_FILE'),
    plainHttpAllowed: config.OUTBOUND_ALLOW_INSECURE,
  })
}

function readKeys(config: Config, faults: string[]): KeyProvider | undefined {
  const keystore = use(config, 'AS4_KEYSTORE_FILE', (file) => readFileSync(file), faults)
  const password = use(config, 'AS4_KEYSTORE_PASSWORD_FILE', readPassword, faults)
  if (keystore === undefined || password === undefined) return undefined
  return use(config, 'AS4_KEYSTORE_FILE', () => localKeys(readKeystore(keystore, password)), faults)
}

type FileSetting = Extract<keyof Config, `${string}_FILE`>

/**
 * What `read` makes of the file named by a setting; otherwise records a fault and
 * returns undefined.
 */
function use<T>(
  config: Config,
  name: FileSetting,
  read: (file: string) => T,
  faults: string[],
): T | undefined {
  try {
    return read(config[name]!)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    faults.push(`${name}: ${config[name]} cannot be used: ${why}`)
    return undefined
  }
}

type Laboratory = Omit<SandboxSettings, 'keys' | 'dnsServers' | 'smp'> & {
  plainHttpAllowed: boolean
}

function laboratory(
  name: Network['name'],
  { smlZone, trustRoots, accessPointIssuers, smpIssuers, plainHttpAllowed }: Laboratory,
): Network {
  const trust = { roots: trustRoots, accessPointIssuers, smpIssuers }
  return { name, smlZone, trust, plainHttpAllowed }
}

function readCertificates(file: string): ReturnType<typeof parseCertificates> {
  const certificates = parseCertificates(readFileSync(file, 'utf8'))
  if (certificates.length === 0) throw new Error('it contains no certificate')
  return certificates
}

/** Without the line end that editors add. */
export function readPassword(file: string): string {
  return readFileSync(file, 'utf8').replace(/\r?\n$/, '')
}
