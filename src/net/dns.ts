// NAPTR records from the system's DNS servers or from given ones. node:dns retries truncated
// answers over TCP.
import { type NaptrRecord as NodeRecord, promises } from 'node:dns'
import type { NetLimits } from './limits.ts'

export type NaptrOutcome =
  | { kind: 'records'; records: NodeRecord[] }
  | { kind: 'no-such-name' }
  | { kind: 'failed'; detail: string }

/**
 * `servers` as `127.0.0.1:5300` or `[::1]:5300`; none: the system's. Never throws for a
 * network failure.
 */
export function openDns(
  servers: string[],
  { dnsTryMs, dnsTries }: Pick<NetLimits, 'dnsTryMs' | 'dnsTries'>,
): { resolveNaptr(name: string): Promise<NaptrOutcome>; close(): void } {
  const resolver = new promises.Resolver({ timeout: dnsTryMs, tries: dnsTries })
  if (servers.length > 0) resolver.setServers(servers)
  return {
    async resolveNaptr(name) {
      try {
        return { kind: 'records', records: await resolver.resolveNaptr(name) }
      } catch (error) {
        return outcomeOf(error)
      }
    },
    close: () => resolver.cancel(),
  }
}

// A name that does not exist and one without such records mean the same: no registration. That
// a server could not say is different.
function outcomeOf(error: unknown): NaptrOutcome {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (typeof code !== 'string') throw error
  return code === 'ENOTFOUND' || code === 'ENODATA'
    ? { kind: 'no-such-name' }
    : { kind: 'failed', detail: inWords[code] ?? code }
}

const inWords: Record<string, string> = {
  ESERVFAIL: 'the DNS server failed',
  ETIMEOUT: 'the DNS server did not answer in time',
  ECONNREFUSED: 'the DNS server could not be reached',
  EREFUSED: 'the DNS server refused to answer',
  EBADRESP: 'the DNS server gave a damaged answer',
}
