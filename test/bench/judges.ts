// Validators as processes of their own, called in the same way: ours (judge.mjs), and phive, which
// Java access points use, through a small Java program (phive/) built with Maven.
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'

const folder = resolve('test/bench/phive')

/**
 * Milliseconds for one document, and the number of errors in it. CPU time is that of all threads.
 */
export type Judged = {
  wallMillis: number
  cpuMillis: number
  errors: number
  /** Only for ours. */
  p50Millis: number
  p95Millis: number
}

export type Judge = {
  /** Judges a file `count` times, one after the other. */
  judge(file: string, count: number): Promise<Judged>
  /**
   * The peak memory of its process, in megabytes; undefined where the system does not report it.
   */
  maxRssMegabytes(): number | undefined
  stop(): Promise<void>
}

/** Ours, as built. */
export function startOurs({
  engine,
  pack,
  rulesDir,
}: Record<'engine' | 'pack' | 'rulesDir', string>): Judge {
  return start(process.execPath, [resolve('test/bench/judge.mjs'), engine, pack, rulesDir])
}

/** Why phive is unavailable here; undefined when it is available. */
export function whyNoPhive(): string | undefined {
  const missing = [
    ['javac', '-version'],
    ['mvn', '-version'],
  ].filter(([command = '', ...argv]) => spawnSync(command, argv).status !== 0)
  if (missing.length === 0) return undefined
  return (
    'phive needs a JDK (17 or newer) and Maven; not found: ' +
    `${missing.map(([name]) => name).join(', ')}`
  )
}

/** Builds the program, unless it is already built. Takes about 20 s the first time. */
export function buildPhive(): void {
  execFileSync('mvn', ['-q', '-B', 'package'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

/** `rules` is their coordinate; by default those of BIS Billing. */
export function startPhive(rules?: string): Judge {
  const classPath = [join(folder, 'target/bench.jar'), join(folder, 'target/lib/*')].join(':')
  return start('java', ['-cp', classPath, 'fourcorner.Bench', ...(rules ? [rules] : [])])
}

function start(command: string, argv: string[]): Judge {
  const child = spawn(command, argv, { stdio: ['pipe', 'pipe', 'inherit'] })
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return {
    async judge(file, count) {
      child.stdin.write(`${count} ${file}\n`)
      const answer = await answers.next()
      if (answer.done) throw new Error(`${command} has ended`)
      const [wall = 0, cpu = 0, errors = 0, p50 = 0, p95 = 0] = answer.value.split(' ').map(Number)
      return {
        wallMillis: wall / 1e6 / count,
        cpuMillis: cpu / 1e6 / count,
        errors,
        p50Millis: p50 / 1e6,
        p95Millis: p95 / 1e6,
      }
    },
    maxRssMegabytes() {
      const status = `/proc/${child.pid}/status`
      const peak = existsSync(status)
        ? /VmHWM:\s*(\d+) kB/.exec(readFileSync(status, 'utf8'))?.[1]
        : undefined
      return peak === undefined ? undefined : Math.round(Number(peak) / 1024)
    },
    async stop() {
      child.stdin.end()
      await once(child, 'exit')
    },
  }
}
