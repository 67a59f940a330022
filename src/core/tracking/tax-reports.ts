// The reports about documents to tax authorities, as their tenant sees them.
import type {
  Document,
  ListedReport,
  PageQuery,
  ReportFilter,
  TaxReportType,
} from '../../store/index.ts'
import { csvLine } from '../csv.ts'
import type { Caller, Gateway } from '../gateway.ts'
import { type ListPage, toListPage } from '../list-page.ts'
import { type DocumentRecord, linksOf, toRecord } from '../record.ts'
import { saidByMls } from './said.ts'
import { findDocument, type Reference } from './track.ts'

type ReportNeeds = Pick<Gateway, 'store'>

/** A report about a document, and what the authority said of it. */
type ReportEntry = {
  documentId: string
  type: TaxReportType
  sequence: number
  status: DocumentRecord['status']
  mls: DocumentRecord['mls']
  failure?: NonNullable<DocumentRecord['failure']>
  createdAt: string
  updatedAt: string
  links: DocumentRecord['links']
}

export type ReportsOfDocument = {
  documentId: string
  /** What the other access point said of the document, or we of one that was received. */
  mls: DocumentRecord['mls']
  taxReport?: NonNullable<DocumentRecord['taxReport']>
  /** The first one first. */
  reports: ReportEntry[]
}

/** Throws Problem `document.not-found`. */
export async function reportsOfDocument(
  gateway: ReportNeeds,
  caller: Caller,
  reference: Reference,
): Promise<ReportsOfDocument> {
  const document = await findDocument(gateway, caller, reference)
  const reports: ReportEntry[] = []
  for (const report of await gateway.store.reportsAbout(document.id))
    reports.push(await toReportEntry(gateway, report))
  const { mls, taxReport } = toRecord(document, await saidByMls(gateway, document))
  return { documentId: document.id, mls, ...(taxReport ? { taxReport } : {}), reports }
}

async function toReportEntry(gateway: ReportNeeds, report: Document): Promise<ReportEntry> {
  const { id, status, mls, failure, createdAt, updatedAt } = toRecord(
    report,
    await saidByMls(gateway, report),
  )
  const { type, sequence } = report.reports!
  return {
    ...{ documentId: id, type, sequence, status, mls },
    ...(failure ? { failure } : {}),
    ...{ createdAt, updatedAt, links: linksOf(id) },
  }
}

/** A report in the list of all of them. */
export type TaxReportEntry = Omit<ListedReport, 'createdAt' | 'updatedAt'> & {
  createdAt: string
  updatedAt: string
}

/** Newest first. Throws Problem `request.invalid-field`. */
export async function listTaxReports(
  { store }: ReportNeeds,
  { tenant }: Caller,
  filter: ReportFilter,
  page: PageQuery,
): Promise<ListPage<TaxReportEntry>> {
  return toListPage(store.taxReportsPage(tenant.id, filter, page), toEntry)
}

function toEntry({ createdAt, updatedAt, ...same }: ListedReport): TaxReportEntry {
  return { ...same, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() }
}

const heads = [
  ...['createdAt', 'documentId', 'number', 'issueDate', 'regime', 'role', 'type', 'sequence'],
  ...['reportId', 'test', 'status', 'code', 'detail', 'updatedAt'],
] as const satisfies (keyof TaxReportEntry)[]

const pageRows = 200

/** All of them as lines of a table; one page is in memory at a time. */
export async function* taxReportLines(
  gateway: ReportNeeds,
  caller: Caller,
  filter: ReportFilter,
): AsyncGenerator<string> {
  yield csvLine(heads)
  let cursor: string | undefined
  do {
    const page = { limit: pageRows, ...(cursor === undefined ? {} : { cursor }) }
    const list = await listTaxReports(gateway, caller, filter, page)
    const rows = list.data.map((entry) => csvLine(heads.map((head) => cellOf(entry[head]))))
    if (rows.length > 0) yield rows.join('')
    cursor = list.page.nextCursor
  } while (cursor !== undefined)
}

function cellOf(value: string | number | boolean | undefined): string | undefined {
  return value === undefined ? undefined : String(value)
}
