// /console/reports: the monthly reports to Peppol, for operators.
import type { FastifyInstance } from 'fastify'
import { actorOf } from '../../core/access/actor.ts'
import type { Gateway } from '../../core/gateway.ts'
import {
  type MlsLevel,
  type ReportingMonth,
  reportNames,
  showReporting,
  submitReports,
  writeReports,
} from '../../core/operations/reports.ts'
import { Problem } from '../../problem.ts'
import { askFirst } from '../ask-first.ts'
import { badge } from '../components/badge.ts'
import { linkButton } from '../components/button.ts'
import { callout } from '../components/callout.ts'
import { facts } from '../components/facts.ts'
import { linkedTable, table } from '../components/table.ts'
import { time } from '../components/time.ts'
import { queryOf, readFields } from '../form.ts'
import { type Html, html } from '../html.ts'
import { sendPage } from '../page.ts'
import { code, section } from '../show.ts'
import { reportWords } from '../words/administration.ts'
import { labels } from '../words/labels.ts'
import { statusWord } from '../words/states.ts'

const path = '/console/reports'
const config = { scope: 'operator', testToken: 'nothing' } as const
const monthsShown = 13

export async function reportPages(
  app: FastifyInstance,
  { gateway }: { gateway: Gateway },
): Promise<void> {
  app.get(path, { config }, async ({ url }, reply) => {
    readFields(queryOf(url), [])
    return sendPage(reply, {
      title: labels.reports,
      at: path,
      content: html`<p>${reportWords.about}</p>
${linkedTable(
  reportWords.months,
  [{ head: reportWords.month, as: 'title' }],
  monthsUpTo(gateway.now()).map((month) => [html`<a href="${path}/${month}">${month}</a>`]),
)}`,
    })
  })

  app.get<{ Params: { month: string } }>(
    `${path}/:month`,
    { config },
    async ({ params, url }, reply) => {
      readFields(queryOf(url), [])
      const report = await showReporting(gateway, monthIn(params.month))
      const canSend = report.isOver && gateway.peppolAccess.network.name === 'production'
      return sendPage(reply, {
        title: reportWords.of(report.month),
        at: path,
        up: { text: labels.reports, href: path },
        actions: canSend ? sendOffer(report.month) : undefined,
        content: ofMonth(report),
      })
    },
  )

  app.get<{ Params: { month: string; file: string } }>(
    `${path}/:month/:file`,
    { config },
    async ({ params, url }, reply) => {
      readFields(queryOf(url), [])
      const month = monthIn(params.month)
      if (!reportNames.some((name) => params.file === `${name}.xml`)) throw noSuchPage()
      const written = await writeReports(gateway, month)
      const { name, xml } = written.find(({ report }) => params.file === `${report}.xml`)!
      return reply
        .header('Content-Type', 'application/xml')
        .header('Content-Disposition', `attachment; filename="${name}"`)
        .send(xml)
    },
  )

  askFirst(app, {
    path: `${path}/:month/submit`,
    at: path,
    ...config,
    ask: ({ params }) => ({
      title: reportWords.send.title(monthIn(params.month!)),
      consequence: html`<p>${reportWords.send.consequence}</p>`,
      button: reportWords.send.button,
      back: `${path}/${params.month}`,
    }),
    async act({ caller, params }) {
      const month = monthIn(params.month!)
      await submitReports(gateway, month, actorOf(caller))
      return `${path}/${month}`
    },
  })
}

function sendOffer(month: string): Html {
  const { offer } = reportWords
  return linkButton({ text: offer, href: `${path}/${month}/submit`, look: 'primary' })
}

function monthIn(text: string): string {
  if (/^2\d{3}-(0[1-9]|1[0-2])$/.test(text)) return text
  throw noSuchPage()
}

function noSuchPage(): Problem {
  return new Problem('request.not-found', { detail: 'The console has no such page.' })
}

/** The current one first. */
function monthsUpTo(now: Date): string[] {
  return Array.from({ length: monthsShown }, (_, back) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back)).toISOString().slice(0, 7),
  )
}

function ofMonth({ month, isOver, reporter, exchanges, endUsers, ...rest }: ReportingMonth): Html {
  const { serviceLevels, submitted } = rest
  return html`${!isOver && callout({ tone: 'info', happened: reportWords.notOver })}
${facts([
  [reportWords.received, String(exchanges.incoming)],
  [reportWords.sent, String(exchanges.outgoing)],
  [reportWords.uncounted, String(exchanges.uncounted)],
  [reportWords.sending, String(endUsers.sending)],
  [reportWords.receiving, String(endUsers.receiving)],
  [reportWords.inAll, String(endUsers.sendingOrReceiving)],
  [reportWords.reporter, code(reporter)],
])}
${section('levels', reportWords.levels, levelsTable(serviceLevels))}
${section(
  'reports',
  reportWords.files,
  html`<div class="actions">${reportNames.map((name) =>
    linkButton({
      ...{ text: reportWords.asXml(name), href: `${path}/${month}/${name}.xml`, icon: 'download' },
    }),
  )}</div>
${submitted.length > 0 && sentTable(submitted)}`,
)}`
}

function sentTable(submitted: ReportingMonth['submitted']): Html {
  return table(
    reportWords.sentReports,
    reportWords.sentHeads,
    submitted.map(({ report, submittedAt, status }) => [
      report,
      time(submittedAt),
      badge(statusWord(status)),
    ]),
  )
}

function levelsTable(levels: ReportingMonth['serviceLevels']): Html {
  return table(
    reportWords.levels,
    reportWords.levelHeads,
    Object.entries(levels).map(([name, level]: [string, MlsLevel]) => {
      const { withinMinutes, target, measured, inTime, share } = level
      return [
        name,
        `${withinMinutes} min`,
        reportWords.inTime(inTime, measured),
        share === undefined ? reportWords.noneDue : percent(share),
        percent(target),
      ]
    }),
  )
}

function percent(share: number): string {
  // Rounded down: what misses its target is not shown as reaching it.
  return `${Math.floor(share * 1000 + 1e-9) / 10} %`
}
