// Documents that were received for the caller's tenant.
import { z } from 'zod'
import type { Gateway } from '../../core/gateway.ts'
import {
  acknowledge,
  inboundContent,
  listInbound,
  showInbound,
} from '../../core/receive/inbound.ts'
import { respond } from '../../core/receive/respond.ts'
import { sayWord } from '../../core/receive/say-word.ts'
import { answersTo, answerTo } from '../../core/tracking/answers.ts'
import { Problem } from '../../problem.ts'
import { choose } from '../accept.ts'
import { askerOf } from '../asker.ts'
import { requestHeaders, respondHeaders, submitSettings } from '../headers.ts'
import type { LongPolls } from '../long-polls.ts'
import { pageHeaders, sendPage } from '../page-query.ts'
import { inboundQuery, toInboundQuery } from '../query.ts'
import { respondExamples, wordExamples } from '../reference/examples.ts'
import { parseReference, pathReference } from '../reference-to-document.ts'
import { sendBytes } from '../send-bytes.ts'
import { type Route, routesOf } from '../zod.ts'
import { converted } from './convert.ts'
import { xmlFile } from './document-schemas.ts'
import {
  answerEntry,
  answerList,
  inboundList,
  inboundRecord,
  responseWish,
  wordWish,
} from './inbound-schemas.ts'
import { documentRecord } from './record.ts'
import { answerSubmitted, submittedHeaders } from './submit-and-answer.ts'
import { pathId } from './token-schemas.ts'

const respondProblems = [
  ...(['document.not-found', 'document.content-removed', 'document.not-available'] as const),
  ...(['document.type-mismatch', 'receiver.takes-no-response'] as const),
  ...(['lookup.dns-failed', 'lookup.record-invalid'] as const),
  ...(['lookup.smp-unreachable', 'lookup.smp-invalid'] as const),
  'certificate.revocation-unavailable',
  ...(['participant.sender-not-allowed', 'auth.environment-mismatch'] as const),
  ...(['idempotency.key-reused', 'idempotency.in-progress'] as const),
  ...(['validation.schema-failed', 'validation.rules-failed', 'validation.unavailable'] as const),
  ...(['capacity.backlog-full', 'capacity.storage', 'maintenance.draining'] as const),
] as const

const pathAnswer = pathReference.extend({
  answerId: z.uuid().meta({ description: 'The id of the answer' }),
})
const tags = ['Inbound']
const scope = 'documents:read'

type InboundOptions = { gateway: Gateway; longPolls: LongPolls }

const listInboundRoute: Route<InboundOptions> = (app, { gateway }) =>
  app.get(
    '/api/v1/inbound',
    {
      config: {
        scope,
        testToken: 'read',
        problems: ['request.invalid-field'],
        answerHeaders: pageHeaders,
      },
      schema: {
        operationId: 'listInbound',
        tags,
        summary: 'List received documents',
        description:
          'Newest first unless `sort` says otherwise. To fetch what is new, ask for ' +
          '`status=available` and acknowledge what you have.',
        headers: requestHeaders,
        querystring: inboundQuery,
        response: { 200: inboundList },
      },
    },
    async (request, reply) => {
      const list = await listInbound(gateway, request.caller, toInboundQuery(request.query))
      return sendPage(reply, request.url, list)
    },
  )

const showInboundRoute: Route<InboundOptions> = (app, { gateway }) =>
  app.get(
    '/api/v1/inbound/:id',
    {
      config: { scope, testToken: 'read', problems: ['document.not-found'] },
      schema: {
        operationId: 'showInbound',
        tags,
        summary: 'Show a received document',
        description: 'Who sent it, by which message, and what we told the sender about it.',
        headers: requestHeaders,
        params: pathId,
        response: { 200: inboundRecord },
      },
    },
    async ({ caller, params }) => showInbound(gateway, caller, params.id),
  )

const readInboundRoute: Route<InboundOptions> = (app, { gateway }) =>
  app.get(
    '/api/v1/inbound/:id/content',
    {
      config: {
        scope,
        testToken: 'read',
        problems: [
          'document.not-found',
          'document.content-removed',
          'document.type-mismatch',
          'request.not-acceptable',
          'request.too-large',
        ],
      },
      schema: {
        operationId: 'readInbound',
        tags,
        summary: 'Read a received document',
        description:
          'As XML the bytes that were received, from the root to its end; as JSON what `convert` ' +
          'makes of them.',
        headers: requestHeaders,
        params: pathId,
        response: {
          200: {
            description: 'The document',
            content: {
              'application/xml': { schema: xmlFile },
              'application/json': { schema: converted },
            },
          },
        },
      },
    },
    async (request, reply) => {
      const { document, bytes } = await inboundContent(gateway, request.caller, request.params.id)
      const mediaType = choose(request, reply, ['application/xml', 'application/json'])
      if (mediaType === 'application/xml') return sendBytes(reply, mediaType, bytes)
      if (document.kind === 'other')
        throw new Problem('request.not-acceptable', {
          detail: 'Only invoices, credit notes and debit notes are mapped to JSON.',
        })
      const json = await gateway.intake.convert(bytes, askerOf(gateway, request, reply))
      return sendBytes(reply, 'application/json; charset=utf-8', json)
    },
  )

const acknowledgeInboundRoute: Route<InboundOptions> = (app, { gateway }) =>
  app.post(
    '/api/v1/inbound/:id/acknowledge',
    {
      config: {
        scope: 'documents:write',
        testToken: 'nothing',
        problems: ['document.not-found', 'document.not-available'],
      },
      schema: {
        operationId: 'acknowledgeInbound',
        tags,
        summary: 'Acknowledge a received document',
        description:
          'Says that you have it. Within five minutes of its arrival its sender hears of it, if ' +
          'they asked: a Message Level Status AP is sent instead of AB. Twice is no fault.',
        headers: requestHeaders,
        params: pathId,
        response: { 200: inboundRecord },
      },
    },
    async ({ caller, params }) => acknowledge(gateway, caller, params.id),
  )

const sayInboundRoute: Route<InboundOptions> = (app, { gateway }) =>
  app.post(
    '/api/v1/inbound/:id/status',
    {
      config: {
        scope: 'documents:write',
        testToken: 'nothing',
        problems: [
          ...(['document.not-found', 'document.not-available', 'document.type-mismatch'] as const),
          ...(['word.issues-mismatch', 'word.too-late'] as const),
        ],
        bodyExamples: { 'application/json': wordExamples },
      },
      schema: {
        operationId: 'sayInbound',
        tags,
        summary: 'Say what becomes of a received document',
        description:
          'Its sender is told by Message Level Status: of RE always, of AP and AB if they asked. ' +
          'You have five minutes, or `mlsWait` of the tenant; then AB is sent. AP and RE also ' +
          'acknowledge the document. The same again is no fault.',
        headers: requestHeaders,
        params: pathId,
        body: { content: { 'application/json': { schema: wordWish } } },
        response: { 200: inboundRecord },
      },
    },
    async ({ caller, params, body }) => sayWord(gateway, caller, params.id, body),
  )

const respondInboundRoute: Route<InboundOptions> = (app, { gateway, longPolls }) =>
  app.post(
    '/api/v1/inbound/:id/respond',
    {
      config: {
        scope: 'documents:write',
        testToken: 'nothing',
        problems: respondProblems,
        bodyExamples: { 'application/json': respondExamples },
        answerHeaders: submittedHeaders,
      },
      schema: {
        operationId: 'respondInbound',
        tags,
        summary: 'Answer a received invoice',
        description:
          'Sends an Invoice Response to the sender of an invoice, a credit note or a debit note, ' +
          'if they are registered for it. The answer is the record of the response, a document ' +
          'of the type `other`. 200 instead of 202 when `Prefer: wait` saw its final state.',
        headers: respondHeaders,
        params: pathId,
        body: { content: { 'application/json': { schema: responseWish } } },
        response: { 200: documentRecord, 202: documentRecord },
      },
    },
    async (request, reply) => {
      const { caller, params, body, headers } = request
      const { testOnly: _, ...settings } = submitSettings(headers)
      const sent = await respond(gateway, caller, params.id, { wish: body, ...settings })
      return answerSubmitted({ gateway, longPolls }, { request, reply }, sent)
    },
  )

const listAnswersRoute: Route<InboundOptions> = (app, { gateway }) =>
  app.get(
    '/api/v1/documents/:id/answers',
    {
      config: { scope, testToken: 'read', problems: ['document.not-found'] },
      schema: {
        operationId: 'listAnswers',
        tags: ['Documents'],
        summary: 'List what was said about a document',
        description:
          'Message Level Status, Message Level Response and Invoice Response, oldest first, ' +
          'from any sender.',
        headers: requestHeaders,
        params: pathReference,
        response: { 200: answerList },
      },
    },
    async ({ caller, params }) => ({
      data: await answersTo(gateway, caller, parseReference(params.id)),
    }),
  )

const showAnswerRoute: Route<InboundOptions> = (app, { gateway }) =>
  app.get(
    '/api/v1/documents/:id/answers/:answerId',
    {
      config: { scope, testToken: 'read', problems: ['document.not-found'] },
      schema: {
        operationId: 'showAnswer',
        tags: ['Documents'],
        summary: 'Show what was said about a document',
        description: 'One entry of the list; the event `document.answered` names it.',
        headers: requestHeaders,
        params: pathAnswer,
        response: { 200: answerEntry },
      },
    },
    async ({ caller, params: { id, answerId } }) =>
      answerTo(gateway, caller, parseReference(id), answerId),
  )

export const inbound = routesOf<InboundOptions>(
  listInboundRoute,
  showInboundRoute,
  readInboundRoute,
  acknowledgeInboundRoute,
  sayInboundRoute,
  respondInboundRoute,
  listAnswersRoute,
  showAnswerRoute,
)
