// `npm run mutate -- ROOM [SEED]`: breaks fifteen lines of a room, one at a time, in a copy of the
// repository, and runs the tests of the room on each. docs/conformance.md has the results; what
// survives gets a test, or a reason in docs/adr/0028-mutants-that-survive.md.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { randomNumbers } from '../fuzz/random.ts'
import { applyMutant, type Mutant, mutantsOf } from './mutants.ts'

type Placed = Mutant & { file: string; source: string }
type Ending = 'passed' | 'failed' | 'late'

const count = 15
/** Tables of values, no code: what they say is held against its source elsewhere. */
const tables = [
  'src/billing/codelists/',
  'src/pdf/labels/',
  'src/validation/rules/pins/',
  'src/validation/structure/tables.ts',
]
/** Rooms whose tests are not all in a folder of their name. */
const testsOf: Record<string, string[]> = {
  core: ['test/core', 'test/http'],
  intake: ['test/intake', 'test/http'],
  reception: ['test/reception', 'test/sandbox', 'test/as4'],
  revocation: ['test/revocation', 'test/core/revocation.test.ts'],
}

const told: Record<Ending, string> = {
  failed: 'caught',
  late: 'caught, for it never ended:',
  passed: 'SURVIVED',
}

const [room = '', seed = '20261122'] = process.argv.slice(2)
const files = filesOf(`src/${room}`).filter(
  (file) => file.endsWith('.ts') && !tables.some((table) => file.startsWith(table)),
)
if (files.length === 0) {
  process.stderr.write(`Name a room of src: there is no '${room}'.\n`)
  process.exit(2)
}
const tests = (testsOf[room] ?? [`test/${room}`]).filter((path) => existsSync(path))
const copy = copyRepository()
const begun = Date.now()
if ((await ending(tests, 600_000)) !== 'passed')
  throw new Error(`The tests of ${room} fail before anything is broken`)
const timeMs = Math.max(60_000, 2 * (Date.now() - begun))
const chosen = choose(files, Number(seed))
let caught = 0
for (const mutant of chosen) {
  writeFileSync(join(copy, mutant.file), applyMutant(mutant.source, mutant))
  const nearest = nearestTests(mutant.file)
  let end = nearest.length > 0 ? await ending(nearest, timeMs) : 'passed'
  if (end === 'passed') end = await ending(tests, timeMs)
  writeFileSync(join(copy, mutant.file), mutant.source)
  if (end !== 'passed') caught++
  process.stdout.write(`${told[end]} ${describe(mutant)}\n`)
}
process.stdout.write(`${room}: ${caught} of ${chosen.length} caught\n`)
rmSync(resolve(copy, '..'), { recursive: true })

/** The files that git knows, and those that it would. */
function filesOf(folder: string): string[] {
  const list = ['ls-files', '--cached', '--others', '--exclude-standard', folder]
  return execFileSync('git', list, { encoding: 'utf8' })
    .split('\n')
    .filter((file) => file !== '' && existsSync(file))
}

/** With what lies beside the repository, if anything. */
function copyRepository(): string {
  const folder = mkdtempSync(join(tmpdir(), 'fourcorner-mutate-'))
  const root = join(folder, 'repository')
  for (const file of filesOf('.')) cpSync(file, join(root, file))
  symlinkSync(resolve('node_modules'), join(root, 'node_modules'))
  symlinkSync(resolve('../shared'), join(folder, 'shared'))
  return root
}

/** One mutant in each of `count` lines, any line as likely as any other. */
function choose(files: readonly string[], seed: number): Placed[] {
  const random = randomNumbers(seed)
  const lines = files.flatMap((file) => {
    const source = readFileSync(file, 'utf8')
    const mutants = mutantsOf(source).map((mutant) => ({ ...mutant, file, source }))
    return [...new Set(mutants.map(({ line }) => line))].map((line) =>
      mutants.filter((mutant) => mutant.line === line),
    )
  })
  return Array.from({ length: Math.min(count, lines.length) }, () => {
    const [line = []] = lines.splice(random(lines.length), 1)
    return line[random(line.length)]!
  })
}

/** Tests named after the file: most faults are found there, at a fraction of the cost. */
function nearestTests(file: string): string[] {
  const name = basename(file, '.ts')
  return tests.flatMap(filesOf).filter((path) => basename(path) === `${name}.test.ts`)
}

/** A mutant that never ends is caught, too. */
async function ending(tests: readonly string[], timeMs: number): Promise<Ending> {
  const words = ['vitest', 'run', '--project', 'unit', '--bail', '1', ...tests]
  const child = spawn('npx', words, { cwd: copy, stdio: 'ignore', detached: true })
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    process.kill(-child.pid!, 'SIGKILL')
  }, timeMs)
  const [code] = await once(child, 'exit')
  clearTimeout(timer)
  if (isLate) return 'late'
  return code === 0 ? 'passed' : 'failed'
}

function describe({ file, line, source, start, end, text }: Placed): string {
  const short = (code: string) => code.replace(/\s+/g, ' ').slice(0, 60)
  return `${file}:${line}: ${short(source.slice(start, end))} → ${short(text)}`
}
