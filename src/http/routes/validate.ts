// The verdict on a document that is not sent: nothing is stored.
import { z } from 'zod'
import type { Gateway } from '../../core/gateway.ts'
import { ruleDay } from '../../core/rule-day.ts'
import { validateOnly } from '../../core/validate.ts'
import { askerOf } from '../asker.ts'
import { submittedBody } from '../body.ts'
import { requestHeaders } from '../headers.ts'
import { anyDocumentExamples } from '../reference/examples.ts'
import { text } from '../reference-to-document.ts'
import type { Routes } from '../zod.ts'
import { anyJsonDocument } from './any-document.ts'
import { xml } from './document-schemas.ts'
import { validationReport } from './record.ts'

const query = z.strictObject({
  on: text
    .max(40)
    .exactOptional()
    .meta({
      description:
        'Judge by the rules in force on this day, from 2026-02-23 to two years ahead; today if ' +
        'absent',
      examples: ['2027-02-24'],
    }),
})

export const validate: Routes<{ gateway: Gateway }> = async (app, { gateway }) => {
  app.post(
    '/api/v1/validate',
    {
      config: {
        scope: 'documents:read',
        testToken: 'read',
        takesDocument: true,
        problems: [
          ...([
            'request.malformed-json',
            'request.unknown-field',
            'request.missing-field',
          ] as const),
          ...([
            'request.invalid-field',
            'request.too-large',
            'request.unsupported-media-type',
          ] as const),
          'validation.unavailable',
        ],
        bodyExamples: anyDocumentExamples,
      },
      schema: {
        operationId: 'validate',
        tags: ['Documents'],
        summary: 'Validate a document',
        description:
          'Reports what is wrong with a document of any kind, as `X-Validation: true` would: ' +
          'well-formedness, structure and Schematron. JSON is validated as the UBL made from it, ' +
          'and each finding has the pointer into the JSON. Nothing is stored.',
        headers: requestHeaders,
        querystring: query,
        body: {
          content: {
            'application/json': { schema: anyJsonDocument },
            'application/xml': { schema: xml },
            'text/xml': { schema: xml },
          },
        },
        response: { 200: validationReport },
      },
    },
    async (request, reply) => {
      const { on } = request.query
      const name = "The query parameter 'on'"
      const day = on === undefined ? gateway.now() : ruleDay(on, gateway.now(), { name })
      const { intake, validate, metrics } = gateway
      return validateOnly(
        { intake, validate, metrics, now: () => day },
        submittedBody(request),
        askerOf(gateway, request, reply),
      )
    },
  )
}
