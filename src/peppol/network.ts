// Networks: Peppol's own two, and those that the sandbox or a laboratory sets up.
import { parseCertificate } from '../crypto/index.ts'
import type { Trust } from './trust.ts'
import { trustAnchors } from './trust-anchors.ts'

export type Network = {
  name: 'sandbox' | 'custom' | 'test' | 'production'
  /** The DNS zone in which participants are listed. */
  smlZone: string
  trust: Trust
  /** Whether SMPs and access points may be reached by plain http and at private addresses. */
  plainHttpAllowed: boolean
}

/** Peppol's test and production networks, with the authorities of 2025 (G3). */
export const publicNetworks: { test: Network; production: Network } = {
  test: publicNetwork('test', 'participant.sml.test.tech.peppol.org'),
  production: publicNetwork('production', 'participant.sml.prod.tech.peppol.org'),
}

function publicNetwork(name: 'test' | 'production', smlZone: string): Network {
  const { root, accessPointIssuer, smpIssuer } = trustAnchors[name]
  return {
    name,
    smlZone,
    plainHttpAllowed: false,
    trust: {
      roots: [parseCertificate(root)],
      accessPointIssuers: [parseCertificate(accessPointIssuer)],
      smpIssuers: [parseCertificate(smpIssuer)],
    },
  }
}
