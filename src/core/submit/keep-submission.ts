// What becomes of a submission: it is stored as accepted or rejected, with its files and its
// answer.
import { shownPointer } from '../../billing/index.ts'
import type { ReadDocument } from '../../intake/index.ts'
import { Problem, type ProblemCode, type ProblemDetail } from '../../problem.ts'
import type { Accept, Accepted, Document, NewFile, StoredAnswer } from '../../store/index.ts'
import { actorOf } from '../access/actor.ts'
import { tenantRemoved } from '../access/tenant-removed.ts'
import { startDelivery } from '../deliver/start-delivery.ts'
import type { Gateway } from '../gateway.ts'
import { firstLane } from '../network/lane.ts'
import { toRecord } from '../record.ts'
import type { MadeReport } from '../reporting/tax-report.ts'
import { takeForTenant } from '../runtime/storage.ts'
import { moveOn } from '../status.ts'
import type { ValidationReport } from '../validate.ts'
import { duplicateProblem } from './duplicate.ts'
import { inProgress, type Refusal, refusalProblem } from './idempotency.ts'
import type { Submission, Submitted } from './submission.ts'

type KeepSubmissionNeeds = Pick<Gateway, 'store' | 'submission' | 'storage' | 'newId'>

/**
 * Stores the document with `warnings`, which may still be looked for, and sends it, or queues
 * it. Throws Problem `document.duplicate`, `idempotency.in-progress`,
 * `capacity.storage`.
 */
export async function keepAccepted(
  gateway: Gateway,
  submission: Submission,
  document: Document,
  {
    ubl,
    report,
    warnings,
    taxReport,
  }: Pick<ReadDocument, 'ubl'> & {
    report?: ValidationReport
    warnings: Promise<string[]>
    taxReport?: MadeReport
  },
): Promise<Submitted> {
  const files = [
    ...submittedFiles(gateway, submission),
    file(gateway, 'ubl', 'document.xml', 'application/xml', ubl),
    ...findingsFiles(gateway, report),
  ]
  await takeForTenant(gateway, document.tenantId, files)
  const isSent = document.waiting?.reason !== 'tax-report'
  const lane = isSent && (await firstLane(gateway.peppolAccess, document, gateway.now()))
  // What the warnings ask the database leaves before the message is made, which takes this thread.
  await new Promise((resolve) => setImmediate(resolve))
  const started = lane ? await startDelivery(gateway, document, { ubl, lane }) : undefined
  async function store() {
    const reported = taxReport ? { taxReport: taxReport.taxReport } : {}
    const warned = { ...document, ...reported, warnings: await warnings }
    const record = toRecord(warned)
    const stored = await keep(gateway, submission, {
      document: warned,
      files,
      move: moveOn(undefined, 'submitted', actorOf(submission.caller)),
      ...(lane
        ? { job: { ...jobOf(document, lane, ubl), ...(started ? { start: started.start } : {}) } }
        : {}),
      ...(taxReport ? { report: taxReport.report } : {}),
      answer: { status: 202, body: record },
      ...(submission.answering ? { answering: submission.answering } : {}),
      ...(submission.insteadOf ? { insteadOf: submission.insteadOf } : {}),
    })
    return { start: stored.start, warned, record }
  }
  const { start, warned, record } = await store().catch((error: unknown) => {
    started?.abandon()
    throw error
  })
  if (started && start) {
    started.send({ bytes: ubl.length, ...start })
  } else {
    started?.enqueue()
    gateway.recentDocuments.put(warned, ubl)
    gateway.queued.notify()
  }
  if (taxReport) queueReport(gateway, taxReport)
  return { record, replayed: false }
}

function jobOf({ createdAt: runAt }: Document, lane: string, { length: bytes }: Buffer) {
  return { runAt, lane, bytes }
}

function queueReport(
  { recentDocuments, queued }: Pick<Gateway, 'recentDocuments' | 'queued'>,
  { report: { document, files } }: MadeReport,
): void {
  recentDocuments.put(document, files[0]!.bytes as Buffer)
  queued.notify()
}

/** Any more are kept with the document, but not listed in the answer. */
const errorsMax = 500

/** Stores the document as rejected, and throws the Problem that says why. */
export async function keepRejected(
  gateway: KeepSubmissionNeeds,
  submission: Submission,
  document: Document,
  refused: Refused,
): Promise<never> {
  const { code, report, reported } = refused
  const refusal: Refusal = {
    code,
    detail: refusalDetail(refused),
    errors: reported.slice(0, errorsMax),
    documentId: document.id,
  }
  const files = [...submittedFiles(gateway, submission), ...findingsFiles(gateway, report)]
  await takeForTenant(gateway, document.tenantId, files)
  await keep(gateway, submission, {
    document: {
      ...document,
      status: 'rejected',
      failure: { code, detail: refusal.detail, retryable: false },
      completedAt: document.createdAt,
    },
    files,
    move: moveOn(undefined, 'refused', actorOf(submission.caller), code),
    answer: { status: 422, body: refusal },
  })
  throw refusalProblem(refusal, false)
}

/** Why a document is not kept. */
export type Refused = { code: ProblemCode; report?: ValidationReport } & Reported

/** `count`: the number of faults, when `reported` does not hold all of them. */
type Reported = { reported: readonly ProblemDetail[]; count?: number }

function refusalDetail({
  reported,
  report,
  count = errorsAmong(reported),
}: Reported & { report?: ValidationReport }): string {
  const [first] = reported.filter(({ severity }) => severity === 'error')
  const found = `${inShort(count, first)} Nothing was sent.`
  if (reported.length > errorsMax && report)
    return (
      `${found} The first ${errorsMax} of ${reported.length} findings are listed here, all of ` +
      "them in the file 'findings'."
    )
  return count > errorsMax ? `${found} The first ${errorsMax} are listed here.` : found
}

function inShort(count: number, first: ProblemDetail | undefined): string {
  const location = first && locationOf(first)
  const fault = `${location ? `${location}: ` : ''}${first?.message ?? 'it breaks a rule'}`
  const rule = first?.rule && !fault.includes(first.rule) ? ` (${first.rule})` : ''
  return `${count > 1 ? `${count} faults; the first: ` : ''}${fault.replace(/\.$/, '')}${rule}.`
}

/** Amounts say themselves where they are. */
function locationOf({ code, pointer, xpath, line, column }: ProblemDetail): string | undefined {
  if (code !== undefined) return undefined
  if (pointer) return shownPointer(pointer)
  return line === undefined ? xpath : `Line ${line}, column ${column}`
}

function errorsAmong(reported: readonly ProblemDetail[]): number {
  return reported.filter(({ severity }) => severity === 'error').length
}

type Stored = Extract<Accepted, { kind: 'stored' }>

async function keep(
  { store, submission: limits }: KeepSubmissionNeeds,
  { keyHold, caller, options }: Submission,
  { answer, ...accept }: Omit<Accept, 'idempotency' | 'allowDuplicate'> & { answer: StoredAnswer },
): Promise<Stored> {
  const expiresAt = new Date(accept.document.createdAt.getTime() + limits.idempotencyMs)
  const outcome = await store.acceptDocument({
    allowDuplicate: options.allowDuplicate === true || caller.tenant.duplicates === 'warn',
    ...accept,
    ...(keyHold ? { idempotency: { ...keyHold, answer, expiresAt } } : {}),
  })
  switch (outcome.kind) {
    case 'stored':
      return outcome
    case 'key-lost':
      throw inProgress()
    case 'tenant-removed':
      throw tenantRemoved()
    case 'not-replaceable':
      throw new Problem('document.not-retryable', {
        detail: 'It was sent anew, or tried again, a moment ago. Nothing was sent now.',
      })
    case 'reported-before':
      throw new Error('the first report about a document was stored twice')
    case 'not-owed':
      throw new Error('a submission is no Message Level Status')
    case 'taken':
      throw duplicateProblem(outcome)
  }
}

function submittedFiles(gateway: KeepSubmissionNeeds, { body }: Submission): NewFile[] {
  if (body.format === 'xml')
    return [file(gateway, 'submitted', 'submitted.xml', body.mediaType, body.bytes)]
  if (body.format === 'file')
    return [file(gateway, 'submitted', body.name, body.mediaType, body.bytes)]
  return [
    file(gateway, 'submitted', 'submitted.json', 'application/json', body.bytes),
    ...(body.attached ?? []).map(({ name, mediaType, bytes }) =>
      file(gateway, 'attachment', name, mediaType, bytes),
    ),
  ]
}

function findingsFiles(
  gateway: KeepSubmissionNeeds,
  report: ValidationReport | undefined,
): NewFile[] {
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
