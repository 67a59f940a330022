// A PostgreSQL server that may be killed: its own, in a temporary folder.
import { execFile } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { freePort } from '../free-port.ts'

export type Postgres = {
  url: string
  /** Kills every process of the server. */
  stop(): Promise<void>
  /** Starts it again, from its log. */
  start(): Promise<void>
  /** `stop` and `start`. */
  crash(): Promise<void>
  cutConnections(): Promise<void>
  remove(): Promise<void>
}

/** Throws an Error when no server is installed. */
export async function startPostgres({ maxConnections = 200 } = {}): Promise<Postgres> {
  const folder = mkdtempSync(join(tmpdir(), 'fourcorner-chaos-pg-'))
  const data = join(folder, 'data')
  const run = (program: string, ...words: string[]) =>
    asDatabaseUser(join(postgresBin(), program), words)
  if (process.getuid?.() === 0) await inBackground('chown', [databaseUser, folder])
  chmodSync(folder, 0o700)
  await run('initdb', '-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C')
  const port = await freePort()
  const options = [
    ...['-p', port, '-k', folder, '-c', 'listen_addresses=127.0.0.1'],
    ...['-c', `max_connections=${maxConnections}`],
  ].join(' ')
  const log = join(folder, 'log')
  const start = () => run('pg_ctl', '-D', data, '-l', log, '-o', options, '-w', 'start')
  const stop = () => run('pg_ctl', '-D', data, '-m', 'immediate', '-w', 'stop')
  await start()
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  return {
    url,
    stop,
    start,
    async crash() {
      await stop()
      await start()
    },
    async cutConnections() {
      const client = new Client({ connectionString: url })
      client.on('error', () => {})
      await client.connect()
      await client.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where application_name = 'fourcorner'`,
      )
      await client.end()
    },
    async remove() {
      await stop()
      rmSync(folder, { recursive: true })
    },
  }
}

// Whoever crashes a server goes on sending and receiving while it recovers.
const inBackground = promisify(execFile)
const debianFolder = '/usr/lib/postgresql'
export const databaseUser = 'postgres'

/** The folder of the newest server that is installed. */
export function postgresBin(): string {
  const [newest] = readdirSync(debianFolder).sort((a, b) => Number(b) - Number(a))
  if (!newest) throw new Error(`There is no PostgreSQL in ${debianFolder}.`)
  return join(debianFolder, newest, 'bin')
}

// PostgreSQL refuses to run as root.
async function asDatabaseUser(program: string, words: string[]): Promise<void> {
  const isRoot = process.getuid?.() === 0
  const [command, ...rest] = isRoot ? ['runuser', '-u', databaseUser, '--', program] : [program]
  await inBackground(command!, [...rest, ...words], { cwd: '/' })
}
