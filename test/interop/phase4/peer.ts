// phase4 as a process of its own: our small Java program around it, built with Maven (see pom.xml).
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import type { Laboratory, Name } from '../as4/laboratory.ts'
import { password } from '../as4/laboratory.ts'
import { buildProgram, whyNoJava } from '../maven.ts'

const folder = resolve('test/interop/phase4')

export const whyNoPeer = (): string | undefined => whyNoJava('phase4')
export const buildPeer = (): void => buildProgram(folder)

/** One line of the peer: a word and its pairs. */
export type Line = { word: string } & Record<string, string>

export type Phase4Receiver = {
  url: string
  pid: number
  lines: Line[]
  /** The payload as phase4 gave it to its application. */
  payload(messageId: string): Buffer
  stop(): Promise<void>
}

export type Phase4Sender = {
  pid: number
  /** Sends as ordered; resolves with a line for each message (unless `quiet`), then the summary. */
  send(order: Record<string, string>): Promise<Line[]>
  stop(): Promise<void>
}

export async function startPhase4Receiver(
  laboratory: Laboratory,
  options: { as?: Name; isKept?: boolean } = {},
): Promise<Phase4Receiver> {
  const { as = 'receiver', isKept = true } = options
  const out = mkdtempSync(join(laboratory.folder, 'phase4-'))
  const peer = startPeer('receive', {
    ...settingsOf(laboratory, as),
    participants: '9915:b',
    ...(isKept ? { out } : {}),
  })
  const listening = await peer.next('listening')
  return {
    url: listening.url!,
    pid: peer.child.pid!,
    lines: peer.lines,
    payload(messageId) {
      const line = peer.lines.find((one) => one.word === 'received' && one.messageId === messageId)
      if (!line) throw new Error(`phase4 did not receive ${messageId}`)
      return readFileSync(line.file!)
    },
    stop: peer.stop,
  }
}

export async function startPhase4Sender(
  laboratory: Laboratory,
  as: Name = 'sender',
): Promise<Phase4Sender> {
  const peer = startPeer('send', settingsOf(laboratory, as))
  await peer.next('ready')
  return { pid: peer.child.pid!, send: (order) => sendOrder(peer, order), stop: peer.stop }
}

export async function sendOrder(peer: Peer, order: Record<string, string>): Promise<Line[]> {
  const before = peer.lines.length
  const done = peer.next('done')
  const pairs = Object.entries(order).map(([name, value]) => `${name}=${value}`)
  peer.child.stdin!.write(`${pairs.join('\t')}\n`)
  await done
  return peer.lines.slice(before)
}

const settingsOf = (laboratory: Laboratory, as: Name): Settings => ({
  keystore: laboratory.keystore(as),
  password,
  root: laboratory.root,
  issuer: laboratory.issuer,
})

/** Paths of a PKCS#12 file and of the certificates that it trusts, in PEM. */
export type Settings = { keystore: string; password: string; root: string; issuer: string }
export type Peer = ReturnType<typeof startPeer>

export function startPeer(
  word: 'receive' | 'send',
  settings: Settings & { participants?: string; out?: string },
) {
  const pairs = Object.entries(settings).map(([name, value]) => `${name}=${value}`)
  const classes = `${folder}/target/peer.jar:${folder}/target/lib/*`
  const quiet = [
    '-Dorg.slf4j.simpleLogger.defaultLogLevel=off',
    `-Djava.util.logging.config.file=${folder}/quiet.properties`,
  ]
  const child = spawn('java', [...quiet, '-cp', classes, 'fourcorner.Peer', word, ...pairs], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const { lines, next } = listen(child)
  return {
    child,
    lines,
    next,
    /** It ends when its input ends. */
    async stop() {
      const ended = once(child, 'exit')
      child.stdin!.end()
      await ended
    },
  }
}

function listen(child: ChildProcess) {
  const lines: Line[] = []
  const waiting = new Map<string, { resolve(line: Line): void; reject(error: Error): void }>()
  createInterface(child.stdout!).on('line', (text) => {
    const [word = '', ...pairs] = text.split('\t')
    const named = pairs.map((pair) => [
      pair.slice(0, pair.indexOf('=')),
      pair.slice(pair.indexOf('=') + 1),
    ])
    const line = { word, ...Object.fromEntries(named) } as Line
    lines.push(line)
    waiting.get(word)?.resolve(line)
  })
  child.once('exit', (code) => {
    for (const { reject } of waiting.values())
      reject(new Error(`the phase4 peer ended with ${code}`))
  })
  const next = (word: string) =>
    new Promise<Line>((resolve, reject) => {
      waiting.set(word, { resolve, reject })
    })
  return { lines, next }
}
