// GET /api/v1/participants/{id}: what the network says of a receiver, before anything is sent.
import { z } from 'zod'
import type { Gateway } from '../../core/gateway.ts'
import { openFewLookups } from '../../core/network/few-lookups.ts'
import { lookUpParticipant } from '../../core/network/participant.ts'
import { singleTypeNames } from '../../core/network/received-types.ts'
import { lookupSteps } from '../../core/network/trace-lookup.ts'
import { type ParticipantTrace, traceParticipant } from '../../core/network/trace-participant.ts'
import { exactly } from '../exactly.ts'
import { requestHeaders } from '../headers.ts'
import { participantExample } from '../reference/examples.ts'
import { text } from '../reference-to-document.ts'
import type { Route, Routes } from '../zod.ts'
import { mayGrow, participantEntry } from './record.ts'

const pathParticipant = z.object({
  id: z.string().meta({
    description: 'The participant, in its short form or with its scheme',
    examples: [participantExample.id],
  }),
})
const lookupQuery = z.strictObject({
  accepts: text
    .min(1)
    .max(500)
    .exactOptional()
    .meta({
      description:
        `A document type, percent-encoded, or one of ${singleTypeNames.join(', ')}: ` +
        '`accepts` in the answer says whether the participant takes it now',
      examples: [participantExample.accepts],
    }),
})

const traceQuery = z.strictObject({
  documentTypeId: text
    .min(1)
    .max(500)
    .exactOptional()
    .meta({
      description:
        'The document type to look up, as for `accepts` of `lookUpParticipant`; an invoice by ' +
        'default',
      examples: [participantExample.accepts],
    }),
})

export const participantTrace = exactly<ParticipantTrace>()(
  z
    .object({
      id: z.string().meta({ examples: [participantExample.id] }),
      network: z.string().meta({ description: 'The network that was asked' }),
      ok: z.boolean(),
      steps: z
        .array(
          z
            .object({
              step: z.enum(lookupSteps).meta({ description: mayGrow }),
              outcome: z.enum(['ok', 'failed']),
              detail: z.string(),
              millis: z.number().exactOptional().meta({
                description: 'How long the network took, where it was asked',
              }),
              code: z.string().exactOptional().meta({
                description: 'Of a failure; as in the `failure` of a document',
              }),
              remedy: z.string().exactOptional().meta({ description: 'What to do about it' }),
            })
            .meta({ id: 'LookupStep' }),
        )
        .meta({ description: 'In their order, up to the first one that failed' }),
      documentTypes: participantEntry.shape.documentTypes,
    })
    .meta({ id: 'ParticipantTrace', description: 'The lookup of a participant, step by step' }),
)

type ParticipantsOptions = { gateway: Gateway; oneOfFew: ReturnType<typeof openFewLookups> }

const lookUpParticipantRoute: Route<ParticipantsOptions> = (app, { gateway, oneOfFew }) =>
  app.get(
    '/api/v1/participants/:id',
    {
      config: {
        scope: 'any',
        testToken: 'nothing',
        problems: [
          ...(['participant.id-invalid', 'request.invalid-field', 'capacity.busy'] as const),
          ...(['lookup.dns-failed', 'lookup.record-invalid'] as const),
          ...(['lookup.smp-unreachable', 'lookup.smp-invalid'] as const),
          'certificate.revocation-unavailable',
        ],
      },
      schema: {
        operationId: 'lookUpParticipant',
        tags: ['Participants'],
        summary: 'Look a participant up',
        description:
          'What DNS and the SMP say: whether the participant is registered, which document types ' +
          'they take, where documents are sent, and until when the certificate there is valid. ' +
          'Answers are kept for 15 minutes, and for one minute that there is no registration.',
        headers: requestHeaders,
        params: pathParticipant,
        querystring: lookupQuery,
        response: { 200: participantEntry },
      },
    },
    async ({ params: { id }, query: { accepts } }) =>
      oneOfFew(() => lookUpParticipant(gateway, { id, accepts })),
  )

const traceLookupRoute: Route<ParticipantsOptions> = (app, { gateway, oneOfFew }) =>
  app.get(
    '/api/v1/participants/:id/lookup',
    {
      config: {
        scope: 'any',
        testToken: 'nothing',
        problems: [
          ...(['participant.id-invalid', 'request.invalid-field', 'capacity.busy'] as const),
        ],
      },
      schema: {
        operationId: 'traceLookup',
        tags: ['Participants'],
        summary: 'Look a participant up, step by step',
        description:
          'As a delivery does, with nothing kept from before: each step with its time, up to the ' +
          'one that fails, and what to do about that.',
        headers: requestHeaders,
        params: pathParticipant,
        querystring: traceQuery,
        response: { 200: participantTrace },
      },
    },
    async ({ params: { id }, query: { documentTypeId } }) =>
      oneOfFew(() => traceParticipant(gateway, { id, documentTypeId })),
  )

/** Both share the number of lookups at a time. */
export const participants: Routes<{ gateway: Gateway }> = async (app, { gateway }) => {
  const options = { gateway, oneOfFew: openFewLookups(gateway) }
  for (const route of [lookUpParticipantRoute, traceLookupRoute]) route(app, options)
}
