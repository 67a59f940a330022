// The record of an evidence file, made anew from what signatures cover: the document's row, with
// whose digest the audit log begins, or else the document itself; the envelope, the audit log and
// the receipt. What none of them says is not covered.

import type { ReadDocument, ReadOther } from '../../intake/index.ts'
import {
  formatIdentifier,
  formatParticipant,
  isSameParticipant,
  type ParsedHeader,
  parseParticipant,
} from '../../peppol/index.ts'
import { type AuditLine, numberFrom, type RecordRow, recordTextMax } from '../../store/index.ts'
import { shortened } from '../../xml/index.ts'
import { type MlsCode, mlsMeanings } from '../receive/take-status-message.ts'
import { type DocumentRecord, linksOf } from '../record.ts'
import { namedIn, statedIn } from '../record-facts.ts'
import { type Outcome, outcomeOf } from '../status.ts'

/** Where the facts come from; what is absent is not known, or was not verified. */
export type RecordSources = {
  documentId: string
  lines: readonly AuditLine[]
  row?: RecordRow | undefined
  read?: ReadDocument | ReadOther | undefined
  header?: ParsedHeader | undefined
  message?: { messageId: string; timestamp: Date } | undefined
  receipt?: { messageId: string; accessPoint: string } | undefined
}

/** The members of a record by path, as `sender.name`; lists and what is in them as one member. */
type Facts = Map<string, unknown>

export type RecordJudgement = { faults: string[]; covered: number; notCovered: string[] }

/** Compares a record with what is covered of it. */
export function judgeRecord(record: DocumentRecord, sources: RecordSources): RecordJudgement {
  const stated = membersOf(record)
  const expected = expectedFacts(record, sources)
  const faults: string[] = []
  const notCovered: string[] = []
  let covered = 0
  for (const path of new Set([...stated.keys(), ...expected.keys()])) {
    const [is, shall] = [stated.get(path), expected.get(path)]
    if (!expected.has(path)) notCovered.push(path)
    else if (isSame(path, is, shall)) covered += 1
    else faults.push(`${path} is ${shown(is)} where ${shown(shall)} is covered`)
  }
  const moments = lineTimes(sources.lines)
  for (const path of momentPaths) {
    const moment = stated.get(path)
    if (moment === undefined || expected.has(path)) continue
    if (!moments.has(String(moment))) faults.push(`at ${path}, ${shown(moment)}, nothing happened`)
  }
  faults.push(...sentAtFaults(record, sources))
  return { faults, covered, notCovered }
}

// Each is the time of a step; the audit log does not say of which.
const momentPaths = [
  ...['completedAt', 'as4.receivedAt', 'mls.receivedAt', 'waiting.since', 'taxReport.at'],
]

function lineTimes(lines: readonly AuditLine[]): Set<string> {
  return new Set(lines.map(({ at }) => at.toISOString()))
}

/** How far two clocks may be apart, and a message from the attempt that made it. */
const skewMs = 5 * 60_000

function sentAtFaults({ as4 }: DocumentRecord, { message, lines }: RecordSources): string[] {
  if (!as4 || !message) return []
  const sentAt = Date.parse(as4.sentAt)
  const last = lines.at(-1)?.at.getTime() ?? 0
  const isAfter = sentAt >= message.timestamp.getTime() - skewMs
  return isAfter && sentAt <= last + skewMs
    ? []
    : [`as4.sentAt is ${as4.sentAt}, but the message is of ${message.timestamp.toISOString()}`]
}

function expectedFacts(record: DocumentRecord, sources: RecordSources): Facts {
  const { documentId, lines, row, read, header, message, receipt } = sources
  const last = lines.at(-1)
  const isDelivered = lines.some(({ event }) => event === 'delivered')
  return new Map([
    ...(row ? rowFacts(row) : []),
    ...(read && !row ? readFacts(read, header) : []),
    ...(header && !row ? headerFacts(header) : []),
    ...facts({ id: documentId, createdAt: lines[0]?.at.toISOString(), status: last?.to }),
    ...(last?.to === 'delivered' ? facts({ certainty: 'confirmed' }) : []),
    ...mlsFacts(record, lines),
    ...taxReportFacts(record, lines),
    ...failureFacts(last),
    ...(message && isDelivered ? facts({ 'as4.messageId': message.messageId }) : []),
    ...(receipt
      ? facts({ 'as4.receiptId': receipt.messageId, 'as4.accessPoint': receipt.accessPoint })
      : []),
    ...facts({ outcome: outcomeStated(record) }),
    ...facts(membersOf({ links: linksOf(documentId) })),
  ])
}

function outcomeStated({ status, certainty, mls, taxReport, outcome }: DocumentRecord): Outcome {
  const isRefused = mls.status === 'rejected'
  return outcomeOf({
    ...{ status, certainty },
    ...(isRefused ? { mls: { status: 'rejected' } } : {}),
    // The record does not say whether the outcome waits for the report.
    ...(taxReport && outcome === 'in-progress'
      ? { taxReport: { status: taxReport.status, holds: true } }
      : {}),
  })
}

/** Where the last report stands: each move of it is a line. */
function taxReportFacts(
  { taxReport }: DocumentRecord,
  lines: readonly AuditLine[],
): [string, unknown][] {
  if (taxReport?.status === 'not-applicable') return []
  const line = lines.findLast(({ event }) => event.startsWith('tax-report-'))
  return facts({ 'taxReport.status': line?.event.slice('tax-report-'.length) })
}

function facts(given: object): [string, unknown][] {
  return given instanceof Map ? [...given] : Object.entries(given)
}

function rowFacts(row: RecordRow): [string, unknown][] {
  const { kind, direction, test, number, warnings } = row
  const stated = facts({
    ...{ type: kind === 'taxReport' ? 'other' : kind, direction, test },
    ...{ clientId: row.client_id, reference: row.reference, issueDate: row.issue_date },
    number: typeof number === 'string' ? numberFrom(number).number : null,
    'sender.id': row.sender_id,
    'sender.name': row.sender_name,
    'sender.country': row.sender_country,
    'receiver.id': row.receiver_id,
    'receiver.name': row.receiver_name,
    'receiver.country': row.receiver_country,
    ...{ documentTypeId: row.document_type_id, processId: row.process_id },
    'totals.currency': row.currency,
    'totals.payable': row.payable,
    'totals.tax': row.tax,
    warnings: Array.isArray(warnings) && warnings.length > 0 ? warnings : null,
    // That of a received document may be of later.
    ...(direction === 'outbound' ? { validation: JSON.parse(String(row.validation)) } : {}),
  })
  return stated.map(([path, value]) => [path, value ?? undefined])
}

// Evidence of the version before has no row.
function readFacts(
  read: ReadDocument | ReadOther,
  header: ParsedHeader | undefined,
): [string, unknown][] {
  const { kind, number, issueDate, totals } = statedIn(read)
  const { sender, receiver } = partiesOf(read, header)
  return facts({
    ...{ type: kind, number, issueDate },
    ...{ 'totals.currency': totals?.currency, 'totals.payable': totals?.payable },
    'totals.tax': totals?.tax,
    ...{ 'sender.name': namedIn(sender).name, 'receiver.name': namedIn(receiver).name },
  })
}

/** Sides by the envelope: which side sends a self-billed document, versions see differently. */
function partiesOf(read: ReadDocument | ReadOther, header: ParsedHeader | undefined) {
  const { sender, receiver } = 'summary' in read ? read.summary : read.other
  const endpoint = receiver?.endpoint
  const isSwapped =
    header !== undefined &&
    endpoint !== undefined &&
    formatParticipant(header.sender) === `${endpoint.scheme}:${endpoint.id}`
  return isSwapped ? { sender: receiver, receiver: sender } : { sender, receiver }
}

function headerFacts(header: ParsedHeader): [string, unknown][] {
  return facts({
    'sender.id': formatParticipant(header.sender),
    'receiver.id': formatParticipant(header.receiver),
    documentTypeId: formatIdentifier(header.documentType),
    processId: formatIdentifier(header.process),
  })
}

/** About what we sent, what the other side said; about what we received, what we said. */
function mlsFacts(
  { direction, mls }: DocumentRecord,
  lines: readonly AuditLine[],
): [string, unknown][] {
  const [event, form] =
    direction === 'outbound'
      ? (['mls-received', /^(AP|AB|RE)\b/] as const)
      : (['answered', /^mls (AP|AB|RE)$/] as const)
  const line = lines.find((one) => one.event === event && form.test(one.detail ?? ''))
  const code = form.exec(line?.detail ?? '')?.[1] as MlsCode | undefined
  if (line && code)
    return facts({
      ...{ 'mls.code': code, 'mls.status': mlsMeanings[code] },
      'mls.receivedAt': line.at.toISOString(),
    })
  const isSaid = Object.values(mlsMeanings).some((meaning) => meaning === mls.status)
  return facts({
    ...{ 'mls.code': undefined, 'mls.receivedAt': undefined },
    ...(isSaid ? { 'mls.status': undefined } : {}),
  })
}

function failureFacts(last: AuditLine | undefined): [string, unknown][] {
  if (last?.to !== 'failed' && last?.to !== 'rejected')
    return facts({ 'failure.code': undefined, 'failure.detail': undefined })
  const [, code, detail] = /^([a-z0-9.-]+): (.*)$/s.exec(last.detail ?? '') ?? []
  return last.event === 'failed' && code
    ? facts({ 'failure.code': code, 'failure.detail': detail })
    : []
}

function membersOf(value: object, path = ''): Facts {
  const members: Facts = new Map()
  for (const [name, member] of Object.entries(value)) {
    const isWhole = member === null || typeof member !== 'object' || wholes.includes(name)
    if (isWhole) members.set(path + name, member)
    else for (const [inner, one] of membersOf(member, `${path}${name}.`)) members.set(inner, one)
  }
  return members
}

const wholes = ['validation', 'warnings', 'issues']

function isSame(path: string, stated: unknown, covered: unknown): boolean {
  if (path === 'sender.id' || path === 'receiver.id')
    return isSameParticipant(parseParticipant(String(stated)), parseParticipant(String(covered)))
  if (typeof stated === 'string' && typeof covered === 'string')
    // Earlier versions did not cut what is long, and took a day with its time zone.
    return (
      shortened(stated, recordTextMax) === covered ||
      (path === 'issueDate' && stated.startsWith(covered))
    )
  return canonical(stated) === canonical(covered)
}

/** JSON with the members of objects in order. */
function canonical(value: unknown): string | undefined {
  return JSON.stringify(value, (_, inner: unknown) =>
    inner && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  )
}

function shown(value: unknown): string {
  return value === undefined ? 'nothing' : shortened(JSON.stringify(value), 200)
}
