// JSON to UBL and back. Nothing is stored.

import { z } from 'zod'
import type { StatedDocument } from '../../billing/index.ts'
import { dayOf } from '../../core/day.ts'
import type { Gateway } from '../../core/gateway.ts'
import { convertToUbl } from '../../intake/index.ts'
import { negotiate } from '../accept.ts'
import { askerOf } from '../asker.ts'
import { submittedBody } from '../body.ts'
import { requestHeaders } from '../headers.ts'
import { anyDocumentExamples } from '../reference/examples.ts'
import { sendBytes } from '../send-bytes.ts'
import type { Routes } from '../zod.ts'
import { anyJsonDocument } from './any-document.ts'
import { xml, xmlFile } from './document-schemas.ts'

export const converted = z
  .strictObject({
    document: anyJsonDocument as unknown as z.ZodType<StatedDocument>,
    unmapped: z
      .array(
        z
          .strictObject({
            xpath: z.string().meta({ description: 'Where it is' }),
            text: z.string().meta({ description: 'What it says' }),
          })
          .meta({ id: 'UnmappedPart' }),
      )
      .meta({
        description:
          'Parts of the UBL that have no place in the JSON: extensions, and elements ' +
          'outside BIS Billing',
      }),
  })
  .meta({ id: 'Converted', description: 'A UBL document as JSON' })

export const convert: Routes<{ gateway: Gateway }> = async (app, { gateway }) => {
  const { intake } = gateway
  app.post(
    '/api/v1/convert',
    {
      config: {
        scope: 'documents:read',
        testToken: 'read',
        takesDocument: true,
        problems: [
          ...([
            'request.malformed-json',
            'request.malformed-xml',
            'request.forbidden-xml',
          ] as const),
          ...(['request.unknown-field', 'request.missing-field', 'request.invalid-field'] as const),
          ...([
            'request.too-large',
            'request.unsupported-media-type',
            'request.not-acceptable',
          ] as const),
          ...(['document.type-mismatch', 'document.totals-inconsistent'] as const),
        ],
        bodyExamples: anyDocumentExamples,
      },
      schema: {
        operationId: 'convert',
        tags: ['Documents'],
        summary: 'Convert a document',
        description:
          'JSON becomes the UBL that `submit` would send; UBL becomes the JSON that `submit` ' +
          'takes, with a list of the parts that have no place in it. Nothing is stored.',
        headers: requestHeaders,
        body: {
          content: {
            'application/json': { schema: anyJsonDocument },
            'application/xml': { schema: xml },
            'text/xml': { schema: xml },
          },
        },
        response: {
          200: {
            description: 'The converted document',
            content: {
              'application/xml': { schema: xmlFile },
              'application/json': { schema: converted },
            },
          },
        },
      },
    },
    async (request, reply) => {
      const body = submittedBody(request)
      const asker = askerOf(gateway, request, reply)
      if (body.format === 'xml') {
        const refusal = 'UBL is converted to application/json.'
        negotiate(request, reply, { mediaType: 'application/json', refusal })
        const document = await intake.convert(body.bytes, asker)
        return sendBytes(reply, 'application/json; charset=utf-8', document)
      }
      const refusal = 'JSON is converted to application/xml.'
      negotiate(request, reply, { mediaType: 'application/xml', refusal })
      return sendBytes(
        reply,
        'application/xml',
        convertToUbl(await intake.read(body, { day: dayOf(gateway.now()), asker })),
      )
    },
  )
}
