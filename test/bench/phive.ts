// phive, the validator of the Java access points, as a process beside ours: our small Java program around it (phive/),
// built with Maven.
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'

const folder = resolve('test/bench/phive')

/** Milliseconds for one document, and the errors found in it. CPU time is that of all threads. */
export type Judged = { wallMillis: number; cpuMillis: number; errors: number }

export type Phive = {
  /** Judges a file `count` times, one after the other. */
  judge(file: string, count: number): Promise<Judged>
  /** The most memory that its process has held, in megabytes; undefined where the system does not tell. */
  maxRssMegabytes(): number | undefined
  stop(): Promise<void>
}

/** Why phive cannot be had here; undefined when it can. */
export function whyNoPhive(): string | undefined {
  const missing = [
    ['javac', '-version'],
    ['mvn', '-version'],
  ].filter(([command = '', ...argv]) => spawnSync(command, argv).status !== 0)
  if (missing.length === 0) return undefined
  return `phive needs a JDK (17 or newer) and Maven; not found: ${missing.map(([name]) => name).join(', ')}`
}

/** Builds the program, or finds that it is built already. Takes about 20 s the first time. */
export function buildPhive(): void {
  execFileSync('mvn', ['-q', '-B', 'package'], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
}

export function startPhive(): Phive {
  const classPath = [join(folder, 'target/bench.jar'), join(folder, 'target/lib/*')].join(':')
  const child = spawn('java', ['-cp', classPath, 'fourcorner.Bench'], { stdio: ['pipe', 'pipe', 'inherit'] })
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return {
    async judge(file, count) {
      child.stdin.write(`${count} ${file}\n`)
      const answer = await answers.next()
      if (answer.done) throw new Error('phive has ended')
      const [wall = 0, cpu = 0, errors = 0] = answer.value.split(' ').map(Number)
      return { wallMillis: wall / 1e6 / count, cpuMillis: cpu / 1e6 / count, errors }
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
