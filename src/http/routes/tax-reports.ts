// What is reported to tax authorities: the reports about a document, and all of them.
import { z } from 'zod'
import { reportActions, reportAgain } from '../../core/operations/report-again.ts'
import { taxReportStatuses, taxReportTypes } from '../../core/record.ts'
import {
  listTaxReports,
  type ReportsOfDocument,
  reportsOfDocument,
  type TaxReportEntry,
  taxReportLines,
} from '../../core/tracking/tax-reports.ts'
import { exactly } from '../exactly.ts'
import { requestHeaders, respondHeaders, submitSettings } from '../headers.ts'
import { page } from '../page.ts'
import { pageHeaders, pageParameters, sendPage, toPageQuery } from '../page-query.ts'
import { taxReportExamples } from '../reference/examples.ts'
import { parseReference, pathReference } from '../reference-to-document.ts'
import { sendTable } from '../send-bytes.ts'
import { type Route, routesOf } from '../zod.ts'
import { fileBody } from './document-schemas.ts'
import {
  count,
  documentRecord,
  documentStatus,
  failureFacts,
  links,
  mayGrow,
  messageLevelStatus,
  moment,
  reportedToTax,
  taxRole,
} from './record.ts'
import { submittedHeaders } from './submit-and-answer.ts'

const tags = ['Tax reports']
const reportType = z.enum(taxReportTypes).meta({
  description: 'What it tells: the document, the same again, that it is no more, or is not valid',
})

const reportsSchema = exactly<ReportsOfDocument>()(
  z
    .object({
      documentId: z.string(),
      mls: messageLevelStatus.meta({ description: 'About the document itself' }),
      ...reportedToTax,
      reports: z
        .array(
          z
            .object({
              documentId: z.string().meta({ description: 'The report: a document, too' }),
              type: reportType,
              sequence: count,
              status: documentStatus,
              mls: messageLevelStatus.meta({ description: 'What the authority said of it' }),
              failure: failureFacts.exactOptional(),
              createdAt: moment,
              updatedAt: moment,
              links,
            })
            .meta({ id: 'TaxReportOfDocument' }),
        )
        .meta({ description: 'The first one first' }),
    })
    .meta({ id: 'TaxReportsOfDocument' }),
)

const entrySchema = exactly<TaxReportEntry>()(
  z
    .object({
      reportId: z.string().meta({ description: 'The report: a document, too' }),
      documentId: z.string().meta({ description: 'What it reports' }),
      number: z.string().exactOptional(),
      issueDate: z.string().exactOptional(),
      regime: z.string().meta({ examples: ['ae'] }),
      role: taxRole,
      type: reportType,
      sequence: count.meta({ description: 'The first report about a document has 1' }),
      test: z.boolean().meta({ description: 'About a test document: built, and never sent' }),
      status: z.enum(taxReportStatuses).meta({ description: mayGrow }),
      code: z.string().exactOptional().meta({
        description: 'Of the Message Level Status of the authority',
      }),
      detail: z.string().exactOptional().meta({ description: 'Why it failed' }),
      createdAt: moment,
      updatedAt: moment,
    })
    .meta({ id: 'TaxReportEntry' }),
)

const access = { scope: 'documents:read', testToken: 'read' } as const

const showRoutes = (
  [
    ['/api/v1/documents/:id/tax-report', 'showTaxReport', 'Show the reports about a document'],
    [
      '/api/v1/inbound/:id/tax-report',
      'showInboundTaxReport',
      'Show the reports about a received document',
    ],
  ] as const
).map(
  ([path, operationId, summary]): Route =>
    (app, { gateway }) =>
      app.get(
        path,
        {
          config: { ...access, problems: ['document.not-found'] },
          schema: {
            ...{ operationId, tags, summary },
            description: 'With the status of the other access point, and those of the authority.',
            headers: requestHeaders,
            params: pathReference,
            response: { 200: reportsSchema },
          },
        },
        async ({ caller, params }) => reportsOfDocument(gateway, caller, parseReference(params.id)),
      ),
)

const actionBody = z
  .strictObject({
    action: z.enum(reportActions).meta({
      description: '`resubmit`: the document is reported again; `withdraw`: it is no more',
    }),
  })
  .meta({ id: 'TaxReportAction' })

const reportAgainRoute: Route = (app, { gateway }) =>
  app.post(
    '/api/v1/documents/:id/tax-report',
    {
      config: {
        scope: 'documents:write',
        testToken: 'test',
        answerHeaders: submittedHeaders,
        bodyExamples: { 'application/json': taxReportExamples },
        problems: [
          ...(['document.not-found', 'document.content-removed'] as const),
          'document.not-reportable',
          ...(['tax-report.in-progress', 'tax-report.not-possible'] as const),
          ...(['idempotency.key-reused', 'idempotency.in-progress'] as const),
          ...(['request.invalid-field', 'request.missing-field'] as const),
        ],
      },
      schema: {
        operationId: 'reportAgain',
        tags,
        summary: 'Report a document again, or withdraw its report',
        description:
          'Queues another report about a document that was reported, sent or received. One at a ' +
          'time: the authority has to answer the last one first, or to be overdue.',
        headers: respondHeaders.omit({ 'X-Validation': true, Prefer: true }),
        params: pathReference,
        body: { content: { 'application/json': { schema: actionBody } } },
        response: { 202: documentRecord },
      },
    },
    async (request, reply) => {
      const { idempotencyKey, traceparent } = submitSettings(request.headers)
      const { record, replayed } = await reportAgain(
        gateway,
        request.caller,
        parseReference(request.params.id),
        {
          action: request.body.action,
          ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
          ...(traceparent === undefined ? {} : { traceparent }),
        },
      )
      if (replayed) reply.header('Idempotency-Replayed', 'true')
      return reply.code(202).header('Location', record.links.status).send(record)
    },
  )

const filterQuery = z.strictObject({
  from: moment.exactOptional().meta({ description: 'Made at this time or later' }),
  to: moment.exactOptional().meta({ description: 'Made before this time' }),
  status: z
    .preprocess(
      (given) => (given === undefined || Array.isArray(given) ? given : [given]),
      z
        .array(z.enum(taxReportStatuses).exclude(['not-applicable']))
        .max(20)
        .exactOptional(),
    )
    .meta({ description: 'Where they stand' }),
  ...pageParameters,
})

const listTaxReportsRoute: Route = (app, { gateway }) =>
  app.get(
    '/api/v1/tax-reports',
    {
      config: { ...access, problems: ['request.invalid-field'], answerHeaders: pageHeaders },
      schema: {
        operationId: 'listTaxReports',
        tags,
        summary: 'List the reports to tax authorities',
        description:
          'Newest first. `GET /api/v1/tax-reports.csv` answers all of them as a table, for those ' +
          'who are audited.',
        headers: requestHeaders,
        querystring: filterQuery,
        response: {
          200: z.object({ data: z.array(entrySchema), page }).meta({ id: 'TaxReportList' }),
        },
      },
    },
    async ({ caller, query, url }, reply) => {
      const { limit, cursor, ...filter } = query
      const wanted = toPageQuery({
        ...(limit === undefined ? {} : { limit }),
        ...(cursor === undefined ? {} : { cursor }),
      })
      return sendPage(reply, url, await listTaxReports(gateway, caller, toFilter(filter), wanted))
    },
  )

const exportTaxReportsRoute: Route = (app, { gateway }) =>
  app.get(
    '/api/v1/tax-reports.csv',
    {
      config: { ...access, problems: ['request.invalid-field'] },
      schema: {
        operationId: 'exportTaxReports',
        tags,
        summary: 'Export the reports to tax authorities',
        description: 'All that the list has, as a table (RFC 4180).',
        headers: requestHeaders,
        querystring: filterQuery.omit({ limit: true, cursor: true }),
        response: {
          200: {
            description: 'A line for each, with their names in the first',
            content: { 'text/csv': { schema: fileBody('The table') } },
          },
        },
      },
    },
    async ({ caller, query }, reply) =>
      sendTable(reply, 'tax-reports.csv', taxReportLines(gateway, caller, toFilter(query))),
  )

function toFilter({
  from,
  to,
  status,
}: Pick<z.output<typeof filterQuery>, 'from' | 'to' | 'status'>) {
  return {
    ...(from ? { from: new Date(from) } : {}),
    ...(to ? { to: new Date(to) } : {}),
    ...(status ? { status } : {}),
  }
}

export const taxReports = routesOf(
  ...showRoutes,
  reportAgainRoute,
  listTaxReportsRoute,
  exportTaxReportsRoute,
)
