// Our Message Level Status about what we received (Peppol Network Policy, MLS-1 and MLS-3).
import { afterAll, describe, expect, it } from 'vitest'
import { limits } from '../../../src/config/limits.ts'
import { removeTenant } from '../../../src/core/access/tenants.ts'
import { deliver } from '../../../src/core/deliver/deliver.ts'
import { serviceTenantId } from '../../../src/core/identity/service-provider.ts'
import { registrationFor } from '../../../src/core/network/registrations.ts'
import { acknowledge } from '../../../src/core/receive/inbound.ts'
import { parseParticipant } from '../../../src/peppol/index.ts'
import { mlsDocumentType, mlsProcess, readStatusMessage } from '../../../src/reporting/index.ts'
import type { Document } from '../../../src/store/index.ts'
import { openValidator } from '../../../src/validation/index.ts'
import { invoiceNamed, openReceivingGateway } from '../arrivals.ts'

const test = await openReceivingGateway()
const { gateway, caller, clock, register, send, inbound, work, events, pool } = test
const { store, mls } = gateway

const invalid = Buffer.from(
  invoiceNamed('F-1')
    .toString()
    .replace(/<cbc:ID>.*?<\/cbc:ID>/, ''),
)

const validator = await openValidator({ engine: 'compiled', limits: limits.validation })
afterAll(() => validator.close())
const validating = { ...gateway, validate: validator.validate }

/** The Message Level Status that are queued, with what they say. */
async function queued(): Promise<{ document: Document; says: ReturnType<typeof read> }[]> {
  const { documents } = await store.listDocuments(serviceTenantId, {
    ...{ direction: ['outbound'], sort: 'createdAt', limit: 10 },
  })
  return Promise.all(
    documents.map(async (document) => ({
      document,
      says: read((await store.latestFile(document.id, 'ubl'))!.bytes),
    })),
  )
}

const read = (bytes: Buffer) => readStatusMessage(bytes)

/** For which every document is to be judged before its tenant sees it. */
const judging = { ...gateway, inbound: { ...gateway.inbound, validation: 'schema' as const } }

async function toldOf({ id }: { id: string }): Promise<string[]> {
  await store.numberEvents()
  const { events: told } = await store.eventPage({ tenantId: caller.tenant.id, limit: 10 })
  return told.filter((event) => event.documentId === id).map(({ type }) => type)
}

describe('a document that was received', () => {
  it('is available to its tenant with its receipt, and the tenant is told', async () => {
    await register()
    await send()
    expect(await work()).toBe(0)
    const [document] = await inbound()
    expect(document!.status).toBe('available')
    expect(await events(document!.id)).toEqual(['received', 'opened'])
    expect(await toldOf(document!)).toEqual(['inbound.received'])
  })

  it('is opened later where it has to be judged, and the tenant is told then', async () => {
    await register()
    await send({}, judging)
    const [document] = await inbound()
    expect(document!.status).toBe('received')
    expect(await toldOf(document!)).toEqual([])
    await work()
    expect(await events(document!.id)).toEqual(['received', 'opened'])
    expect(await toldOf(document!)).toEqual(['inbound.received'])
  })

  it('is opened again when the process that opened it has died', async () => {
    await register()
    await send({}, judging)
    await store.claimInbound({ owner: 'dead', now: gateway.now(), leaseMs: 60_000, limit: 10 })
    expect(await work()).toBe(0)
    clock.aheadMs += 60_001
    expect(await work()).toBe(1)
    expect((await inbound())[0]!.status).toBe('available')
  })
})

describe('no Message Level Status is sent', () => {
  it('for a good document whose sender asked for failures only, or for nothing', async () => {
    await register()
    await send({ mlsType: 'FAILURE_ONLY' })
    await send()
    await work()
    clock.aheadMs += mls.windowMs
    expect(await work()).toBe(0)
    expect(await queued()).toEqual([])
    expect((await inbound()).map((document) => document.mls)).toEqual([undefined, undefined])
  })
})

describe('a Message Level Status is sent', () => {
  it('AB, after five minutes in which the tenant said nothing', async () => {
    await register()
    await send({ mlsType: 'ALWAYS_SEND', instanceIdentifier: 'instance-1' })
    await work()
    clock.aheadMs += mls.tenantMs - 10_000
    expect(await work()).toBe(0)
    clock.aheadMs += 20_000
    await work()
    const [sent, ...others] = await queued()
    expect(others).toEqual([])
    expect(sent!.document).toMatchObject({
      kind: 'other',
      tenantId: serviceTenantId,
      sender: { id: '0242:900001' },
      receiver: { id: '0242:900002' },
      processId: 'cenbii-procid-ubl::urn:peppol:edec:mls',
      status: 'accepted',
    })
    expect(sent!.document).not.toHaveProperty('mlsType')
    expect(sent!.says).toMatchObject({ kind: 'mls', code: 'AB', documentId: 'instance-1' })
    const [document] = await inbound()
    expect(document!.mls).toMatchObject({ status: 'acknowledged', code: 'AB' })
    expect(await store.answersTo(document!.id)).toMatchObject([{ kind: 'mls', code: 'AB' }])
  })

  it('AP, as soon as the tenant acknowledges the document', async () => {
    await register()
    await send({ mlsType: 'ALWAYS_SEND' })
    await work()
    const [document] = await inbound()
    const record = await acknowledge(gateway, caller, document!.id)
    expect(record).toMatchObject({ status: 'acknowledged', mls: { status: 'awaited' } })
    await work()
    expect(await queued()).toMatchObject([{ says: { code: 'AP' } }])
    expect((await inbound())[0]!.mls).toMatchObject({ status: 'accepted', code: 'AP' })
  })

  it('RE, at once, whatever was asked for, when the document breaks its schema', async () => {
    await register()
    await send({ mlsType: 'FAILURE_ONLY', content: invalid })
    await work(validating)
    await work()
    const [sent] = await queued()
    expect(sent!.says).toMatchObject({ code: 'RE' })
    const { issues = [] } = sent!.says as { issues?: { reason?: string }[] }
    expect(new Set(issues.map(({ reason }) => reason))).toEqual(new Set(['SV']))
    const [document] = await inbound()
    expect(document).toMatchObject({
      status: 'available',
      validation: { verdict: 'invalid' },
      mls: { status: 'rejected', code: 'RE' },
    })
    expect(await store.latestFile(document!.id, 'findings')).toBeDefined()
  })

  it('once for a document, whatever comes again and whoever takes it up', async () => {
    await register()
    const same = { mlsType: 'ALWAYS_SEND', instanceIdentifier: 'instance-1' } as const
    await send({ ...same })
    await send({ ...same })
    await work()
    const [document] = await inbound()
    await acknowledge(gateway, caller, document!.id)
    await Promise.all([work(), work()])
    // As if a process had died between the two: the job comes back.
    await pool.query('insert into inbound_jobs (document_id, run_at) values ($1, $2)', [
      document!.id,
      gateway.now(),
    ])
    await work()
    expect(await queued()).toHaveLength(1)
  })

  it('within the time of the message that brought the document, however old that is', async () => {
    await register()
    const sentAt = new Date(gateway.now().getTime() - mls.windowMs + 60_000)
    await send({ mlsType: 'ALWAYS_SEND', sentAt })
    await work()
    await work()
    expect(await queued()).toHaveLength(1)
  })

  it.each([
    ['theirs and registered', '0242:900002-UNIT1', '0242:900002-unit1'],
    ['registered nowhere', '0242:900002-NOBODY', '0242:900002'],
    ["another provider's", '0242:900003', '0242:900002'],
    ['nonsense', 'nonsense', '0242:900002'],
  ])('to where the sender wants it, or to their main id: %s', async (_, value, receiver) => {
    await register()
    for (const registered of ['0242:900002-UNIT1', '0242:900003'])
      test.sandbox.register(registered, mlsDocumentType, mlsProcess)
    const mlsTo = { scheme: 'iso6523-actorid-upis', value }
    await send({ mlsType: 'ALWAYS_SEND', content: invalid, mlsTo })
    await work(validating)
    await work()
    const [sent] = await queued()
    expect(sent!.document.documentTypeId).toContain('urn:peppol:edec:mls')
    expect(sent!.document.receiver.id.toLowerCase()).toBe(receiver)
  })

  it('to a service provider that is not registered yet: tried again until it is', async () => {
    await register()
    const keys = test.accessPoint('POP900004')
    await send({ mlsType: 'ALWAYS_SEND', content: invalid, keys })
    await work(validating)
    await work()
    const { document } = (await queued())[0]!
    expect(document.receiver.id).toBe('0242:900004')
    const attempt = async () => {
      for (const job of await test.claim()) await deliver(gateway, job)
      return store.documentById(serviceTenantId, document.id)
    }
    expect(await attempt()).toMatchObject({
      status: 'waiting',
      waiting: { reason: 'retry-backoff' },
    })
    expect(await store.unresolvedStatuses(serviceTenantId)).toEqual([
      { receiver: '0242:900004', statuses: 1 },
    ])
    test.sandbox.register('0242:900004', mlsDocumentType, mlsProcess)
    gateway.peppolAccess.endpoints.clear()
    clock.aheadMs += 10 * 60_000
    await attempt()
    expect(await store.unresolvedStatuses(serviceTenantId)).toEqual([])
  })

  it.each([
    ['ours', '0242:900001-unit1', serviceTenantId],
    ["another provider's", '0242:900009-unit1', undefined],
  ])('is received for sub-identifiers that are %s', async (_, receiver, tenantId) => {
    await register()
    const asked = { receiver: parseParticipant(receiver), documentType: mlsDocumentType }
    expect((await registrationFor(gateway, asked))?.tenantId).toBe(tenantId)
  })

  it('belongs to a tenant that nobody can delete', async () => {
    await register()
    const removed = removeTenant(gateway, { actor: 'test', id: serviceTenantId })
    await expect(removed).rejects.toMatchObject({ code: 'tenant.not-deletable' })
  })

  it('belongs to no tenant: not in its list, its events or its queue', async () => {
    await register()
    await send({ mlsType: 'ALWAYS_SEND', content: invalid })
    await work(validating)
    await work()
    const own = await store.listDocuments(caller.tenant.id, { sort: 'createdAt', limit: 10 })
    expect(own.documents.map(({ direction }) => direction)).toEqual(['inbound'])
    expect((await store.queue(caller.tenant.id)).depth).toBe(0)
    expect((await store.queue(serviceTenantId)).depth).toBe(1)
  })
})
