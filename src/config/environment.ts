// The process environment, and a .env file in the working directory. The only
// reader of process.env.
import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'

export type Environment = Record<string, string | undefined>

/** Throws an Error when there is a file that cannot be read. */
export function readSources(): { file: Environment; process: Environment } {
  let file = ''
  try {
    file = readFileSync('.env', 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  return { file: parseEnv(file), process: process.env }
}

/** The process environment takes precedence over the file. */
export function readEnvironment(): Environment {
  const { file, process } = readSources()
  return { ...file, ...process }
}
