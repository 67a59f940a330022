// Takes a document from a caller: its bytes are made or read once, and stored with all that belongs to them in one
// transaction. What was answered 202 for is durable.
import { type KindName, kinds } from '../billing/index.ts'
import { sha256 } from '../crypto/index.ts'
import { Problem, type ProblemCode, type ProblemDetail } from '../problem.ts'
import type { Accept, Document, NewFile, ValidationFacts } from '../store/index.ts'
import { type Addressed, type AddressOptions, addressDocument } from './address-document.ts'
import type { Caller, Gateway } from './gateway.ts'
import { type ReadDocument, readDocument, type SubmittedBody } from './read-document.ts'
import { type DocumentRecord, toRecord } from './record.ts'
import { moveOn } from './status.ts'

export type ValidationMode = ValidationFacts['mode']

export type Submission = {
  caller: Caller
  kind: KindName
  /** The path that was called: an Idempotency-Key counts per tenant and path. */
  path: string
  body: SubmittedBody
  options: AddressOptions & { clientId?: string; reference?: string; deadline?: string }
  testOnly: boolean
  validation: ValidationMode
  idempotencyKey?: string
}

export type Submitted = { record: DocumentRecord; replayed: boolean }

type Needs = Pick<
  Gateway,
  'store' | 'world' | 'backlog' | 'delivery' | 'submission' | 'draining' | 'queued' | 'now' | 'newId'
>

/** Throws Problem; a document refused for its content is stored as `rejected` first, and the problem names it. */
export async function submit(gateway: Needs, submission: Submission): Promise<Submitted> {
  if (gateway.draining.now) throw new Problem('maintenance.draining')
  const earlier = await firstAnswer(gateway, submission)
  if (earlier) return earlier
  await refuseWhatCannotBeTaken(gateway, submission)
  const read = readDocument(kinds[submission.kind], submission.body)
  const addressed = addressDocument(read, submission.options, submission.body.format)
  refuseForeignSender(submission.caller, addressed)
  const document = newDocument(gateway, submission, read, addressed)
  return read.inconsistencies.length > 0
    ? reject(gateway, submission, document, 'document.totals-inconsistent', read.inconsistencies)
    : accept(gateway, submission, document, read)
}

async function firstAnswer(gateway: Needs, submission: Submission): Promise<Submitted | undefined> {
  const { caller, path, idempotencyKey } = submission
  if (!idempotencyKey) return undefined
  const first = await gateway.store.firstAnswer(caller.tenant.id, path, idempotencyKey, gateway.now())
  if (!first) return undefined
  if (!first.bodySha256.equals(requestDigest(submission))) throw keyReused()
  return replay(first.answer)
}

async function refuseWhatCannotBeTaken(gateway: Needs, submission: Submission): Promise<void> {
  const { world, submission: limits } = gateway
  const { caller, testOnly, validation } = submission
  if (caller.token.environment === 'test' && world.network.name === 'production' && !testOnly) {
    const detail =
      'A test token never reaches the production network; send X-TestOnly: true, or use a live token.'
    throw new Problem('auth.environment-mismatch', { detail })
  }
  if (validation !== 'off') {
    const detail = 'No validation rules are installed. Send X-Validation: false, or leave the header out.'
    throw new Problem('validation.unavailable', { detail })
  }
  if ((await gateway.backlog()) >= limits.backlogMax) throw new Problem('capacity.backlog-full')
}

function refuseForeignSender({ tenant }: Caller, { sender }: Addressed): void {
  if (tenant.participants.includes('*') || tenant.participants.includes(sender.id)) return
  throw new Problem('participant.sender-not-allowed', {
    detail: `The tenant '${tenant.name}' may not send for ${sender.id}.`,
  })
}

function newDocument(
  { delivery, now, newId }: Needs,
  { caller, kind, options, testOnly, validation }: Submission,
  { summary }: ReadDocument,
  addressed: Addressed,
): Document {
  const at = now()
  return {
    id: newId(),
    tenantId: caller.tenant.id,
    kind,
    direction: 'outbound',
    test: testOnly,
    ...(options.clientId ? { clientId: options.clientId } : {}),
    ...(options.reference ? { reference: options.reference } : {}),
    number: summary.number,
    issueDate: summary.issueDate,
    ...addressed,
    totals: summary.totals,
    instanceIdentifier: newId(),
    validation: { mode: validation, verdict: 'not-validated', errors: 0, warnings: 0, ruleSets: [] },
    status: 'accepted',
    certainty: 'not-sent',
    attempts: 0,
    deadline: deadlineOf(options.deadline, at, delivery.deadlineMs),
    createdAt: at,
    updatedAt: at,
  }
}

/** Who has not been reached in a month will hardly be; and a caller wants to hear of it. */
const deadlineMsMax = 30 * 24 * 3_600_000

function deadlineOf(stated: string | undefined, at: Date, defaultMs: number): Date {
  if (!stated) return new Date(at.getTime() + defaultMs)
  const deadline = new Date(stated)
  const leftMs = deadline.getTime() - at.getTime()
  if (leftMs > 0 && leftMs <= deadlineMsMax) return deadline
  const message = `The deadline ${stated} ${leftMs > 0 ? 'is more than 30 days away' : 'has passed'}.`
  throw new Problem('request.invalid-field', { detail: message, errors: [{ message, value: stated }] })
}

async function accept(
  gateway: Needs,
  submission: Submission,
  document: Document,
  { ubl }: ReadDocument,
): Promise<Submitted> {
  const record = toRecord(document)
  const files = [
    submittedFile(gateway, submission),
    file(gateway, 'ubl', 'document.xml', 'application/xml', ubl),
  ]
  const stored = await store(gateway, submission, {
    document,
    files,
    move: moveOn(undefined, 'submitted', actorOf(submission)),
    job: { runAt: document.createdAt, lane: document.receiver.id },
    answer: { status: 202, body: record },
  })
  if (!stored.replayed) gateway.queued.ring()
  return stored
}

async function reject(
  gateway: Needs,
  submission: Submission,
  accepted: Document,
  code: ProblemCode,
  errors: ProblemDetail[],
): Promise<Submitted> {
  const detail = `${errors.length} ${errors.length === 1 ? 'fault' : 'faults'} found; nothing was sent.`
  const refusal: Refusal = { code, detail, errors, documentId: accepted.id }
  await store(gateway, submission, {
    document: {
      ...accepted,
      status: 'rejected',
      failure: { code, detail, retryable: false },
      completedAt: accepted.createdAt,
    },
    files: [submittedFile(gateway, submission)],
    move: moveOn(undefined, 'refused', actorOf(submission), code),
    answer: { status: 422, body: refusal },
  })
  throw refusalProblem(refusal, false)
}

type Refusal = { code: ProblemCode; detail: string; errors: ProblemDetail[]; documentId: string }

type Answer = { status: number; body: unknown }

async function store(
  { store, submission: limits }: Needs,
  submission: Submission,
  { answer, ...accept }: Omit<Accept, 'idempotency'> & { answer: Answer },
): Promise<Submitted> {
  const { path, idempotencyKey: key } = submission
  const expiresAt = new Date(accept.document.createdAt.getTime() + limits.idempotencyMs)
  const outcome = await store.acceptDocument({
    ...accept,
    ...(key ? { idempotency: { path, key, bodySha256: requestDigest(submission), answer, expiresAt } } : {}),
  })
  switch (outcome.kind) {
    case 'stored':
      return { record: toRecord(accept.document), replayed: false }
    case 'replay':
      return replay(outcome.answer)
    case 'key-reused':
      throw keyReused()
    case 'reference-taken':
      throw duplicate(outcome.document)
  }
}

function replay({ status, body }: Answer): Submitted {
  if (status === 202) return { record: body as DocumentRecord, replayed: true }
  throw refusalProblem(body as Refusal, true)
}

function refusalProblem({ code, ...members }: Refusal, replayed: boolean): Problem {
  return new Problem(code, { ...members, replayed })
}

function keyReused(): Problem {
  return new Problem('idempotency.key-reused', {
    detail:
      'This Idempotency-Key came before with another body, query or headers. Use a new key for a new request.',
  })
}

function duplicate({ id, reference, status }: Document): Problem {
  return new Problem('document.duplicate', {
    detail: `The reference '${reference}' belongs to document ${id}, which is ${status}. Sending it again would make a second document, so it was not done.`,
    documentId: id,
  })
}

function submittedFile(gateway: Needs, { body }: Submission): NewFile {
  return body.format === 'json'
    ? file(gateway, 'submitted', 'submitted.json', 'application/json', body.bytes)
    : file(gateway, 'submitted', 'submitted.xml', body.mediaType, body.bytes)
}

function file(
  { newId }: Pick<Gateway, 'newId'>,
  kind: NewFile['kind'],
  name: string,
  mediaType: string,
  bytes: Buffer,
): NewFile {
  return { id: newId(), kind, name, mediaType, bytes }
}

// The query and the headers that change what is done belong to the request as its body does.
function requestDigest({ body, options, testOnly, validation }: Submission): Buffer {
  const settings = JSON.stringify([Object.entries(options).sort(), testOnly, validation])
  return sha256(Buffer.concat([sha256(settings), sha256(body.bytes)]))
}

function actorOf({ caller }: Submission): string {
  return `token:${caller.token.id}`
}
