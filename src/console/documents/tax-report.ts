// Beside a document: where its report to a tax authority stands, and every report about it; and
// beside a report, what it is about.
import { badge } from '../components/badge.ts'
import { facts } from '../components/facts.ts'
import { time } from '../components/time.ts'
import { foreign } from '../foreign.ts'
import { type Html, html } from '../html.ts'
import { documentPath, given } from '../show.ts'
import { labels } from '../words/labels.ts'
import {
  taxRegimeWords,
  taxReportStates,
  taxReportTypeWords,
  taxRoleWords,
  taxReportWords as words,
} from '../words/tax-reports.ts'
import { textsOf } from './answers.ts'
import type { Shown } from './shown.ts'

export function taxReportSection({ document, taxReports }: Shown): Html | undefined {
  const { taxReport, reports } = document
  if (!taxReport && !reports) return undefined
  return html`<section class="card" aria-labelledby="tax-report">
<h2 id="tax-report">${labels.taxReport}</h2>
${reports && html`<p><a href="${documentPath(reports.documentId)}">${words.aboutDocument}</a></p>`}
${taxReport && standing(taxReport)}
${taxReports && entries(taxReports)}</section>`
}

type TaxReport = NonNullable<Shown['document']['taxReport']>

function standing({ status, at, regime, role, detail }: TaxReport): Html {
  return html`<p>${badge(taxReportStates[status])} ${time(at)}</p>
${detail !== undefined && html`<p>${foreign(detail)}</p>`}
${facts([
  [words.regime, given(taxRegimeWords[regime] ?? regime)],
  [words.role, taxRoleWords[role]],
])}`
}

function entries({ mls, reports }: NonNullable<Shown['taxReports']>): Html {
  return html`${facts([[words.partnerCode, given(mls.code)]])}
${reports.toReversed().map(entry)}`
}

function entry(report: NonNullable<Shown['taxReports']>['reports'][number]): Html {
  const { documentId, type, mls, failure, createdAt } = report
  const said = textsOf({
    ...(mls.reason === undefined ? {} : { reason: mls.reason }),
    ...(mls.issues ? { issues: mls.issues } : {}),
  })
  return html`<p><a href="${documentPath(documentId)}">${words.open}</a>: ${
    taxReportTypeWords[type]
  }, ${time(createdAt)}</p>
${facts([[words.code, given(mls.code)]])}
${said.map((text) => html`<p>${foreign(text)}</p>`)}
${failure && html`<p>${foreign(failure.detail)}</p>`}`
}
