// The SMP and the network of the settings, for commands that compare and write registrations.
import { type Config, ConfigError } from '../../config/config.ts'
import { type OpenRegistrar, useRegistrar } from '../../core/network/open-registrar.ts'
import { openPublishing } from '../../setup/publishing.ts'
import type { Store } from '../../store/index.ts'
import { foreignText } from '../foreign-text.ts'
import { openMembership, ownKeysNow } from '../join-network.ts'
import { membershipOf } from '../trust-of.ts'

/** Throws Error for settings and files, NetworkError when the SMP cannot be asked. */
export async function withRegistrar(
  config: Config,
  store: Store,
  work: (registrar: OpenRegistrar) => Promise<void>,
): Promise<void> {
  const membership = membershipOf(config)
  const joined = openMembership(membership, config)
  try {
    const { network, revocationOf, net } = joined
    const publishing = openPublishing(config, {
      ...{ network, get: net.get, revocationOf, dnsServers: membership.dnsServers },
      certificate: () => ownKeysNow(config, joined).current().certificate,
    })
    await useRegistrar(publishing, store, async (registrar) => {
      await work(registrar)
      if (!registrar.isDnsFresh())
        report('DNS was asked through a resolver, whose answers may be hours old.')
    })
  } finally {
    await joined.close()
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
