// What a whole verdict costs (syntax, structure, rules; process warm), for the official base example, documents of 10 to
// 10,000 lines and the billing corpus; beside it, in the same run, saxon-js on the same rules where its stylesheets were
// made. RULES_DIR tells where the official rules are; without them it is our own pack.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { openValidator, type Validator } from '../../src/validation/index.ts'
import { readPack } from '../../src/validation/rules/manifest.ts'

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
  const small = await measure(validator, [example], 3_000)
  print({ engine: 'compiled', pack, document: 'base example', ...small })
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
  print({ maxRssMegabytes: Math.round(process.resourceUsage().maxRSS / 1024) })
  await validator.close()
  firstVerdict()
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
