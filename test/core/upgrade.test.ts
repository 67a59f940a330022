// An installation of the version before, after its upgrade: its log is whole, its evidence proves
// what it did, and what others said is read from their files.
import { afterAll, expect, it } from 'vitest'
import { evidenceOf } from '../../src/core/evidence/evidence.ts'
import { signAudit } from '../../src/core/evidence/sign-audit.ts'
import { type AuditFault, verifyAudit } from '../../src/core/evidence/verify-audit.ts'
import { verifyEvidence } from '../../src/core/evidence/verify-evidence.ts'
import type { Caller } from '../../src/core/gateway.ts'
import { emptyLookupCache } from '../../src/core/runtime/lookup-cache.ts'
import { answersTo } from '../../src/core/tracking/answers.ts'
import { trackDocument } from '../../src/core/tracking/track.ts'
import { localKeys } from '../../src/crypto/index.ts'
import { readPki } from '../../src/sandbox/pki-folder.ts'
import { openStore } from '../../src/store/index.ts'
import { sharedSimulation } from '../sandbox/shared.ts'
import { newAccept } from '../store/records.ts'
import { databaseBefore } from '../store/version-before.ts'
import { openGatewayRecord } from './gateway-record.ts'

const before = await databaseBefore()
await before.fill()
await before.bringUpToDate()
await before.close()
const store = await openStore({ dataDir: before.folder })
afterAll(() => store.close())
const pki = readPki('test/fixtures/version-before/pki')
const trust = {
  roots: [pki.root.certificate],
  accessPointIssuers: [pki['access-point-ca'].certificate],
  smpIssuers: [pki['smp-ca'].certificate],
}
const at = new Date('2026-11-29T12:00:00.000Z')
const simulation = await sharedSimulation()
const network = { ...simulation.network, name: 'sandbox' as const, trust }
const keys = localKeys(pki.gateway)
const gateway = openGatewayRecord({
  store,
  peppolAccess: { ...simulation, ...emptyLookupCache(), network, keys },
  simulation: async () => ({ ...simulation, ...emptyLookupCache() }),
  log: { info() {}, warn() {}, error() {} },
  now: () => at,
})
const [tenant] = (await store.tenants({ limit: 10 })).items.filter(({ name }) => name === 'default')
const caller: Caller = {
  token: { id: gateway.newId(), name: 'test', scopes: [], environment: 'live' },
  tenant: tenant!,
}
const { documents } = await store.listDocuments(caller.tenant.id, {
  ...{ direction: ['outbound'], sort: 'createdAt', limit: 10, number: ['BEFORE-1', 'BEFORE-2'] },
})
const [first, second] = documents

async function verify() {
  const faults: AuditFault[] = []
  const verifying = verifyAudit({ store, trust, seatId: 'POP900001' })
  for (;;) {
    const { done, value } = await verifying.next()
    if (done) return { faults, summary: value }
    faults.push(value)
  }
}

it('has nothing wrong in its audit log, and names the records that no digest covers', async () => {
  const { faults, summary } = await verify()
  expect(faults).toEqual([])
  expect(summary.documents).toBeGreaterThan(5)
  expect(summary.withoutDigest).toBe(summary.documents)
  expect(summary.removed).toBe(0)
  expect(summary.heads).toBeGreaterThan(0)
  await store.acceptDocument(newAccept(caller.tenant.id, { createdAt: at, number: 'AFTER-1' }))
  await signAudit(gateway)
  const after = await verify()
  expect(after.faults).toEqual([])
  expect(after.summary).toMatchObject({
    documents: summary.documents + 1,
    uncovered: 0,
    withoutDigest: summary.withoutDigest,
  })
})

it('makes evidence of a document of the version before, with what is not covered', async () => {
  const { zip } = await evidenceOf(gateway, caller, { id: first!.id })
  const pieces: Uint8Array[] = []
  for await (const piece of zip) pieces.push(piece)
  const checks = new Map<string, { outcome: string; detail: string }>()
  for await (const { check, ...rest } of verifyEvidence(Buffer.concat(pieces), () => trust))
    checks.set(check, rest)
  expect([...checks].filter(([, { outcome }]) => outcome !== 'proven')).toEqual([
    ['rest', { outcome: 'not covered', detail: expect.stringContaining('record.json') }],
  ])
})

it('reads what others said from their files, and counts it as it is now', async () => {
  expect(await answersTo(gateway, caller, { id: second!.id })).toMatchObject([
    {
      ...{ kind: 'invoice-response', code: 'AP', status: 'accepted', counts: true },
      ...{ note: 'Thank you', from: { participant: '0208:0685660237', accessPoint: 'POP900001' } },
    },
    { kind: 'mls', code: 'AP', status: 'accepted', counts: true },
  ])
  const { mls } = await trackDocument(gateway, caller, { id: first!.id })
  expect(mls).toMatchObject({ status: 'acknowledged', code: 'AB' })
})
