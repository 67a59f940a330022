// The audit log as a whole: what somebody with the rights of the database changes in it, or takes
// out of it, is found.
import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { pathOf, rootAlong, rootOf } from '../../../src/core/evidence/audit-head.ts'
import { coveredLog, signAudit } from '../../../src/core/evidence/sign-audit.ts'
import {
  type AuditFault,
  type KnownHead,
  verifyAudit,
} from '../../../src/core/evidence/verify-audit.ts'
import { localKeys, newUuid } from '../../../src/crypto/index.ts'
import { openTestGateway } from '../test-gateway.ts'

const { gateway, pool, submit, attempt, clock, receiverKeys } = await openTestGateway()
const { store, peppolAccess } = gateway
const { trust } = peppolAccess.network
const own = { store, trust, seatId: 'POP900001' }

/** Two delivered documents and one that waits, covered by two heads. */
async function history(): Promise<{ first: string; second: string; last: KnownHead }> {
  const { record: first } = await submit()
  await attempt()
  await signAudit(gateway)
  clock.aheadMs += 1_000
  const { record: second } = await submit()
  await attempt()
  await submit()
  await signAudit(gateway)
  const { number, hash } = (await store.lastHead())!
  return { first: first.id, second: second.id, last: { number, hash } }
}

async function faultsOf(known: KnownHead[] = []): Promise<AuditFault[]> {
  const faults: AuditFault[] = []
  for await (const fault of verifyAudit(own, known)) faults.push(fault)
  return faults
}

/** As somebody who may do everything to the database. */
async function forge(statements: string, values: unknown[] = []): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query("begin; set local session_replication_role = 'replica'")
    for (const statement of statements.split(';')) await client.query(statement, values)
    await client.query('commit')
  } finally {
    client.release()
  }
}

it('finds nothing wrong with a log that nobody touched', async () => {
  const { last } = await history()
  const verifying = verifyAudit(own, [last])
  expect(await verifying.next()).toEqual({
    done: true,
    value: {
      documents: 3,
      lines: 7,
      logLines: 2,
      heads: 2,
      lastHead: expect.objectContaining(last),
      uncovered: 0,
      withoutDigest: 0,
      removed: 0,
      forgotten: 0,
      forgottenOnes: [],
    },
  })
})

const hashLine = `
  encode(sha256(convert_to(json_build_array(
    previous_hash, document_id, sequence,
    to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    from_status, to_status, event, actor, attempt, detail, files_sha256)::text, 'UTF8')), 'hex')`

const forgeries: [string, string, RegExp][] = [
  ['a changed detail', `update audit set detail = 'x' where document_id = $1`, /chain .* broken/],
  [
    'a changed line with the hash that it should have',
    `update audit set actor = 'x' where document_id = $1 and sequence = 3;
     update audit set hash = ${hashLine} where document_id = $1 and sequence = 3`,
    /line 3 is not the one that was signed/,
  ],
  [
    'a whole chain that was written anew',
    `update audit set actor = 'x' where document_id = $1 and sequence = 1;
     update audit set hash = ${hashLine} where document_id = $1 and sequence = 1;
     update audit set previous_hash = (select hash from audit before
       where before.document_id = $1 and before.sequence = 1)
       where document_id = $1 and sequence = 2;
     update audit set hash = ${hashLine} where document_id = $1 and sequence = 2;
     update audit set previous_hash = (select hash from audit before
       where before.document_id = $1 and before.sequence = 2)
       where document_id = $1 and sequence = 3;
     update audit set hash = ${hashLine} where document_id = $1 and sequence = 3`,
    /line 3 is not the one that was signed/,
  ],
  ['a line missing', 'delete from audit where document_id = $1 and sequence = 2', /broken/],
  [
    'a cut tail, and the status set back with it',
    `delete from audit where document_id = $1 and sequence = 3;
     update states set status = 'sending', completed_at = null where document_id = $1`,
    /line 3, which was signed, is missing/,
  ],
  ['a status without a line', `update states set status = 'failed' where document_id = $1`, /says/],
  [
    'a document removed from all tables',
    `delete from audit where document_id = $1; delete from states where document_id = $1;
     delete from documents where id = $1`,
    /line 3, which was signed, is missing/,
  ],
  ['a document removed, its lines left', 'delete from documents where id = $1', /is missing/],
  ['a log removed, its document left', 'delete from audit where document_id = $1', /no lines/],
]

it.each(forgeries)('finds %s', async (_, statements, detail) => {
  const { first } = await history()
  expect(await faultsOf()).toEqual([])
  for (const statement of statements.split(';')) await forge(statement, [first])
  const faults = await faultsOf()
  expect(faults.map((fault) => fault.detail).join('\n')).toMatch(detail)
  expect(faults.every(({ documentId }) => documentId === first)).toBe(true)
})

const headForgeries: [string, string, RegExp][] = [
  [
    'a head without one of its lines',
    'update audit_heads set lines = substring(lines from 53) where number = 2',
    /are not those that were signed/,
  ],
  [
    'a head with another root',
    `update audit_heads set root = sha256('x') where number = 2`,
    /signature|hash/,
  ],
  [
    'a head with another signature',
    'update audit_heads set signature = set_byte(signature, 9, 255 - get_byte(signature, 9))',
    /its signature is not that of its certificate/,
  ],
  ['a head missing', 'delete from audit_heads where number = 1', /the head before it is missing/],
]

it.each(headForgeries)('finds %s', async (_, statement, detail) => {
  await history()
  await forge(statement)
  expect((await faultsOf()).map((fault) => fault.detail).join('\n')).toMatch(detail)
})

it('finds a head that a stranger signed', async () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const { certificate } = peppolAccess.keys
  const forged = { ...peppolAccess, keys: localKeys({ certificate, privateKey }) }
  await submit()
  await signAudit({ ...gateway, peppolAccess: forged })
  expect(await faultsOf()).toEqual([
    { head: 1, detail: 'its signature is not that of its certificate' },
  ])
})

it('finds a head whose signer the network does not know', async () => {
  await history()
  const faults: AuditFault[] = []
  const strangers = { ...trust, accessPointIssuers: trust.smpIssuers }
  for await (const fault of verifyAudit({ ...own, trust: strangers })) faults.push(fault)
  expect(faults.map(({ detail }) => detail)).toEqual([
    expect.stringContaining('its signer is not trusted'),
    expect.stringContaining('its signer is not trusted'),
  ])
})

it('finds the newest head gone, with all it covers, by a head known from elsewhere', async () => {
  const { second, last } = await history()
  await forge('delete from audit_heads where number = 2')
  await forge('delete from audit where document_id >= $1', [second])
  await forge('delete from states where document_id >= $1', [second])
  await forge('delete from documents where id >= $1', [second])
  expect(await faultsOf()).toEqual([])
  expect(await faultsOf([last])).toEqual([
    { head: 2, detail: 'it is known from elsewhere, and missing here' },
  ])
  expect(await faultsOf([{ ...last, number: 1 }])).toEqual([
    { head: 1, detail: 'it is not the head that was known from elsewhere' },
  ])
})

it('leaves no line uncovered when documents move while heads are signed', async () => {
  const ids: string[] = []
  const moving = async () => {
    for (let n = 0; n < 10; n++) {
      ids.push((await submit()).record.id)
      await attempt()
    }
  }
  const signing = async () => {
    for (let n = 0; n < 20; n++) await signAudit(gateway)
  }
  await Promise.all([moving(), signing(), signing()])
  await signAudit(gateway)
  expect(await faultsOf()).toEqual([])
  expect(await store.uncoveredLines(10)).toEqual([])
  const covered = (await store.headsAfter(0, 1_000)).flatMap(({ packed }) => packed.toString('hex'))
  for (const id of ids) {
    const last = (await store.auditOf(id)).at(-1)
    expect(covered.some((lines) => lines.includes(last!.hash))).toBe(true)
  }
})

it('leaves a line uncovered that is added while the one before it is covered', async () => {
  const { record } = await submit()
  const addHead: typeof store.addHead = async (head, lines) => {
    await attempt()
    return store.addHead(head, lines)
  }
  await signAudit({ ...gateway, store: { ...store, addHead } })
  const { sequence, hash } = (await store.auditOf(record.id)).at(-1)!
  expect(await store.uncoveredLines(10)).toEqual([{ documentId: record.id, sequence, hash }])
  await signAudit(gateway)
  expect(await store.uncoveredLines(10)).toEqual([])
  expect(await faultsOf()).toEqual([])
})

describe('the head over one document', () => {
  it('is the one that there is', async () => {
    const { first, second } = await history()
    expect((await coveredLog(gateway, first)).head.number).toBe(1)
    expect((await coveredLog(gateway, second)).head.number).toBe(2)
    expect((await store.lastHead())?.number).toBe(2)
  })

  it('is signed when its last line has none yet, once', async () => {
    const { record } = await submit()
    const { head, log, covered, index } = await coveredLog(gateway, record.id)
    expect(covered[index]).toEqual({ documentId: record.id, sequence: 1, hash: log[0]!.hash })
    expect((await coveredLog(gateway, record.id)).head.hash).toBe(head.hash)
    expect(await faultsOf()).toEqual([])
  })

  it('is found although it was signed a day later', async () => {
    const { record } = await submit()
    clock.aheadMs += 24 * 3_600_000
    await signAudit(gateway)
    const last = await store.lastHead()
    expect((await coveredLog(gateway, record.id)).head.hash).toBe(last?.hash)
    expect(await store.lastHead()).toEqual(last)
  })
})

it('finds a head that another access point of the network signed', async () => {
  await history()
  await submit()
  await signAudit({ ...gateway, peppolAccess: { ...peppolAccess, keys: receiverKeys } })
  expect(await faultsOf()).toEqual([
    { head: 3, detail: 'it is signed by POP900002, and we are POP900001' },
  ])
})

it.each([1, 2, 3, 5, 8, 13])(
  'each of %i lines has a path to the root, and no other has',
  (size) => {
    const lines = Array.from({ length: size }, (_, index) => ({
      documentId: newUuid(new Date(index)),
      sequence: index + 1,
      hash: String(index).padStart(64, '0'),
    }))
    const root = rootOf(lines)
    for (const [index, line] of lines.entries()) {
      const path = pathOf(lines, index)
      expect(rootAlong(line, path).equals(root)).toBe(true)
      expect(rootAlong({ ...line, sequence: 99 }, path).equals(root)).toBe(false)
    }
  },
)
