// Following documents: the list, the queue, the state of one document and its history.
import { z } from 'zod'
import type { Gateway } from '../../core/gateway.ts'
import {
  historyPage,
  listRecords,
  queueOf,
  trackDocument,
  waitForChange,
} from '../../core/tracking/track.ts'
import { etagOf, matches } from '../etag.ts'
import { followHeaders, requestHeaders } from '../headers.ts'
import type { LongPolls } from '../long-polls.ts'
import { inPages, pageHeaders, pageQuery, sendPage } from '../page-query.ts'
import { listQuery, toListQuery, waitQuery } from '../query.ts'
import { parseReference, pathReference } from '../reference-to-document.ts'
import { type Route, routesOf } from '../zod.ts'
import { documentRecord, history, queue, recordList } from './record.ts'

const tags = ['Status']
const access = { scope: 'documents:read', testToken: 'read' } as const

type StatusOptions = { gateway: Gateway; longPolls: LongPolls }

const listDocumentsRoute: Route<StatusOptions> = (app, { gateway }) =>
  app.get(
    '/api/v1/status',
    {
      config: {
        ...access,
        problems: ['request.invalid-field'],
        answerHeaders: pageHeaders,
      },
      schema: {
        operationId: 'listDocuments',
        tags,
        summary: 'List documents',
        description:
          'Newest first unless `sort` says otherwise. A repeated filter matches any of its ' +
          'values; different filters must all match.',
        headers: requestHeaders,
        querystring: listQuery,
        response: { 200: recordList },
      },
    },
    async (request, reply) => {
      const list = await listRecords(gateway, request.caller, toListQuery(request.query))
      return sendPage(reply, request.url, list)
    },
  )

const showQueueRoute: Route<StatusOptions> = (app, { gateway }) =>
  app.get(
    '/api/v1/status/queue',
    {
      config: { ...access },
      schema: {
        operationId: 'showQueue',
        tags,
        summary: 'Show the queue',
        description:
          'The documents waiting to be sent, oldest first and 200 at most, ' +
          'with a summary of all.',
        headers: requestHeaders,
        response: { 200: queue },
      },
    },
    async (request) => queueOf(gateway, request.caller),
  )

const showDocumentRoute: Route<StatusOptions> = (app, { gateway, longPolls }) =>
  app.get(
    '/api/v1/status/:id',
    {
      config: {
        ...access,
        problems: ['document.not-found', 'request.invalid-field'],
        answerHeaders: { 200: { ETag: 'Changes with the state; send it back as If-None-Match' } },
      },
      schema: {
        operationId: 'showDocument',
        tags,
        summary: 'Show the state of a document',
        description:
          'With `wait` the answer is held until the state changes (from that of ' +
          'If-None-Match, if given) or the document is in a final state. 304 when it is still ' +
          'the one of If-None-Match.',
        headers: followHeaders,
        params: pathReference,
        querystring: waitQuery,
        response: {
          200: documentRecord,
          304: z.undefined().meta({ description: 'Nothing has changed' }),
        },
      },
    },
    async (request, reply) => {
      const { caller, params, query, headers } = request
      const known = headers['if-none-match']
      let record = await trackDocument(gateway, caller, parseReference(params.id))
      if (query.wait && (known === undefined || matches(known, record))) {
        const { id, updatedAt: since } = record
        record = await longPolls.wait({ request, reply }, query.wait * 1000, (waitMs, signal) =>
          waitForChange(gateway, caller, id, { until: 'change', waitMs, since, signal }),
        )
      }
      reply.header('ETag', etagOf(record))
      if (known !== undefined && matches(known, record)) return reply.code(304).send(undefined)
      return record
    },
  )

const showHistoryRoute: Route<StatusOptions> = (app, { gateway }) =>
  app.get(
    '/api/v1/status/:id/history',
    {
      config: {
        ...access,
        problems: ['document.not-found', 'request.invalid-field'],
        answerHeaders: pageHeaders,
      },
      schema: {
        operationId: 'showHistory',
        tags,
        summary: 'Show the history of a document',
        description:
          'The record and its audit log, oldest first, 200 lines on a page. Each line ' +
          'contains the hash of the previous one.',
        headers: requestHeaders,
        params: pathReference,
        querystring: pageQuery,
        response: { 200: history },
      },
    },
    async ({ caller, params, query, url }, reply) => {
      const reference = parseReference(params.id)
      return sendPage(reply, url, await historyPage(gateway, caller, reference, inPages(query)))
    },
  )

export const status = routesOf<StatusOptions>(
  listDocumentsRoute,
  showQueueRoute,
  showDocumentRoute,
  showHistoryRoute,
)
