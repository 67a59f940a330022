// Accepts a document from a caller: its bytes are made or read once, and stored with everything
// that belongs to them in one transaction. Whatever was answered with 202 is durable.

import { shown } from '../../billing/index.ts'
import type { ReadDocument } from '../../intake/index.ts'
import {
  dayDoubts,
  type ReadOther,
  refuseOwnDuty,
  sentencesOf,
  wrapFile,
} from '../../intake/index.ts'
import { formatIdentifier, parseDocumentType, participantScheme } from '../../peppol/index.ts'
import { Problem } from '../../problem.ts'
import type { Document } from '../../store/index.ts'
import { askerFor } from '../access/asker.ts'
import { refuseForeignParty, refuseForeignSender } from '../access/may-send.ts'
import { dayOf } from '../day.ts'
import type { Gateway } from '../gateway.ts'
import { checkMlsTo, isOwnMlsTo } from '../identity/service-provider.ts'
import { partyWarnings } from '../network/participant-warnings.ts'
import { stateDoubts } from '../network/type-doubts.ts'
import { statedIn } from '../record-facts.ts'
import { isOnlyReported } from '../reporting/tax-report.ts'
import { announcingWrite } from '../runtime/announce-write.ts'
import { refuseOnFullDisk } from '../runtime/storage.ts'
import { mlsOf } from '../simulation/scenarios.ts'
import { type Checks, factsOf, refusalOf, validateBody } from '../validate.ts'
import { type Addressed, addressDocument, stated } from './address-document.ts'
import { addressOther, checkType } from './address-other.ts'
import { oncePerKey } from './idempotency.ts'
import { demandedChecks, judge } from './judge.ts'
import { keepAccepted, keepRejected } from './keep-submission.ts'
import { entryFor, refuseNoBuyer, taxReportOf, waitingFor } from './report-submission.ts'
import type { Submission, Submitted } from './submission.ts'

type SubmitNeeds = Pick<
  Gateway,
  | 'store'
  | 'intake'
  | 'peppolAccess'
  | 'backlog'
  | 'callBudget'
  | 'validate'
  | 'delivery'
  | 'submission'
  | 'storage'
  | 'mls'
  | 'log'
  | 'metrics'
  | 'taxReports'
  | 'now'
  | 'newId'
>

/**
 * Throws Problem. A document refused for its content is first stored as `rejected`, and
 * the problem names it.
 */
export async function submit(gateway: Gateway, submission: Submission): Promise<Submitted> {
  if (gateway.draining.now) throw new Problem('maintenance.draining')
  return gateway.precedence.first(() =>
    announcingWrite(gateway, 'document', () =>
      oncePerKey(gateway, submission, (held) => judgeAndKeep(gateway, held)),
    ),
  )
}

async function judgeAndKeep(gateway: Gateway, submission: Submission): Promise<Submitted> {
  await refuseWhatCannotBeTaken(gateway, submission)
  const demanded = demandedChecks(gateway, submission)
  const { read, addressed } = await readAndAddress(gateway, submission, demanded)
  const { tenant } = submission.caller
  refuseForeignSender(tenant, addressed)
  await refuseForeignParty(gateway, tenant, read)
  const document = newDocument(gateway, submission, read, addressed)
  refuseNoBuyer(submission, document)
  const doubts = [
    ...doubtsAbout(gateway, submission, read, demanded),
    ...partyWarnings(addressed, document.createdAt),
    ...stateDoubts(parseDocumentType(addressed.documentTypeId), document.createdAt),
  ]
  const warnings = warningsOf(gateway, submission, document, doubts)
  // A waiting submission hears why they failed; one that is refused before does not.
  warnings.catch(() => {})
  const { ubl } = read
  if ('summary' in read && read.inconsistencies.count > 0) {
    const code = 'document.totals-inconsistent'
    const rejected = { ...document, warnings: await warnings }
    return keepRejected(gateway, submission, rejected, { code, ...read.inconsistencies })
  }
  const { checks, report, warnings: found } = await judge(gateway, submission, read)
  const all = found.length === 0 ? warnings : warnings.then((before) => [...before, ...found])
  all.catch(() => {})
  const validated =
    checks && report ? { ...document, validation: factsOf(report, checks) } : document
  const code = checks && report && refusalOf(report, checks)
  if (!code) {
    const taxReport = await taxReportOf(gateway, submission, validated, ubl)
    if (taxReport && 'code' in taxReport)
      return keepRejected(gateway, submission, { ...validated, warnings: await all }, taxReport)
    // A verdict that nothing asked for needs no file when it has nothing to say.
    const kept = report && (demanded || report.findings.length > 0) ? { report } : {}
    const more = { warnings: all, ...kept, ...(taxReport ? { taxReport } : {}) }
    const waiting = taxReport && waitingFor(validated, taxReport)
    return keepAccepted(gateway, submission, { ...validated, ...waiting }, { ubl, ...more })
  }
  const rejected = { ...validated, warnings: await warnings }
  return keepRejected(gateway, submission, rejected, { code, reported: report.findings, report })
}

async function refuseWhatCannotBeTaken(
  gateway: SubmitNeeds,
  submission: Submission,
): Promise<void> {
  const { submission: limits } = gateway
  const { caller, testOnly } = submission
  if (caller.testOnly && !testOnly) {
    const detail =
      'A test token never reaches the production network; send X-TestOnly: true, ' +
      'or use a live token.'
    throw new Problem('auth.environment-mismatch', { detail })
  }
  await refuseOnFullDisk(gateway)
  const backlog = await gateway.backlog()
  const all = [...backlog.values()].reduce((sum, count) => sum + count, 0)
  const own = backlog.get(caller.tenant.id) ?? 0
  if (all >= limits.backlogMax || own >= limits.backlogOfTenantMax)
    throw new Problem('capacity.backlog-full')
}

/**
 * A body that cannot be read or addressed leaves no document. A caller who asks for validation gets
 * all its faults reported.
 */
async function readAndAddress(
  gateway: SubmitNeeds,
  submission: Submission,
  checks: Checks | undefined,
): Promise<ReadAndAddressed> {
  const { kind, body, options } = submission
  const asker = askerFor(gateway, submission.caller)
  if (!kind || body.format === 'file') return readAndAddressAny(gateway, submission)
  try {
    const day = dayOf(gateway.now())
    const read = await gateway.intake.read(body, { day, kind, asker })
    const { frenchProcess } = submission.caller.tenant
    const { format } = body
    return { read, addressed: addressDocument(read, options, { format, frenchProcess, day }) }
  } catch (error) {
    if (!(error instanceof Problem) || !isOfContent(error) || body.format === 'json' || !checks)
      throw error
    const { findings } = await validateBody(gateway, body, { ...checks, asker })
    const { code, detail } = error
    const errors = [...(error.errors ?? []), ...findings]
    throw new Problem(code, { ...(detail ? { detail } : {}), errors, cause: error })
  }
}

type ReadAndAddressed = { read: ReadDocument | ReadOther; addressed: Addressed }

async function readAndAddressAny(
  gateway: SubmitNeeds,
  submission: Submission,
): Promise<ReadAndAddressed> {
  const { body, options } = submission
  const { frenchProcess } = submission.caller.tenant
  const read =
    body.format === 'file'
      ? await wrapFile(body)
      : await gateway.intake.readAny(body.bytes, askerFor(gateway, submission.caller))
  if (!('summary' in read)) {
    const { root, other } = read
    if (root) refuseOwnDuty({ root: root.local, customizationId: other.customizationId })
    return { read, addressed: addressOther(read, options, { frenchProcess }) }
  }
  const { documentTypeId } = options
  const day = dayOf(gateway.now())
  if (documentTypeId) checkType(read, stated('documentTypeId', documentTypeId, parseDocumentType))
  return { read, addressed: addressDocument(read, options, { format: 'xml', frenchProcess, day }) }
}

const contentCodes: readonly string[] = [
  'request.missing-field',
  'request.invalid-field',
  'document.ambiguous',
  'participant.id-invalid',
]

function isOfContent({ code }: Problem): boolean {
  return contentCodes.includes(code)
}

function newDocument(
  gateway: SubmitNeeds,
  { caller, options, testOnly, scenario, validation, traceparent }: Submission,
  read: ReadDocument | ReadOther,
  addressed: Addressed,
): Document {
  const { now, newId } = gateway
  const at = now()
  // Lists rely on it: the order of ids is the order of creation.
  const id = newId(at)
  const isReported = entryFor({ caller }, { ...addressed, createdAt: at }) !== undefined
  const isAnswered = asksForMls(testOnly, scenario) && !isOnlyReported(addressed)
  return {
    id,
    tenantId: caller.tenant.id,
    direction: 'outbound',
    test: testOnly,
    ...(scenario ? { scenario } : {}),
    ...(options.clientId ? { clientId: options.clientId } : {}),
    ...(options.reference ? { reference: options.reference } : {}),
    ...statedIn(read),
    ...addressed,
    instanceIdentifier: id,
    ...(isAnswered ? mlsWish(gateway, caller, options, isReported) : {}),
    ...(traceparent ? { traceparent } : {}),
    validation: {
      mode: validation ?? 'off',
      verdict: 'not-validated',
      errors: 0,
      warnings: 0,
      ruleSets: [],
    },
    warnings: [],
    status: 'accepted',
    certainty: 'not-sent',
    repeats: 0,
    attempts: 0,
    attemptsBefore: 0,
    deadline: deadlineOf(gateway, options.deadline, at),
    createdAt: at,
    updatedAt: at,
  }
}

/**
 * What the document says counts, then what the tenant does, then MLS_REQUEST. What is reported to a
 * tax authority is always answered.
 */
function mlsWish(
  gateway: SubmitNeeds,
  { tenant }: Submission['caller'],
  options: Submission['options'],
  isReported: boolean,
): Pick<Document, 'mlsType' | 'mlsTo'> {
  const mlsType = isReported
    ? 'ALWAYS_SEND'
    : (options.mlsType ?? tenant.mlsType ?? gateway.mls.request)
  if (options.mlsTo !== undefined) checkMlsTo(gateway, options.mlsTo, {})
  // Our seat may have changed since the tenant was set up.
  const ofTenant = tenant.mlsTo && isOwnMlsTo(gateway, tenant.mlsTo) ? tenant.mlsTo : undefined
  const value = options.mlsTo ?? ofTenant
  if (value === undefined) return { mlsType }
  // In the letters that were given: there are rules that take no small ones.
  return { mlsType, mlsTo: formatIdentifier({ scheme: participantScheme, value }) }
}

// What never leaves the machine gets no answer, unless the scenario says so.
function asksForMls(testOnly: boolean, scenario: Submission['scenario']): boolean {
  return !testOnly || (scenario !== undefined && mlsOf(scenario) !== undefined)
}

function doubtsAbout(
  { now }: SubmitNeeds,
  { body }: Submission,
  read: ReadDocument | ReadOther,
  checks: Checks | undefined,
): string[] {
  if (!('summary' in read)) return []
  const format = body.format === 'json' ? 'json' : 'xml'
  const doubts = [...read.doubts, ...dayDoubts(read, format, now())]
  return sentencesOf(doubts, checks?.layers === 'all')
}

/** What is doubtful in it, and, for a tenant whose duplicates are taken, an earlier one. */
async function warningsOf(
  { store }: SubmitNeeds,
  { caller: { tenant }, options }: Submission,
  document: Document,
  doubts: string[],
): Promise<string[]> {
  const takesDuplicates = tenant.duplicates === 'warn' && !options.allowDuplicate
  const earlier = takesDuplicates ? await store.sameNumber(document) : undefined
  if (!earlier) return doubts
  const { id, status } = earlier
  const warning = `Document ${id}, which is ${status}, has the same number, sender and receiver.`
  return [...doubts, warning]
}

const dayMs = 24 * 3_600_000

function deadlineOf(
  { delivery: { deadlineMs }, submission: { deadlineMsMax } }: SubmitNeeds,
  stated: string | undefined,
  at: Date,
): Date {
  if (!stated) return new Date(at.getTime() + deadlineMs)
  const deadline = new Date(stated)
  const leftMs = deadline.getTime() - at.getTime()
  if (leftMs > 0 && leftMs <= deadlineMsMax) return deadline
  const message =
    `The query parameter deadline is ${shown(stated)}: write ` +
    (leftMs > 0 ? `one within ${deadlineMsMax / dayMs} days` : 'one that has not passed')
  throw new Problem('request.invalid-field', {
    detail: message,
    errors: [{ message, value: stated }],
  })
}
