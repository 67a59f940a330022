// Servers of others, as Debian has them.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { databaseUser } from './postgres.ts'

type Owner = { uid?: number; gid?: number }

// Debian keeps some of them where only root looks.
const env = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` }

/** What the program says is appended to the file `log`. */
export function runProgram(
  program: string,
  words: string[],
  log: string,
  owner: Owner = {},
): ChildProcess {
  const file = openSync(log, 'a')
  const child = spawn(program, words, { cwd: '/', env, stdio: ['ignore', file, file], ...owner })
  closeSync(file)
  child.once('error', (error) => {
    throw new Error(`${program} cannot be started (apt-get install?): ${error.message}`)
  })
  return child
}

/** As whom programs run that refuse to run as root. */
export function ownerOfData(): Owner {
  if (process.getuid?.() !== 0) return {}
  const id = (which: string) => Number(execFileSync('id', [which, databaseUser]))
  return { uid: id('-u'), gid: id('-g') }
}
