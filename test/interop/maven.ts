// Small Java programs around other implementations, each built with Maven in its folder.
import { execFileSync, spawnSync } from 'node:child_process'

/** Why `program` cannot run here; undefined when it can. In CI that is a failure, and is thrown. */
export function whyNoJava(program: string): string | undefined {
  const missing = [
    ['java', '-version'],
    ['mvn', '-version'],
  ].filter(([command = '', ...argv]) => spawnSync(command, argv).status !== 0)
  if (missing.length === 0) return undefined
  const why =
    `${program} needs a JDK (17 or newer) and Maven; not found: ` +
    `${missing.map(([name]) => name).join(', ')}`
  if (process.env.CI) throw new Error(why)
  return why
}

/** Builds the program of a folder, unless it is built already. Takes about 40 s the first time. */
export function buildProgram(folder: string): void {
  execFileSync('mvn', ['-q', '-B', 'package'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}
