// A document is forgotten at a person's request: nothing of its contents is in any table any more,
// and the audit log is as whole as before.
import { beforeEach, describe, expect, it } from 'vitest'
import { evidenceOf } from '../../../src/core/evidence/evidence.ts'
import { forget } from '../../../src/core/evidence/forget.ts'
import { signAudit } from '../../../src/core/evidence/sign-audit.ts'
import { verifyAudit } from '../../../src/core/evidence/verify-audit.ts'
import type { Caller } from '../../../src/core/gateway.ts'
import { cancelDocument } from '../../../src/core/operations/cancel.ts'
import { sendAgain } from '../../../src/core/operations/send-again.ts'
import { setAside } from '../../../src/core/operations/set-aside.ts'
import { acknowledge, inboundContent, showInbound } from '../../../src/core/receive/inbound.ts'
import { respond } from '../../../src/core/receive/respond.ts'
import { sayWord } from '../../../src/core/receive/say-word.ts'
import { answersTo } from '../../../src/core/tracking/answers.ts'
import { printStored } from '../../../src/core/tracking/print.ts'
import { search } from '../../../src/core/tracking/search.ts'
import { fileContent, filesOf, historyOf, trackDocument } from '../../../src/core/tracking/track.ts'
import { formatIdentifier } from '../../../src/peppol/index.ts'
import { buildMls, mlsDocumentType, mlsProcess } from '../../../src/reporting/index.ts'
import { forgottenDetail, linesDigest } from '../../../src/store/documents/audit.ts'
import { recordSha256 } from '../../../src/store/documents/record-digest.ts'
import { invoiceNamed, openReceivingGateway } from '../arrivals.ts'
import { each, foundIn } from '../dump.ts'
import { invoice, jsonBody } from '../test-gateway.ts'

const test = await openReceivingGateway()
const { gateway, caller, clock, pool, faultPlan } = test
const { store } = gateway
const reason = 'Request 17'

beforeEach(() => {
  clock.aheadMs = 0
  faultPlan.clear()
})

const isFound = (secrets: readonly string[]) => foundIn(pool, secrets)

async function verified() {
  await signAudit(gateway)
  const { trust } = gateway.peppolAccess.network
  const faults: unknown[] = []
  const verifying = verifyAudit({ store, trust, seatId: 'POP900001' })
  for (let next = await verifying.next(); ; next = await verifying.next()) {
    if (next.done) return { faults, summary: next.value }
    faults.push(next.value)
  }
}

const sentSecrets = [
  ...['Forgotten Buyer', 'Forgotten Seller', 'Forgotten line', 'forgotten-note.txt'],
  ...['Forgotten attachment', 'Forgotten aside', 'Forgotten description', 'Forgotten issue'],
  ...['Forgotten echo'],
]

/** A document with contents wherever there can be any: delivered, refused, told of, set aside. */
async function sentWithContents(number = 'G-1'): Promise<string> {
  await test.register()
  const webhook = { tenantId: caller.tenant.id, url: 'https://erp.example.com/', types: [] }
  await store.createWebhook(
    { ...webhook, id: gateway.newId(), secret: Buffer.from('x'), createdAt: gateway.now(), max: 9 },
    { actor: 'test', at: gateway.now() },
  )
  const { buyer, seller, lines, ...rest } = invoice() as Record<string, object>
  const document = {
    ...{ ...rest, number, seller: { ...seller, name: 'Forgotten Seller' } },
    buyer: { ...buyer, name: 'Forgotten Buyer' },
    lines: [{ ...(lines as object[])[0], name: 'Forgotten line' }],
  }
  const attached = [
    {
      ...{ name: 'forgotten-note.txt', mediaType: 'text/csv' },
      bytes: Buffer.from('Forgotten attachment'),
    },
  ]
  const body = { format: 'json' as const, bytes: Buffer.from(JSON.stringify(document)), attached }
  const { record } = await test.submit({ body, idempotencyKey: `key-${number}` })
  expect((await test.attempt()).status).toBe('delivered')
  await refuse(record.id)
  await setAside(gateway, caller, record, 'Forgotten aside')
  await store.numberEvents()
  await pool.query(
    `update webhook_deliveries set status = 'delivered', due_at = null,
       attempts = '[{"at": "2026-01-01T00:00:00.000Z", "durationMs": 1, "body": "Forgotten echo"}]'
     where document_id = $1 and sequence = (
       select min(sequence) from webhook_deliveries where document_id = $1)`,
    [record.id],
  )
  return record.id
}

/** The Message Level Status of the other access point. */
async function refuse(documentId: string): Promise<void> {
  const content = buildMls({
    ...{ id: gateway.newId(), issuedAt: gateway.now(), code: 'RE', documentId },
    ...{ sender: '900002', receiver: '900001', description: 'Forgotten description' },
    issues: [{ line: 'NA', text: 'Forgotten issue', reason: 'FD' }],
  })
  await test.send({
    ...{ receiver: '0242:900001', content, process: mlsProcess.value },
    documentType: formatIdentifier(mlsDocumentType).split('::').slice(1).join('::'),
  })
  await test.work()
}

const countOf = async (from: string, id: string) =>
  (await pool.query(`select count(*)::integer as count from ${from}`, [id])).rows[0].count

describe('a document that was sent', () => {
  it('leaves nothing of its contents in any table, and the audit log is whole', async () => {
    const id = await sentWithContents()
    expect(await isFound(sentSecrets)).toEqual(each(sentSecrets, true))
    await signAudit(gateway)
    const before = await store.recordOf(id)

    const answer = await forget(gateway, caller, { id }, reason)
    expect(answer).toMatchObject({ id, reason, forgottenBy: `token:${caller.token.id}` })
    expect(answer.answers).toHaveLength(1)
    expect(await isFound(sentSecrets)).toEqual(each(sentSecrets, false))
    expect(await verified()).toMatchObject({
      faults: [],
      summary: { forgotten: 2, removed: 2 },
    })
    const { summary } = await verified()
    expect(summary.forgottenOnes).toContainEqual({
      ...{ documentId: id, actor: `token:${caller.token.id}`, at: new Date(answer.forgottenAt) },
    })
    expect(await store.recordOf(id)).toEqual({
      ...{ ...before, sender_name: null, receiver_name: null, warnings: [] },
    })
    expect(await trackDocument(gateway, caller, { id })).toMatchObject({
      ...{ number: 'G-1', issueDate: '2026-11-21', totals: { currency: 'EUR', payable: '60.50' } },
      ...{ sender: { id: '0208:0123456749' }, status: 'delivered', mls: { status: 'rejected' } },
      forgottenAt: answer.forgottenAt,
    })
  })

  it('has no delivery to webhooks queued any more, and its history keeps codes', async () => {
    const id = await sentWithContents()
    const queued = 'webhook_deliveries where due_at is not null and document_id = $1'
    expect(await countOf(queued, id)).toBeGreaterThan(0)
    await forget(gateway, caller, { id }, reason)
    expect(await countOf(queued, id)).toBe(0)
    const { auditLog } = await historyOf(gateway, caller, { id })
    expect(auditLog.map(({ event, detail }) => [event, detail?.split(':')[0]])).toEqual([
      ...[
        ['submitted', undefined],
        ['claimed', undefined],
      ],
      ...[
        ['delivered', expect.stringMatching(/^receipt /)],
        ['mls-received', 'RE'],
      ],
      ...[
        ['set-aside', undefined],
        ['forgotten', expect.stringMatching(/^record /)],
      ],
    ])
    expect(auditLog.at(-1)?.detail).toMatch(/: Request 17$/)
  })

  it('answers whoever asks for its contents that they were removed', async () => {
    const id = await sentWithContents()
    const { files } = await filesOf(gateway, caller, { id })
    await forget(gateway, caller, { id }, reason)
    const gone = { code: 'document.content-removed' }
    for (const ask of [
      () => fileContent(gateway, caller, id, files[0]!.id),
      () => evidenceOf(gateway, caller, { id }),
      () => printStored(gateway, caller, { id }, {}),
    ])
      await expect(ask()).rejects.toMatchObject(gone)
    expect(await answersTo(gateway, caller, { id })).toMatchObject([{ kind: 'mls', code: 'RE' }])
    const body = jsonBody(invoice())
    await expect(test.submit({ body, idempotencyKey: 'key-G-1' })).rejects.toMatchObject({
      code: 'idempotency.key-reused',
    })
  })

  it('is not sent again under its Idempotency-Key', async () => {
    const wish = { body: jsonBody(invoice()), idempotencyKey: 'again' }
    const { record } = await test.submit(wish)
    await test.attempt()
    await forget(gateway, caller, record, reason)
    await expect(test.submit(wish)).rejects.toMatchObject({
      ...{ code: 'document.content-removed', documentId: record.id },
    })
  })

  it('is forgotten once: again with the same answer, and with what was said since', async () => {
    const { record } = await test.submit()
    await test.register()
    await test.attempt()
    const first = await forget(gateway, caller, record, reason)
    clock.aheadMs += 60_000
    expect(await forget(gateway, caller, record, 'Another reason')).toEqual(first)
    await refuse(record.id)
    expect(await isFound(['Forgotten description'])).toEqual(each(['Forgotten description'], true))
    const again = await forget(gateway, caller, record, 'Another reason')
    expect(again).toMatchObject({ reason: 'Another reason', answers: [expect.any(String)] })
    expect(await isFound(['Forgotten description'])).toEqual(each(['Forgotten description'], false))
    expect((await verified()).faults).toEqual([])
  })

  it('is forgotten once by two who ask at the same moment', async () => {
    const { record } = await test.submit()
    await cancelDocument(gateway, caller, record)
    const [one, two] = await Promise.all([
      forget(gateway, caller, record, 'One'),
      forget(gateway, caller, record, 'Two'),
    ])
    expect(one).toEqual(two)
    const events = await test.events(record.id)
    expect(events.filter((event) => event === 'forgotten')).toHaveLength(1)
  })

  it('is not found by the name of its receiver, unless another one has it', async () => {
    const named = async (number: string) => {
      const body = jsonBody({ ...invoice(), number })
      const { record } = await test.submit({ body })
      await test.attempt()
      return record.id
    }
    const [one, two] = [await named('N-1'), await named('N-2')]
    const found = async () =>
      (await search(gateway, caller, 'nordlys')).records.map(({ number }) => number)
    await forget(gateway, caller, { id: one! }, reason)
    expect(await found()).toContain('N-2')
    await forget(gateway, caller, { id: two! }, reason)
    expect(await found()).toEqual([])
    await named('N-3')
    expect(await found()).toContain('N-3')
  })
})

describe('a document that was received', () => {
  const secrets = ['Forgotten party', 'Forgotten answer']

  it('is forgotten with what was answered', async () => {
    await test.register()
    const content = Buffer.from(
      invoiceNamed('R-1')
        .toString()
        .replaceAll(
          '<cac:PostalAddress>',
          '<cac:PartyName><cbc:Name>Forgotten party</cbc:Name></cac:PartyName><cac:PostalAddress>',
        ),
    )
    await test.send({ content })
    await test.work()
    const [{ id } = { id: '' }] = await test.inbound()
    await expect(forget(gateway, caller, { id }, reason)).rejects.toMatchObject({
      ...{ code: 'document.in-progress', detail: 'It is available: acknowledge it first.' },
    })
    const wish = { status: 'accepted', note: 'Forgotten answer' } as const
    const { record } = await respond(gateway, caller, id, { wish, validation: 'off' })
    await acknowledge(gateway, caller, id)
    await expect(forget(gateway, caller, { id }, reason)).rejects.toMatchObject({
      ...{ code: 'document.in-progress', documentId: record.id },
    })
    await test.attempt()
    expect(await isFound(secrets)).toEqual(each(secrets, true))
    expect(await forget(gateway, caller, { id }, reason)).toMatchObject({ answers: [record.id] })
    expect(await isFound(secrets)).toEqual(each(secrets, false))
    expect((await verified()).faults).toEqual([])
    await expect(inboundContent(gateway, caller, id)).rejects.toMatchObject({
      code: 'document.content-removed',
    })
    expect(await showInbound(gateway, caller, id)).toHaveProperty('forgottenAt')
  })

  it('is forgotten with what its receiver said, and the status that said it', async () => {
    const said = ['Forgotten word', 'Forgotten fault']
    await test.register()
    await test.send()
    await test.work()
    const [{ id } = { id: '' }] = await test.inbound()
    const issue = { code: 'BV', text: 'Forgotten fault' } as const
    await sayWord(gateway, caller, id, {
      ...{ code: 'RE', description: 'Forgotten word', issues: [issue] },
    })
    await test.work()
    await test.attempt()
    expect(await isFound(said)).toEqual(each(said, true))
    const copy = (await filesOf(gateway, caller, { id })).files.find(({ kind }) => kind === 'mls')!
    const { answers } = await forget(gateway, caller, { id }, reason)
    expect(answers).toHaveLength(1)
    expect(await isFound(said)).toEqual(each(said, false))
    expect((await store.latestFile(id, 'mls'))?.bytes).toHaveLength(0)
    await expect(fileContent(gateway, caller, id, copy.id)).rejects.toMatchObject({
      code: 'document.content-removed',
    })
    expect((await verified()).faults).toEqual([])
  })
})

describe('it is refused', () => {
  it('while an answer of ours is still to be sent', async () => {
    await test.register()
    await test.send({ mlsType: 'ALWAYS_SEND' })
    await test.work()
    const [{ id } = { id: '' }] = await test.inbound()
    await acknowledge(gateway, caller, id)
    await expect(forget(gateway, caller, { id }, reason)).rejects.toMatchObject({
      code: 'document.in-progress',
      detail: expect.stringMatching(/^It is acknowledged, and an answer to it is still to be sent/),
    })
    clock.aheadMs += 10 * 60_000
    await test.work()
    const sending = { code: 'document.in-progress', documentId: expect.not.stringContaining(id) }
    await expect(forget(gateway, caller, { id }, reason)).rejects.toMatchObject(sending)
    await test.attempt()
    expect(await forget(gateway, caller, { id }, reason)).toMatchObject({ id })
    expect((await verified()).faults).toEqual([])
  })

  it('for what waits, by its state; after its end it is done', async () => {
    const { record } = await test.submit()
    await expect(forget(gateway, caller, record, reason)).rejects.toMatchObject({
      code: 'document.in-progress',
      detail: 'It is accepted: cancel it, or wait for its end.',
    })
    await cancelDocument(gateway, caller, record)
    expect(await forget(gateway, caller, record, reason)).toMatchObject({ id: record.id })
  })

  it('for documents of others, and live ones of a test token', async () => {
    const { record } = await test.submit()
    await cancelDocument(gateway, caller, record)
    const another: Caller = { ...caller, tenant: { ...caller.tenant, id: gateway.newId() } }
    await expect(forget(gateway, another, record, reason)).rejects.toMatchObject({
      code: 'document.not-found',
    })
    const testing: Caller = { ...caller, testOnly: true }
    await expect(forget(gateway, testing, record, reason)).rejects.toMatchObject({
      code: 'auth.environment-mismatch',
    })
  })

  it('for a record or a line that was changed, and nothing is removed', async () => {
    for (const change of [
      `update documents set payable = '1.00' where id = `,
      `update audit set actor = 'no one' where sequence = 1 and document_id = `,
    ]) {
      const { record } = await test.submit()
      await cancelDocument(gateway, caller, record)
      await pool.query(
        `begin; set local session_replication_role = 'replica'; ${change} '${record.id}'; commit`,
      )
      await expect(forget(gateway, caller, record, reason)).rejects.toMatchObject({
        code: 'document.altered',
      })
      expect(await store.areBytesKept(record.id)).toBe(true)
      expect(await trackDocument(gateway, caller, record)).not.toHaveProperty('forgottenAt')
    }
  })
})

it('a failed document that was forgotten is not tried again', async () => {
  faultPlan.inject('ebms-error')
  const { record } = await test.submit()
  await test.attempt()
  faultPlan.clear()
  await forget(gateway, caller, record, reason)
  await expect(sendAgain(gateway, caller, record)).rejects.toMatchObject({
    ...{ code: 'document.not-retryable', detail: 'Its content was forgotten.' },
  })
})

describe('the audit log notices', () => {
  async function faultsAfter(change: string): Promise<string[]> {
    const { record } = await test.submit()
    await cancelDocument(gateway, caller, record)
    await setAside(gateway, caller, record, 'A note')
    await forget(gateway, caller, record, reason)
    await pool.query(
      `begin; set local session_replication_role = 'replica';
       ${change} '${record.id}'; commit`,
    )
    const { faults } = await verified()
    return faults.map((fault) => (fault as { detail: string }).detail)
  }

  it.each([
    [
      'a record that was changed later',
      `update documents set payable = '1.00' where id =`,
      'its record is not the one of its audit log',
    ],
    [
      'a line that was changed later, among those that lost texts',
      `update audit set actor = 'no one' where sequence = 2 and document_id =`,
      'its chain of lines is broken',
    ],
    [
      'a name that was written back',
      `update documents set receiver_name = 'Back' where id =`,
      'its record is not the one of its audit log',
    ],
  ])('%s', async (_, change, fault) => {
    expect(await faultsAfter(change)).toContain(fault)
  })

  it('a line that says so of a document that keeps its names', async () => {
    const { record } = await test.submit()
    await cancelDocument(gateway, caller, record)
    const { rows } = await pool.query<{ digest: string }>(
      `select ${recordSha256} as digest from documents document where id = $1`,
      [record.id],
    )
    const lines = await store.auditOf(record.id)
    const facts = { record: rows[0]!.digest, log: linesDigest(lines), reason: 'none' }
    await pool.query(
      `insert into audit (document_id, at, to_status, event, actor, detail)
       values ($1, $2, 'cancelled', 'forgotten', 'token:x', $3)`,
      [record.id, gateway.now(), forgottenDetail(facts)],
    )
    const { faults } = await verified()
    expect(faults).toEqual([{ documentId: record.id, detail: 'it was forgotten, and has texts' }])
  })

  it('nothing else can be changed by a statement, and nothing of another document', async () => {
    const { record } = await test.submit()
    for (const [change, named] of [
      [`update documents set payable = '1'`, record.id],
      [`update documents set receiver_name = 'Another'`, record.id],
      [`update documents set receiver_name = null`, gateway.newId()],
      [`update documents set receiver_name = null`, ''],
      [`update audit set actor = 'no one'`, record.id],
      [`update audit set detail = 'More'`, record.id],
      [`delete from audit`, record.id],
    ] as const)
      await expect(
        pool
          .query(
            `begin; set local fourcorner.forgets = '${named}'; ${change} ${
              change.includes('documents') ? 'where id' : 'where document_id'
            } = '${record.id}'; commit`,
          )
          .finally(() => pool.query('rollback')),
        change,
      ).rejects.toThrow(/refused/)
  })
})
