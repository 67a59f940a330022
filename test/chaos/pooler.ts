// PgBouncer in transaction mode before a server, which may be killed as well.
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../free-port.ts'
import { ownerOfData, runProgram } from './programs.ts'

export type Pooler = {
  url: string
  /** Kills it, and starts it again. */
  crash(): Promise<void>
  remove(): Promise<void>
}

/** Far fewer sessions than the gateways have connections. Throws an Error when there is none. */
export async function startPooler(serverUrl: string): Promise<Pooler> {
  const folder = mkdtempSync(join(tmpdir(), 'fourcorner-chaos-pooler-'))
  chmodSync(folder, 0o755)
  const [port, server] = [await freePort(), new URL(serverUrl)]
  const settings = join(folder, 'pgbouncer.ini')
  writeFileSync(
    settings,
    [
      '[databases]',
      `* = host=${server.hostname} port=${server.port} user=${server.username}`,
      '[pgbouncer]',
      ...['listen_addr = 127.0.0.1', `listen_port = ${port}`, 'unix_socket_dir ='],
      ...['auth_type = any', 'pool_mode = transaction', 'max_client_conn = 400'],
      ...['default_pool_size = 8', 'server_login_retry = 1', ''],
    ].join('\n'),
  )
  let child = await start()

  async function start() {
    const begun = runProgram('pgbouncer', [settings], '/dev/null', ownerOfData())
    for (const until = Date.now() + 10_000; !(await answersAt(port)); await pause(50))
      if (Date.now() > until) throw new Error('PgBouncer does not answer')
    return begun
  }
  async function stop(): Promise<void> {
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
  return {
    url: `postgres://${server.username}@127.0.0.1:${port}${server.pathname}`,
    async crash() {
      await stop()
      child = await start()
    },
    async remove() {
      await stop()
      rmSync(folder, { recursive: true })
    },
  }
}

async function answersAt(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  return new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
  }).finally(() => socket.destroy())
}
