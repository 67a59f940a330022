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
import { join, resolve } from 'node:path'
import { randomNumbers } from '../fuzz/random.ts'
import { applyMutant, type Mutant, mutantsOf } from './mutants.ts'

type Placed = Mutant & { file: string; source: string }

const count = 15
/** Tables of values, no code: what they say is held against its source elsewhere. */
const tables = [
  'src/billing/codelists/',
  'src/pdf/labels/',
  'src/validation/rules/pins.ts',
  'src/validation/structure/tables.ts',
]
/** Rooms whose tests are not all in a folder of their name. */
const testsOf: Record<string, string[]> = {
  intake: ['test/intake', 'test/http'],
  reception: ['test/reception', 'test/sandbox', 'test/as4'],
  revocation: ['test/revocation', 'test/core/revocation.test.ts'],
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
if (!(await passes(600_000))) throw new Error(`The tests of ${room} fail before anything is broken`)
// A mutant that never ends is caught, too.
const timeMs = Math.max(60_000, 5 * (Date.now() - begun))
const chosen = choose(files, Number(seed))
let caught = 0
for (const mutant of chosen) {
  writeFileSync(join(copy, mutant.file), applyMutant(mutant.source, mutant))
  const isCaught = !(await passes(timeMs))
  writeFileSync(join(copy, mutant.file), mutant.source)
  if (isCaught) caught++
  process.stdout.write(`${isCaught ? 'caught' : 'SURVIVED'} ${describe(mutant)}\n`)
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

async function passes(timeMs: number): Promise<boolean> {
  const words = ['vitest', 'run', '--project', 'unit', '--bail', '1', ...tests]
  const child = spawn('npx', words, { cwd: copy, stdio: 'ignore', detached: true })
  const timer = setTimeout(() => process.kill(-child.pid!, 'SIGKILL'), timeMs)
  const [code] = await once(child, 'exit')
  clearTimeout(timer)
  return code === 0
}

function describe({ file, line, source, start, end, text }: Placed): string {
  const short = (code: string) => code.replace(/\s+/g, ' ').slice(0, 60)
  return `${file}:${line}: ${short(source.slice(start, end))} → ${short(text)}`
}
