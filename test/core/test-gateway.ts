// A gateway on a real database that delivers to the real sandbox over real HTTP; time is given,
// and moves on command.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeEach } from 'vitest'
import { limits } from '../../src/config/limits.ts'
import { deliver } from '../../src/core/deliver/deliver.ts'
import type { Caller, Gateway } from '../../src/core/gateway.ts'
import { emptyLookupCache } from '../../src/core/runtime/lookup-cache.ts'
import { moveOn } from '../../src/core/status.ts'
import type { Submission } from '../../src/core/submit/submission.ts'
import { submit } from '../../src/core/submit/submit.ts'
import { localKeys } from '../../src/crypto/index.ts'
import { openNet } from '../../src/net/index.ts'
import { readPki } from '../../src/sandbox/pki-folder.ts'
import type { ClaimedJob, Document } from '../../src/store/index.ts'
import { makeAccessPoint } from '../sandbox/impostors.ts'
import { sharedSimulation, startSandboxIn } from '../sandbox/shared.ts'
import { temporaryFolder, testDatabase } from '../store/database.ts'
import { openGatewayRecord } from './gateway-record.ts'

export type Arrival = {
  number: number
  messageId: string
  instanceIdentifier: string
  repeat?: true
}

/** Call it at the top of a test file, with a top-level await. */
export async function openTestGateway() {
  const { store, pool, url, empty } = await testDatabase()
  const dataDir = await temporaryFolder()
  const clock = { aheadMs: 0 }
  const now = () => new Date(Date.now() + clock.aheadMs)
  const { sandbox, faultPlan } = await startSandboxIn(dataDir, { now })
  const {
    trustRoots: roots,
    accessPointIssuers,
    smpIssuers,
    smlZone,
    dnsServers,
    keys,
  } = sandbox.settings
  const net = openNet({ dnsServers, plainHttpAllowed: true, limits: limits.sending })
  afterAll(async () => {
    await net.close()
    await sandbox.close()
  })
  const trust = { roots, accessPointIssuers, smpIssuers }
  const network = { name: 'sandbox' as const, smlZone, trust, plainHttpAllowed: true }
  const warnings: object[] = []
  const log = {
    info() {},
    warn: (facts: object) => warnings.push(facts),
    error: (facts: object) => warnings.push(facts),
  }
  const pki = readPki(join(dataDir, 'sandbox', 'pki'))
  const gateway = openGatewayRecord({
    store,
    peppolAccess: {
      network,
      keys,
      ...net,
      revocationOf: async () => 'good',
      ...emptyLookupCache(),
    },
    simulation: async () => ({ ...(await sharedSimulation()), ...emptyLookupCache() }),
    log,
    now,
  })
  const tenant = {
    id: gateway.newId(),
    name: 'core tests',
    participants: ['*'],
    duplicates: 'warn' as const,
    frenchProcess: 'none' as const,
  }
  const caller: Caller = {
    token: { id: gateway.newId(), name: 'test', scopes: [], environment: 'test' },
    tenant,
  }
  beforeEach(async () => {
    await empty()
    // What was looked up before is no longer in the database.
    gateway.peppolAccess.endpoints.clear()
    await store.ensureTenant(tenant, { actor: 'test', at: now() })
  })

  return {
    gateway,
    /** For breaking things behind the store. */
    pool,
    databaseUrl: url,
    /** Of the access point that receives: another one that everybody trusts. */
    receiverKeys: localKeys(pki['access-point']),
    smpKeys: localKeys(pki.smp),
    /** One more, under the same authority. */
    accessPoint: (seatId: string) => localKeys(makeAccessPoint(seatId, pki['access-point-ca'])),
    sandbox,
    faultPlan,
    caller,
    clock,
    warnings,
    /** Submits an invoice; `change` overrides anything of the submission. */
    submit: (change: Partial<Submission> = {}, on: Gateway = gateway) =>
      submit(on, submission(caller, change)),
    claim: () => claim(gateway),
    /** One attempt at the only due job. */
    async attempt(on: Gateway = gateway): Promise<Document> {
      const [job, ...others] = await claim(on)
      if (!job || others.length > 0)
        throw new Error(`one job should be due, not ${job ? others.length + 1 : 0}`)
      await deliver(on, job)
      return (await store.documentById(tenant.id, job.document.id))!
    },
    events: async (documentId: string) =>
      (await store.auditOf(documentId)).map(({ event }) => event),
    arrivals: () => readArrivals(join(sandbox.inbox, 'arrivals.jsonl')),
  }
}

async function claim({ store, now }: Gateway): Promise<ClaimedJob[]> {
  const { jobs } = await store.claimJobs({
    owner: 'test',
    limit: 10,
    now: now(),
    leaseMs: limits.delivery.leaseMs,
    slots: limits.delivery.slots,
    moves: {
      hold: moveOn('waiting', 'held', 'test'),
      claim: moveOn('waiting', 'claimed', 'test'),
      leaseRanOut: moveOn('sending', 'lease-ran-out', 'test'),
    },
  })
  return jobs
}

function readArrivals(path: string): Arrival[] {
  const lines = readFileSync(path, 'utf8').split('\n')
  return lines.filter(Boolean).map((line) => JSON.parse(line) as Arrival)
}

function submission(caller: Caller, change: Partial<Submission> = {}): Submission {
  return {
    caller,
    kind: 'invoice',
    path: '/api/v1/invoices/submit',
    body: jsonBody(invoice()),
    options: {},
    testOnly: false,
    validation: 'off',
    ...change,
  }
}

export function jsonBody(document: object): Submission['body'] {
  return {
    format: 'json',
    bytes: Buffer.from(JSON.stringify(document)),
  }
}

export function invoice(buyer = { scheme: '0192', id: '987654325' }): object {
  return {
    number: 'F-2026-1',
    issueDate: '2026-11-21',
    dueDate: '2026-12-21',
    currency: 'EUR',
    buyerReference: 'PO 4711',
    seller: {
      name: 'Vierhoek BV',
      vatId: 'BE0123456749',
      endpoint: { scheme: '0208', id: '0123456749' },
      address: { country: 'BE' },
    },
    buyer: { name: 'Nordlys AS', endpoint: buyer, address: { country: 'NO' } },
    lines: [
      {
        name: 'Bell',
        quantity: '4',
        unitCode: 'C62',
        netPrice: '12.50',
        vat: { category: 'S', rate: '21' },
      },
    ],
  }
}
