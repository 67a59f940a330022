// `fourcorner as4 send` and `receive` as processes of their own, and what they say.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Laboratory, Name } from './laboratory.ts'

/** The program from its sources, or as built: loading the sources makes it slower. */
const programs = { sources: ['--import', 'tsx', 'src/cli/index.ts'], built: ['dist/cli/index.js'] }
type Program = keyof typeof programs

export type Event = {
  event: string
  messageId?: string
  outcome?: string
  code?: string
  detail?: string
  because?: string
  repeat?: true
  url?: string
  messages?: number
  delivered?: number
  messagesPerSecond?: number
  cpuMillisPerMessage?: number
}

export type Receiver = {
  url: string
  pid: number
  folder: string
  events: Event[]
  arrivals(): { number: number; messageId: string; repeat?: true }[]
  /** A file in the folder of the first arrival. */
  file(messageId: string, name: 'sbd.xml' | 'document.xml' | 'receipt.xml'): Buffer
  /** The exit code. */
  stop(): Promise<number>
}

export async function startReceiver(
  laboratory: Laboratory,
  {
    participants = ['9915:b'],
    as = 'receiver',
    folder: given,
    program,
  }: Partial<ReceiverOptions> = {},
): Promise<Receiver> {
  const folder =
    given ?? join(laboratory.folder, `inbox-${as}-${Math.random().toString(36).slice(2)}`)
  const served = participants.flatMap((participant) => ['--participant', participant])
  const own = credentials(laboratory, as)
  const child = start(['receive', ...own, '--port', '0', '--out', folder, ...served], program)
  const events: Event[] = []
  const listening = await new Promise<Event>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`as4 receive ended with ${code}`)))
    createInterface(child.stdout!).on('line', (line) => {
      const event = JSON.parse(line) as Event
      if (event.event === 'listening') resolve(event)
      else events.push(event)
    })
  })
  const arrivals: Receiver['arrivals'] = () =>
    readFileSync(join(folder, 'arrivals.jsonl'), 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line))
  return {
    url: listening.url!,
    pid: child.pid!,
    folder,
    events,
    arrivals,
    file(messageId, name) {
      const first = arrivals().find((arrival) => arrival.messageId === messageId)
      if (!first) throw new Error(`${messageId} did not arrive`)
      return readFileSync(join(folder, String(first.number).padStart(6, '0'), name))
    },
    async stop() {
      child.removeAllListeners('exit')
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      const [code] = await ended
      return code as number
    },
  }
}

/** `folder` continues with the inbox of an earlier receiver. */
type ReceiverOptions = { participants: string[]; as: Name; folder: string; program: Program }

export type Sent = { code: number; events: Event[]; summary: Event | undefined }

export type SendOptions = {
  url: string
  file: string
  as?: Name
  to?: Name
  options?: string[]
  program?: Program
  /** Gets the process, to observe it while it runs. */
  watch?(child: ChildProcess): void
}

/** Runs `as4 send` to its end. */
export async function sendFile(laboratory: Laboratory, order: SendOptions): Promise<Sent> {
  const { url, file, as = 'sender', to = 'receiver', options = [], program, watch } = order
  const target = ['--url', url, '--receiver-certificate', laboratory.certificate(to)]
  const child = start(
    ['send', ...credentials(laboratory, as), ...target, ...options, file],
    program,
  )
  watch?.(child)
  const events: Event[] = []
  createInterface(child.stdout!).on('line', (line) => events.push(JSON.parse(line)))
  const [code] = await once(child, 'close')
  return {
    code: code as number,
    events: events.filter(({ event }) => event === 'sent'),
    summary: events.find(({ event }) => event === 'summary'),
  }
}

function credentials(laboratory: Laboratory, name: Name): string[] {
  const { root, issuer, passwordFile } = laboratory
  const own = ['--keystore', laboratory.keystore(name), '--password-file', passwordFile]
  return [...own, '--roots', root, '--access-point-ca', issuer]
}

function start(argv: string[], program: Program = 'sources'): ChildProcess {
  return spawn(process.execPath, [...programs[program], 'as4', ...argv], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}
