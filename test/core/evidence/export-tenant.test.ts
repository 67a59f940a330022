// What a tenant takes along: the record of each document, and evidence that proves it elsewhere.
import { strFromU8, unzipSync } from 'fflate'
import { expect, it } from 'vitest'
import { exportTenant, type PartLimits } from '../../../src/core/evidence/export-tenant.ts'
import { forget } from '../../../src/core/evidence/forget.ts'
import { verifyEvidence } from '../../../src/core/evidence/verify-evidence.ts'
import { cancelDocument } from '../../../src/core/operations/cancel.ts'
import { openReceivingGateway } from '../arrivals.ts'
import { invoice, jsonBody } from '../test-gateway.ts'

const test = await openReceivingGateway()
const { gateway, caller } = test
const { trust } = gateway.peppolAccess.network

async function submitted(number: string, by = caller): Promise<string> {
  const body = jsonBody({ ...invoice(), number })
  return (await test.submit({ body, caller: by })).record.id
}

/** What the parts hold: the lines of records, and evidence by the id of its document. */
async function exported(limits?: PartLimits) {
  const parts: { documents: number; records: { document: { id: string } }[] }[] = []
  const evidence = new Map<string, Uint8Array>()
  for await (const { documents, zip } of exportTenant(gateway, caller.tenant, limits)) {
    const pieces: Uint8Array[] = []
    for await (const piece of zip) pieces.push(piece)
    const { 'records.jsonl': records, ...others } = unzipSync(Buffer.concat(pieces))
    const lines = strFromU8(records!).trimEnd().split('\n')
    parts.push({ documents, records: lines.map((line) => JSON.parse(line)) })
    for (const [name, bytes] of Object.entries(others))
      evidence.set(/^evidence\/(.{36})\.zip$/.exec(name)![1]!, bytes)
  }
  return { parts, evidence }
}

it('holds what was sent and received, with evidence that proves a delivery', async () => {
  await test.register()
  const sent = await submitted('X-1')
  await test.attempt()
  await test.send()
  await test.work()
  const [received] = await test.inbound()
  const another = { ...caller, tenant: { ...caller.tenant, id: gateway.newId(), name: 'other' } }
  await gateway.store.ensureTenant(another.tenant, { actor: 'test', at: gateway.now() })
  await submitted('X-2', another)

  const { parts, evidence } = await exported()
  expect(parts).toMatchObject([
    {
      documents: 2,
      records: [
        {
          document: { id: sent, number: 'X-1', status: 'delivered' },
          auditLog: [{ event: 'submitted' }, { event: 'claimed' }, { event: 'delivered' }],
          attempts: [{ number: 1 }],
          files: [{ kind: 'submitted' }, { kind: 'ubl' }, {}, {}, {}],
          answers: [],
        },
        { document: { id: received!.id, direction: 'inbound' } },
      ],
    },
  ])
  expect([...evidence.keys()]).toEqual([sent, received!.id])
  const checks: string[] = []
  const file = Buffer.from(evidence.get(sent)!)
  for await (const { check, outcome } of verifyEvidence(file, () => trust))
    checks.push(`${check} ${outcome}`)
  expect(checks).toEqual(expect.arrayContaining(['message proven', 'receipt proven']))
  expect(checks.filter((check) => check.endsWith('wrong'))).toEqual([])
})

it('comes in parts, by documents and by bytes', async () => {
  const ids = [await submitted('Y-1'), await submitted('Y-2'), await submitted('Y-3')]
  const idsIn = async (limits: PartLimits) =>
    (await exported(limits)).parts.map(({ records }) => records.map(({ document }) => document.id))
  expect(await idsIn({ documents: 2, bytes: 1e9 })).toEqual([ids.slice(0, 2), ids.slice(2)])
  expect(await idsIn({ documents: 1000, bytes: 1 })).toEqual(ids.map((id) => [id]))
})

it('has nothing without documents, and no evidence of what was forgotten', async () => {
  expect((await exported()).parts).toEqual([])
  const id = await submitted('Z-1')
  await cancelDocument(gateway, caller, { id })
  await forget(gateway, caller, { id }, 'Request 17')
  const { parts, evidence } = await exported()
  expect(parts[0]?.records).toMatchObject([{ document: { id, forgottenAt: expect.any(String) } }])
  expect(evidence.get(id)).toHaveLength(0)
})
