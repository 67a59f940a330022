// What a forger with all rights of the database changes in documents, their files, answers and
// heads is found; and nothing that a gateway did is said to be wrong.
import { generateKeyPairSync } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { signAudit } from '../../../src/core/evidence/sign-audit.ts'
import {
  type AuditFault,
  type AuditSummary,
  verifyAudit,
} from '../../../src/core/evidence/verify-audit.ts'
import { acknowledge } from '../../../src/core/receive/inbound.ts'
import { localKeys, newUuid } from '../../../src/crypto/index.ts'
import type { Document } from '../../../src/store/index.ts'
import { invoiceNamed, openReceivingGateway } from '../arrivals.ts'

const test = await openReceivingGateway()
const { gateway, caller, pool, submit, attempt, clock, register, send, work } = test
const { store, peppolAccess } = gateway
const own = { store, trust: peppolAccess.network.trust, seatId: 'POP900001' }
const [hourMs, dayMs] = [3_600_000, 24 * 3_600_000]

beforeEach(() => {
  clock.aheadMs = 0
})

type Verified = { faults: AuditFault[]; summary: AuditSummary }

async function verify(needs: typeof own = own): Promise<Verified> {
  const faults: AuditFault[] = []
  const verifying = verifyAudit(needs)
  for (;;) {
    const { done, value } = await verifying.next()
    if (done) return { faults, summary: value }
    faults.push(value)
  }
}

const details = async (needs = own) => (await verify(needs)).faults.map(({ detail }) => detail)

/** As one who may do everything to the database. */
async function forge(statements: string, values: unknown[] = []): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query("begin; set local session_replication_role = 'replica'")
    for (const statement of statements.split(';').filter((text) => text.trim() !== ''))
      await client.query(statement, statement.includes('$1') ? values : [])
    await client.query('commit')
  } finally {
    client.release()
  }
}

/** A delivered document and one that was received and answered, under signed heads. */
async function history(): Promise<{ sent: Document; received: Document }> {
  await register()
  await submit({ options: { clientId: 'client-7', reference: 'order-7' } })
  const sent = await attempt()
  await send({ content: invoiceNamed('F-1'), mlsType: 'ALWAYS_SEND' })
  const [received] = await test.inbound()
  await acknowledge(gateway, caller, received!.id)
  await work()
  await signAudit(gateway)
  return { sent, received: received! }
}

const otherRecords: [string, string][] = [
  ['tenant_id', 'gen_random_uuid()'],
  ['direction', `'inbound'`],
  ['kind', `'creditNote'`],
  ['test', 'true'],
  ['client_id', `'client-8'`],
  ['reference', 'null'],
  ['number', `'F-9'`],
  ['issue_date', `'2025-01-01'`],
  ['sender_id', `'0208:0202239951'`],
  ['sender_name', `'Other'`],
  ['receiver_id', `'0088:7300010000001'`],
  ['document_type_id', `'other'`],
  ['payable', `'1.00'`],
  ['currency', `'SEK'`],
  ['tax', `'0.00'`],
  ['instance_identifier', `'other'`],
  ['validation', `jsonb_set(validation, '{verdict}', '"valid"')`],
  ['warnings', `'{none}'`],
  ['created_at', `created_at - interval '1 day'`],
]

it.each(otherRecords)('a record with another %s is found', async (column, value) => {
  const { sent } = await history()
  await forge(
    `update documents set ${column} = ${value} where id = $1;
               update states set tenant_id = (select tenant_id from documents where id = $1)
                 where document_id = $1`,
    [sent.id],
  )
  const { faults } = await verify()
  expect(faults).toContainEqual({
    documentId: sent.id,
    detail: 'its record is not the one of its audit log',
  })
})

const replaced = (kind: string) => `
  update files set size = 1, sha256 = sha256('x') where document_id = $1 and kind = '${kind}';
  delete from payload_chunks where payload_id in
    (select payload_id from files where document_id = $1 and kind = '${kind}') and ordinal > 0;
  update payload_chunks set bytes = 'x' where payload_id in
    (select payload_id from files where document_id = $1 and kind = '${kind}')`

const forgeries: [string, 'sent' | 'received', string, RegExp][] = [
  [
    'another tenant in the state alone',
    'sent',
    'update states set tenant_id = gen_random_uuid() where document_id = $1',
    /two tenants/,
  ],
  [
    'another certainty',
    'sent',
    `update states set certainty = 'unknown' where document_id = $1`,
    /its certainty is 'unknown'/,
  ],
  [
    'a status message that never came',
    'sent',
    `update states set mls_status = 'accepted', mls_code = 'AP', mls_due_at = null
       where document_id = $1`,
    /its Message Level Status is not/,
  ],
  [
    'a refusal without a code',
    'sent',
    `update states set mls_status = 'rejected', mls_due_at = null where document_id = $1`,
    /its Message Level Status is not/,
  ],
  [
    'another status message of ours',
    'received',
    `update states set mls_code = 'RE', mls_status = 'rejected' where document_id = $1`,
    /its Message Level Status is not/,
  ],
  [
    'another receipt id',
    'sent',
    `update states set as4_receipt_id = 'other@ap' where document_id = $1`,
    /its receipt is 'other@ap'/,
  ],
  [
    'another time of receipt',
    'sent',
    `update states set as4_received_at = as4_received_at - interval '1 day' where document_id = $1`,
    /the time of its receipt/,
  ],
  ['another receipt, with its digest', 'sent', replaced('as4-response'), /that line 3 names/],
  ['another document, with its digest', 'sent', replaced('ubl'), /that line 1 names/],
  ['another submission, with its digest', 'sent', replaced('submitted'), /that line 1 names/],
  ['another received document', 'received', replaced('ubl'), /that line 1 names/],
  [
    'changed bytes of a receipt',
    'sent',
    `update payload_chunks set bytes = 'x' where payload_id in
       (select payload_id from files where document_id = $1 and kind = 'as4-response')`,
    /the bytes of its file .* of the kind as4-response/,
  ],
  [
    'changed bytes of a message',
    'sent',
    `update payload_chunks set bytes = 'x' where payload_id in
       (select payload_id from files where document_id = $1 and kind = 'as4-request')`,
    /the bytes of its file .* of the kind as4-request/,
  ],
  [
    'bytes of a submission that are gone',
    'sent',
    `delete from payload_chunks where payload_id in
       (select payload_id from files where document_id = $1 and kind = 'submitted')`,
    /the bytes of its file .* of the kind submitted/,
  ],
  [
    'a file that was added',
    'sent',
    `insert into files overriding system value select document_id, ordinal + 1000000,
       gen_random_uuid(), payload_id, 'mls', name, media_type, size, sha256, created_at
     from files where document_id = $1 and kind = 'ubl'`,
    /no line names its file .*, of the kind mls/,
  ],
  [
    'a file that was removed',
    'sent',
    `delete from files where document_id = $1 and kind = 'as4-response'`,
    /that line 3 names/,
  ],
  [
    'a file of another kind',
    'received',
    `update files set kind = 'attachment' where document_id = $1 and kind = 'as4-response'`,
    /that line 1 names/,
  ],
  [
    'an answer that no one gave',
    'sent',
    `insert into answers values ($1, gen_random_uuid(), 'invoice-response', 'PD', now())`,
    /what was said about it/,
  ],
  ['an answer that is gone', 'received', 'delete from answers where document_id = $1', /was said/],
  [
    'an answer of another code',
    'received',
    `update answers set code = 'RE' where document_id = $1`,
    /what was said about it/,
  ],
]

it.each(forgeries)('%s is found', async (_, which, statements, detail) => {
  const documents = await history()
  expect(await details()).toEqual([])
  await forge(statements, [documents[which].id])
  const { faults } = await verify()
  expect(faults.map((fault) => fault.detail).join('\n')).toMatch(detail)
  expect(faults.every(({ documentId }) => documentId === documents[which].id)).toBe(true)
})

it('an answer that counts although the log doubts it is found', async () => {
  const { sent } = await history()
  await store.addAnswer({
    ...{ documentId: sent.id, answerId: gateway.newId(), kind: 'invoice-response', code: 'RE' },
    ...{ at: gateway.now(), actor: 'access-point:POP666666', doubt: 'from POP666666' },
  })
  expect(await details()).toEqual([])
  await forge('update answers set doubt = null where document_id = $1', [sent.id])
  expect(await details()).toEqual(['an answer counts that the log doubts'])
})

/** A document that was "delivered" three weeks ago, as every trigger would have written it. */
async function invent(sent: Document): Promise<string> {
  const at = new Date(gateway.now().getTime() - 21 * dayMs)
  const id = newUuid(at)
  await pool.query('select make_month($1)', [at])
  const columns = `
    direction, kind, test, number, issue_date, sender_id, sender_name, receiver_id, receiver_name,
    document_type_id, process_id, country_c1, currency, payable, tax, mls_type, validation,
    warnings`
  await pool.query(
    `insert into documents (id, tenant_id, instance_identifier, created_at, ${columns})
     select $2::uuid, tenant_id, $2::text, $3, ${columns} from documents where id = $1`,
    [sent.id, id, at],
  )
  await pool.query(
    `insert into audit (document_id, at, to_status, event, actor, detail)
     select $1, $2::timestamptz, to_status, event, 'delivery', detail from (values
       (1, 'accepted', 'submitted', null), (2, 'sending', 'claimed', null),
       (3, 'delivered', 'delivered', 'receipt r@ap')) line (place, to_status, event, detail)
     order by place`,
    [id, at],
  )
  await forge(
    `insert into states (document_id, tenant_id, status, certainty, as4_message_id, as4_sent_at,
       as4_receipt_id, as4_received_at, as4_access_point, attempts, deadline, updated_at,
       completed_at, mls_status, mls_due_at)
     select $1, tenant_id, 'delivered', 'confirmed', 'm@ap', '${at.toISOString()}'::timestamptz,
       'r@ap', '${at.toISOString()}', 'POP900002', 1, '${at.toISOString()}',
       '${at.toISOString()}', '${at.toISOString()}', 'overdue', '${at.toISOString()}'
     from documents where id = $1`,
    [id],
  )
  return id
}

describe('a document that was never sent', () => {
  it('is found when no head covers it', async () => {
    const { sent } = await history()
    const id = await invent(sent)
    await forge('delete from audit_uncovered where document_id = $1', [id])
    const expected = { documentId: id, detail: expect.stringContaining('in no head, although') }
    expect((await verify()).faults).toEqual([expected])
    await submit()
    await signAudit(gateway)
    expect((await verify()).faults).toEqual([expected])
  })

  it('is found when the gateway itself signs it', async () => {
    const { sent } = await history()
    const id = await invent(sent)
    await signAudit(gateway)
    expect((await verify()).faults).toEqual([
      { documentId: id, head: 2, detail: expect.stringContaining('is older than the head before') },
    ])
  })
})

describe('heads that were thrown away and signed anew', () => {
  const anew = `
    delete from audit_heads; delete from audit_signers;
    insert into audit_uncovered select document_id, max(sequence) from audit group by document_id
      on conflict do nothing`

  it('by another access point of the network are found, the first one too', async () => {
    await history()
    await forge(anew)
    await signAudit({ ...gateway, peppolAccess: { ...peppolAccess, keys: test.receiverKeys } })
    expect((await verify()).faults).toEqual([
      { head: 1, detail: 'it is signed by POP900002, and we are POP900001' },
    ])
  })

  it('with a key that is not ours are found', async () => {
    await history()
    await forge(anew)
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const keys = localKeys({ certificate: peppolAccess.keys.certificate, privateKey })
    await signAudit({ ...gateway, peppolAccess: { ...peppolAccess, keys } })
    expect((await verify()).faults).toEqual([
      { head: 1, detail: 'its signature is not that of its certificate' },
    ])
  })
})

describe('nothing is wrong, and nothing else is said of', () => {
  it('what a gateway did', async () => {
    await history()
    const { faults, summary } = await verify()
    expect(faults).toEqual([])
    expect(summary).toMatchObject({ documents: 3, uncovered: 0, withoutDigest: 0, removed: 0 })
  })

  it('an installation that was stopped for a day, before and after its next head', async () => {
    await history()
    await submit()
    clock.aheadMs += dayMs
    const { faults, summary } = await verify()
    expect(faults).toEqual([])
    expect(summary.uncovered).toBe(1)
    await submit()
    await signAudit(gateway)
    expect(await verify()).toMatchObject({ faults: [], summary: { uncovered: 0 } })
  })

  it('an installation whose certificate was renewed', async () => {
    await history()
    const keys = test.accessPoint('POP900001')
    expect(keys.certificate.fingerprint256).not.toBe(peppolAccess.keys.certificate.fingerprint256)
    clock.aheadMs += hourMs
    await submit()
    await signAudit({ ...gateway, peppolAccess: { ...peppolAccess, keys } })
    expect(await verify()).toMatchObject({ faults: [], summary: { heads: 2, uncovered: 0 } })
  })

  it('more lines of yesterday than one head covers', async () => {
    await history()
    await submit()
    const at = new Date(gateway.now().getTime() + 1_000)
    await pool.query(
      `with line as (select uuid_of($1) as id from generate_series(1, 1500))
       insert into audit (document_id, at, to_status, event, actor)
       select id, $1, 'rejected', 'refused', 'token:x' from line`,
      [at],
    )
    clock.aheadMs += dayMs
    await signAudit(gateway)
    expect((await store.headsAfter(0, 10)).map(({ packed }) => packed.length / 52)).toEqual([
      ...[6, 1024, 477],
    ])
    expect((await details()).filter((detail) => !/the document is missing/.test(detail))).toEqual(
      [],
    )
  })

  it('documents whose bytes were removed', async () => {
    await history()
    await pool.query('delete from payload_chunks')
    expect(await verify()).toMatchObject({ faults: [], summary: { removed: 3 } })
  })
})
