// The SMP of some settings, as the gateway opens it, and a writer that may always write.
import { vi } from 'vitest'
import { openMembership } from '../../src/cli/join-network.ts'
import { membershipOf } from '../../src/cli/trust-of.ts'
import { type Config, readConfig } from '../../src/config/config.ts'
import { findSmp, type Identifier, NetworkError, type SmpWriter } from '../../src/peppol/index.ts'
import { openPublishingSmp, type PublishingSmp } from '../../src/setup/publishing-smp.ts'

export type OpenWriter = {
  smp: PublishingSmp
  writer: SmpWriter
  dnsOf(participant: Identifier): Promise<string | undefined>
  close(): Promise<void>
}

/** With these settings beside those of the environment. */
export function configOf(settings: Record<string, string>): Config {
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value)
  try {
    return readConfig()
  } finally {
    vi.unstubAllEnvs()
  }
}

export function openWriter(settings: Record<string, string>): OpenWriter {
  const config = configOf(settings)
  const joined = openMembership(membershipOf(config), config)
  const smp = openPublishingSmp(config, joined)
  const { network, net } = joined
  const dnsOf = (participant: Identifier) =>
    findSmp({ network, resolveNaptr: net.resolveNaptr }, participant).catch((error: unknown) => {
      if (error instanceof NetworkError && error.code === 'receiver.not-registered')
        return undefined
      throw error
    })
  const writer = smp.writerFor({
    ...{ smpInDns: dnsOf, smpHosts: [new URL(smp.url).host] },
    mayWrite: async () => true,
  })
  return {
    ...{ smp, writer, dnsOf },
    async close() {
      await Promise.all([smp.close(), joined.close()])
    },
  }
}
