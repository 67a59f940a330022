// Knot DNS, an authoritative server that nobody of this project wrote, on a free loopback port.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { limits as all } from '../../../src/config/limits.ts'
import { openNet } from '../../../src/net/index.ts'
import { unusedPort } from '../../net/listen.ts'

// Debian puts it where only the superuser's PATH leads.
const environment = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` }

/** Why there is no server here; undefined when there is. In CI that is a failure, and is thrown. */
export function whyNoKnot(): string | undefined {
  if (spawnSync('knotd', ['--version'], { env: environment }).status === 0) return undefined
  const why = 'there is no knotd; Debian has it in the package knot'
  if (process.env.CI) throw new Error(why)
  return why
}

/** The largest answer over UDP; what is longer is cut, and has to be fetched over TCP. */
export const udpBytesMax = 1232

export type Knot = { server: string; stop(): Promise<void> }

/**
 * Serves zones from the text of their files; a zone without text is one that it was told to serve
 * and cannot read.
 */
export async function startKnot(
  folder: string,
  zones: Record<string, string | undefined>,
): Promise<Knot> {
  const port = await unusedPort()
  const server = `127.0.0.1:${port}`
  mkdirSync(folder, { recursive: true })
  for (const [zone, text] of Object.entries(zones))
    if (text !== undefined) writeFileSync(join(folder, `${zone}.zone`), text)
  const file = join(folder, 'knot.conf')
  writeFileSync(file, configuration(folder, port, Object.keys(zones)))
  const stdio: ['ignore', 'ignore', 'inherit'] = ['ignore', 'ignore', 'inherit']
  const child = spawn('knotd', ['--config', file], { env: environment, stdio })
  const ended = once(child, 'exit')
  await ready(child, server, Object.keys(zones)[0] ?? '')
  return {
    server,
    async stop() {
      child.kill()
      await ended
    },
  }
}

function configuration(folder: string, port: number, zones: string[]): string {
  return `server:
    listen: 127.0.0.1@${port}
    rundir: ${folder}
    udp-max-payload: ${udpBytesMax}
    udp-workers: 1
    tcp-workers: 1
    background-workers: 1
database:
    storage: ${folder}
log:
  - target: stderr
    any: critical
template:
  - id: default
    storage: ${folder}
    zonefile-sync: -1
    journal-content: none
zone:
${zones.map((zone) => `  - domain: ${zone}\n    file: ${zone}.zone\n`).join('')}`
}

/** Resolves when the server answers about `zone`. */
async function ready(child: ChildProcess, server: string, zone: string): Promise<void> {
  const limits = { ...all.sending, dnsTryMs: 200, dnsTries: 1 }
  const net = openNet({ dnsServers: [server], plainHttpAllowed: true, limits })
  try {
    for (let tries = 0; tries < 100; tries++) {
      if (child.exitCode !== null) throw new Error(`knotd ended with ${child.exitCode}`)
      if ((await net.resolveNaptr(zone)).kind === 'no-such-name') return
      await setTimeout(100)
    }
    throw new Error('knotd does not answer')
  } finally {
    await net.close()
  }
}

/** The head of a zone file. The name server's address is not needed by anybody. */
export function zoneHead(zone: string): string {
  return `$ORIGIN ${zone}.
$TTL 60
@ SOA ns hostmaster 1 3600 600 86400 60
@ NS ns
ns A 127.0.0.1
`
}

export type Naptr = {
  order?: number
  preference?: number
  flags?: string
  service?: string
  regexp: string
  replacement?: string
}

/** A line of a zone file. `name` is absolute, without its last dot. */
export function naptrLine(name: string, record: Naptr): string {
  const { order = 100, preference = 10, flags = 'U', service = 'Meta:SMP' } = record
  const regexp = record.regexp.replaceAll('\\', '\\\\')
  const texts = [flags, service, regexp].map((text) => `"${text}"`).join(' ')
  return `${name}. NAPTR ${order} ${preference} ${texts} ${record.replacement ?? '.'}\n`
}
