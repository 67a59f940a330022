// The cost of a message in CPU time: `fourcorner as4 send` and `as4 receive`, phase4's sender and
// receiver beside them in the same run, and RSA alone. CPU time is that of all threads of the
// processes, from /proc. Other work on the machine raises it (caches, shared cores), though less
// for a loop of RSA operations than for a whole program.
import {
  constants,
  generateKeyPairSync,
  privateDecrypt,
  publicEncrypt,
  sign,
  verify,
} from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { sendFile, startReceiver } from '../interop/as4/command.ts'
import { invoice, sbdOf } from '../interop/as4/documents.ts'
import { type Laboratory, openLaboratory, seatOf } from '../interop/as4/laboratory.ts'
import {
  buildPeer,
  startPhase4Receiver,
  startPhase4Sender,
  whyNoPeer,
} from '../interop/phase4/peer.ts'

/**
 * Messages in one turn. The first of `ours` warm each sender up; phase4's sender and both
 * receivers are already warm.
 */
const rounds = [
  { bytes: 10_000, turns: 2, ours: { warmUp: 2_000, count: 2_000 }, phase4: 200 },
  { bytes: 100_000, turns: 2, ours: { warmUp: 500, count: 300 }, phase4: 50 },
  { bytes: 1_000_000, turns: 2, ours: { warmUp: 100, count: 50 }, phase4: 15 },
]
/**
 * Messages of 10 KB to either receiver before the first turn: both virtual machines compile
 * frequently used code.
 */
const warmUpMessages = 2_000
const concurrency = 4

/** CPU milliseconds for each message, by side. */
type Sides = { send: number; receive: number }
/** `millis` elapsed for each message, with both sides on this machine. */
type Cost = Sides & { millis: number }
type Peer = {
  warmUp(): Promise<void>
  turn(round: (typeof rounds)[number]): Promise<Cost>
  stop(): Promise<void>
}

/** Ours and phase4's take turns, so that other work on the machine affects both. */
export async function benchAs4(): Promise<void> {
  if (!existsSync('dist/cli/index.js'))
    throw new Error('The folder dist is missing: run `npm run build`')
  // phase4 keeps nothing, so what we keep should at least not wait for a disk.
  const laboratory = await openLaboratory(existsSync('/dev/shm') ? '/dev/shm' : tmpdir())
  const peers: Peer[] = []
  try {
    peers.push(await openOurs(laboratory))
    const missing = whyNoPeer()
    if (missing) print({ phase4: missing })
    else peers.push(await openPhase4(laboratory))
    for (const peer of peers) await peer.warmUp()
    for (const round of rounds) {
      const costs: Cost[][] = peers.map(() => [])
      const rsa: Sides[] = []
      for (let turn = 0; turn < round.turns; turn++) {
        rsa.push(rsaMillis())
        for (const [at, peer] of peers.entries()) costs[at]!.push(await peer.turn(round))
      }
      const [ours, phase4] = costs.map((turns) => mean(turns))
      report(round.bytes, mean(rsa), ours!, phase4)
    }
  } finally {
    for (const peer of peers) await peer.stop()
    laboratory.remove()
  }
}

/** Turns have the same number of messages. */
function mean<Figures extends Record<string, number>>(turns: Figures[]): Figures {
  const names = Object.keys(turns[0]!) as (keyof Figures)[]
  const figures = names.map((name) => [
    name,
    turns.reduce((sum, turn) => sum + turn[name]!, 0) / turns.length,
  ])
  return Object.fromEntries(figures)
}

function report(bytes: number, rsa: Sides, ours: Cost, phase4: Cost | undefined): void {
  for (const side of ['send', 'receive'] as const)
    print({
      bytes,
      side,
      cpuMillis: ours[side],
      perCoreSecond: 1000 / ours[side],
      rsaOnlyCpuMillis: rsa[side],
      shareOfRsaOnly: rsa[side] / ours[side],
      phase4CpuMillis: phase4?.[side],
      phase4PerCoreSecond: phase4 && 1000 / phase4[side],
      timesPhase4: phase4 && phase4[side] / ours[side],
    })
  // What the machine could do with nothing but RSA and no idle core. The loops of both sides at
  // once, one on each core, take as long for an operation as one loop alone.
  const rsaOnlyPerSecond = (1000 * availableParallelism()) / (rsa.send + rsa.receive)
  print({
    bytes,
    side: 'both',
    perSecond: 1000 / ours.millis,
    rsaOnlyPerSecond,
    shareOfRsaOnly: 1000 / ours.millis / rsaOnlyPerSecond,
    shareOfRsaOnlyCpu: (rsa.send + rsa.receive) / (ours.send + ours.receive),
    phase4PerSecond: phase4 && 1000 / phase4.millis,
    timesPhase4: phase4 && phase4.millis / ours.millis,
    loadOfMachine: loadavg()[0],
  })
}

function print(figures: Record<string, unknown>): void {
  const rounded = Object.entries(figures).map(([name, figure]) => [
    name,
    typeof figure === 'number' ? Number(figure.toPrecision(4)) : figure,
  ])
  console.log(JSON.stringify({ bench: 'as4', ...Object.fromEntries(rounded) }))
}

/** The built program. Each turn has a sender of its own, which warms up before it counts. */
async function openOurs(laboratory: Laboratory): Promise<Peer> {
  const receiver = await startReceiver(laboratory, { program: 'built' })
  const addresses = ['--sender', '9915:a', '--receiver', '9915:b', '--country', 'AT']
  const send = async (bytes: number, warmUp: number, count: number) => {
    const file = laboratory.write('invoice.xml', invoice(bytes))
    const many = ['--count', `${count}`, '--concurrency', `${concurrency}`, '--warmup', `${warmUp}`]
    const options = [...addresses, ...many]
    const { code, summary } = await sendFile(laboratory, {
      url: receiver.url,
      file,
      options,
      program: 'built',
    })
    if (code !== 0 || !summary) throw new Error('not every message of ours was delivered')
    return summary
  }
  return {
    async warmUp() {
      await send(10_000, 0, warmUpMessages)
    },
    async turn({ bytes, ours: { warmUp, count } }) {
      const before = cpuMillis(receiver.pid)
      const { cpuMillisPerMessage, messagesPerSecond } = await send(bytes, warmUp, count)
      const receive = (cpuMillis(receiver.pid) - before) / (warmUp + count)
      return { send: cpuMillisPerMessage!, receive, millis: 1000 / messagesPerSecond! }
    },
    async stop() {
      await receiver.stop()
    },
  }
}

/** It keeps no files and logs nothing. */
async function openPhase4(laboratory: Laboratory): Promise<Peer> {
  buildPeer()
  const receiver = await startPhase4Receiver(laboratory, { isKept: false })
  const sender = await startPhase4Sender(laboratory)
  const send = async (bytes: number, count: number): Promise<number> => {
    const lines = await sender.send({
      url: receiver.url,
      certificate: laboratory.certificate('receiver'),
      party: seatOf.sender,
      sbd: laboratory.write('sbd.xml', sbdOf(invoice(bytes))),
      count: `${count}`,
      concurrency: `${concurrency}`,
      quiet: 'yes',
    })
    const done = lines.at(-1)!
    if (done.delivered !== done.messages)
      throw new Error('not every message of phase4 was delivered')
    return 1000 / Number(done.messagesPerSecond)
  }
  return {
    async warmUp() {
      await send(10_000, warmUpMessages)
    },
    async turn({ bytes, phase4: count }) {
      const before = { send: cpuMillis(sender.pid), receive: cpuMillis(receiver.pid) }
      const millis = await send(bytes, count)
      return {
        send: (cpuMillis(sender.pid) - before.send) / count,
        receive: (cpuMillis(receiver.pid) - before.receive) / count,
        millis,
      }
    },
    async stop() {
      await sender.stop()
      await receiver.stop()
    },
  }
}

/**
 * User and system time of all threads of a process so far, from /proc in hundredths of a second.
 */
function cpuMillis(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The name of the program, in parentheses, may contain spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}

/**
 * The RSA-2048 operations that no access point can avoid, as node:crypto does them. Sending: sign
 * the message, wrap its key, verify the receipt. Receiving: verify, unwrap, sign the receipt.
 * Certificates and their paths are not counted.
 */
function rsaMillis(): Sides {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const data = Buffer.alloc(1500)
  const oaep = { padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' }
  const signature = sign('sha256', data, privateKey)
  const wrapped = publicEncrypt({ key: publicKey, ...oaep }, data.subarray(0, 16))
  const signing = millisOf(() => sign('sha256', data, privateKey))
  const verifying = millisOf(() => verify('sha256', data, publicKey, signature))
  const wrapping = millisOf(() => publicEncrypt({ key: publicKey, ...oaep }, data.subarray(0, 16)))
  const unwrapping = millisOf(() => privateDecrypt({ key: privateKey, ...oaep }, wrapped))
  return { send: signing + wrapping + verifying, receive: verifying + unwrapping + signing }
}

function millisOf(operation: () => unknown): number {
  const times = 2_000
  for (let at = 0; at < times / 10; at++) operation()
  const before = process.cpuUsage()
  for (let at = 0; at < times; at++) operation()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000 / times
}
