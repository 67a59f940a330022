// The feed of events, for clients that ask instead of being called.
import { z } from 'zod'
import type { Gateway } from '../../core/gateway.ts'
import { documentEventTypes, eventTypes } from '../../core/runtime/events.ts'
import {
  type AnswerEvent,
  type CertificateEvent,
  type DocumentEvent,
  type Event,
  type Feed,
  type ForecastEvent,
  readFeed,
  type TestEvent,
} from '../../core/tracking/feed.ts'
import { exactly } from '../exactly.ts'
import { requestHeaders } from '../headers.ts'
import type { LongPolls } from '../long-polls.ts'
import { pageParameters } from '../page-query.ts'
import { repeated, waitQuery } from '../query.ts'
import type { Routes } from '../zod.ts'
import { documentStatus, outcome } from './record.ts'

const id = z.string().meta({ description: 'The same here and in `webhook-id`' })
const when = {
  createdAt: z.iso.datetime(),
  sequence: z.int().min(1).meta({ description: 'Consecutive: 1, 2, 3, …' }),
}

const documentData = {
  documentId: z.string(),
  clientId: z.string().exactOptional(),
  reference: z.string().exactOptional(),
  status: documentStatus.meta({ description: 'Of the document, at that moment' }),
  outcome,
}

const documentEvent = exactly<DocumentEvent>()(
  z
    .object({
      id,
      type: z.enum(documentEventTypes).meta({ description: 'More values may be added.' }),
      ...when,
      data: z.object(documentData).meta({ id: 'DocumentEventData' }),
    })
    .meta({ id: 'DocumentEvent', description: 'Something that happened to a document' }),
)

const answerEvent = exactly<AnswerEvent>()(
  z
    .object({
      id,
      type: z.literal('document.answered'),
      ...when,
      data: z
        .object({
          ...documentData,
          answerId: z.string().meta({
            description: 'Read it at `/api/v1/documents/{documentId}/answers/{answerId}`',
          }),
        })
        .meta({ id: 'AnswerEventData' }),
    })
    .meta({ id: 'AnswerEvent', description: 'The receiver of a document said what becomes of it' }),
)

const certificateEvent = exactly<CertificateEvent>()(
  z
    .object({
      id,
      type: z.literal('certificate.expiring'),
      ...when,
      data: z
        .object({
          fingerprint: z.string(),
          days: z.int().meta({ description: 'It ends within so many days: 30, 14, 7, 1' }),
          expiresAt: z.iso.datetime(),
        })
        .meta({ id: 'CertificateEventData' }),
    })
    .meta({ id: 'CertificateEvent', description: 'The certificate of this access point ends' }),
)

const forecastEvent = exactly<ForecastEvent>()(
  z
    .object({
      id,
      type: z.literal('rules.forecast'),
      ...when,
      data: z
        .object({
          on: z.string().meta({ description: 'The day on which a version of rules begins' }),
          forecastId: z.string().meta({
            description: 'Read it at `/api/v1/rules/forecasts/{forecastId}`, scope `admin`',
          }),
          rules: z
            .array(
              z
                .object({
                  id: z.string().meta({ examples: ['PEPPOL-EN16931-P0112'] }),
                  documents: z.int().min(1).meta({ description: 'How many it would refuse' }),
                })
                .meta({ id: 'ForecastEventRule' }),
            )
            .meta({ description: 'The most frequent ones first; empty: nothing is refused' }),
        })
        .meta({ id: 'ForecastEventData' }),
    })
    .meta({
      id: 'ForecastEvent',
      description: 'What the rules that begin on a day would refuse of the last 30 days',
    }),
)

const testEvent = exactly<TestEvent>()(
  z
    .object({
      id,
      type: z.literal('webhook.test'),
      ...when,
      data: z.object({ webhookId: z.string() }).meta({ id: 'TestEventData' }),
    })
    .meta({ id: 'TestEvent', description: 'What a webhook is tested with' }),
)

const event = exactly<Event>()(
  z
    .union([documentEvent, answerEvent, certificateEvent, forecastEvent, testEvent])
    .meta({ id: 'Event' }),
)

export const feed = exactly<Feed>()(
  z
    .object({
      data: z.array(event),
      page: z
        .object({
          nextCursor: z.string().meta({ description: 'For `after`; given even without events' }),
          hasMore: z.boolean(),
        })
        .meta({ id: 'FeedPage' }),
    })
    .meta({ id: 'Feed' }),
)

const feedQuery = z.strictObject({
  after: z
    .string()
    .regex(/^\d{1,15}$/, { error: 'must be `page.nextCursor` of an answer, or a `sequence`' })
    .exactOptional()
    .meta({
      description:
        '`page.nextCursor` of the last answer, or the `sequence` of an event that you have. ' +
        'Absent: from the oldest event kept',
    }),
  type: repeated(z.enum(eventTypes)).meta({ description: 'Only events of these types' }),
  limit: pageParameters.limit,
  wait: waitQuery.shape.wait.meta({
    description: 'Seconds to hold the answer while there is no event',
    examples: [1],
  }),
})

export const events: Routes<{ gateway: Gateway; longPolls: LongPolls }> = async (
  app,
  { gateway, longPolls },
) => {
  app.get(
    '/api/v1/events',
    {
      config: {
        scope: 'documents:read',
        testToken: 'read',
        problems: ['events.cursor-expired', 'request.invalid-field'],
      },
      schema: {
        operationId: 'readEvents',
        tags: ['Events'],
        summary: 'Read the feed of events',
        description:
          'Everything that happened to your documents, oldest first, once each. No event ever ' +
          'appears before `page.nextCursor`: store the cursor together with what you made of the ' +
          'events, and nothing is missed.',
        headers: requestHeaders,
        querystring: feedQuery,
        response: { 200: feed },
      },
    },
    async (request, reply) => {
      const { after, type, limit = 50, wait = 0 } = request.query
      const query = {
        limit,
        ...(after === undefined ? {} : { after: Number(after) }),
        ...(type ? { types: type } : {}),
      }
      return longPolls.wait({ request, reply }, wait * 1000, (waitMs, signal) =>
        readFeed(gateway, request.caller, query, { waitMs, signal }),
      )
    },
  )
}
