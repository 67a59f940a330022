// GET /api/v1/participants/{id}: what the network says of a receiver, before anything is sent.
import { z } from 'zod'
import type { Gateway } from '../core/gateway.ts'
import { lookUpParticipant } from '../core/participant.ts'
import { Problem } from '../problem.ts'
import { participantExample } from './examples.ts'
import { requestHeaders } from './headers.ts'
import { participantEntry } from './record.ts'
import { text } from './reference-to-document.ts'
import type { Routes } from './zod.ts'

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
        'A document type, percent-encoded: `accepts` in the answer says whether the participant ' +
        'takes it now',
      examples: [participantExample.accepts],
    }),
})

export const participants: Routes<{ gateway: Gateway }> = async (app, { gateway }) => {
  let open = 0

  app.get(
    '/api/v1/participants/:id',
    {
      config: {
        scope: 'any',
        problems: [
          'auth.environment-mismatch',
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
          'Answers are kept for 15 minutes, and for one minute that nobody is registered.',
        headers: requestHeaders,
        params: pathParticipant,
        querystring: lookupQuery,
        response: { 200: participantEntry },
      },
    },
    async ({ caller, params, query }) => {
      if (open >= gateway.requests.lookupsMax)
        throw new Problem('capacity.busy', { detail: 'Too many participants are being looked up.' })
      open += 1
      try {
        return await lookUpParticipant(gateway, caller, { id: params.id, accepts: query.accepts })
      } finally {
        open -= 1
      }
    },
  )
}
