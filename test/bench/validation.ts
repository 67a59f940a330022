// What a whole verdict costs (syntax, structure, rules; process warm), for the official base example, documents of 10 to
// 10,000 lines and the billing corpus; beside it, in the same run, saxon-js on the same rules where its stylesheets were
// made, and phive where a JDK is. RULES_DIR tells where the official rules are; without them it is our own pack.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openValidator, type Validator } from '../../src/validation/index.ts'
import { readPack } from '../../src/validation/rules/manifest.ts'
import { buildPhive, type Judged, startPhive, whyNoPhive } from './phive.ts'

const corpus = path.resolve('../shared/corpus/billing')
const rulesDir = path.resolve(process.env.RULES_DIR ?? 'data/rules')
const rounds: Record<number, number> = { 10: 500, 100: 200, 1000: 20, 10000: 4 }

export async function benchValidation(): Promise<void> {
  const pack = readPack('official', rulesDir) ? 'official' : 'own'
  const example = readFileSync(
    existsSync(corpus)
      ? path.join(corpus, 'base-example.xml')
      : 'test/fixtures/billing/invoice-usual.out.xml',
  )
  const validator = await openValidator({ engine: 'compiled', pack, rulesDir, workers: 1 })
  // Node compiles what is asked often, so a process is warm after some thousand documents only.
  await measure(validator, [example], 5_000)
  const small = await measure(validator, [example], 3_000)
  print({ engine: 'compiled', pack, document: 'base example', ...small })
  print({ document: 'base example', maxRssMegabytes: maxRssMegabytes() })
  for (const lines of [10, 100, 1_000, 10_000]) {
    const figures = await measure(validator, [withLines(example, lines)], rounds[lines]!)
    print({ engine: 'compiled', pack, document: `${lines} lines`, ...figures })
  }
  if (existsSync(corpus)) {
    const files = readdirSync(corpus).filter((name) => name.endsWith('.xml'))
    const documents = files.map((name) => readFileSync(path.join(corpus, name)))
    print({
      engine: 'compiled',
      pack,
      document: 'billing corpus',
      ...(await measure(validator, documents, 1_500)),
    })
  }
  print({ longestBlockOfEventLoopMillis: await longestBlock(validator, withLines(example, 1_000)) })
  print({ document: 'all of these', maxRssMegabytes: maxRssMegabytes() })
  firstVerdict()
  await benchPhive(validator, example)
  await validator.close()
  await benchSaxon(example, small.cpuMillis)
}

type Figures = { bytes: number; cpuMillis: number; p50Millis: number; p95Millis: number; perSecond: number }

/** Each document in turn, `count` times in all, after a quarter as many to warm up. CPU time is that of all threads. */
async function measure(validator: Validator, documents: Buffer[], count: number): Promise<Figures> {
  const run = (at: number) => validator.validate(documents[at % documents.length]!, { layers: 'all' })
  for (let at = 0; at < count / 4; at++) await run(at)
  const times: number[] = []
  const before = process.cpuUsage()
  for (let at = 0; at < count; at++) {
    const start = performance.now()
    await run(at)
    times.push(performance.now() - start)
  }
  const { user, system } = process.cpuUsage(before)
  times.sort((a, b) => a - b)
  const total = times.reduce((sum, time) => sum + time, 0)
  return {
    bytes: documents[0]!.length,
    cpuMillis: (user + system) / 1000 / count,
    p50Millis: times[Math.floor(count / 2)]!,
    p95Millis: times[Math.floor(count * 0.95)]!,
    perSecond: (count * 1000) / total,
  }
}

/** The longest that a timer was late while documents were judged. */
async function longestBlock(validator: Validator, document: Buffer): Promise<number> {
  let [last, longest] = [performance.now(), 0]
  const timer = setInterval(() => {
    const now = performance.now()
    longest = Math.max(longest, now - last - 1)
    last = now
  }, 1)
  for (let round = 0; round < 5; round++) await validator.validate(document, { layers: 'all' })
  clearInterval(timer)
  return longest
}

// From the start of the process to its end, by the built command.
function firstVerdict(): void {
  const program = path.resolve('dist/cli/index.js')
  if (!existsSync(program)) return
  const start = performance.now()
  const { status } = spawnSync(process.execPath, [
    program,
    'validate',
    'test/fixtures/billing/invoice-usual.out.xml',
  ])
  print({ document: 'first verdict of a process', exitCode: status, millis: performance.now() - start })
}

function maxRssMegabytes(): number {
  return Math.round(process.resourceUsage().maxRSS / 1024)
}

const compared = [
  { document: 'base example', lines: 0, warm: 2_000, ours: 400, theirs: 100 },
  { document: '100 lines', lines: 100, warm: 150, ours: 30, theirs: 10 },
  { document: '1000 lines', lines: 1_000, warm: 8, ours: 6, theirs: 2 },
]
const roundsOfEach = 7

// Both in turn, so that each sees the same load; the median round of each counts.
async function benchPhive(validator: Validator, example: Buffer): Promise<void> {
  const why = whyNoPhive()
  if (why) return print({ engine: 'phive', skipped: why })
  buildPhive()
  const folder = mkdtempSync(path.join(tmpdir(), 'bench-'))
  const begun = performance.now()
  const phive = startPhive()
  for (const { document, lines, warm, ours, theirs } of compared) {
    const bytes = lines === 0 ? example : withLines(example, lines)
    const file = path.join(folder, `${lines}.xml`)
    writeFileSync(file, bytes)
    if (lines === 0) {
      await phive.judge(file, 1)
      print({ engine: 'phive', document: 'first verdict of a process', millis: performance.now() - begun })
    }
    await phive.judge(file, warm)
    await judge(validator, bytes, warm)
    const pairs: { our: Judged; their: Judged }[] = []
    for (let round = 0; round < roundsOfEach; round++) {
      pairs.push({ our: await judge(validator, bytes, ours), their: await phive.judge(file, theirs) })
    }
    print({ engine: 'compiled and phive', document, ...comparison(pairs) })
    print({ engine: 'phive', document, maxRssMegabytes: phive.maxRssMegabytes() })
  }
  await phive.stop()
  rmSync(folder, { recursive: true })
}

function comparison(pairs: { our: Judged; their: Judged }[]) {
  const median = (of: (pair: { our: Judged; their: Judged }) => number) =>
    pairs.map(of).sort((a, b) => a - b)[Math.floor(pairs.length / 2)]!
  const [ours, theirs] = [median(({ our }) => our.cpuMillis), median(({ their }) => their.cpuMillis)]
  const [ourWall, theirWall] = [median(({ our }) => our.wallMillis), median(({ their }) => their.wallMillis)]
  return {
    cpuMillis: { ours, phive: theirs },
    wallMillis: { ours: ourWall, phive: theirWall },
    timesFaster: { cpu: theirs / ours, wall: theirWall / ourWall },
    fatalFindings: { ours: pairs[0]!.our.errors, phive: pairs[0]!.their.errors },
  }
}

async function judge(validator: Validator, bytes: Buffer, count: number): Promise<Judged> {
  let errors = 0
  const before = process.cpuUsage()
  const start = performance.now()
  for (let at = 0; at < count; at++) {
    const { findings } = await validator.validate(bytes, { layers: 'all' })
    errors = findings.filter(({ flag }) => flag === 'fatal').length
  }
  const wall = performance.now() - start
  const { user, system } = process.cpuUsage(before)
  return { wallMillis: wall / count, cpuMillis: (user + system) / 1000 / count, errors }
}

async function benchSaxon(example: Buffer, compiledMillis: number): Promise<void> {
  if (!existsSync(path.join(rulesDir, 'sef')))
    return print({ engine: 'saxon', skipped: 'npm run schematron was not run' })
  const saxon = await openValidator({ engine: 'saxon', rulesDir, workers: 1, timeoutMs: 600_000 })
  const figures = await measure(saxon, [example], 20)
  print({
    engine: 'saxon',
    document: 'base example',
    ...figures,
    timesCompiled: figures.cpuMillis / compiledMillis,
  })
  print({ engine: 'saxon', document: '100 lines', ...(await measure(saxon, [withLines(example, 100)], 3)) })
  await saxon.close()
}

/** The example with its first line so many times; sums are then wrong, which costs no less. */
function withLines(example: Buffer, count: number): Buffer {
  const text = example.toString()
  const [start, end] = ['<cac:InvoiceLine>', '</cac:InvoiceLine>']
  const first = text.indexOf(start)
  const line = text.slice(first, text.indexOf(end) + end.length)
  return Buffer.from(
    text.slice(0, first) + line.repeat(count) + text.slice(text.lastIndexOf(end) + end.length),
  )
}

function print(figures: object): void {
  const rounded = (_: string, value: unknown) =>
    typeof value === 'number' ? Number(value.toPrecision(4)) : value
  process.stdout.write(`${JSON.stringify(figures, rounded)}\n`)
}
