// Whether a cost grows faster than its input. Costs are CPU time of this process, the least of
// several runs, because other work on the machine only ever adds to it.

export type Run = (input: Buffer) => unknown

/** What one run costs, in milliseconds. */
export type Meter = (run: Run, input: Buffer) => Promise<number>

/** `slope`: how the cost grew when the input grew fourfold; `finding` says why it is one. */
export type Growth = { costs: { bytes: number; ms: number }[]; finding?: string }

export type GrowthLimits = {
  bytesMin: number
  bytesMax: number
  /** The sizes end with a run of this length. */
  runMsMax: number
  /** One kilobyte that takes a thread longer than this is a finding, whatever its growth. */
  msPerKilobyteMax: number
}

// Linear work grows by 4 over two doublings, quadratic by 16. The noise of caches, of the garbage
// collector and of the compiler is less than the rest.
const slopeMax = 2.5
// A shorter run is mostly noise, and holds up nobody.
const slowMs = 80
const floorMs = 4
// Where there is no doubt any more.
const longMs = 1_000

/** Runs growing inputs. Confirms a finding by measuring again before it reports it. */
export async function findGrowth(
  grown: (bytes: number) => string | Buffer,
  run: Run,
  { bytesMin, bytesMax, runMsMax, msPerKilobyteMax }: GrowthLimits,
  meter: Meter = cpuMs,
): Promise<Growth> {
  const leastMs = async (input: Buffer, times: number) => {
    let least = Number.POSITIVE_INFINITY
    for (let time = 0; time < times; time++) least = Math.min(least, await meter(run, input))
    return least
  }
  const findingOf = (costs: Growth['costs']) => findingAtLast(costs, msPerKilobyteMax)
  const inputs: Buffer[] = []
  const costs: { bytes: number; ms: number }[] = []
  for (let bytes = bytesMin; bytes <= bytesMax; bytes *= 2) {
    const input = toBuffer(grown(bytes))
    inputs.push(input)
    costs.push({ bytes: input.length, ms: await leastMs(input, 1) })
    const at = costs.length - 1
    if (findingOf(costs)) {
      // What the first runs of new code cost is no growth, nor is a collection of garbage.
      for (const each of [at, at - 1, at - 2].filter((index) => index >= 0))
        costs[each]!.ms = Math.min(costs[each]!.ms, await leastMs(inputs[each]!, 5))
      const finding =
        findingOf(costs) && (await confirmed(() => grown(2 * bytes), leastMs, costs, findingOf))
      if (finding) return { costs, finding }
    }
    if (costs[at]!.ms > runMsMax) break
  }
  return { costs }
}

/** A step, as where V8 begins to keep things elsewhere, does not go on; growth does. */
async function confirmed(
  next: () => string | Buffer,
  leastMs: (input: Buffer, times: number) => Promise<number>,
  costs: Growth['costs'],
  findingOf: (costs: Growth['costs']) => string | undefined,
): Promise<string | undefined> {
  const finding = findingOf(costs)
  if (costs.at(-1)!.ms > longMs || costs.length < 3) return finding
  const input = toBuffer(next())
  costs.push({ bytes: input.length, ms: await leastMs(input, 3) })
  return findingOf(costs) && finding
}

function findingAtLast(costs: Growth['costs'], msPerKilobyteMax: number): string | undefined {
  const last = costs.at(-1)!
  if (last.ms < slowMs) return undefined
  const perKilobyte = last.ms / (last.bytes / 1024)
  if (perKilobyte > msPerKilobyteMax) return `${perKilobyte.toFixed(0)} ms per kilobyte`
  const first = costs.at(-3)
  if (!first) return undefined
  const slope = last.ms / Math.max(first.ms, floorMs) / (last.bytes / first.bytes)
  return slope > slopeMax ? `${slope.toFixed(1)} times faster than its input` : undefined
}

const cpuMs: Meter = async (run, input) => {
  const begun = process.cpuUsage()
  try {
    await run(input)
  } catch {
    // A refusal costs what it costs.
  }
  const { user, system } = process.cpuUsage(begun)
  return (user + system) / 1000
}

function toBuffer(grown: string | Buffer): Buffer {
  return typeof grown === 'string' ? Buffer.from(grown) : grown
}
