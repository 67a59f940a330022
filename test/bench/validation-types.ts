// What a whole verdict costs by the layers of XRechnung, NLCIUS, the French CIUS and PINT, beside
// phive with the same rules in the same run: documents of 2 and of 100 lines, process warm.
// RULES_DIR tells where the official rules are.
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buildPhive, type Judge, type Judged, startOurs, startPhive, whyNoPhive } from './judges.ts'

const corpus = path.resolve('../shared/corpus/pint')
const rulesDir = path.resolve(process.env.RULES_DIR ?? 'data/rules')
const roundsOfEach = 7
const usualBytesMax = 10_000

const sizes = [
  { lines: 2, warm: 1_500, ours: 200, theirs: 60 },
  { lines: 100, warm: 150, ours: 30, theirs: 10 },
]

type Stored = {
  file: string
  set: string
  vesid: string
  kind: string
  xsd: string
  findings: [rule: string, flag: string][]
}

/**
 * The first valid invoice of usual size of some sets, of the specification itself and no extension,
 * and phive's coordinate for its rules.
 */
function examples(): Stored[] {
  const text = readFileSync(path.join(corpus, 'expectations.jsonl'), 'utf8').trim()
  const stored = text.split('\n').map((line) => JSON.parse(line) as Stored)
  const sets = ['xrechnung-ubl', 'nlcius-ubl', 'france-ubl', 'pint-ae', 'pint-sg', 'xrechnung-cii']
  return sets.map((set) => {
    const ofSet = stored.filter((each) => each.set === set && each.kind === 'sample')
    return ofSet.find(
      ({ file, vesid, xsd, findings }) =>
        /invoice|cii/.test(vesid) &&
        !/extension/.test(vesid) &&
        statSync(path.join(corpus, file)).size < usualBytesMax &&
        xsd === 'valid' &&
        !findings.some(([, flag]) => flag === 'fatal'),
    )!
  })
}

export async function benchValidationTypes(): Promise<void> {
  const why = existsSync(corpus) ? whyNoPhive() : 'there is no corpus beside the project'
  if (why) return print({ skipped: why })
  buildPhive()
  const folder = mkdtempSync(path.join(tmpdir(), 'bench-'))
  for (const { file, set, vesid } of examples()) {
    const example = readFileSync(path.join(corpus, file), 'utf8')
    for (const size of sizes) {
      const document = path.join(folder, `${set}-${size.lines}.xml`)
      writeFileSync(document, withLines(example, size.lines))
      print({ set, lines: size.lines, ...(await beside(document, vesid, size)) })
    }
  }
  rmSync(folder, { recursive: true })
}

/** Both take turns, so that each sees the same load; the median round of each counts. */
async function beside(document: string, vesid: string, size: (typeof sizes)[number]) {
  const ours = startOurs({ engine: 'compiled', pack: 'official', rulesDir })
  const phive = startPhive(vesid)
  await phive.judge(document, size.warm)
  await ours.judge(document, size.warm)
  const rounds: { our: Judged; their: Judged }[] = []
  for (let round = 0; round < roundsOfEach; round++)
    rounds.push({ our: await ours.judge(document, size.ours), their: await theirs(phive) })
  await Promise.all([ours.stop(), phive.stop()])
  const [our, their] = [
    median(rounds.map(({ our }) => our.cpuMillis)),
    median(rounds.map(({ their }) => their.cpuMillis)),
  ]
  const errors = { ours: rounds[0]!.our.errors, phive: rounds[0]!.their.errors }
  return { cpuMillis: { ours: our, phive: their }, timesFaster: their / our, errors }

  function theirs(judge: Judge): Promise<Judged> {
    return judge.judge(document, size.theirs)
  }
}

/** The example with its first line repeated; the sums are then wrong, which costs no less. */
function withLines(example: string, count: number): string {
  const [, start = '', name = ''] =
    /(<((?:\w+:)?(?:InvoiceLine|IncludedSupplyChainTradeLineItem))\b)/.exec(example) ?? []
  const end = `</${name}>`
  const first = example.indexOf(start)
  const line = example.slice(first, example.indexOf(end) + end.length)
  const rest = example.slice(example.lastIndexOf(end) + end.length)
  return example.slice(0, first) + line.repeat(count) + rest
}

function median(figures: number[]): number {
  return figures.sort((a, b) => a - b)[Math.floor(figures.length / 2)]!
}

function print(figures: object): void {
  const rounded = (_: string, value: unknown) =>
    typeof value === 'number' ? Number(value.toPrecision(4)) : value
  process.stdout.write(`${JSON.stringify(figures, rounded)}\n`)
}
