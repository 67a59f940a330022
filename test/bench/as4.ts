// What a message costs in CPU time: `fourcorner as4 send` and `as4 receive`, phase4's sender and receiver beside them in
// the same run, and RSA alone. CPU time is that of the processes (/proc), so other work on the machine disturbs it little.
import { constants, generateKeyPairSync, privateDecrypt, publicEncrypt, sign, verify } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { sendFile, startReceiver } from '../interop/as4/command.ts'
import { invoice, sbdOf } from '../interop/as4/documents.ts'
import { type Laboratory, openLaboratory, seatOf } from '../interop/as4/laboratory.ts'
import { buildPeer, startPhase4Receiver, startPhase4Sender, whyNoPeer } from '../interop/phase4/peer.ts'

const rounds = [
  { bytes: 10_000, ours: 2_000, phase4: 400 },
  { bytes: 100_000, ours: 600, phase4: 100 },
  { bytes: 1_000_000, ours: 100, phase4: 30 },
]
/** Messages before those that count: the JVM compiles what is used often. */
const warmUp = { ours: 500, phase4: 2_000 }
const concurrency = 4

/** CPU milliseconds for each message, by side. */
type Sides = { send: number; receive: number }
/** `perSecond` is messages a second with both sides on this machine. */
type Cost = Sides & { perSecond: number }

export async function benchAs4(): Promise<void> {
  // phase4 keeps nothing, so what we keep shall at least not wait for a disk.
  const laboratory = await openLaboratory(existsSync('/dev/shm') ? '/dev/shm' : tmpdir())
  try {
    const rsa = rsaMillis()
    print({ rsaOnlyCpuMillis: rsa.send, side: 'send' })
    print({ rsaOnlyCpuMillis: rsa.receive, side: 'receive' })
    const ours = await measureOurs(laboratory)
    const phase4 = await measurePhase4(laboratory)
    for (const [at, { bytes }] of rounds.entries()) report(bytes, rsa, ours[at]!, phase4?.[at])
  } finally {
    laboratory.remove()
  }
}

function report(bytes: number, rsa: Sides, ours: Cost, phase4: Cost | undefined): void {
  for (const side of ['send', 'receive'] as const)
    print({
      bytes,
      side,
      cpuMillis: ours[side],
      perCoreSecond: 1000 / ours[side],
      shareOfRsaOnly: rsa[side] / ours[side],
      phase4CpuMillis: phase4?.[side],
      phase4PerCoreSecond: phase4 && 1000 / phase4[side],
      timesPhase4: phase4 && phase4[side] / ours[side],
    })
  const timesPhase4 = phase4 && ours.perSecond / phase4.perSecond
  print({ bytes, side: 'both', perSecond: ours.perSecond, phase4PerSecond: phase4?.perSecond, timesPhase4 })
}

function print(figures: Record<string, unknown>): void {
  const rounded = Object.entries(figures).map(([name, figure]) => [
    name,
    typeof figure === 'number' ? Number(figure.toPrecision(4)) : figure,
  ])
  console.log(JSON.stringify({ bench: 'as4', ...Object.fromEntries(rounded) }))
}

async function measureOurs(laboratory: Laboratory): Promise<Cost[]> {
  const receiver = await startReceiver(laboratory)
  const addresses = ['--sender', '9915:a', '--receiver', '9915:b', '--country', 'AT']
  const send = async (bytes: number, count: number) => {
    const file = laboratory.write('invoice.xml', invoice(bytes))
    const many = ['--count', `${count}`, '--concurrency', `${concurrency}`, '--warmup', `${warmUp.ours}`]
    const { code, summary } = await sendFile(laboratory, {
      url: receiver.url,
      file,
      options: [...addresses, ...many],
    })
    if (code !== 0 || !summary) throw new Error('not every message of ours was delivered')
    return summary
  }
  try {
    const costs: Cost[] = []
    await send(10_000, 10)
    for (const { bytes, ours: count } of rounds) {
      const before = cpuMillis(receiver.pid)
      const summary = await send(bytes, count)
      const receive = (cpuMillis(receiver.pid) - before) / (count + warmUp.ours)
      costs.push({ send: summary.cpuMillisPerMessage!, receive, perSecond: summary.messagesPerSecond! })
    }
    return costs
  } finally {
    await receiver.stop()
  }
}

/** Undefined, and said, where phase4 cannot be had. It keeps no files, and logs nothing. */
async function measurePhase4(laboratory: Laboratory): Promise<Cost[] | undefined> {
  const missing = whyNoPeer()
  if (missing) {
    print({ phase4: missing })
    return undefined
  }
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
    if (done.delivered !== done.messages) throw new Error('not every message of phase4 was delivered')
    return Number(done.messagesPerSecond)
  }
  try {
    const costs: Cost[] = []
    await send(10_000, warmUp.phase4)
    for (const { bytes, phase4: count } of rounds) {
      const before = { send: cpuMillis(sender.pid), receive: cpuMillis(receiver.pid) }
      const perSecond = await send(bytes, count)
      costs.push({
        send: (cpuMillis(sender.pid) - before.send) / count,
        receive: (cpuMillis(receiver.pid) - before.receive) / count,
        perSecond,
      })
    }
    return costs
  } finally {
    await sender.stop()
    await receiver.stop()
  }
}

/** User and system time of all threads of a process so far, from /proc in hundredths of a second. */
function cpuMillis(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The name of the program, in brackets, may hold blanks.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}

/**
 * The RSA-2048 operations that no access point can do without, as node:crypto does them. Sending: sign the message, wrap
 * its key, verify the receipt. Receiving: verify, unwrap, sign the receipt. Certificates and their paths are not counted.
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
