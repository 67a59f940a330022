// What the evidence of a document proves of its reports to a tax authority: each is evidence of its
// own, of a document that says in its audit log what it is about.
import type { AuditLine } from '../../store/index.ts'
import type { DocumentRecord } from '../record.ts'
import { attempted, type Check, checkThat } from './evidence-check.ts'
import { reportFolder } from './evidence-file.ts'
import type { OpenedEvidence } from './open-evidence.ts'

/** The folders that were looked into, and what no signature covers there. */
type Looked = { folders: string[]; notCovered: string[] }

export async function* verifyReports(
  opened: OpenedEvidence,
  verify: (report: OpenedEvidence) => AsyncGenerator<Check>,
): AsyncGenerator<Check, Looked> {
  const { reports, audit } = opened
  const made = audit.lines.filter(isMade)
  const looked: Looked = { folders: [], notCovered: [] }
  if (reports.length === 0 && made.length === 0) return looked
  yield* attempted('tax reports', () => listed(opened, made))
  for (const [index, { documentId, evidence }] of reports.entries()) {
    const check = `tax report ${index + 1}`
    if (!evidence) {
      yield { check, outcome: 'open', detail: `the files of ${documentId} were removed` }
      continue
    }
    const checks: Check[] = []
    for await (const one of verify(evidence)) checks.push(one)
    const folder = reportFolder(index)
    looked.folders.push(folder)
    const rest = checks.find(({ outcome }) => outcome === 'not covered')
    looked.notCovered.push(...(rest?.detail.split(', ').map((name) => folder + name) ?? []))
    const isLast = index === reports.length - 1
    yield* attemptedReport(check, { opened, evidence, checks, isLast })
  }
  return looked
}

// Later moves are noted by the report itself.
function isMade({ event, actor }: AuditLine): boolean {
  return event === 'tax-report-pending' && actor !== 'tax-report'
}

function listed({ manifest, reports }: OpenedEvidence, made: readonly AuditLine[]) {
  checkThat(
    reports.length === made.length,
    `the audit log names ${made.length} reports, and ${reports.length} are in the file`,
  )
  for (const [index, { documentId, evidence }] of reports.entries()) {
    if (!evidence) continue
    const [first] = evidence.audit.lines
    checkThat(
      evidence.manifest.document.id === documentId &&
        first?.at.getTime() === made[index]!.at.getTime(),
      `report ${index + 1} is not the one that was made then`,
    )
  }
  const last = manifest.document.taxReport?.documentId
  checkThat(reports.at(-1)?.documentId === last, 'the record names another report as the last one')
  return { detail: `${made.length} in the file, as in the audit log`, found: undefined }
}

type Given = {
  opened: OpenedEvidence
  evidence: OpenedEvidence
  checks: readonly Check[]
  isLast: boolean
}

async function* attemptedReport(check: string, given: Given): AsyncGenerator<Check> {
  const outcomeOf = (name: string) => given.checks.find((one) => one.check === name)?.outcome
  const isDelivered = ['message', 'receiver', 'receipt'].every(
    (name) => outcomeOf(name) === 'proven',
  )
  const isOpen = !isDelivered || outcomeOf('network') === 'open'
  for await (const one of attempted(check, () => about(given, isDelivered)))
    yield one.outcome === 'proven' && isOpen ? { ...one, outcome: 'open' } : one
}

function about({ opened, evidence, checks, isLast }: Given, isDelivered: boolean) {
  const wrong = checks.find(({ outcome }) => outcome === 'wrong')
  checkThat(!wrong, `${wrong?.check}: ${wrong?.detail}`)
  const { document } = opened.manifest
  const { document: report } = evidence.manifest
  checkThat(
    evidence.audit.lines[0]?.detail === `about ${document.id}`,
    'it is about another document',
  )
  const { status } = document.taxReport ?? {}
  checkThat(
    !isLast || status === undefined || statusesOf(report).includes(status),
    `it does not say that the report is ${status}`,
  )
  const said = report.mls.code ? `answered it with ${report.mls.code}` : 'has not answered it'
  const detail = isDelivered
    ? `${report.id} was delivered to ${report.receiver.id}, which ${said}`
    : `${report.id} was not delivered`
  return { detail, found: undefined }
}

/** What such a report makes its document say. */
function statusesOf({ status, mls }: DocumentRecord): readonly string[] {
  if (status === 'cancelled') return ['withdrawn']
  if (status === 'failed' || status === 'rejected') return ['failed']
  if (status !== 'delivered') return ['pending']
  if (mls.status === 'rejected' || mls.status === 'overdue') return [mls.status]
  const isAccepted = mls.status === 'accepted' || mls.status === 'acknowledged'
  return isAccepted ? ['accepted', 'withdrawn'] : ['sent']
}
