// A gateway in place of the test receiver (HOSTILE_GATEWAY=1): its own `/as4`, over HTTP, with the
// suite's certificates and a database. It has to say the same as the receiver alone.
import type { AddressInfo } from 'node:net'
import { afterAll } from 'vitest'
import type { HttpMessage, Spool } from '../../../src/as4/index.ts'
import { limits } from '../../../src/config/limits.ts'
import { registerServiceProvider } from '../../../src/core/identity/service-provider.ts'
import { emptyLookupCache } from '../../../src/core/runtime/lookup-cache.ts'
import { buildServer } from '../../../src/http/server.ts'
import { openNet } from '../../../src/net/index.ts'
import { openGatewayRecord } from '../../core/gateway-record.ts'
import { testDatabase } from '../../store/database.ts'
import { documentType } from './hostile-message.ts'
import { now, receiverKeys, revocationOf, trust } from './pki.ts'

const { store, pool, empty } = await testDatabase()
const net = openNet({ dnsServers: ['127.0.0.1:9'], plainHttpAllowed: true, limits: limits.sending })
const network = { name: 'custom' as const, smlZone: 'sml.test', trust, plainHttpAllowed: true }
const unasked = () => Promise.reject(new Error('nothing is simulated here'))
const log = { info() {}, warn() {}, error() {} }
const record = openGatewayRecord({
  store,
  peppolAccess: { network, keys: receiverKeys, ...net, revocationOf, ...emptyLookupCache() },
  ...{ simulation: unasked, log, now: () => now },
})
let spool: Spool
const server = await buildServer(
  { ...record, inbound: { ...record.inbound, spool: (bytes) => spool(bytes) } },
  { withAs4: true },
)
await server.listen({ host: '127.0.0.1', port: 0 })
const url = `http://127.0.0.1:${(server.server.address() as AddressInfo).port}/as4`
afterAll(async () => {
  await server.close()
  await net.close()
})

/** Where the gateway listens. Forgets all that came before. */
export async function renewGateway(files: Spool): Promise<string> {
  spool = files
  await empty()
  await registerServiceProvider(record)
  const tenantId = record.newId(now)
  const by = { actor: 'test', at: now }
  const wish = { id: tenantId, name: 'hostile', participants: [], duplicates: 'warn' as const }
  await store.ensureTenant(wish, by)
  const registration = {
    ...{ id: record.newId(now), participant: '9915:receiver', tenantId, createdAt: now },
    ...{ documentTypes: [`busdox-docid-qns::${documentType}`], byOperator: true },
  }
  await store.addRegistration(registration, by)
  return url
}

export async function post({ contentType, body }: HttpMessage): Promise<Answer> {
  const headers = { 'content-type': contentType }
  const answer = await fetch(url, { method: 'POST', headers, body: new Uint8Array(body) })
  return { status: answer.status, body: Buffer.from(await answer.arrayBuffer()) }
}

type Answer = { status: number; body: Buffer }

/** How many messages were kept, and how many came, those that came again included. */
export async function stored(): Promise<{ kept: number; arrived: number }> {
  const { rows } = await pool.query<{ kept: number; arrived: number }>(
    `select (select count(*) from inbound_messages)::integer as kept,
            (select count(*) + coalesce(sum(repeats), 0) from states)::integer as arrived`,
  )
  return rows[0]!
}
