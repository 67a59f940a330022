// The monthly reports to Peppol (docs/status-and-reports.md): what is in them, and sending them.
import { commonName, sha256 } from '../../crypto/index.ts'
import {
  formatIdentifier,
  type Identifier,
  parseDocumentType,
  parseProcess,
  transportProfile,
} from '../../peppol/index.ts'
import { Problem } from '../../problem.ts'
import {
  buildEndUserReport,
  buildTransactionReport,
  type EndUserCount,
  type ExchangeCount,
  endUserReportDocumentType,
  reportedCountries,
  reportingProcess,
  transactionReportDocumentType,
  uncountedForEndUsers,
  uncountedTransactions,
} from '../../reporting/index.ts'
import type { Document, Period, ServiceLevel } from '../../store/index.ts'
import type { Gateway, PeppolAccess } from '../gateway.ts'
import { serviceTenantId } from '../identity/service-provider.ts'
import { firstLane } from '../network/lane.ts'
import { ownDocument } from '../receive/own-document.ts'
import { moveOn } from '../status.ts'

/** OpenPeppol, as a participant of the production network. */
const openPeppol = '9925:be0848934496'

export const reportNames = ['TSR', 'EUSR'] as const
type ReportName = (typeof reportNames)[number]

export type Sent = {
  report: ReportName
  /** Id of the document that carries it. */
  id: string
  status: Document['status']
  submittedAt: string
}

/** How many answers, and how many in time. `share` is absent when there is nothing to measure. */
export type MlsLevel = ServiceLevel & { withinMinutes: number; target: number; share?: number }

export type ReportingMonth = {
  month: string
  isOver: boolean
  /** Our seat id. */
  reporter: string
  exchanges: { incoming: number; outgoing: number; uncounted: number }
  endUsers: { sending: number; receiving: number; sendingOrReceiving: number }
  serviceLevels: { 'MLS-1': MlsLevel; 'MLS-2': MlsLevel }
  /** Newest first. */
  submitted: Sent[]
}

export type WrittenReport = { report: ReportName; name: string; xml: string }

type Reading = Pick<Gateway, 'store' | 'now'> & { peppolAccess: Pick<PeppolAccess, 'keys'> }

// Peppol Network Policy.
const mlsTarget = 0.995
export const ownMinutes = 20
const partnerMinutes = 25

/** What the reports of a month (YYYY-MM, UTC) count, and how soon status messages came. */
export async function showReporting(gateway: Reading, month: string): Promise<ReportingMonth> {
  const { store, now } = gateway
  const period = periodOf(month)
  const [exchanges, uncounted, endUsers, own, partners, submitted] = await Promise.all([
    exchangesIn(gateway, period),
    store.countExchanges(period, names(uncountedTransactions)),
    store.endUserGroups(period, endUserQuery),
    store.ownServiceLevel(period, { withinMs: ownMinutes * 60_000, now: now() }),
    store.partnerServiceLevel(period, { withinMs: partnerMinutes * 60_000, now: now() }),
    submittedFor(gateway, month),
  ])
  const sum = (direction: ExchangeCount['direction']) =>
    exchanges.reduce((total, one) => total + (one.direction === direction ? one.count : 0), 0)
  const all = endUsers.find((group) => !group.documentTypeId && !group.country)
  const { sending = 0, receiving = 0, sendingOrReceiving = 0 } = all ?? {}
  return {
    month,
    isOver: period.to <= now(),
    reporter: reporterOf(gateway),
    exchanges: { incoming: sum('incoming'), outgoing: sum('outgoing'), uncounted },
    endUsers: { sending, receiving, sendingOrReceiving },
    serviceLevels: {
      'MLS-1': levelOf(own, ownMinutes),
      'MLS-2': levelOf(partners, partnerMinutes),
    },
    submitted,
  }
}

/** Both reports as they would be sent now. Throws Problem `reporting.country-unknown`. */
export async function writeReports(gateway: Reading, month: string): Promise<WrittenReport[]> {
  const period = periodOf(month)
  const head = { month, reporter: reporterOf(gateway) }
  await checkCountries(gateway, period)
  const written = {
    TSR: buildTransactionReport({ ...head, exchanges: await exchangesIn(gateway, period) }),
    EUSR: buildEndUserReport({ ...head, endUsers: await endUsersIn(gateway, period) }),
  }
  return reportNames.map((report) => ({
    ...{ report, name: `${numberOf(report, month).toLowerCase()}.xml` },
    xml: written[report].toString('utf8'),
  }))
}

/** `queued` and `log` are those of a gateway that runs in this process. */
type Sending = Pick<Gateway, 'store' | 'delivery' | 'now' | 'newId'> &
  Partial<Pick<Gateway, 'queued' | 'log'>> & {
    peppolAccess: Pick<PeppolAccess, 'keys' | 'network' | 'endpoints'>
  }

/**
 * Queues both reports for OpenPeppol, unless the same ones were queued before and have not failed;
 * resolves with those that count. Throws Problem `reporting.not-production`,
 * `reporting.month-not-over`, `reporting.country-unknown`.
 */
export async function submitReports(
  gateway: Sending,
  month: string,
  actor: string,
): Promise<Sent[]> {
  const { peppolAccess, now } = gateway
  const { name } = peppolAccess.network
  if (name !== 'production')
    throw new Problem('reporting.not-production', {
      detail: `This gateway is on the network ${name}, which has no receiver of reports.`,
    })
  const { to } = periodOf(month)
  if (now() < to)
    throw new Problem('reporting.month-not-over', {
      detail: `${month} can be reported from ${to.toISOString()}.`,
    })
  const written = await writeReports(gateway, month)
  const sent: Sent[] = []
  for (const { report, xml } of written) {
    const document = await queueReport(gateway, { report, month, bytes: Buffer.from(xml) })
    // After the document, which has an audit log of its own: a line that a crash between the two
    // left out is added when the report is sent again.
    const line = { event: 'report.submitted', subject: document.id, detail: { report, month } }
    await gateway.store.addLogLine(line, { actor, at: now() })
    sent.push(toSent(document, month))
  }
  return sent
}

const documentTypes = { TSR: transactionReportDocumentType, EUSR: endUserReportDocumentType }

type Report = { report: ReportName; month: string; bytes: Buffer }

async function queueReport(gateway: Sending, { report, month, bytes }: Report): Promise<Document> {
  const { store, peppolAccess, queued, log, now, newId } = gateway
  const at = now()
  const id = newId(at)
  const number = numberOf(report, month)
  const document: Document = {
    ...ownDocument(gateway, {
      ...{ id, at, number, receiver: openPeppol },
      documentType: documentTypes[report],
      process: reportingProcess,
    }),
    // A reference belongs to one document that has not failed: the same report is sent once, a
    // changed one is sent after it, and OpenPeppol takes the last.
    reference: `${number} ${sha256(bytes).toString('hex').slice(0, 32)}`,
  }
  const outcome = await store.acceptDocument({
    document,
    files: [
      {
        ...{ id: newId(), kind: 'ubl', name: `${number.toLowerCase()}.xml` },
        ...{ mediaType: 'application/xml', bytes },
      },
    ],
    move: moveOn(undefined, 'submitted', 'reporting'),
    job: { runAt: at, lane: await firstLane(peppolAccess, document, at), bytes: bytes.length },
    allowDuplicate: true,
  })
  if (outcome.kind === 'taken') return outcome.holder
  if (outcome.kind !== 'stored') throw new Error(`a report was not stored: ${outcome.kind}`)
  queued?.notify()
  log?.info({ documentId: id, report, month }, 'a report to Peppol was queued')
  return document
}

function numberOf(report: ReportName, month: string): string {
  return `${report}-${month}`
}

async function submittedFor({ store }: Reading, month: string): Promise<Sent[]> {
  const { documents } = await store.listDocuments(serviceTenantId, {
    ...{ direction: ['outbound'], sort: '-createdAt', limit: 20 },
    number: reportNames.map((report) => numberOf(report, month)),
  })
  return documents.map((document) => toSent(document, month))
}

function toSent({ id, number, status, createdAt }: Document, month: string): Sent {
  const report = reportNames.find((name) => number === numberOf(name, month))!
  return { report, id, status, submittedAt: createdAt.toISOString() }
}

const endUserQuery = { uncounted: names(uncountedForEndUsers), countries: reportedCountries }

async function exchangesIn({ store }: Reading, period: Period): Promise<ExchangeCount[]> {
  const groups = await store.exchangeGroups(period, names(uncountedTransactions))
  return groups.map((group) => ({
    direction: group.direction === 'inbound' ? 'incoming' : 'outgoing',
    transportProfile,
    seatId: group.accessPoint,
    documentType: parseDocumentType(group.documentTypeId),
    process: parseProcess(group.processId),
    senderCountry: group.countryC1,
    receiverCountry: group.countryC4,
    count: group.count,
  }))
}

async function endUsersIn({ store }: Reading, period: Period): Promise<EndUserCount[]> {
  const groups = await store.endUserGroups(period, endUserQuery)
  return groups.map(({ documentTypeId, processId, ...same }) => ({
    ...same,
    ...(documentTypeId ? { documentType: parseDocumentType(documentTypeId) } : {}),
    ...(processId ? { process: parseProcess(processId) } : {}),
  }))
}

const namedMax = 20

// The report refuses them (SCH-EUSR-30), and a report without them would be wrong.
async function checkCountries({ store }: Reading, period: Period): Promise<void> {
  const unknown = await store.participantsWithoutCountry(period, {
    ...endUserQuery,
    limit: namedMax + 1,
  })
  if (unknown.length === 0) return
  const named = unknown.slice(0, namedMax)
  throw new Problem('reporting.country-unknown', {
    detail:
      'The country of each end user must be known (SCH-EUSR-30). Register the participant with ' +
      `its country: ${named.map(({ participant }) => participant).join(', ')}` +
      `${unknown.length > namedMax ? ', and others' : ''}.`,
    errors: named.map(({ participant, country }) => ({
      rule: 'SCH-EUSR-30',
      message: `${participant}: ${country === 'ZZ' ? 'no country' : `'${country}' is none`}`,
      value: participant,
    })),
  })
}

/** The calendar month in UTC. */
export function periodOf(month: string): Period {
  const from = new Date(`${month}-01T00:00:00Z`)
  return { from, to: new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1)) }
}

function reporterOf({ peppolAccess }: Pick<Reading, 'peppolAccess'>): string {
  return commonName(peppolAccess.keys.certificate) ?? ''
}

function levelOf({ measured, inTime }: ServiceLevel, withinMinutes: number): MlsLevel {
  const share = measured === 0 ? {} : { share: Math.round((inTime / measured) * 1e4) / 1e4 }
  return { withinMinutes, target: mlsTarget, measured, inTime, ...share }
}

function names(identifiers: readonly Identifier[]): string[] {
  return identifiers.map(formatIdentifier)
}
