// The monthly reports to Peppol: what is in them, their XML, and sending them.
import { z } from 'zod'
import { actorOf } from '../../core/access/actor.ts'
import {
  type ReportingMonth,
  reportNames,
  type Sent,
  showReporting,
  submitReports,
  type WrittenReport,
  writeReports,
} from '../../core/operations/reports.ts'
import { exactly } from '../exactly.ts'
import { requestHeaders } from '../headers.ts'
import { type Route, routesOf } from '../zod.ts'
import { count, documentStatus, moment } from './record.ts'

const tags = ['Reporting']
const access = { scope: 'operator', testToken: 'nothing' } as const
const month = z.string()
const pathMonth = z.object({
  month: month
    .regex(/^2\d{3}-(0[1-9]|1[0-2])$/, { error: 'must be a month, such as 2026-10' })
    .meta({
      description: 'A calendar month in UTC',
      examples: ['2026-10'],
    }),
})

const report = z.enum(reportNames).meta({
  description: 'Transaction Statistics Report, or End User Statistics Report',
})

const sent = z
  .object({
    report,
    id: z.string().meta({ description: 'Of the document that carries it' }),
    status: documentStatus,
    submittedAt: moment,
  })
  .meta({ id: 'SentReport' })

const level = z
  .object({
    withinMinutes: z.number(),
    target: z.number().meta({ description: 'The share that Peppol asks for' }),
    measured: count.meta({ description: 'Answers that were due' }),
    inTime: count,
    share: z.number().exactOptional().meta({ description: 'Absent when none was due' }),
  })
  .meta({ id: 'ServiceLevel' })

const reportingMonth = exactly<ReportingMonth>()(
  z
    .object({
      month,
      isOver: z.boolean(),
      reporter: z.string().meta({ description: 'Our seat id' }),
      exchanges: z
        .object({
          incoming: count,
          outgoing: count,
          uncounted: count.meta({ description: 'Reports: in no total' }),
        })
        .meta({ id: 'ExchangeCounts' }),
      endUsers: z
        .object({ sending: count, receiving: count, sendingOrReceiving: count })
        .meta({ id: 'EndUserCounts' }),
      serviceLevels: z
        .object({
          'MLS-1': level.meta({ description: 'Message Level Status that we sent' }),
          'MLS-2': level.meta({ description: 'Message Level Status that we were sent' }),
        })
        .meta({ id: 'ServiceLevels' }),
      submitted: z.array(sent).meta({ description: 'Newest first' }),
    })
    .meta({ id: 'ReportingMonth', description: 'What the reports of a month count' }),
)

const writtenReports = exactly<{ month: string; reports: WrittenReport[] }>()(
  z
    .object({
      month,
      reports: z.array(
        z
          .object({
            report,
            name: z.string().meta({ description: 'A name for the file' }),
            xml: z.string(),
          })
          .meta({ id: 'WrittenReport' }),
      ),
    })
    .meta({ id: 'WrittenReports', description: 'The reports of a month, as XML' }),
)

const sentReports = exactly<{ month: string; reports: Sent[] }>()(
  z
    .object({ month, reports: z.array(sent) })
    .meta({ id: 'SentReports', description: 'The reports of a month, as documents' }),
)

const showReportingRoute: Route = (app, { gateway }) =>
  app.get(
    '/api/v1/reporting/:month',
    {
      config: { ...access },
      schema: {
        operationId: 'showReporting',
        tags,
        summary: 'Show what is reported of a month',
        description:
          'Totals of both reports to Peppol, the share of Message Level Status in time, and the ' +
          'reports that were sent.',
        headers: requestHeaders,
        params: pathMonth,
        response: { 200: reportingMonth },
      },
    },
    async ({ params }) => showReporting(gateway, params.month),
  )

const previewReportsRoute: Route = (app, { gateway }) =>
  app.post(
    '/api/v1/reporting/:month/preview',
    {
      config: { ...access, problems: ['reporting.country-unknown'] },
      schema: {
        operationId: 'previewReports',
        tags,
        summary: 'Write the reports of a month',
        description: 'As they would be sent now. Nothing is stored or sent.',
        headers: requestHeaders,
        params: pathMonth,
        response: { 200: writtenReports },
      },
    },
    async ({ params }) => ({
      month: params.month,
      reports: await writeReports(gateway, params.month),
    }),
  )

const submitReportsRoute: Route = (app, { gateway }) =>
  app.post(
    '/api/v1/reporting/:month/submit',
    {
      config: {
        ...access,
        problems: [
          'reporting.not-production',
          'reporting.month-not-over',
          'reporting.country-unknown',
        ],
      },
      schema: {
        operationId: 'submitReports',
        tags,
        summary: 'Send the reports of a month',
        description:
          'To OpenPeppol, on the production network only, once the month is over. What was sent ' +
          'and has not changed is not sent again.',
        headers: requestHeaders,
        params: pathMonth,
        response: { 202: sentReports },
      },
    },
    async ({ caller, params }, reply) => {
      const { month } = params
      const reports = await submitReports(gateway, month, actorOf(caller))
      return reply.code(202).send({ month, reports })
    },
  )

export const reports = routesOf(showReportingRoute, previewReportsRoute, submitReportsRoute)
