// Load on a gateway, and what it takes: times of calls, and processor time of processes.
import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'

/** Documents after which a process hardly compiles what it runs any more. */
export const warmUp = 5_000

export type Millis = { p50: number; p95: number; p99: number }

/** Calls `count` times, so many at once; the times of the calls. */
export async function run(
  call: (number: number) => Promise<void>,
  { inFlight, count }: { inFlight: number; count: number },
): Promise<{ perSecond: number; millis: Millis }> {
  const millis: number[] = []
  let next = 0
  async function lane(): Promise<void> {
    while (next < count) {
      const begun = performance.now()
      await call(next++)
      millis.push(performance.now() - begun)
    }
  }
  const begun = performance.now()
  await Promise.all(Array.from({ length: inFlight }, lane))
  const seconds = (performance.now() - begun) / 1000
  millis.sort((a, b) => a - b)
  const at = (share: number) => millis[Math.floor(millis.length * share)]!
  return { perSecond: count / seconds, millis: { p50: at(0.5), p95: at(0.95), p99: at(0.99) } }
}

/** Processor time of processes so far, their threads included, in ms; 0 if unknown. */
export function cpuMillis(pids: readonly number[]): number {
  try {
    return pids.reduce((sum, pid) => sum + ticksOf(pid), 0) * 10
  } catch {
    return 0
  }
}

/**
 * Processor time of a PostgreSQL server on this machine, by the process id of one of its back-ends:
 * of all of its processes, those included that have ended.
 */
function postgresCpuMillis(backend: number): number {
  const server = parentOf(String(backend))
  const processes = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const ticks = processes.map((pid) => {
    if (Number(pid) === server) return ticksOf(server) + ticksOf(server, 'ended')
    try {
      return parentOf(pid) === server ? ticksOf(Number(pid)) : 0
    } catch {
      return 0
    }
  })
  return ticks.reduce((sum, each) => sum + each, 0) * 10
}

function parentOf(pid: string): number {
  return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')[1])
}

/** Hundredths of a second: utime and stime, or those of children that were waited for. */
function ticksOf(pid: number, whose: 'own' | 'ended' = 'own'): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
  const from = whose === 'own' ? 11 : 13
  return Number(fields[from]) + Number(fields[from + 1])
}

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const signed = randomBytes(1_500)

/**
 * Processor time of one RSA-2048 signature, in µs: how fast this machine is just now. Other work on
 * its host lengthens all processor times alike.
 */
export function signatureMicros(): number {
  const count = 300
  const before = process.cpuUsage()
  for (let number = 0; number < count; number++) sign('sha256', signed, privateKey)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / count
}

export type Figures = Record<string, number>

/** Processor time of the processes of both access points, of their server, and of this one. */
export function pipelineCpu(
  sender: readonly number[],
  receiver: readonly number[],
  backend: number,
): Figures {
  const { user, system } = process.cpuUsage()
  return {
    sender: cpuMillis(sender),
    receiver: cpuMillis(receiver),
    database: postgresCpuMillis(backend),
    driver: (user + system) / 1_000,
  }
}

export function perDocument(before: Figures, after: Figures, count: number): Figures {
  return Object.fromEntries(
    Object.entries(after).map(([name, value]) => [name, (value - before[name]!) / count]),
  )
}

/** One JSON line, of numbers with three digits. */
export function print(figures: object): void {
  const rounded = (_: string, value: unknown) =>
    typeof value === 'number' ? Number(value.toPrecision(3)) : value
  console.log(JSON.stringify(figures, rounded))
}
