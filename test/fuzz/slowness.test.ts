// Looks for small inputs that cost much: documents in which one thing is repeated, growing by
// doubling. A cost that grows faster than its input is a finding (docs/SECURITY.md lists those that
// are known, with what bounds them). FUZZ_MINUTES is how long to look, FUZZ_SEED where to begin.
import { appendFileSync } from 'node:fs'
import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { pick, randomOf, readSeed } from './random.ts'
import { findGrowth, type Meter } from './slow/growth.ts'
import { openSubjects, type Subject } from './slow/subjects.ts'

const minutes = Number(process.env.FUZZ_MINUTES ?? 0.5)
const only = process.env.FUZZ_CASES?.split(',').map(Number)
/** The cases as lines of JSON: the last one is where a run that never ends hangs. */
const log = process.env.FUZZ_LOG

const sizes =
  minutes > 5
    ? { bytesMin: 4_096, bytesMax: 1_048_576, runMsMax: 400 }
    : { bytesMin: 2_048, bytesMax: 65_536, runMsMax: 150 }

const msPerKilobyteMax = 25

/** What is known to grow faster than its input, and bounded elsewhere. */
const known: { subject: string; about: RegExp; finding: RegExp; bound: string }[] = [
  // Each level is a table of its own: eight milliseconds a page.
  {
    subject: 'pages',
    about: /in itself, to a depth/,
    finding: /./,
    bound: 'pagesMax, and the time of a thread',
  },
]

const isKnown = ({ name }: Subject, about: string, finding: string) =>
  known.some((one) => one.subject === name && one.about.test(about) && one.finding.test(finding))

function* allCases(endMs: number): Generator<number> {
  for (let index = 0; performance.now() < endMs; index++) yield index
}

test('no cost grows faster than its input', { timeout: minutes * 60_000 + 300_000 }, async () => {
  const seed = readSeed('slowness')
  const subjects = await openSubjects(process.env.RULES_DIR)
  const findings: string[] = []
  const cases = new Map<string, number>()
  const end = performance.now() + minutes * 60_000
  for (const index of only ?? allCases(end)) {
    const random = randomOf(seed, index)
    const subject = subjects[index % subjects.length]!
    const { about, grown } = pick(random, subject.shapes)(pick(random, subject.seeds), random)
    if (log) appendFileSync(log, `${JSON.stringify({ index, subject: subject.name, about })}\n`)
    const { costs, finding } = await findGrowth(grown, subject.run, {
      ...sizes,
      bytesMax: Math.min(sizes.bytesMax, subject.bytesMax ?? sizes.bytesMax),
      msPerKilobyteMax: subject.msPerKilobyteMax ?? msPerKilobyteMax,
    })
    cases.set(subject.name, (cases.get(subject.name) ?? 0) + 1)
    const figures = costs.map(({ bytes, ms }) => `${bytes} B: ${ms.toFixed(0)} ms`).join(', ')
    const told = `${subject.name}: ${about}: ${finding ?? 'no finding'} (case ${index}: ${figures})`
    const isFinding = finding !== undefined && !isKnown(subject, about, finding)
    if (isFinding) findings.push(told)
    if (isFinding || only) console.log(told)
    if (isFinding && log) appendFileSync(log, `${JSON.stringify({ finding: told })}\n`)
    await turn()
  }
  console.log('slowness:', Object.fromEntries(cases))
  expect(findings.join('; '), `FUZZ_SEED=${seed}`).toBe('')
  if (!only) expect(cases.size).toBe(subjects.length)
})

// A machine that is busy must not decide these: what a run says is its cost.
const asSaid: Meter = async (run, input) => Number(await run(input))

test('a quadratic cost is found, and a linear one is not', async () => {
  const limits = { bytesMin: 1_024, bytesMax: 65_536, runMsMax: 400, msPerKilobyteMax }
  const letters = (bytes: number) => 'a'.repeat(bytes)
  const growth = (run: (bytes: number) => number) =>
    findGrowth(letters, ({ length }) => run(length), limits, asSaid)
  const quadratic = await growth((bytes) => (bytes / 1_024) ** 2)
  expect(quadratic.finding).toMatch(/times faster than its input/)
  const linear = await growth((bytes) => 10 + 20 * (bytes / 1_024))
  expect(linear.costs.at(-1)!.ms).toBeGreaterThan(400)
  expect(linear.finding).toBeUndefined()
  expect((await growth((bytes) => 30 * (bytes / 1_024))).finding).toMatch(/per kilobyte/)
})

test('what a run takes of the processor is its cost', async () => {
  const limits = { bytesMin: 1_024, bytesMax: 1_024, runMsMax: 400, msPerKilobyteMax }
  const until = (ms: number) => () => {
    const begun = process.cpuUsage()
    for (let spent = 0; spent < ms * 1_000; ) {
      const { user, system } = process.cpuUsage(begun)
      spent = user + system
    }
    throw new Error('refused')
  }
  const { costs, finding } = await findGrowth((bytes) => 'a'.repeat(bytes), until(100), limits)
  expect(costs[0]!.ms).toBeGreaterThanOrEqual(100)
  expect(finding).toMatch(/ms per kilobyte/)
})
