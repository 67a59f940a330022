// What callers and operators may do to documents on their way: cancel, try again, pause, resume.
import { z } from 'zod'
import { cancelDocument } from '../../core/operations/cancel.ts'
import { type CircuitEntry, openCircuits } from '../../core/operations/circuits.ts'
import { pauseSending, pausesInForce, resumeSending } from '../../core/operations/pause.ts'
import { sendAgain } from '../../core/operations/send-again.ts'
import { setAside, takeBack } from '../../core/operations/set-aside.ts'
import { exactly } from '../exactly.ts'
import { requestHeaders } from '../headers.ts'
import { pauseExamples, setAsideExamples } from '../reference/examples.ts'
import { parseReference, pathReference, text } from '../reference-to-document.ts'
import { type Route, routesOf } from '../zod.ts'
import { count, documentRecord, moment } from './record.ts'

const pauseBody = z
  .strictObject({
    receiver: text.min(1).max(200).exactOptional().meta({
      description: 'Only this receiver; absent: all of them',
    }),
  })
  .meta({ id: 'Pause' })

const pauses = exactly<{ data: Awaited<ReturnType<typeof pauseSending>> }>()(
  z
    .object({
      data: z.array(
        z
          .object({
            receiver: z.string().nullable().meta({ description: 'null: all receivers' }),
            restored: z.literal(true).exactOptional().meta({
              description: 'Only what was open when the database was restored',
            }),
            since: z.iso.datetime(),
            actor: z.string(),
            by: z.string().exactOptional().meta({ description: 'The name of that token' }),
            waiting: count.meta({ description: 'Documents of all tenants that it holds' }),
          })
          .meta({ id: 'PauseInForce' }),
      ),
    })
    .meta({ id: 'Pauses', description: 'The pauses in force, oldest first' }),
)

const circuits = exactly<{ data: CircuitEntry[] }>()(
  z
    .object({
      data: z.array(
        z
          .object({
            lane: z.string().meta({
              description:
                'The URL of an endpoint (of a very long one, its digest), or `lookup …` for a ' +
                'group of receivers whose endpoint could not be looked up',
            }),
            failures: count.meta({ description: 'Attempts in a row that failed' }),
            openUntil: moment.exactOptional().meta({
              description: 'Until the next probe; in the past while that is under way',
            }),
            documents: count.meta({ description: 'Of all tenants, that wait for it' }),
          })
          .meta({ id: 'OpenCircuit' }),
      ),
    })
    .meta({ id: 'OpenCircuits', description: 'Endpoints that do not work, most documents first' }),
)

const cancelDocumentRoute: Route = (app, { gateway }) =>
  app.post(
    '/api/v1/documents/:id/cancel',
    {
      config: {
        scope: 'documents:write',
        testToken: 'test',
        problems: ['document.not-found', 'document.not-cancellable'],
      },
      schema: {
        operationId: 'cancelDocument',
        tags: ['Documents'],
        summary: 'Cancel a document',
        description: 'Possible as long as it certainly has not left: while nothing was sent.',
        headers: requestHeaders,
        params: pathReference,
        response: { 200: documentRecord },
      },
    },
    async (request) => cancelDocument(gateway, request.caller, parseReference(request.params.id)),
  )

const retryDocumentRoute: Route = (app, { gateway }) =>
  app.post(
    '/api/v1/documents/:id/retry',
    {
      config: {
        scope: 'documents:write',
        testToken: 'test',
        problems: ['document.not-found', 'document.not-retryable', 'document.duplicate'],
      },
      schema: {
        operationId: 'retryDocument',
        tags: ['Documents'],
        summary: 'Try a failed document again',
        description:
          'It gets a new deadline and all attempts again, as a new message with the same SBDH ' +
          'instance identifier. If it may have arrived (`outcome: attention`), ask the receiver ' +
          'first.',
        headers: requestHeaders,
        params: pathReference,
        response: { 202: documentRecord },
      },
    },
    async (request, reply) =>
      reply
        .code(202)
        .send(await sendAgain(gateway, request.caller, parseReference(request.params.id))),
  )

const setAsideBody = z
  .strictObject({
    note: text.min(1).max(500).exactOptional().meta({ description: 'Why, for the history' }),
  })
  .meta({ id: 'SetAsideWish' })

const setAsideRoute: Route = (app, { gateway }) =>
  app.post(
    '/api/v1/documents/:id/set-aside',
    {
      config: {
        scope: 'documents:write',
        testToken: 'test',
        bodyMayBeAbsent: true,
        problems: ['document.not-found', 'document.in-progress'],
        bodyExamples: { 'application/json': setAsideExamples },
      },
      schema: {
        operationId: 'setAsideDocument',
        tags: ['Documents'],
        summary: 'Set a document aside',
        description:
          'A person has seen to it: it has no `attention` any more, until that is undone or its ' +
          'receiver says something new about it. For documents that have come to their end, and ' +
          'for received ones. Who did it and why is in its history. Again with another note is ' +
          'no fault.',
        headers: requestHeaders,
        params: pathReference,
        body: { content: { 'application/json': { schema: setAsideBody } } },
        response: { 200: documentRecord },
      },
    },
    async ({ caller, params, body }) =>
      setAside(gateway, caller, parseReference(params.id), body.note),
  )

const takeBackRoute: Route = (app, { gateway }) =>
  app.delete(
    '/api/v1/documents/:id/set-aside',
    {
      config: { scope: 'documents:write', testToken: 'test', problems: ['document.not-found'] },
      schema: {
        operationId: 'takeBackDocument',
        tags: ['Documents'],
        summary: 'Undo setting a document aside',
        description: 'What is not set aside stays as it is.',
        headers: requestHeaders,
        params: pathReference,
        response: { 200: documentRecord },
      },
    },
    async ({ caller, params }) => takeBack(gateway, caller, parseReference(params.id)),
  )

const listPausesRoute: Route = (app, { gateway }) =>
  app.get(
    '/api/v1/queue/pauses',
    {
      config: { scope: 'operator', testToken: 'nothing' },
      schema: {
        operationId: 'listPauses',
        tags: ['Operation'],
        summary: 'The pauses in force',
        description: 'Oldest first; each with who ordered it, and when.',
        headers: requestHeaders,
        response: { 200: pauses },
      },
    },
    async () => ({ data: await pausesInForce(gateway) }),
  )

const listCircuitsRoute: Route = (app, { gateway }) =>
  app.get(
    '/api/v1/queue/circuits',
    {
      config: { scope: 'operator', testToken: 'nothing' },
      schema: {
        operationId: 'listCircuits',
        tags: ['Operation'],
        summary: 'The open circuits',
        description:
          'Endpoints that have not worked since their circuit opened, while documents wait for ' +
          'them. Nothing is sent to them, but for a probe now and then.',
        headers: requestHeaders,
        response: { 200: circuits },
      },
    },
    async () => ({ data: await openCircuits(gateway) }),
  )

const pauseQueueRoute: Route = (app, { gateway }) =>
  app.post(
    '/api/v1/queue/pause',
    {
      config: {
        scope: 'operator',
        testToken: 'nothing',
        bodyMayBeAbsent: true,
        problems: ['participant.id-invalid'],
        bodyExamples: { 'application/json': pauseExamples },
      },
      schema: {
        operationId: 'pauseQueue',
        tags: ['Operation'],
        summary: 'Send nothing, or nothing to one receiver',
        description:
          'Documents are still accepted, and wait with the reason `paused`. What is being sent ' +
          'is not interrupted.',
        headers: requestHeaders,
        body: { content: { 'application/json': { schema: pauseBody } } },
        response: { 200: pauses },
      },
    },
    async (request) => ({
      data: await pauseSending(gateway, request.caller, request.body.receiver),
    }),
  )

const resumeQueueRoute: Route = (app, { gateway }) =>
  app.post(
    '/api/v1/queue/resume',
    {
      config: {
        scope: 'operator',
        testToken: 'nothing',
        bodyMayBeAbsent: true,
        problems: ['participant.id-invalid'],
        bodyExamples: { 'application/json': pauseExamples },
      },
      schema: {
        operationId: 'resumeQueue',
        tags: ['Operation'],
        summary: 'Send again',
        description:
          'Ends the pause of this receiver; without one, that of all receivers and that of what ' +
          'was open when the database was restored.',
        headers: requestHeaders,
        body: { content: { 'application/json': { schema: pauseBody } } },
        response: { 200: pauses },
      },
    },
    async ({ caller, body }) => ({ data: await resumeSending(gateway, caller, body.receiver) }),
  )

export const interventions = routesOf(
  cancelDocumentRoute,
  retryDocumentRoute,
  setAsideRoute,
  takeBackRoute,
  listPausesRoute,
  listCircuitsRoute,
  pauseQueueRoute,
  resumeQueueRoute,
)
