// What the receiver of a document says about it, and what its sender is told.
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { limits } from '../../../src/config/limits.ts'
import { signAudit } from '../../../src/core/evidence/sign-audit.ts'
import { verifyAudit } from '../../../src/core/evidence/verify-audit.ts'
import { serviceTenantId } from '../../../src/core/identity/service-provider.ts'
import { answerArrival } from '../../../src/core/receive/answer-arrival.ts'
import { answerSenders } from '../../../src/core/receive/answer-senders.ts'
import { acknowledge, showInbound } from '../../../src/core/receive/inbound.ts'
import { sayWord } from '../../../src/core/receive/say-word.ts'
import type { WordWish } from '../../../src/core/receive/word.ts'
import { printBytes, printStored } from '../../../src/core/tracking/print.ts'
import { commonName } from '../../../src/crypto/index.ts'
import { readStatusMessage } from '../../../src/reporting/index.ts'
import { filesDigest } from '../../../src/store/index.ts'
import { openValidator } from '../../../src/validation/index.ts'
import { invoiceNamed, openReceivingGateway, type Sending } from '../arrivals.ts'

const test = await openReceivingGateway()
const { gateway, caller, clock, register, send, inbound, work, events } = test
const { store, mls } = gateway
const by = { actor: 'test', at: new Date() }

const validator = await openValidator({ engine: 'compiled', limits: limits.validation })
afterAll(() => validator.close())

beforeEach(() => register())

/** The statuses that are queued, oldest first. */
async function told() {
  const { documents } = await store.listDocuments(serviceTenantId, {
    ...{ direction: ['outbound'], sort: 'createdAt', limit: 20 },
  })
  const read = documents.map(async ({ id }) =>
    readStatusMessage((await store.latestFile(id, 'ubl'))!.bytes),
  )
  return Promise.all(read)
}

async function arrived(sending: Sending = {}): Promise<string> {
  await send(sending)
  await work()
  const [document] = await inbound()
  return document!.id
}

const say = (id: string, wish: WordWish) => sayWord(gateway, caller, id, wish)

const issue = { code: 'BV', location: '/Invoice/cbc:ID', text: 'There is no such order.' } as const
const warning = { code: 'BW', text: 'The date is old.' } as const
const words = {
  AP: { code: 'AP' },
  AB: { code: 'AB', issues: [warning] },
  RE: { code: 'RE', description: 'Not ours.', issues: [issue, warning] },
} as const satisfies Record<string, WordWish>

const codes = ['AP', 'AB', 'RE'] as const
const requests = ['ALWAYS_SEND', 'FAILURE_ONLY', undefined] as const
const cases = codes.flatMap((code) => requests.map((mlsType) => ({ code, mlsType })))

describe.each(cases)('$code to a sender who asked for $mlsType', ({ code, mlsType }) => {
  const isSent = code === 'RE' || mlsType === 'ALWAYS_SEND'
  const sending = mlsType ? { mlsType } : {}
  const status = code === 'AB' ? 'available' : 'acknowledged'
  const another = code === 'AB' ? words.AP : words.AB

  it('is recorded, and sent when it is owed, once', async () => {
    const id = await arrived({ ...sending, instanceIdentifier: 'instance-1' })
    const record = await say(id, words[code])
    expect(record).toMatchObject({ status, mls: { word: { code, sent: isSent } } })
    await work()
    // The same word again, in time and late.
    await say(id, words[code])
    clock.aheadMs += mls.windowMs
    await say(id, words[code])
    await work()
    const expected = { kind: 'mls', code, documentId: 'instance-1' }
    expect(await told()).toMatchObject(isSent ? [expected] : [])
    expect(await showInbound(gateway, caller, id)).toMatchObject({
      status,
      outcome: code === 'RE' ? 'rejected' : 'succeeded',
    })
    const last = status === 'acknowledged' ? ['word', 'acknowledged'] : ['word']
    const sent = isSent ? ['answered'] : []
    expect(await events(id)).toEqual(['received', 'opened', ...last, ...sent])
  })

  it('is not followed by another word', async () => {
    const id = await arrived(sending)
    await say(id, words[code])
    const refused = { code: 'word.too-late', detail: expect.stringContaining(`${code} was said`) }
    await expect(say(id, another)).rejects.toMatchObject(refused)
    await work()
    await expect(say(id, another)).rejects.toMatchObject(refused)
    expect(await told()).toHaveLength(isSent ? 1 : 0)
  })

  it('is too late once the time for it is over', async () => {
    const id = await arrived(sending)
    clock.aheadMs += mls.tenantMs + 1
    await work()
    const sent = mlsType === 'ALWAYS_SEND' ? 'AB was sent at' : 'no status was sent'
    await expect(say(id, words[code])).rejects.toMatchObject({
      code: 'word.too-late',
      detail: expect.stringContaining(sent),
    })
    expect(await told()).toHaveLength(mlsType === 'ALWAYS_SEND' ? 1 : 0)
  })
})

it('says what is wrong, and where', async () => {
  const id = await arrived()
  await say(id, words.RE)
  await work()
  expect(await told()).toMatchObject([
    {
      description: 'Not ours.',
      issues: [
        { line: issue.location, text: issue.text, reason: 'BV' },
        { line: 'NA', text: warning.text, reason: 'BW' },
      ],
    },
  ])
})

it('is a file of the document as it was sent, and its log says so', async () => {
  const id = await arrived({ mlsType: 'FAILURE_ONLY' })
  await say(id, words.RE)
  await work()
  const { documents } = await store.listDocuments(serviceTenantId, {
    ...{ direction: ['outbound'], sort: 'createdAt', limit: 1 },
  })
  const sent = await store.latestFile(documents[0]!.id, 'ubl')
  const copy = await store.latestFile(id, 'mls')
  expect(copy?.bytes.equals(sent!.bytes)).toBe(true)
  const printed = await printStored(gateway, caller, { id }, { of: 'mls' })
  const status = await printBytes(gateway, 'mls', sent!.bytes, {})
  expect(printed).toMatchObject({ title: status.title, locale: 'en' })
  expect(printed.pdf.equals(status.pdf)).toBe(true)
  const digest = filesDigest([{ kind: 'mls', sha256: copy!.file.sha256 }])
  const line = (await store.auditOf(id)).find(({ event }) => event === 'answered')
  expect(line).toMatchObject({ detail: 'mls RE', filesSha256: digest })
  await signAudit(gateway)
  const faults: unknown[] = []
  const { keys, network } = gateway.peppolAccess
  const seatId = commonName(keys.certificate)!
  for await (const fault of verifyAudit({ store, trust: network.trust, seatId })) faults.push(fault)
  expect(faults).toEqual([])
})

it('has no file where nothing was sent', async () => {
  const id = await arrived({ mlsType: 'FAILURE_ONLY' })
  await say(id, words.AP)
  await work()
  expect(await store.latestFile(id, 'mls')).toBeUndefined()
  await expect(printStored(gateway, caller, { id }, { of: 'mls' })).rejects.toMatchObject({
    code: 'document.not-found',
    detail: 'There is no Message Level Status about the document.',
  })
})

it.each([
  ['RE without an issue', { code: 'RE' }, 'SCH-MLS-23'],
  ['RE with warnings only', { code: 'RE', issues: [warning] }, 'SCH-MLS-24'],
  ['AP with more than warnings', { code: 'AP', issues: [issue] }, 'SCH-MLS-25'],
  ['AB with more than warnings', { code: 'AB', issues: [issue] }, 'SCH-MLS-25'],
  ['a blank text', { code: 'RE', issues: [{ code: 'BV', text: ' ' }] }, 'SCH-MLS-29'],
] as const)('refuses %s', async (_, wish, rule) => {
  const id = await arrived({ mlsType: 'ALWAYS_SEND' })
  await expect(say(id, wish as unknown as WordWish)).rejects.toMatchObject({
    code: 'word.issues-mismatch',
    errors: [{ pointer: '/issues', rule }],
  })
  expect((await showInbound(gateway, caller, id)).mls).not.toHaveProperty('word')
})

it("is not heard about another tenant's document", async () => {
  const id = await arrived()
  const tenant = { ...caller.tenant, id: gateway.newId() }
  await expect(sayWord(gateway, { ...caller, tenant }, id, words.RE)).rejects.toMatchObject({
    code: 'document.not-found',
  })
})

it('means AP when the document was acknowledged', async () => {
  const id = await arrived({ mlsType: 'ALWAYS_SEND' })
  await acknowledge(gateway, caller, id)
  await say(id, { code: 'AP' })
  await expect(say(id, words.RE)).rejects.toMatchObject({ code: 'word.too-late' })
  await work()
  await say(id, { code: 'AP' })
  expect(await told()).toMatchObject([{ code: 'AP' }])
})

it('is sent once by another process when one dies between word and sending', async () => {
  const id = await arrived({ mlsType: 'FAILURE_ONLY' })
  await say(id, words.RE)
  const now = gateway.now()
  await store.claimInbound({ owner: 'dead', now, leaseMs: 60_000, limit: 10 })
  expect(await work()).toBe(0)
  clock.aheadMs += 60_001
  expect(await work()).toBe(1)
  clock.aheadMs += 60_001
  expect(await work()).toBe(0)
  expect(await told()).toMatchObject([{ code: 'RE' }])
})

it('is sent instead of what was being sent when it came', async () => {
  const id = await arrived({ mlsType: 'ALWAYS_SEND' })
  clock.aheadMs += mls.tenantMs
  // AB is in hand.
  const claim = { owner: 'slow', now: gateway.now(), leaseMs: 60_000, limit: 10 }
  const [held] = await store.claimInbound(claim)
  await say(id, words.RE)
  await answerArrival(gateway, held!)
  expect(await told()).toEqual([])
  await work()
  expect(await told()).toMatchObject([{ code: 'RE' }])
})

it.each([
  ['that both end it', words.AP, words.RE],
  ['that both leave it available', words.AB, { ...words.AB, description: 'It is here.' }],
])('counts once when two different ones come together, %s', async (_, one, other) => {
  const id = await arrived({ mlsType: 'ALWAYS_SEND' })
  const results = await Promise.allSettled([say(id, one), say(id, other)])
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  await work()
  const { mls: after } = await showInbound(gateway, caller, id)
  expect(await told()).toMatchObject([{ code: after.word!.code }])
})

it('may be said for as long as the tenant has, and AB is sent then', async () => {
  await store.changeTenant({ id: caller.tenant.id, mlsWait: 12 }, by)
  const id = await arrived({ mlsType: 'ALWAYS_SEND' })
  clock.aheadMs += 12 * 60_000 - 1_000
  expect(await work()).toBe(0)
  await say(id, words.RE)
  await work()
  await send({ mlsType: 'ALWAYS_SEND', instanceIdentifier: 'instance-2' })
  clock.aheadMs += 12 * 60_000 + 1_000
  await work()
  expect(await told()).toMatchObject([{ code: 'RE' }, { code: 'AB', documentId: 'instance-2' }])
  await store.changeTenant({ id: caller.tenant.id, mlsWait: null }, by)
})

it('is told to further senders of the same document', async () => {
  const same = { instanceIdentifier: 'the-same', content: invoiceNamed('F-1') }
  const id = await arrived(same)
  await send({ ...same, keys: test.accessPoint('POP900004') })
  await say(id, words.RE)
  await work()
  clock.aheadMs += 10_000
  await answerSenders(gateway)
  expect(await told()).toMatchObject([
    { code: 'RE', description: 'Not ours.' },
    { code: 'RE', description: 'Not ours.' },
  ])
})

it('is not heard about what our validation has refused', async () => {
  const judging = {
    ...gateway,
    validate: validator.validate,
    inbound: { ...gateway.inbound, validation: 'schema' as const },
  }
  const content = Buffer.from(`${invoiceNamed('F-1')}`.replace(/<cbc:ID>.*?<\/cbc:ID>/, ''))
  await send({ content }, judging)
  await work(judging)
  const [document] = await inbound()
  const saying = sayWord(judging, caller, document!.id, { code: 'AP' })
  await expect(saying).rejects.toMatchObject({ code: 'word.too-late' })
})
