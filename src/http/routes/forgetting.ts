// Removing the contents of documents at a person's request.
import { z } from 'zod'
import { type Forgotten, forget } from '../../core/evidence/forget.ts'
import {
  beginForgetting,
  type ForgettingEntry,
  showForgetting,
} from '../../core/evidence/forget-all.ts'
import { exactly } from '../exactly.ts'
import { requestHeaders } from '../headers.ts'
import { forgetExamples, forgettingExamples } from '../reference/examples.ts'
import { parseReference, pathReference, text } from '../reference-to-document.ts'
import { type Route, routesOf } from '../zod.ts'
import { count, documentStatus, moment } from './record.ts'
import { pathId } from './token-schemas.ts'

const reason = text.min(1).max(500).meta({
  description: 'Who asked for it and why, without personal data: it is kept in the history',
})

const forgetBody = z.strictObject({ reason }).meta({ id: 'ForgetWish' })

/** What stays, and what a request does not reach. */
const limitsOfIt = {
  stays: z
    .array(z.object({ what: z.string(), why: z.string() }).meta({ id: 'KeptFact' }))
    .meta({ description: 'What is kept, and why' }),
  notReached: z
    .array(z.string())
    .meta({ description: 'Where its contents may still be: you remove them there' }),
}

const forgotten = exactly<Forgotten>()(
  z
    .object({
      id: z.string(),
      forgottenAt: moment,
      forgottenBy: z.string().meta({ examples: ['token:019c1e4c-0000-7000-8000-000000000001'] }),
      reason: z.string(),
      answers: z
        .array(z.string())
        .meta({ description: 'Documents about it, which were forgotten with it' }),
      ...limitsOfIt,
    })
    .meta({ id: 'ForgottenDocument', description: 'A document whose contents were removed' }),
)

const forgetDocumentRoute: Route = (app, { gateway }) =>
  app.post(
    '/api/v1/documents/:id/forget',
    {
      config: {
        scope: 'admin',
        testToken: 'test',
        problems: ['document.not-found', 'document.in-progress', 'document.altered'],
        bodyExamples: { 'application/json': forgetExamples },
      },
      schema: {
        operationId: 'forgetDocument',
        tags: ['Documents'],
        summary: 'Forget a document',
        description:
          'Removes the contents of a document, sent or received, that is at its end: its files, ' +
          'findings, names and texts, those of the answers to it, and what is queued for ' +
          'webhooks. It cannot be undone. The answer says what stays, and why. Again is no ' +
          'fault: it also removes what was said about the document since.',
        headers: requestHeaders,
        params: pathReference,
        body: { content: { 'application/json': { schema: forgetBody } } },
        response: { 200: forgotten },
      },
    },
    async ({ caller, params, body }) =>
      forget(gateway, caller, parseReference(params.id), body.reason),
  )

const forgettingWish = z
  .strictObject({
    participant: text.min(1).max(200).exactOptional().meta({
      description: 'The other side of your documents, or a participant of yours',
    }),
    clientId: text.min(1).max(200).exactOptional().meta({ description: 'As submitted' }),
    reason,
  })
  .meta({ id: 'ForgettingWish', description: 'participant or clientId, and why' })

const forgettingEntry = exactly<ForgettingEntry>()(
  z
    .object({
      id: z.string(),
      participant: z.string().exactOptional(),
      clientId: z.string().exactOptional(),
      reason: z.string(),
      status: z.enum(['running', 'completed']),
      createdAt: moment,
      completedAt: moment.exactOptional(),
      forgotten: count.meta({ description: 'Documents whose contents are removed' }),
      open: z
        .object({
          count: count.meta({ description: 'At most 1000' }),
          documents: z
            .array(
              z.object({ id: z.string(), status: documentStatus }).meta({ id: 'OpenDocument' }),
            )
            .meta({ description: 'The oldest ones, 100 at most' }),
        })
        .meta({
          id: 'NotForgotten',
          description: 'Documents that were passed by: they are not at their end, or were changed',
        }),
      ...limitsOfIt,
    })
    .meta({ id: 'Forgetting', description: 'A request to forget many documents' }),
)

const tags = ['Documents']

const createForgettingRoute: Route = (app, { gateway }) =>
  app.post(
    '/api/v1/forgettings',
    {
      config: {
        ...{ scope: 'admin', testToken: 'nothing' },
        problems: ['request.missing-field', 'request.invalid-field', 'participant.id-invalid'],
        bodyExamples: { 'application/json': forgettingExamples },
        answerHeaders: { 202: { Location: 'Where its progress is' } },
      },
      schema: {
        operationId: 'createForgetting',
        tags,
        summary: 'Forget all documents of a participant or a client',
        description:
          'In the background, what `forget` does with one document, for all that there are now ' +
          'and are at their end. What is still open is named in its progress: ask once more ' +
          'when that has ended. While one is under way, the same request is answered with it.',
        headers: requestHeaders,
        body: { content: { 'application/json': { schema: forgettingWish } } },
        response: { 202: forgettingEntry },
      },
    },
    async ({ caller, body }, reply) => {
      const begun = await beginForgetting(gateway, caller, body)
      return reply.code(202).header('Location', `/api/v1/forgettings/${begun.id}`).send(begun)
    },
  )

const showForgettingRoute: Route = (app, { gateway }) =>
  app.get(
    '/api/v1/forgettings/:id',
    {
      config: { scope: 'admin', testToken: 'read', problems: ['forgetting.not-found'] },
      schema: {
        operationId: 'showForgetting',
        tags,
        summary: 'Show how far a request to forget has come',
        description: 'How many documents are forgotten, and which are still open.',
        headers: requestHeaders,
        params: pathId,
        response: { 200: forgettingEntry },
      },
    },
    async ({ caller, params }) => showForgetting(gateway, caller, params.id),
  )

export const forgetting = routesOf(forgetDocumentRoute, createForgettingRoute, showForgettingRoute)
