// Two PostgreSQL nodes under Patroni, the store in which they agree who leads, and an HAProxy that
// knows who does: as people run it, all on this machine and with the intervals of their manuals.
import { type ChildProcess, execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { childrenOf } from '../e2e/gateway-process.ts'
import { freePort } from '../free-port.ts'
import { databaseUser, postgresBin } from './postgres.ts'
import { ownerOfData, runProgram } from './programs.ts'

/** Seconds; Patroni's own defaults. */
const [ttl, loopWait, retryTimeout] = [30, 10, 10]
/** Seconds that HAProxy lets pass between two checks, and how many it takes to be up. */
const [checkEvery, checksToRise] = [3, 2]
/** Seconds that a machine as busy as one that runs all of this may take for a promotion. */
const promotion = 10

/** After the leader was killed, the other node leads and is reached within so many seconds. */
export const failoverSecondsMax = ttl + loopWait + promotion + checkEvery * checksToRise

type Node = { name: string; port: number; restPort: number; folder: string; patroni?: ChildProcess }

type Member = { name: string; role: string; state: string }

export type Cluster = {
  /** The leader, through HAProxy. */
  url: string
  /** The leader, whichever it is: its Patroni and its PostgreSQL, all of their processes. */
  killLeader(): Promise<Node>
  /**
   * The PostgreSQL of the leader alone, until Patroni has started it again, or has let the other
   * one lead.
   */
  crashLeader(): Promise<void>
  /** What an operator asks for before an upgrade. */
  switchOver(): Promise<void>
  /** A killed node comes back, and finds out that others lead. */
  start(node: Node): void
  /** Until somebody leads whose name is not `formerly`. */
  isLed(formerly?: string): Promise<void>
  /** Until one node leads, and the other one has all that was committed. */
  isWhole(): Promise<void>
  remove(): void
}

/**
 * `isStrict`: nothing is committed while only one node is there. Throws an Error when a program is
 * not installed.
 */
export async function startPatroni({ isStrict = false } = {}): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), 'fourcorner-chaos-patroni-'))
  chmodSync(folder, 0o755)
  const [etcdPort, peerPort, leaderPort] = [await freePort(), await freePort(), await freePort()]
  const nodes: Node[] = []
  for (const name of ['a', 'b'])
    nodes.push({
      ...{ name, port: await freePort(), restPort: await freePort() },
      folder: join(folder, name),
    })

  const etcdUrl = `http://127.0.0.1:${etcdPort}`
  const etcdWords = [
    ...['--data-dir', join(folder, 'etcd'), '--listen-peer-urls', `http://127.0.0.1:${peerPort}`],
    ...['--listen-client-urls', etcdUrl, '--advertise-client-urls', etcdUrl],
  ]
  const etcd = runProgram('etcd', etcdWords, join(folder, 'etcd.log'))
  const haproxyFile = join(folder, 'haproxy.cfg')
  writeFileSync(haproxyFile, haproxySettings(leaderPort, nodes))
  const haproxy = runProgram('haproxy', ['-db', '-f', haproxyFile], join(folder, 'haproxy.log'))

  function start(node: Node): void {
    const words = [join(node.folder, 'patroni.json')]
    node.patroni = runProgram('patroni', words, join(node.folder, 'log'), ownerOfData())
  }
  for (const node of nodes) {
    mkdirSync(node.folder)
    const settings = patroniSettings(node, { etcdPort, isStrict })
    writeFileSync(join(node.folder, 'patroni.json'), JSON.stringify(settings))
    if (process.getuid?.() === 0) execFileSync('chown', ['-R', databaseUser, node.folder])
    start(node)
  }

  /** As any node tells it; none while nobody answers. */
  async function members(): Promise<Member[]> {
    for (const { restPort } of nodes) {
      const signal = AbortSignal.timeout(2_000)
      const answer = await fetch(`http://127.0.0.1:${restPort}/cluster`, { signal }).catch(() => {})
      if (answer?.ok) return ((await answer.json()) as { members: Member[] }).members
    }
    return []
  }
  async function isLed(formerly?: string): Promise<void> {
    await until('nobody leads', async () => {
      const leader = (await members()).find(({ role }) => role === 'leader')
      return leader !== undefined && leader.name !== formerly && leader.state === 'running'
    })
  }
  async function isWhole(): Promise<void> {
    await until('the cluster is not whole', async () => {
      const running = (await members()).filter(({ state }) =>
        ['running', 'streaming'].includes(state),
      )
      const roles = running.map(({ role }) => role).sort()
      return roles.join() === 'leader,sync_standby'
    })
  }
  async function leader(): Promise<Node> {
    const found = (await members()).find(({ role }) => role === 'leader')
    const node = nodes.find(({ name }) => name === found?.name)
    if (!node) throw new Error('nobody leads the cluster')
    return node
  }

  // A run that breaks leaves nothing behind that goes on electing leaders.
  const killAll = () => {
    for (const node of nodes) killNode(node)
    for (const child of [haproxy, etcd]) child.kill('SIGKILL')
  }
  process.once('exit', killAll)
  await isWhole()
  return {
    url: `postgres://postgres@127.0.0.1:${leaderPort}/postgres`,
    isLed,
    isWhole,
    start,
    async killLeader() {
      const node = await leader()
      killNode(node)
      return node
    },
    async crashLeader() {
      const node = await leader()
      const pid = postmasterOf(node)
      killPostgres(node)
      await until('PostgreSQL is not started again', async () => {
        const next = postmasterOf(node)
        return next !== undefined && next !== pid
      })
    },
    // Refused while its nodes do not agree yet.
    switchOver: () =>
      until('no switchover', async () => {
        const { restPort, name } = await leader()
        const answer = await fetch(`http://127.0.0.1:${restPort}/switchover`, {
          method: 'POST',
          body: JSON.stringify({ leader: name }),
        })
        return answer.ok
      }),
    remove() {
      killAll()
      process.off('exit', killAll)
      rmSync(folder, { recursive: true, maxRetries: 10 })
    },
  }
}

function patroniSettings(
  node: Node,
  { etcdPort, isStrict }: { etcdPort: number; isStrict: boolean },
) {
  const address = `127.0.0.1:${node.port}`
  const rest = `127.0.0.1:${node.restPort}`
  return {
    scope: 'chaos',
    name: node.name,
    restapi: { listen: rest, connect_address: rest },
    etcd3: { host: `127.0.0.1:${etcdPort}` },
    bootstrap: {
      dcs: {
        ttl,
        loop_wait: loopWait,
        retry_timeout: retryTimeout,
        synchronous_mode: true,
        synchronous_mode_strict: isStrict,
        postgresql: { use_pg_rewind: true, parameters: { max_connections: 200 } },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C' }, 'data-checksums'],
    },
    postgresql: {
      listen: address,
      connect_address: address,
      data_dir: join(node.folder, 'data'),
      bin_dir: postgresBin(),
      pgpass: join(node.folder, 'pgpass'),
      authentication: {
        superuser: { username: 'postgres' },
        replication: { username: 'replicator' },
      },
      pg_hba: [
        'local all all trust',
        'host all all 127.0.0.1/32 trust',
        'host replication replicator 127.0.0.1/32 trust',
      ],
      parameters: { unix_socket_directories: node.folder },
    },
  }
}

// docs/operations.md has the same lines.
function haproxySettings(port: number, nodes: Node[]): string {
  return [
    'global',
    '  maxconn 1000',
    'defaults',
    '  mode tcp',
    '  retries 2',
    '  timeout connect 4s',
    '  timeout client 30m',
    '  timeout server 30m',
    '  timeout check 5s',
    'listen leader',
    `  bind 127.0.0.1:${port}`,
    '  option httpchk OPTIONS /primary',
    '  http-check expect status 200',
    `  default-server inter ${checkEvery}s fall 3 rise ${checksToRise} ` +
      'on-marked-down shutdown-sessions',
    ...nodes.map(
      ({ name, port, restPort }) => `  server ${name} 127.0.0.1:${port} check port ${restPort}`,
    ),
    '',
  ].join('\n')
}

function killNode(node: Node): void {
  node.patroni?.kill('SIGKILL')
  killPostgres(node)
}

// What is left of a server whose first process has gone would keep the next one from starting.
// Some of them may be gone already.
function killPostgres(node: Node): void {
  const pid = postmasterOf(node)
  if (pid === undefined || !existsSync(`/proc/${pid}`)) return
  spawnSync('kill', ['-9', ...[pid, ...childrenOf(pid)].map(String)])
}

/** The id of its first process, also when that has been killed. */
function postmasterOf({ folder }: Node): number | undefined {
  const file = join(folder, 'data', 'postmaster.pid')
  return existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) : undefined
}

async function until(otherwise: string, isSo: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + 120_000
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error(`${otherwise} after two minutes`)
    await setTimeout(200)
  }
}
