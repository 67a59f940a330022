// peppol-smp-client as a process for each command: our small Java program around it (see pom.xml).
import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { buildProgram, whyNoJava } from '../maven.ts'

const folder = resolve('test/interop/smp')

export const whyNoPeer = (): string | undefined => whyNoJava('peppol-smp-client')
export const buildPeer = (): void => buildProgram(folder)

type Command = 'group' | 'metadata' | 'publish'

/** What it says, name by name; a name that it repeats has several values. */
export type Said = Record<string, string[]>

/** `dns` as host:port is the only DNS server that it asks; `publish` asks none. */
export async function runPeer(
  command: Command,
  order: Record<string, string>,
  dns = 'localhost:0',
): Promise<Said> {
  const pairs = Object.entries(order).map(([name, value]) => `${name}=${value}`)
  const classes = `${folder}/target/peer.jar:${folder}/target/lib/*`
  const settings = [`-Ddns.server=${dns}`, '-Dorg.slf4j.simpleLogger.defaultLogLevel=off']
  const argv = [...settings, '-cp', classes, 'fourcorner.Smp', command, ...pairs]
  const { stdout } = await promisify(execFile)('java', argv)
  const said: Said = {}
  for (const line of stdout.split('\n').filter(Boolean)) {
    const at = line.indexOf('=')
    said[line.slice(0, at)] = [...(said[line.slice(0, at)] ?? []), line.slice(at + 1)]
  }
  return said
}
