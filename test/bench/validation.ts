// What a whole verdict costs (syntax, structure, rules; process warm), for the official base
// example, documents of 10 to 10,000 lines and the billing corpus; beside it, in the same run,
// saxon-js on the same rules where its stylesheets were made, and phive where a JDK is. RULES_DIR
// tells where the official rules are; without them it is our own pack.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { readPack } from '../../src/validation/rules/manifest.ts'
import { buildPhive, type Judge, type Judged, startOurs, startPhive, whyNoPhive } from './judges.ts'

const corpus = path.resolve('../shared/corpus/billing')
const rulesDir = path.resolve(process.env.RULES_DIR ?? 'data/rules')
const program = path.resolve('dist/cli/index.js')

export async function benchValidation(): Promise<void> {
  if (!existsSync(program)) throw new Error('The bench measures the built program: npm run build')
  const pack = readPack('official', rulesDir) ? 'official' : 'own'
  const folder = mkdtempSync(path.join(tmpdir(), 'bench-'))
  const files = writeDocuments(folder)
  firstVerdict(files['base example'])
  const compiled = await benchOurs(pack, files)
  await benchGrowth(pack, files)
  await benchPhive(pack, files)
  await benchSaxon(pack, files, compiled)
  rmSync(folder, { recursive: true })
}

type Name = 'base example' | '10 lines' | '100 lines' | '1,000 lines' | '10,000 lines'
type Files = Record<Name, string>

function writeDocuments(folder: string): Files {
  const example = readFileSync(
    existsSync(corpus)
      ? path.join(corpus, 'base-example.xml')
      : 'test/fixtures/billing/invoice-usual.out.xml',
  )
  const write = (name: string, bytes: Buffer) => {
    const file = path.join(folder, `${name.replace(' ', '-')}.xml`)
    writeFileSync(file, bytes)
    return file
  }
  return {
    'base example': write('base example', example),
    '10 lines': write('10 lines', withLines(example, 10)),
    '100 lines': write('100 lines', withLines(example, 100)),
    '1,000 lines': write('1,000 lines', withLines(example, 1_000)),
    '10,000 lines': write('10,000 lines', withLines(example, 10_000)),
  }
}

// From the start of the process to its end, through the command; the program's files have
// been read once before.
function firstVerdict(file: string): void {
  const millis = [0, 1, 2, 3].map(() => {
    const start = performance.now()
    const env = { ...process.env, RULES_DIR: rulesDir }
    const { status } = spawnSync(process.execPath, [program, 'validate', file], { env })
    if (status !== 0) throw new Error(`The command ended with ${status}`)
    return performance.now() - start
  })
  print({ document: 'first verdict of a process', millis: Math.min(...millis.slice(1)) })
}

async function benchOurs(pack: string, files: Files): Promise<Judged> {
  // Node compiles frequently called code, so a process is warm only after some thousand documents.
  const runs: [string, string, number, number][] = [
    ['base example', files['base example'], 5_000, 3_000],
    ['10 lines', files['10 lines'], 200, 500],
    ['100 lines', files['100 lines'], 100, 200],
    ['1,000 lines', files['1,000 lines'], 10, 20],
    ['10,000 lines', files['10,000 lines'], 2, 4],
    ['billing corpus', corpus, 1_000, 1_500],
  ]
  let first: Judged | undefined
  for (const [document, file, warm, count] of runs.filter(([, file]) => existsSync(file))) {
    const ours = startOurs({ engine: 'compiled', pack, rulesDir })
    await ours.judge(file, warm)
    const judged = await ours.judge(file, count)
    first ??= judged
    const maxRssMegabytes = ours.maxRssMegabytes()
    print({ engine: 'compiled', pack, document, ...figuresOf(judged), maxRssMegabytes })
    await ours.stop()
  }
  return first!
}

function figuresOf({ cpuMillis, wallMillis, p50Millis, p95Millis, errors }: Judged) {
  return { cpuMillis, p50Millis, p95Millis, perSecond: 1000 / wallMillis, fatalFindings: errors }
}

// Ten times the lines: both in turns, as below, since the pace of the machine
// changes between benches.
async function benchGrowth(pack: string, files: Files): Promise<void> {
  const [thousand, tenThousand] = [1, 2].map(() =>
    startOurs({ engine: 'compiled', pack, rulesDir }),
  )
  await thousand!.judge(files['1,000 lines'], 40)
  await tenThousand!.judge(files['10,000 lines'], 4)
  const rounds: { cpu: number; wall: number }[] = []
  for (let round = 0; round < roundsOfEach; round++) {
    const few = await thousand!.judge(files['1,000 lines'], 10)
    const many = await tenThousand!.judge(files['10,000 lines'], 1)
    rounds.push({ cpu: many.cpuMillis / few.cpuMillis, wall: many.wallMillis / few.wallMillis })
  }
  const times = {
    cpu: median(rounds.map(({ cpu }) => cpu)),
    wall: median(rounds.map(({ wall }) => wall)),
  }
  print({ engine: 'compiled', pack, document: '10,000 lines', timesThousandLines: times })
  await Promise.all([thousand!.stop(), tenThousand!.stop()])
}

type Compared = { document: Name; warm: number; ours: number; theirs: number }

const compared: Compared[] = [
  { document: 'base example', warm: 3_000, ours: 400, theirs: 100 },
  { document: '100 lines', warm: 200, ours: 40, theirs: 12 },
  { document: '1,000 lines', warm: 40, ours: 6, theirs: 3 },
]
const roundsOfEach = 9

// Both in turns, so that each sees the same load; the median round of each counts. New processes
// for each document, so that the memory is for that one.
async function benchPhive(pack: string, files: Files): Promise<void> {
  const why = whyNoPhive()
  if (why) return print({ engine: 'phive', skipped: why })
  buildPhive()
  for (const { document, ...counts } of compared) {
    const begun = performance.now()
    const phive = startPhive()
    await phive.judge(files[document], 1)
    print({ engine: 'phive', document, firstVerdictMillis: performance.now() - begun })
    const ours = startOurs({ engine: 'compiled', pack, rulesDir })
    print({
      engine: 'compiled and phive',
      document,
      ...comparison(await inTurns(ours, phive, files[document], counts)),
      maxRssMegabytes: { ours: ours.maxRssMegabytes(), phive: phive.maxRssMegabytes() },
    })
    await Promise.all([ours.stop(), phive.stop()])
  }
}

type Pair = { our: Judged; their: Judged }

async function inTurns(
  ours: Judge,
  phive: Judge,
  file: string,
  counts: Omit<Compared, 'document'>,
): Promise<Pair[]> {
  await phive.judge(file, counts.warm)
  await ours.judge(file, counts.warm)
  const pairs: Pair[] = []
  for (let round = 0; round < roundsOfEach; round++) {
    pairs.push({
      our: await ours.judge(file, counts.ours),
      their: await phive.judge(file, counts.theirs),
    })
  }
  return pairs
}

function comparison(pairs: Pair[]) {
  const of = (figure: (pair: Pair) => number) => median(pairs.map(figure))
  const [ours, theirs] = [of(({ our }) => our.cpuMillis), of(({ their }) => their.cpuMillis)]
  const [ourWall, theirWall] = [
    of(({ our }) => our.wallMillis),
    of(({ their }) => their.wallMillis),
  ]
  return {
    cpuMillis: { ours, phive: theirs },
    wallMillis: { ours: ourWall, phive: theirWall },
    timesFaster: { cpu: theirs / ours, wall: theirWall / ourWall },
    fatalFindings: { ours: pairs[0]!.our.errors, phive: pairs[0]!.their.errors },
  }
}

function median(figures: number[]): number {
  return figures.sort((a, b) => a - b)[Math.floor(figures.length / 2)]!
}

async function benchSaxon(pack: string, files: Files, compiled: Judged): Promise<void> {
  if (!existsSync(path.join(rulesDir, 'sef')))
    return print({ engine: 'saxon', skipped: 'npm run schematron was not run' })
  const saxon = startOurs({ engine: 'saxon', pack, rulesDir })
  await saxon.judge(files['base example'], 5)
  const judged = await saxon.judge(files['base example'], 20)
  const timesCompiled = judged.cpuMillis / compiled.cpuMillis
  print({ engine: 'saxon', pack, document: 'base example', ...figuresOf(judged), timesCompiled })
  await saxon.stop()
}

/** The example with its first line repeated; the sums are then wrong, which costs no less. */
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
