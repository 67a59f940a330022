// Reports to tax authorities: their parts of the statement that accepts a document (accept), and
// what is read of them.
import type { Document, Reports, TaxReport } from '../facts.ts'
import { between } from '../postgres/months.ts'

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
