// The report to a tax authority about a document that is sent or was received: it is built before
// the document is stored, and stored with it or not at all. It leaves as any other document does.
import type { MadeTaxData } from '../../intake/index.ts'
import { formatIdentifier } from '../../peppol/index.ts'
import { isNoBuyer, taxRegimes, taxReportingProcess } from '../../reporting/index.ts'
import type {
  Accept,
  Document,
  Reports,
  TaxReport,
  TaxReporting,
  TaxReportType,
} from '../../store/index.ts'
import type { Asker } from '../../threads/index.ts'
import type { Gateway } from '../gateway.ts'
import { ownParticipant } from '../identity/service-provider.ts'
import { firstLane } from '../network/lane.ts'
import { reportScenario } from '../simulation/scenarios.ts'
import { moveOn } from '../status.ts'

export type TaxReportNeeds = Pick<Gateway, 'intake' | 'peppolAccess' | 'taxReports' | 'newId'>

/** A report that is to be stored, and what the document that it reports says then. */
export type MadeReport = { report: NonNullable<Accept['report']>; taxReport: TaxReport }

/** The rule of the regime that the report would break, and what is at fault. */
export type NotReportable = Exclude<MadeTaxData, { bytes: Buffer }>

type Wish = {
  entry: TaxReporting
  type: TaxReportType
  sequence: number
  /** The time of the report, and of what its document says of it. */
  at: Date
  actor: string
  asker?: Asker
}

/** `source`: the stored bytes of the document. Throws as Intake does. */
export async function makeTaxReport(
  gateway: TaxReportNeeds,
  document: Document,
  source: Buffer,
  wish: Wish,
): Promise<MadeReport | NotReportable> {
  const { entry, type, at, actor } = wish
  const made = await gateway.intake.taxData(
    {
      regime: entry.regime,
      source,
      facts: {
        ...{ type, role: roleOf(document), uuid: gateway.newId(), issuedAt: at },
        ...{ reporter: reporterOf(document).id, receiver: entry.receiver },
        representative: ownParticipant(gateway).slice('0242:'.length),
        authority: entry.authority,
        ...(isOnlyReported(document)
          ? { isSentOverPeppol: false }
          : { isSentOverPeppol: true, transportHeaderId: document.instanceIdentifier }),
      },
    },
    wish.asker,
  )
  if (!('bytes' in made)) return made
  const report = toDocument(gateway, document, wish)
  const taxReport: TaxReport = {
    ...{ status: 'pending', regime: entry.regime, role: roleOf(document) },
    ...{ at: at.toISOString(), documentId: report.id },
    ...(entry.holdOutcome ? { holds: true as const } : {}),
  }
  const file = { kind: 'ubl', name: 'tax-data.xml', mediaType: 'application/xml' } as const
  const lane = await firstLane(gateway.peppolAccess, report, at)
  return {
    taxReport,
    report: {
      document: report,
      files: [{ id: gateway.newId(), ...file, bytes: made.bytes }],
      move: moveOn(undefined, 'submitted', actor, `about ${document.id}`),
      job: { runAt: at, lane, bytes: made.bytes.length },
    },
  }
}

/** Sent in the end user's name: it is a document of the same tenant. */
function toDocument(
  { taxReports, newId }: TaxReportNeeds,
  document: Document,
  { entry, type, sequence, at }: Wish,
): Document {
  const id = newId(at)
  const { regime, receiver, overdueMinutes } = entry
  const role = roleOf(document)
  const reports: Reports = {
    ...{ documentId: document.id, role, regime, type, sequence },
    overdueMs: overdueMinutes * 60_000,
  }
  return {
    id,
    tenantId: document.tenantId,
    kind: 'other',
    direction: 'outbound',
    test: document.test,
    ...(document.test ? { scenario: reportScenario(document.scenario) } : {}),
    issueDate: taxRegimes[regime].dayOf(at),
    sender: reporterOf(document),
    receiver: { id: receiver },
    documentTypeId: taxRegimes[regime].documentTypeId,
    processId: formatIdentifier(taxReportingProcess),
    countryC1: role === 'sender' ? document.countryC1 : regime.toUpperCase(),
    instanceIdentifier: id,
    mlsType: 'ALWAYS_SEND',
    ...(document.traceparent ? { traceparent: document.traceparent } : {}),
    validation: { mode: 'off', verdict: 'not-validated', errors: 0, warnings: 0, ruleSets: [] },
    warnings: [],
    status: 'accepted',
    certainty: 'not-sent',
    reports,
    repeats: 0,
    attempts: 0,
    attemptsBefore: 0,
    deadline: new Date(at.getTime() + taxReports.deadlineMs),
    createdAt: at,
    updatedAt: at,
  }
}

/** A document of which the authority is told, and no access point: its buyer is on no network. */
export function isOnlyReported({ receiver }: Pick<Document, 'receiver'>): boolean {
  return isNoBuyer(receiver.id)
}

/** That of the party whose provider we are. */
export function roleOf({ direction }: Pick<Document, 'direction'>): TaxReport['role'] {
  return direction === 'outbound' ? 'sender' : 'receiver'
}

function reporterOf({ direction, sender, receiver }: Document): Document['sender'] {
  return direction === 'outbound' ? sender : receiver
}
