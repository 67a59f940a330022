// Which network we are in, and as whom: from the settings, or from the sandbox, which is nothing but settings.
import { readFileSync } from 'node:fs'
import type { Config } from './config.ts'
import { type KeyProvider, localKeys, parseCertificates, readKeystore } from './crypto/index.ts'
import { type Network, publicNetworks } from './peppol/index.ts'
import type { Sandbox } from './sandbox/index.ts'

export type Membership = { network: Network; keys: KeyProvider; dnsServers: string[] }

/** Throws Error when a file of the settings cannot be read or used. */
export function joinNetwork(config: Config, sandbox: Sandbox | undefined): Membership {
  if (sandbox) {
    const { keys, dnsServers, ...settings } = sandbox.settings
    return { network: laboratory('sandbox', { ...settings, plainHttpAllowed: true }), keys, dnsServers }
  }
  const keys = localKeys(
    readKeystore(readFileSync(config.AS4_KEYSTORE_FILE!), readPassword(config.AS4_KEYSTORE_PASSWORD_FILE!)),
  )
  return { network: networkOf(config), keys, dnsServers: config.DNS_SERVERS }
}

function networkOf(config: Config): Network {
  if (config.PEPPOL_NETWORK === 'test' || config.PEPPOL_NETWORK === 'production')
    return publicNetworks[config.PEPPOL_NETWORK]
  return laboratory('custom', {
    smlZone: config.SML_ZONE!,
    trustRoots: readCertificates(config.TRUST_ROOTS_FILE!),
    accessPointIssuers: readCertificates(config.ACCESS_POINT_CA_FILE!),
    smpIssuers: readCertificates(config.SMP_CA_FILE!),
    plainHttpAllowed: config.OUTBOUND_ALLOW_INSECURE,
  })
}

type Laboratory = Omit<Sandbox['settings'], 'keys' | 'dnsServers'> & { plainHttpAllowed: boolean }

function laboratory(
  name: Network['name'],
  { smlZone, trustRoots, accessPointIssuers, smpIssuers, plainHttpAllowed }: Laboratory,
): Network {
  const trust = { roots: trustRoots, accessPointIssuers, smpIssuers, revocation: 'not-published' as const }
  return { name, smlZone, trust, plainHttpAllowed }
}

function readCertificates(file: string): ReturnType<typeof parseCertificates> {
  const certificates = parseCertificates(readFileSync(file, 'utf8'))
  if (certificates.length === 0) throw new Error(`${file} holds no certificate`)
  return certificates
}

function readPassword(file: string): string {
  return readFileSync(file, 'utf8').replace(/\r?\n$/, '')
}
