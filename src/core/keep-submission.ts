// What becomes of a submission: it is stored as accepted or rejected, with its files and its
// answer; a request that was answered before gets that answer again.
import { sha256 } from '../crypto/index.ts'
import { Problem, type ProblemCode, type ProblemDetail } from '../problem.ts'
import type { Accept, Document, NewFile } from '../store/index.ts'
import { digestInTurns } from '../threads/index.ts'
import type { Gateway } from './gateway.ts'
import type { ReadDocument } from './read-document.ts'
import { type DocumentRecord, toRecord } from './record.ts'
import { moveOn } from './status.ts'
import type { Submission, Submitted } from './submission.ts'
import type { ValidationReport } from './validate.ts'

type Needs = Pick<Gateway, 'store' | 'recentUbl' | 'submission' | 'queued' | 'now' | 'newId'>

/**
 * The answer given before to the same Idempotency-Key. Throws Problem `idempotency.key-reused`, or
 * the problem of that answer.
 */
export async function firstAnswer(
  gateway: Needs,
  submission: Submission,
): Promise<Submitted | undefined> {
  const { caller, path, idempotencyKey } = submission
  if (!idempotencyKey) return undefined
  const first = await gateway.store.firstAnswer(
    caller.tenant.id,
    path,
    idempotencyKey,
    gateway.now(),
  )
  if (!first) return undefined
  if (!first.bodySha256.equals(await requestDigest(submission))) throw keyReused()
  return replay(first.answer)
}

/**
 * Stores the document and queues its delivery. Throws Problem `document.duplicate`,
 * `idempotency.key-reused`.
 */
export async function keepAccepted(
  gateway: Needs,
  submission: Submission,
  document: Document,
  { ubl, report }: Pick<ReadDocument, 'ubl'> & { report?: ValidationReport },
): Promise<Submitted> {
  const record = toRecord(document)
  const files = [
    ...submittedFiles(gateway, submission),
    file(gateway, 'ubl', 'document.xml', 'application/xml', ubl),
    ...findingsFiles(gateway, report),
  ]
  const stored = await keep(gateway, submission, {
    document,
    files,
    move: moveOn(undefined, 'submitted', actorOf(submission)),
    job: { runAt: document.createdAt },
    answer: { status: 202, body: record },
  })
  if (!stored.replayed) {
    gateway.recentUbl.put(document.id, ubl)
    gateway.queued.notify()
  }
  return stored
}

/** Any more are kept with the document, but not listed in the answer. */
const errorsMax = 500

/** Stores the document as rejected, and throws the Problem that says why. */
export async function keepRejected(
  gateway: Needs,
  submission: Submission,
  document: Document,
  refused: { code: ProblemCode; report?: ValidationReport } & Reported,
): Promise<never> {
  const { code, report, reported } = refused
  const refusal: Refusal = {
    code,
    detail: refusalDetail(refused),
    errors: reported.slice(0, errorsMax),
    documentId: document.id,
  }
  const kept = await keep(gateway, submission, {
    document: {
      ...document,
      status: 'rejected',
      failure: { code, detail: refusal.detail, retryable: false },
      completedAt: document.createdAt,
    },
    files: [...submittedFiles(gateway, submission), ...findingsFiles(gateway, report)],
    move: moveOn(undefined, 'refused', actorOf(submission), code),
    answer: { status: 422, body: refusal },
  })
  if (kept.replayed) throw new Error('A refusal cannot replay a document')
  throw refusalProblem(refusal, false)
}

/** `count`: the number of faults, when `reported` does not hold all of them. */
type Reported = { reported: readonly ProblemDetail[]; count?: number }

function refusalDetail({
  reported,
  report,
  count = errorsAmong(reported),
}: Reported & { report?: ValidationReport }): string {
  const found = `${count} ${count === 1 ? 'fault' : 'faults'} found; nothing was sent.`
  if (reported.length > errorsMax && report)
    return (
      `${found} The first ${errorsMax} of ${reported.length} findings are listed here, all of ` +
      "them in the file 'findings'."
    )
  return count > errorsMax ? `${found} The first ${errorsMax} are listed here.` : found
}

function errorsAmong(reported: readonly ProblemDetail[]): number {
  return reported.filter(({ severity }) => severity === 'error').length
}

type Refusal = { code: ProblemCode; detail: string; errors: ProblemDetail[]; documentId: string }

type StoredAnswer = { status: number; body: unknown }

async function keep(
  { store, submission: limits }: Needs,
  submission: Submission,
  { answer, ...accept }: Omit<Accept, 'idempotency'> & { answer: StoredAnswer },
): Promise<Submitted> {
  const { path, idempotencyKey: key } = submission
  const expiresAt = new Date(accept.document.createdAt.getTime() + limits.idempotencyMs)
  const outcome = await store.acceptDocument({
    ...accept,
    ...(key
      ? {
          idempotency: {
            path,
            key,
            bodySha256: await requestDigest(submission),
            answer,
            expiresAt,
          },
        }
      : {}),
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

function replay({ status, body }: StoredAnswer): Submitted {
  if (status === 202) return { record: body as DocumentRecord, replayed: true }
  throw refusalProblem(body as Refusal, true)
}

function refusalProblem({ code, ...members }: Refusal, replayed: boolean): Problem {
  return new Problem(code, { ...members, replayed })
}

function keyReused(): Problem {
  return new Problem('idempotency.key-reused', {
    detail:
      'This Idempotency-Key was used before with another body, query or headers. Use a new key ' +
      'for a new request.',
  })
}

function duplicate({ id, reference, status }: Document): Problem {
  return new Problem('document.duplicate', {
    detail:
      `The reference '${reference}' belongs to document ${id}, which is ${status}. A second ` +
      'document was not created.',
    documentId: id,
  })
}

function submittedFiles(gateway: Needs, { body }: Submission): NewFile[] {
  if (body.format === 'xml')
    return [file(gateway, 'submitted', 'submitted.xml', body.mediaType, body.bytes)]
  return [
    file(gateway, 'submitted', 'submitted.json', 'application/json', body.bytes),
    ...(body.attached ?? []).map(({ name, mediaType, bytes }) =>
      file(gateway, 'attachment', name, mediaType, bytes),
    ),
  ]
}

function findingsFiles(gateway: Needs, report: ValidationReport | undefined): NewFile[] {
  if (!report) return []
  const bytes = Buffer.from(`${JSON.stringify(report, null, 2)}\n`)
  return [file(gateway, 'findings', 'findings.json', 'application/json', bytes)]
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

// The query and the headers that change the outcome are part of the request, as its body is.
async function requestDigest({ body, options, testOnly, validation }: Submission): Promise<Buffer> {
  const mediaType = body.format === 'xml' ? body.mediaType : 'application/json'
  const settings = JSON.stringify([Object.entries(options).sort(), testOnly, validation, mediaType])
  const attached = body.format === 'json' ? (body.attached ?? []) : []
  const digests = [sha256(settings), await digestInTurns(body.bytes)]
  for (const file of attached)
    digests.push(
      sha256(JSON.stringify([file.name, file.mediaType])),
      await digestInTurns(file.bytes),
    )
  return sha256(Buffer.concat(digests))
}

function actorOf({ caller }: Submission): string {
  return `token:${caller.token.id}`
}
