// Made-up records for the tests of the store; a test changes what matters to it.
import { createHash, randomUUID } from 'node:crypto'
import { limits } from '../../src/config/limits.ts'
import { newUuid } from '../../src/crypto/index.ts'
import type { NewArrival } from '../../src/store/inbound/arrivals.ts'
import {
  type Accept,
  type Attempt,
  type ChangedBy,
  type ClaimedJob,
  type Document,
  instanceDigest,
  type JobClaim,
  type KeyClaim,
  type LaneEnd,
  type NewFile,
  type Store,
} from '../../src/store/index.ts'
import type { TestDatabase } from './database.ts'

export const start = new Date('2026-03-01T10:00:00.000Z')

export function after(seconds: number): Date {
  return new Date(start.getTime() + seconds * 1000)
}

export async function newTenant(store: Store, name = 'main'): Promise<string> {
  return (
    await store.ensureTenant(
      { id: randomUUID(), name, participants: ['0208:0123456749'], duplicates: 'refuse' },
      by(),
    )
  ).id
}

/** Who changes something, for the log. */
export function by(at = start): ChangedBy {
  return { actor: 'test', at }
}

function newDocument(tenantId: string, changes: Partial<Document> = {}): Document {
  const createdAt = changes.createdAt ?? start
  return {
    id: newUuid(createdAt),
    tenantId,
    kind: 'invoice',
    direction: 'outbound',
    test: false,
    number: 'F2026-17',
    issueDate: '2026-03-01',
    sender: { id: '0208:0123456749', name: 'Bakkerij Ünal', country: 'BE' },
    receiver: { id: '9930:de987654321' },
    documentTypeId: 'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2::Invoice',
    processId: 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0',
    countryC1: 'BE',
    totals: { currency: 'EUR', payable: '121.00', tax: '21.00' },
    instanceIdentifier: randomUUID(),
    validation: { mode: 'off', verdict: 'not-validated', errors: 0, warnings: 0, ruleSets: [] },
    warnings: [],
    status: 'accepted',
    certainty: 'not-sent',
    repeats: 0,
    attempts: 0,
    attemptsBefore: 0,
    deadline: after(86_400),
    createdAt,
    updatedAt: createdAt,
    ...changes,
  }
}

/** What is known of any document: no number, no date, no amounts. */
export function newAcceptOfOther(tenantId: string, changes: Partial<Document> = {}): Accept {
  const accept = newAccept(tenantId, { kind: 'other', ...changes })
  const { number: _, issueDate: __, totals: ___, ...document } = accept.document
  return { ...accept, document: { ...document, ...changes } }
}

export function newFile(changes: Partial<NewFile> = {}): NewFile {
  return {
    id: newUuid(start),
    kind: 'ubl',
    name: 'a.xml',
    mediaType: 'application/xml',
    bytes: Buffer.from('<a/>'),
    ...changes,
  }
}

/** An accepted document with one file, one audit line and a delivery that is due at once. */
export function newAccept(tenantId: string, changes: Partial<Document> = {}): Accept {
  const document = newDocument(tenantId, changes)
  return {
    document,
    files: [newFile()],
    move: { to: 'accepted', event: 'submitted', actor: 'token:abc' },
    job: { runAt: document.createdAt, lane: 'https://ap.test/as4', bytes: 4 },
    allowDuplicate: true,
  }
}

/** Stores a document in any state, whatever moves lead there. */
export async function acceptAs(
  { store, pool }: Pick<TestDatabase, 'store' | 'pool'>,
  accept: Accept,
): Promise<void> {
  const { document } = accept
  const { waiting: _, failure: __, completedAt: ___, ...start } = document
  await store.acceptDocument({ ...accept, document: { ...start, status: 'accepted' } })
  const client = await pool.connect()
  const { waiting, failure } = document
  const ends = ['delivered', 'rejected', 'failed', 'cancelled'].includes(document.status)
  // As a replica, Postgres runs no triggers.
  await client.query("begin; set local session_replication_role = 'replica'")
  await client.query(
    `update states set status = $2, certainty = $3, waiting_reason = $4, waiting_since = $5,
       next_attempt_at = $6, failure_code = $7, failure_detail = $8, failure_retryable = $9,
       completed_at = $10 where document_id = $1`,
    [
      ...[document.id, document.status, document.certainty],
      ...[waiting?.reason, waiting?.since, waiting?.nextAttemptAt],
      ...[failure?.code, failure?.detail, failure?.retryable],
      ends ? (document.completedAt ?? document.updatedAt) : null,
    ],
  )
  if (ends) await client.query('delete from jobs where document_id = $1', [document.id])
  if (document.status === 'sending')
    await client.query(
      `update jobs set lease_owner = 'somebody', claimed_at = $2 where document_id = $1`,
      [document.id, document.updatedAt],
    )
  await client.query('commit')
  client.release()
}

const path = '/api/v1/invoices/submit'

/** A request for a key, which ends after 30 seconds unless it is renewed. */
export function newClaim(tenantId: string, key: string, changes: Partial<NewClaim> = {}): KeyClaim {
  const { body = 'body', now = start, ...others } = changes
  return {
    ...{ tenantId, path, key, holder: randomUUID(), now },
    bodySha256: createHash('sha256').update(body).digest(),
    until: new Date(now.getTime() + 30_000),
    ...others,
  }
}

type NewClaim = KeyClaim & { body: string }

/** Answers a key, for a week. */
export function withKey(accept: Accept, { tenantId, path, key, holder }: KeyClaim): Accept {
  const { id, createdAt } = accept.document
  const answer = { status: 202, body: { id, type: 'invoice' } }
  const expiresAt = new Date(createdAt.getTime() + 604_800_000)
  return { ...accept, idempotency: { tenantId, path, key, holder, answer, expiresAt } }
}

export function claimBy(owner: string, now: Date, limit = 10): JobClaim {
  return {
    owner,
    limit,
    now,
    leaseMs: 15_000,
    slots: limits.delivery.slots,
    moves: {
      hold: { to: 'waiting', event: 'held', actor: owner },
      claim: { to: 'sending', event: 'claimed', actor: owner },
      leaseRanOut: {
        to: 'waiting',
        event: 'lease-ran-out',
        actor: owner,
        detail: 'the lease ran out',
      },
    },
  }
}

export async function claimJobs(
  store: Pick<Store, 'claimJobs'>,
  claim: JobClaim,
): Promise<ClaimedJob[]> {
  return (await store.claimJobs(claim)).jobs
}

export async function claimOne(store: Store, now: Date, owner = 'node-1'): Promise<ClaimedJob> {
  const [job, ...more] = await claimJobs(store, claimBy(owner, now, 1))
  if (job === undefined || more.length > 0) throw new Error('There should be exactly one job')
  return job
}

export function claimOf(job: ClaimedJob) {
  return { jobId: job.jobId, epoch: job.epoch, documentId: job.document.id, leaseUntil: after(15) }
}

/** An attempt that showed nothing about its lane. */
export const laneUnknown: LaneEnd = {
  name: 'https://ap.test/as4',
  health: 'unknown',
  circuit: { failuresMax: 5, openMs: 30_000, openMsMax: 600_000 },
}

export function newAttempt(changes: Partial<Attempt> = {}): Attempt {
  return { id: randomUUID(), number: 1, startedAt: after(1), ...changes }
}

/** A document that an access point sent; `content` is its only file beside the receipt. */
export function newArrival(
  tenantId: string,
  changes: Partial<Document> = {},
  content: Buffer = Buffer.from('<Invoice/>'),
): NewArrival {
  const document = newDocument(tenantId, {
    direction: 'inbound',
    status: 'received',
    certainty: 'confirmed',
    mlsType: 'FAILURE_ONLY',
    instanceIdentifier: randomUUID(),
    as4: {
      messageId: `${randomUUID()}@ap.example`,
      sentAt: start,
      receivedAt: start,
      accessPoint: 'POP000306',
    },
    ...changes,
  })
  const sha256 = createHash('sha256').update(content).digest('hex')
  const receiptId = newUuid(document.createdAt)
  return {
    document,
    keys: {
      accessPoint: document.as4!.accessPoint!,
      messageId: document.as4!.messageId,
      instance: instanceDigest({
        sender: document.sender.id,
        receiver: document.receiver.id,
        instanceIdentifier: document.instanceIdentifier,
      }),
    },
    sbdSha256: sha256,
    documentSha256: sha256,
    files: [
      newFile({ kind: 'ubl', bytes: content }),
      newFile({ kind: 'as4-response', bytes: Buffer.from('<receipt/>'), id: receiptId }),
    ],
    receiptId,
    move: { to: 'received', event: 'received', actor: 'access-point:POP000306' },
    exchange: {
      at: start,
      direction: 'inbound',
      accessPoint: 'POP000306',
      documentTypeId: document.documentTypeId,
      processId: document.processId,
      countryC1: 'BE',
      endUser: document.receiver.id,
    },
  }
}

/** Stores such a document and opens it, as the gateway does; resolves with its id. */
export async function receiveDocument(
  store: Store,
  arrival: NewArrival,
  opened: Partial<Parameters<Store['openInbound']>[0]> = {},
): Promise<string> {
  const { id } = arrival.document
  await store.keepArrival(arrival)
  const claim = { owner: 'test', now: after(0), leaseMs: 60_000, limit: 100 }
  const claimed = await store.claimInbound(claim)
  const { epoch } = claimed.find(({ documentId }) => documentId === id)!
  await store.openInbound({
    ...{ documentId: id, epoch, at: after(1), files: [] },
    move: { to: 'available', event: 'opened', actor: 'reception' },
    ...opened,
  })
  return id
}
