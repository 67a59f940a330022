// This process among the others that work on its database: it joins them, or is refused, says every
// few seconds that it is there, and leaves when it stops.
import { createHash } from 'node:crypto'
import { hostname } from 'node:os'
import type { Config } from '../config/config.ts'
import type { Log } from '../core/gateway.ts'
import { nodeWarnings, refusalBeside } from '../core/identity/nodes.ts'
import type { OwnKeys } from '../core/runtime/own-keys.ts'
import { fingerprint, newUuid } from '../crypto/index.ts'
import type { Network } from '../peppol/index.ts'
import type { Node, Store } from '../store/index.ts'

/** The message says which node differs, and in what. */
export class NodeRefused extends Error {}

type NodeFacts = {
  config: Pick<Config, 'PORT' | 'version'>
  network: Network
  keys: Pick<OwnKeys, 'all' | 'current'>
  /** Undefined without one. */
  secretsKey: Buffer | undefined
}

function describeNode({ config, network, keys, secretsKey }: NodeFacts): Omit<Node, 'id'> {
  return {
    name: `${hostname()}:${config.PORT === 0 ? process.pid : config.PORT}`,
    version: config.version,
    network: network.name,
    seatId: seatIn(keys),
    ...(isChosen(network) ? { authorities: digestOfAuthorities(network) } : {}),
    keys: keys.all().map(({ certificate }) => fingerprint(certificate)),
    ...(secretsKey ? { secretsKey: sha256(secretsKey) } : {}),
  }
}

// The authorities of public networks come with the program: a newer version may know one more.
function isChosen({ name }: Network): boolean {
  return name === 'sandbox' || name === 'custom'
}

// What the certificate states: whether it may be used is checked elsewhere, and does not keep a
// gateway from starting.
function seatIn(keys: Pick<OwnKeys, 'current'>): string {
  return /^CN=(.+)$/m.exec(keys.current().certificate.subject)?.[1] ?? 'unknown'
}

function digestOfAuthorities({ trust }: Network): string {
  const all = [trust.roots, trust.accessPointIssuers, trust.smpIssuers].map((some) =>
    some.map((one) => fingerprint(one)).sort(),
  )
  return sha256(JSON.stringify(all))
}

function sha256(bytes: string | Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}

type NodeStore = Pick<Store, 'joinNodes' | 'seeNode' | 'leaveNodes' | 'liveNodes'>

export type NodeOfDatabase = {
  /** Once the store is open. Throws NodeRefused beside a node that is another access point. */
  join(facts: NodeFacts): Promise<void>
  /** In what the other nodes differ, one sentence each. */
  concerns(): string[]
  /** Says that this process has gone. */
  leave(): Promise<void>
}

export function openNode(
  store: NodeStore,
  { log, everyMs, liveMs }: { log: Pick<Log, 'warn'>; everyMs: number; liveMs: number },
): NodeOfDatabase {
  const id = newUuid(new Date())
  let concerns: string[] = []
  let timer: NodeJS.Timeout | undefined
  let seeing: Promise<void> | undefined

  async function look(own: Node): Promise<void> {
    const found = nodeWarnings(own, await store.liveNodes(liveMs))
    for (const sentence of found)
      if (!concerns.includes(sentence)) log.warn({ sentence }, 'nodes differ')
    concerns = found
  }

  async function see(own: Node): Promise<void> {
    await store.seeNode(own)
    await look(own)
  }

  return {
    async join(facts) {
      const own = () => ({ id, ...describeNode(facts) })
      const refused = await store.joinNodes(own(), liveMs, (others) => refusalBeside(own(), others))
      if (refused !== undefined) throw new NodeRefused(refused)
      await look(own())
      // While the database is away, nothing is known of the others; the next time tells.
      timer = setInterval(() => {
        // One at a time: a slow one would bring back the row of a node that has left.
        seeing ??= see(own())
          .catch(() => {})
          .finally(() => {
            seeing = undefined
          })
      }, everyMs).unref()
    },
    concerns: () => concerns,
    async leave() {
      clearInterval(timer)
      await seeing
      await store.leaveNodes(id)
    },
  }
}
