// phoss SMP as a process of its own, with an SMP key that a test network trusts; and writing to it,
// as its REST interface is described.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { freePort } from '../../free-port.ts'
import { password } from '../as4/laboratory.ts'
import { buildProgram, whyNoJava } from '../maven.ts'

const folder = resolve('test/interop/phoss')

export const whyNoPeer = (): string | undefined => whyNoJava('phoss SMP')
export const buildPeer = (): void => buildProgram(folder)

export type Phoss = {
  url: string
  /** Resolves with the status. `as` is the header Authorization. */
  put(path: string, body: string, as?: string): Promise<number>
  stop(): Promise<void>
}

const basic = (user: string, secret: string) =>
  `Basic ${Buffer.from(`${user}:${secret}`).toString('base64')}`
export const owner = basic('owner', 'secret-1')
export const other = basic('other', 'secret-2')

type PhossOptions = {
  /** Without one it lists no one. */
  sml?: { url: string; zone: string }
  /** What the SML knows it as. */
  id?: string
  isReadOnly?: boolean
}

/** `keystore`: a PKCS#12 file with the key `ap`, with which it signs. */
export async function startPhoss(
  data: string,
  keystore: string,
  { sml, id = 'TEST-SMP', isReadOnly }: PhossOptions = {},
): Promise<Phoss> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  mkdirSync(data, { recursive: true })
  const settings = join(data, 'application.properties')
  writeFileSync(settings, propertiesOf({ data, keystore, url, id }))
  const memory = ['-Xmx256m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1']
  const classes = `${folder}/target/peer.jar:${folder}/target/lib/*`
  const argv = [...memory, `-Dconfig.file=${settings}`, '-cp', classes]
  const more = [...(sml ? [sml.url, sml.zone] : []), ...(isReadOnly ? ['readonly'] : [])]
  const child = spawn('java', [...argv, 'fourcorner.PhossSmp', String(port), data, ...more], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const ended = once(child, 'exit')
  if (!(await isReady(child.stdout))) throw new Error('phoss SMP did not start')
  child.stdout.resume()
  return {
    url,
    async put(path, body, as = owner) {
      const response = await fetch(url + path, {
        method: 'PUT',
        headers: { authorization: as, 'content-type': 'application/xml' },
        body,
      })
      await response.arrayBuffer()
      return response.status
    },
    async stop() {
      child.kill()
      await ended
    },
  }
}

/** False when it ends without having said so. */
async function isReady(output: Readable): Promise<boolean> {
  for await (const line of createInterface({ input: output })) if (line === 'ready') return true
  return false
}

type PhossProperties = { data: string; keystore: string; url: string; id: string }

function propertiesOf(o: PhossProperties): string {
  const keystore = { type: 'pkcs12', path: o.keystore, password }
  const key = { 'key.alias': 'ap', 'key.password': password }
  const values = {
    'global.debug': 'false',
    'global.production': 'false',
    'webapp.datapath': join(o.data, 'smp'),
    'webapp.checkfileaccess': 'false',
    'webapp.testversion': 'true',
    'smp.backend': 'xml',
    ...named('smp.keystore', { ...keystore, ...key }),
    'smp.forceroot': 'true',
    'smp.publicurl': o.url,
    'smp.identifiertype': 'peppol',
    'smp.rest.type': 'peppol',
    'smp.status.enabled': 'true',
    'sml.smpid': o.id,
    'sml.connection.timeout.ms': '2000',
    'sml.request.timeout.ms': '2000',
    'smp.directory.integration.enabled': 'false',
  }
  return Object.entries(values)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('')
}

function named(prefix: string, values: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [`${prefix}.${name}`, value]),
  )
}
