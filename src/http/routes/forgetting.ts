// Removing the contents of documents at a person's request.
import { z } from 'zod'
import { type Forgotten, forget } from '../../core/operations/forget.ts'
import { exactly } from '../exactly.ts'
import { requestHeaders } from '../headers.ts'
import { forgetExamples } from '../reference/examples.ts'
import { parseReference, pathReference, text } from '../reference-to-document.ts'
import { type Route, routesOf } from '../zod.ts'
import { moment } from './record.ts'

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

export const forgetting = routesOf(forgetDocumentRoute)
