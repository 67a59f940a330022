// NAPTR records as the servers of the zone itself have them: a resolver may keep an answer that is
// hours old.
import { promises } from 'node:dns'
import { type NaptrOutcome, openDns } from './dns.ts'
import type { NetLimits } from './limits.ts'

export type FreshDns = {
  resolveNaptr(name: string): Promise<NaptrOutcome>
  /** Whether every answer came from the zone's own servers, or from servers that were given. */
  wasFresh(): boolean
  close(): void
}

/** More make no difference: they all have the same zone. */
const zoneServersMax = 4

/**
 * `servers` as for openDns. Where the zone's servers cannot be found or do not answer, they are
 * asked instead. `port` is that of the zone's servers.
 */
export function openFreshDns(
  servers: string[],
  limits: Pick<NetLimits, 'dnsTryMs' | 'dnsTries'>,
  port = 53,
): FreshDns {
  const usual = openDns(servers, limits)
  const resolver = new promises.Resolver({ timeout: limits.dnsTryMs, tries: limits.dnsTries })
  if (servers.length > 0) resolver.setServers(servers)
  const zones = new Map<string, Promise<ReturnType<typeof openDns> | undefined>>()
  let isFresh = true

  async function openZone(name: string): Promise<ReturnType<typeof openDns> | undefined> {
    const found = await zoneServers(resolver, name)
    if (Array.isArray(found))
      return openDns(
        found.map((one) => hostPort(one, port)),
        limits,
      )
    // Given servers without a zone above them are a laboratory: they are the zone's own.
    isFresh &&= found === 'none' && servers.length > 0
    return undefined
  }

  return {
    async resolveNaptr(name) {
      const parent = name.slice(name.indexOf('.') + 1)
      const zone = zones.get(parent) ?? openZone(parent)
      zones.set(parent, zone)
      const outcome = await (await zone)?.resolveNaptr(name)
      if (outcome && outcome.kind !== 'failed') return outcome
      if (outcome) isFresh = false
      return usual.resolveNaptr(name)
    },
    wasFresh: () => isFresh,
    close() {
      usual.close()
      resolver.cancel()
      for (const zone of zones.values()) void zone.then((one) => one?.close())
    },
  }
}

/**
 * Addresses of the servers of the closest zone that `name` is in: servers of one further up would
 * only refer to it. `none`: no name above has servers.
 */
async function zoneServers(
  resolver: promises.Resolver,
  name: string,
): Promise<string[] | 'none' | 'unknown'> {
  for (let zone = name; zone.includes('.'); zone = zone.slice(zone.indexOf('.') + 1)) {
    const names = await orNothing(resolver.resolveNs(zone))
    if (names === 'unknown') return names
    if (names.length > 0) return addressesOf(resolver, names.slice(0, zoneServersMax))
  }
  return 'none'
}

async function addressesOf(
  resolver: promises.Resolver,
  names: string[],
): Promise<string[] | 'unknown'> {
  const found = await Promise.all(
    names.flatMap((name) => [
      orNothing(resolver.resolve4(name)),
      orNothing(resolver.resolve6(name)),
    ]),
  )
  const addresses = found.flatMap((one) => (one === 'unknown' ? [] : one))
  return addresses.length > 0 ? addresses : 'unknown'
}

async function orNothing(asking: Promise<string[]>): Promise<string[] | 'unknown'> {
  try {
    return await asking
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (typeof code !== 'string') throw error
    // A server that answers for its own zone alone refuses what is above it.
    return ['ENOTFOUND', 'ENODATA', 'EREFUSED'].includes(code) ? [] : 'unknown'
  }
}

function hostPort(address: string, port: number): string {
  return address.includes(':') ? `[${address}]:${port}` : `${address}:${port}`
}
