// The SMP and the network of the settings, for commands that compare and write registrations.
import { type Config, ConfigError } from '../../config/config.ts'
import {
  examineSmp,
  type PublicationNeeds,
  type SmpFacts,
  smpInDns,
} from '../../core/network/plan-publication.ts'
import type { RegistrarLease } from '../../core/network/registrar-lease.ts'
import { openFreshDns } from '../../net/index.ts'
import type { SmpWriter, WantedEndpoint } from '../../peppol/index.ts'
import { openPublishingSmp } from '../../setup/publishing-smp.ts'
import type { Store } from '../../store/index.ts'
import { foreignText } from '../foreign-text.ts'
import { openMembership, ownKeysNow } from '../join-network.ts'
import { membershipOf } from '../trust-of.ts'

export type OpenRegistrar = {
  needs: PublicationNeeds
  facts: SmpFacts
  writerUnder(lease: RegistrarLease): SmpWriter
}

/** Throws Error for settings and files, NetworkError when the SMP cannot be asked. */
export async function withRegistrar(
  config: Config,
  store: Store,
  work: (registrar: OpenRegistrar) => Promise<void>,
): Promise<void> {
  const membership = membershipOf(config)
  const joined = openMembership(membership, config)
  const dns = openFreshDns(membership.dnsServers, config.limits.sending)
  const { smp, url: smpUrl, writerFor, close } = openPublishingSmp(config, joined)
  try {
    const endpoint = {
      ...endpointOf(config),
      certificate: ownKeysNow(config, joined).current().certificate,
    }
    const { network, revocationOf, net } = joined
    const { get } = net
    const now = () => new Date()
    const needs = { network, get, revocationOf, now, ...dns, store, smp, smpUrl, endpoint }
    const facts = await examineSmp(needs)
    const writerUnder = (lease: RegistrarLease) =>
      writerFor({
        smpInDns: (participant) => smpInDns(needs, participant),
        smpHosts: facts.hosts,
        mayWrite: lease.isHeld,
      })
    await work({ needs, facts, writerUnder })
    if (!dns.wasFresh()) report('DNS was asked through a resolver, whose answers may be hours old.')
  } finally {
    dns.close()
    await Promise.all([close(), joined.close()])
  }
}

/** One line each, whatever the SMP put into it. */
export function report(...lines: string[]): void {
  process.stderr.write(lines.map((line) => `${foreignText(line)}\n`).join(''))
}

/** Only the faults of settings are ours, line by line. */
export function reportError(error: unknown): void {
  if (error instanceof ConfigError) report(...error.message.split('\n'))
  else report(error instanceof Error ? error.message : String(error))
}

function endpointOf(config: Config): Omit<WantedEndpoint, 'certificate'> {
  const { AS4_URL: given, HOST, PORT, AS4_PORT, PEPPOL_NETWORK: network } = config
  const listens = AS4_PORT ?? PORT
  const isKnown = network === 'sandbox' && listens > 0
  const url = given ?? (isKnown ? `http://${HOST}:${listens}/as4` : undefined)
  if (url === undefined)
    throw new Error('Set AS4_URL first: the address where others reach POST /as4.')
  return {
    url,
    formerUrls: config.AS4_FORMER_URLS,
    description: config.SMP_DESCRIPTION,
    contactUrl: config.SMP_CONTACT_URL ?? 'https://sandbox.invalid/',
  }
}
