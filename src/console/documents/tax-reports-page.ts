// /console/tax-reports: the reports to tax authorities, newest first, and all of them as CSV.
import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import type { Gateway } from '../../core/gateway.ts'
import { taxReportStatuses } from '../../core/record.ts'
import {
  listTaxReports,
  type TaxReportEntry,
  taxReportLines,
} from '../../core/tracking/tax-reports.ts'
import { badge } from '../components/badge.ts'
import { linkButton } from '../components/button.ts'
import { choices } from '../components/chips.ts'
import { emptyList, emptyUnderFilters } from '../components/list-state.ts'
import { linkedTable } from '../components/table.ts'
import { day, time } from '../components/time.ts'
import { oneOf, queryOf, readFields } from '../form.ts'
import { type Html, html } from '../html.ts'
import { sendPage } from '../page.ts'
import { pageLinks, pathWith } from '../paging.ts'
import { brief, documentPath, linkTo } from '../show.ts'
import { labels } from '../words/labels.ts'
import { listWords } from '../words/lists.ts'
import {
  taxRegimeWords,
  taxReportStates,
  taxReportTypeWords,
  taxReportWords as words,
} from '../words/tax-reports.ts'

const path = '/console/tax-reports'
const exportPath = '/console/export/tax-reports'
const config = { scope: 'documents:read', testToken: 'read' } as const
const rowsMax = 50
// What a report cannot be: then there is none.
const statuses = taxReportStatuses.filter((status) => status !== 'not-applicable')

export async function taxReportPages(
  app: FastifyInstance,
  { gateway }: { gateway: Gateway },
): Promise<void> {
  app.get(path, { config }, async ({ caller, url }, reply) => {
    const given = readFields(queryOf(url), ['status', 'cursor'])
    const { status, cursor } = given
    const wanted = { limit: rowsMax, ...(cursor ? { cursor } : {}) }
    const { data, page } = await listTaxReports(gateway, caller, filterOf(status), wanted)
    const empty = status ? emptyUnderFilters(path) : emptyList(words.none)
    return sendPage(reply, {
      title: labels.taxReports,
      at: path,
      actions:
        data.length > 0
          ? linkButton({
              ...{ text: listWords.export, icon: 'download' },
              href: pathWith(exportPath, { status }),
            })
          : undefined,
      content: html`${statusLinks(status)}
${data.length > 0 ? reportsTable(data) : empty}
${pageLinks(path, given, page.nextCursor)}`,
    })
  })

  app.get(exportPath, { config }, async ({ caller, url }, reply) => {
    const { status } = readFields(queryOf(url), ['status'])
    const lines = taxReportLines(gateway, caller, filterOf(status))
    return reply
      .header('Content-Type', 'text/csv; charset=utf-8')
      .header('Content-Disposition', 'attachment; filename="tax-reports.csv"')
      .send(Readable.from(lines, { objectMode: false }))
  })
}

function filterOf(status: string | undefined) {
  return status ? { status: [oneOf('status', status, statuses)] } : {}
}

function statusLinks(chosen: string | undefined): Html {
  return choices(listWords.show, [
    { text: listWords.all, href: path, isHere: !chosen },
    ...statuses.map((status) => ({
      ...{ text: taxReportStates[status].word, href: pathWith(path, { status }) },
      isHere: chosen === status,
    })),
  ])
}

function reportsTable(entries: readonly TaxReportEntry[]): Html {
  return linkedTable(
    labels.taxReports,
    [
      { head: labels.number, as: 'title' },
      ...[labels.issued, words.regime, words.tells],
      { head: labels.state, as: 'state' },
      { head: labels.when, as: 'when' },
      words.report,
    ],
    entries.map(({ documentId, reportId, number, issueDate, regime, type, ...rest }) => [
      linkTo({ id: documentId, ...(number === undefined ? {} : { number }) }),
      issueDate && day(issueDate),
      brief(taxRegimeWords[regime] ?? regime),
      taxReportTypeWords[type],
      badge(taxReportStates[rest.status]),
      time(rest.createdAt),
      html`<a href="${documentPath(reportId)}">${words.open}</a>`,
    ]),
  )
}
