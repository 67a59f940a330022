// Reports to tax authorities: their parts of the statement that accepts a document (accept), and
// what is read of them.
import type { Pool } from 'pg'
import type { Document, Reports, TaxReport, TaxReportStatus } from '../facts.ts'
import { between } from '../postgres/months.ts'
import { type Page, type PageQuery, pageOf } from '../postgres/pages.ts'
import { firstUuid, present, timeOf } from '../postgres/rows.ts'
import { documentsOf } from './documents.ts'
import { numberFrom } from './numbers.ts'

/** Row of the parameter `$reports`: what a new document reports, or that it is reported. */
type ReportRow = {
  document_id: string
  reports?: Reports
  tax_report?: TaxReport
  /** What the reported document says then, where that was stored before. */
  about?: TaxReport
}

export const reportRows = `
  report as (
    select * from json_to_recordset($reports::json)
      as row (document_id uuid, reports jsonb, tax_report jsonb, about jsonb)
  ),`

/** A report is not stored without the document that it is stored with. */
export const isReportable = `not exists (
  select from report join item other on other.document_id = (reports ->> 'documentId')::uuid
  where report.document_id = kept.document_id
    and other.document_id not in (select document_id from kept))`

export const reportColumns = ', reports, tax_report'
export const reportsOfHeld = `,
  (select reports from report where report.document_id = held.document_id),
  (select tax_report from report where report.document_id = held.document_id)`

export const insertReports = `
  new_report as (
    insert into tax_reports (document_id, role, sequence, report_id, tenant_id, regime, type)
    select (reports ->> 'documentId')::uuid, reports ->> 'role', (reports ->> 'sequence')::integer,
           document_id, tenant_id, reports ->> 'regime', reports ->> 'type'
    from held join report using (document_id) where reports is not null
  ),
  told as (
    update states set tax_report = report.about, updated_at = held.at
    from held join report using (document_id)
    where states.document_id = (report.reports ->> 'documentId')::uuid
      and ${between('states.document_id')} and report.about is not null
    returning states.document_id, states.status, held.at, held.actor
  ),
  told_line as (
    insert into audit (document_id, at, to_status, event, actor)
    select document_id, at, status, 'tax-report-pending', actor from told
  ),`

/** Follows the first line of what is reported as it is stored. */
export const linesOfReported = `
    union all
    select document_id, null, at, to_status, 'tax-report-pending', actor, null, null
    from held join report using (document_id) where tax_report ->> 'status' = 'pending'
    union all
    select document_id, null, at, 'waiting', 'held', actor, 'for its report', null
    from held where (state).status = 'waiting'`

export function reportRowsOf(document: Document, about: TaxReport | undefined): ReportRow[] {
  const { id, reports, taxReport } = document
  if (!reports && !taxReport) return []
  return [
    {
      document_id: id,
      ...(reports ? { reports } : {}),
      ...(taxReport ? { tax_report: taxReport } : {}),
      ...(about ? { about } : {}),
    },
  ]
}

/** All reports about a document, the first one first. */
export async function reportsAbout(pool: Pool, documentId: string): Promise<Document[]> {
  const { rows } = await pool.query<{ report_id: string }>(
    'select report_id from tax_reports where document_id = $1 order by role, sequence',
    [documentId],
  )
  const ids = rows.map(({ report_id: id }) => ({ id, isNew: false }))
  const found = await documentsOf(pool, ids, undefined)
  return ids.flatMap(({ id }) => found.get(id) ?? [])
}

const levelDays = 30
const unendedStatuses = ['pending', 'sent', 'overdue'] satisfies TaxReportStatus[]
const failedStatuses = ['rejected', 'failed'] satisfies TaxReportStatus[]

/** Where the last reports about documents of 30 days stand, of all tenants. */
export type TaxReportLevels = {
  /** What has no end, and what an authority did not take. */
  counts: { regime: string; status: TaxReportStatus; count: number }[]
  /** Age of the oldest one without an end; 0 without any. */
  oldestSeconds: number
}

export async function taxReportLevels(pool: Pool, now: Date): Promise<TaxReportLevels> {
  const { rows } = await pool.query<{
    regime: string
    status: TaxReportStatus
    count: number
    oldest: string
  }>(
    `select regime, status, sum(count)::integer as count, min(oldest) as oldest
     from tenants
     cross join lateral (
       select tax_report ->> 'regime' as regime, tax_report ->> 'status' as status,
              count(*) as count, min(tax_report ->> 'documentId') as oldest
       from states
       where tenant_id = tenants.id and tax_report is not null and not is_test
         and tax_report ->> 'status' = any ($1) and document_id >= $2
       group by 1, 2) level
     where tax_reporting <> '[]' or exists (select from tax_reports where tenant_id = tenants.id)
     group by 1, 2 order by 1, 2`,
    [
      [...unendedStatuses, ...failedStatuses],
      firstUuid(new Date(now.getTime() - levelDays * 24 * 3_600_000)),
    ],
  )
  const isUnended = (status: TaxReportStatus) => unendedStatuses.some((one) => one === status)
  const open = rows.filter(({ status }) => isUnended(status)).map(({ oldest }) => oldest)
  const [oldest] = open.sort()
  const ageMs = oldest === undefined ? 0 : now.getTime() - timeOf(oldest).getTime()
  return {
    counts: rows.map(({ regime, status, count }) => ({ regime, status, count })),
    oldestSeconds: Math.max(0, ageMs / 1000),
  }
}

/** When what a tenant reports was last changed, by the log; undefined if it never was. */
export async function reportingChangedAt(pool: Pool, tenantId: string): Promise<Date | undefined> {
  const { rows } = await pool.query<{ at: Date | null }>(
    `select max(at) as at from log_lines
     where chain_id = $1 and event in ('tenant.created', 'tenant.changed')
       and detail ? 'taxReporting'`,
    [tenantId],
  )
  return rows[0]?.at ?? undefined
}

/** A report in the list of all of them, with what it reports. */
export type ListedReport = Pick<Reports, 'documentId' | 'role' | 'type' | 'regime' | 'sequence'> & {
  reportId: string
  /** What the document has. */
  number?: string
  issueDate?: string
  /** Built, and never sent. */
  test: boolean
  status: TaxReportStatus
  code?: string
  detail?: string
  createdAt: Date
  updatedAt: Date
}

export type ReportFilter = { from?: Date; to?: Date; status?: readonly TaxReportStatus[] }

/** Newest first; `from` and `to` (exclusive) are the time of the report. Throws CursorError. */
export async function taxReportsPage(
  pool: Pool,
  tenantId: string,
  { from, to, status }: ReportFilter,
  page: PageQuery,
): Promise<Page<ListedReport>> {
  const statement = `
    select report.report_id as id, report.document_id, report.role, report.sequence, report.regime,
           report.type, document.number, document.issue_date, report_status(state) as status,
           state.mls_code, state.failure_detail, state.updated_at, state.is_test, made.created_at
    from tax_reports report
    cross join lateral (select * from states where document_id = report.report_id limit 1) state
    cross join lateral (
      select created_at from documents where id = report.report_id limit 1) made
    left join lateral (
      select number, issue_date from documents where id = report.document_id limit 1) document
      on true
    where report.tenant_id = $tenantId
      and ($from::uuid is null or report.report_id >= $from)
      and ($to::uuid is null or report.report_id < $to)
      and ($status::text[] is null or report_status(state) = any ($status))
      and ($before::uuid is null or report.report_id < $before)
    order by report.report_id desc limit $limit`
  const values = {
    ...{ tenantId, status: status ?? null },
    ...{ from: from ? firstUuid(from) : null, to: to ? firstUuid(to) : null },
  }
  const list = { name: 'tax-reports', statement, values }
  const { items, ...rest } = await pageOf<ListedRow>(pool, list, page)
  return { ...rest, items: items.map(toListed) }
}

type ListedRow = Pick<Reports, 'role' | 'type' | 'regime' | 'sequence'> & {
  id: string
  document_id: string
  number: string | null
  issue_date: string | null
  status: TaxReportStatus
  mls_code: string | null
  failure_detail: string | null
  is_test: boolean
  created_at: Date
  updated_at: Date
}

function toListed(row: ListedRow): ListedReport {
  const { id: reportId, document_id: documentId, role, sequence, regime, type, status } = row
  return {
    ...{ reportId, documentId, role, sequence, regime, type, test: row.is_test, status },
    ...(row.number === null ? {} : { number: numberFrom(row.number).number! }),
    ...present({ issueDate: row.issue_date, code: row.mls_code, detail: row.failure_detail }),
    ...{ createdAt: row.created_at, updatedAt: row.updated_at },
  }
}
