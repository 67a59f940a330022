// Made-up records for the tests of the store; a test changes what matters to it.
import { createHash, randomUUID } from 'node:crypto'
import type {
  Accept,
  Attempt,
  ClaimedJob,
  Document,
  JobClaim,
  NewFile,
  Store,
} from '../../src/store/index.ts'

export const start = new Date('2026-03-01T10:00:00.000Z')

export function after(seconds: number): Date {
  return new Date(start.getTime() + seconds * 1000)
}

export async function newTenant(store: Store, name = 'main'): Promise<string> {
  return (
    await store.ensureTenant({
      id: randomUUID(),
      name,
      participants: ['0208:0123456749'],
      now: start,
    })
  ).id
}

export function newDocument(tenantId: string, changes: Partial<Document> = {}): Document {
  const createdAt = changes.createdAt ?? start
  return {
    id: randomUUID(),
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
    status: 'accepted',
    certainty: 'not-sent',
    attempts: 0,
    deadline: after(86_400),
    createdAt,
    updatedAt: createdAt,
    ...changes,
  }
}

export function newFile(changes: Partial<NewFile> = {}): NewFile {
  return {
    id: randomUUID(),
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
    job: { runAt: document.createdAt },
  }
}

export function withKey(
  accept: Accept,
  key: string,
  body: string,
  path = '/api/v1/invoices/submit',
): Accept {
  return {
    ...accept,
    idempotency: {
      path,
      key,
      bodySha256: createHash('sha256').update(body).digest(),
      answer: { status: 202, body: { id: accept.document.id, type: 'invoice' } },
      expiresAt: new Date(accept.document.createdAt.getTime() + 604_800_000),
    },
  }
}

export function claimBy(owner: string, now: Date, limit = 10): JobClaim {
  return {
    owner,
    limit,
    now,
    leaseMs: 15_000,
    moves: {
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

export async function claimOne(store: Store, now: Date, owner = 'node-1'): Promise<ClaimedJob> {
  const [job, ...more] = await store.claimJobs(claimBy(owner, now, 1))
  if (job === undefined || more.length > 0) throw new Error('There should be exactly one job')
  return job
}

export function claimOf(job: ClaimedJob) {
  return { jobId: job.jobId, epoch: job.epoch, documentId: job.document.id, leaseUntil: after(15) }
}

export function newAttempt(changes: Partial<Attempt> = {}): Attempt {
  return { id: randomUUID(), number: 1, startedAt: after(1), ...changes }
}
