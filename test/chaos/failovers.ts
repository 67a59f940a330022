// What befalls a cluster during a chaos run, and how long documents are refused after it.
import { setTimeout as pause } from 'node:timers/promises'
import { type Cluster, failoverSecondsMax } from './patroni.ts'

type Failover = {
  /** From the kill of the leader until the other node leads. */
  led: number
  /** From the kill, too, until a document was accepted, or held, that was submitted after it. */
  accepted: number
}

/**
 * Kills the leader, its PostgreSQL alone, or has the other one lead, in turn, and each time waits
 * until the cluster is whole. Goes on until `end`.
 */
export function startFailovers(
  cluster: Cluster,
  {
    isStrict,
    happened,
    say,
  }: { isStrict: boolean; happened: Record<string, number>; say(line: string): void },
): {
  /** To be called for each of these answers, with the time when its request was sent. */
  accepted(askedAt: number): void
  /** Whether one of those is waited for, or none has been seen yet. */
  awaitsAccepted(): boolean
  end(): Promise<void>
  seconds: Failover[]
  faults: string[]
} {
  const seconds: Failover[] = []
  const faults: string[] = []
  let hear: ((askedAt: number) => void) | undefined
  let isOver = false
  let count = 0

  async function killLeader(): Promise<void> {
    let killed = Number.POSITIVE_INFINITY
    const since = () => Number(((Date.now() - killed) / 1_000).toFixed(1))
    const accepting = new Promise<number>((resolve) => {
      hear = (askedAt) => {
        if (askedAt <= killed) return
        hear = undefined
        resolve(since())
      }
    })
    const node = await cluster.killLeader()
    killed = Date.now()
    await cluster.isLed(node.name)
    const led = since()
    // A strict cluster takes nothing until there are two again, which is not Patroni's to decide.
    if (!isStrict) await accepting
    cluster.start(node)
    const accepted = await accepting
    seconds.push({ led, accepted })
    say(`node ${node.name} fell: another one led after ${led} s; accepted after ${accepted} s`)
    const late = isStrict ? led : accepted
    if (late > failoverSecondsMax)
      faults.push(`the failover took ${late} s; ${failoverSecondsMax} are what Patroni is given`)
  }

  const turns: [string, () => Promise<void>][] = [
    ['leader killed', killLeader],
    ['leader crashed', () => cluster.crashLeader()],
    ['leader killed', killLeader],
    ['switchover', () => cluster.switchOver()],
  ]

  async function befall(): Promise<void> {
    for (let turn = 0; ; turn++) {
      await pause(5_000)
      if (isOver) return
      const [name, befallCluster] = turns[turn % turns.length]!
      happened[name] = (happened[name] ?? 0) + 1
      say(name)
      await befallCluster()
      await cluster.isWhole()
      say(`the cluster is whole; ${count} answered`)
    }
  }

  const befalling = befall()
  return {
    accepted: (askedAt) => {
      count++
      hear?.(askedAt)
    },
    awaitsAccepted: () => hear !== undefined || seconds.length === 0,
    end() {
      isOver = true
      return befalling
    },
    seconds,
    faults,
  }
}
