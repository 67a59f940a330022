// Documents as PDF: posted ones, and those that the gateway holds.
import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import {
  type PrintedDocument,
  type PrintWish,
  printBytes,
  printedParts,
  printLocales,
  printStored,
} from '../../core/tracking/print.ts'
import { askerOf } from '../asker.ts'
import { requestHeaders } from '../headers.ts'
import type { Examples } from '../reference/openapi.ts'
import { documentExample, mlsExample, taxDataExample } from '../reference/pdf-examples.ts'
import { parseReference, pathReference } from '../reference-to-document.ts'
import { sendBytes } from '../send-bytes.ts'
import { type Route, routesOf } from '../zod.ts'
import { fileBody, xmlBody } from './document-schemas.ts'

const tags = ['PDF']

const flag = z.enum(['true', 'false'])

const printQuery = z.strictObject({
  locale: z
    .enum(printLocales)
    .exactOptional()
    .meta({ description: 'Language of the labels; English by default' }),
  paper: z.enum(['a4', 'letter']).exactOptional().meta({ description: 'Page size; A4 by default' }),
  download: z
    .string()
    // No quotes, slashes or control characters, in terms that every reader of OpenAPI knows.
    .regex(/^[ !#-.0-[\]-~\u00a0-\uffff]{1,100}$/, {
      error: 'must be a file name of at most 100 characters',
    })
    .exactOptional()
    .meta({
      description:
        "File name of the PDF; the document's number by default. When absent from a GET, " +
        'browsers show the PDF instead of saving it',
    }),
  embed: flag.exactOptional().meta({ description: '`true`: embed the XML in the PDF' }),
  images: flag
    .exactOptional()
    .meta({ description: '`true`: print attached pictures (PNG, JPEG) on pages of their own' }),
})
type Query = z.output<typeof printQuery>

const storedQuery = printQuery.extend({
  of: z.enum(printedParts).exactOptional().meta({
    description:
      'What to print: the document, which is the default, or the Message Level Status about it',
  }),
})

const answer = {
  200: {
    description: 'The document as PDF',
    content: { 'application/pdf': { schema: fileBody('PDF/A-3b') } },
  },
}
const answerHeaders = {
  200: {
    'Content-Disposition': 'The name of the file',
    'Content-Language': 'The language of the labels',
    'Missing-Glyphs':
      'Characters that no installed font has, such as `U+4E2D`; they are printed as that number',
  },
}

const printProblems = [
  ...([
    'request.malformed-xml',
    'request.forbidden-xml',
    'request.unsupported-media-type',
  ] as const),
  ...([
    'request.invalid-field',
    'request.too-large',
    'pdf.wrong-document',
    'capacity.backlog-full',
  ] as const),
] as const

const calls: {
  path: string
  kind: 'document' | 'mls' | 'tdd'
  operationId: string
  summary: string
  description: string
  example: Examples
}[] = [
  {
    path: '/api/v1/pdf/document/generate',
    kind: 'document',
    operationId: 'printDocument',
    summary: 'Print a UBL document',
    description:
      'Takes an invoice, a credit note, an application response or any other UBL 2 document and ' +
      'returns a PDF that shows every value in it. Nothing is stored.',
    example: documentExample,
  },
  {
    path: '/api/v1/pdf/mls/generate',
    kind: 'mls',
    operationId: 'printMls',
    summary: 'Print a message level status',
    description:
      'Takes a Peppol message level status and returns a PDF that shows every value in it. ' +
      'Nothing is stored.',
    example: mlsExample,
  },
  {
    path: '/api/v1/pdf/tdd/generate',
    kind: 'tdd',
    operationId: 'printTaxData',
    summary: 'Print a tax data document',
    description:
      'Takes a Peppol tax data document (United Arab Emirates, Oman, Slovakia, ViDA) and returns ' +
      'a PDF that shows every value in it, including the embedded invoice. Nothing is stored.',
    example: taxDataExample,
  },
]

const xml = xmlBody('The document in UTF-8')

const printRoutes: Route = (app, { gateway }) => {
  for (const { path, kind, operationId, summary, description, example } of calls) {
    app.post(
      path,
      {
        config: {
          scope: 'pdf',
          testToken: 'read',
          problems: printProblems,
          bodyExamples: { 'application/xml': example, 'text/xml': example },
          answerHeaders,
        },
        schema: {
          operationId,
          tags,
          summary,
          description,
          headers: requestHeaders,
          querystring: printQuery,
          body: { content: { 'application/xml': { schema: xml }, 'text/xml': { schema: xml } } },
          response: answer,
        },
      },
      async (request, reply) => {
        const { body, query } = request
        const wish = { ...toWish(query), asker: askerOf(gateway, request, reply) }
        return send(reply, 'attachment', query, await printBytes(gateway, kind, body, wish))
      },
    )
  }
}

const printStoredRoute: Route = (app, { gateway }) =>
  app.get(
    '/api/v1/documents/:id/pdf',
    {
      config: {
        scope: 'documents:read',
        testToken: 'read',
        problems: [
          'document.not-found',
          'document.content-removed',
          'pdf.wrong-document',
          'request.invalid-field',
          'request.too-large',
          'capacity.backlog-full',
        ],
        answerHeaders,
      },
      schema: {
        operationId: 'printStoredDocument',
        tags: ['Documents'],
        summary: 'Print a document',
        description:
          'Returns a document that the gateway holds, as it was or will be sent, as PDF. One ' +
          'that is a PDF is returned as it is. With `of=mls`, the Message Level Status about it, ' +
          'that came or that we sent.',
        headers: requestHeaders,
        params: pathReference,
        querystring: storedQuery,
        response: answer,
      },
    },
    async (request, reply) => {
      const { caller, params, query } = request
      const { of = 'document' } = query
      const wish = { ...toWish(query), of, asker: askerOf(gateway, request, reply) }
      const printed = await printStored(gateway, caller, parseReference(params.id), wish)
      return send(reply, query.download ? 'attachment' : 'inline', query, printed)
    },
  )

export const pdfs = routesOf(printRoutes, printStoredRoute)

function toWish({ locale, paper, embed, images }: Query): PrintWish {
  return {
    ...(locale ? { locale } : {}),
    ...(paper ? { paper } : {}),
    embed: embed === 'true',
    images: images === 'true',
  }
}

// A header has limited room.
const namedGlyphsMax = 100

function send(
  reply: FastifyReply,
  how: 'attachment' | 'inline',
  { download }: Query,
  { pdf, title, locale, missingGlyphs }: PrintedDocument,
) {
  if (locale) reply.header('Content-Language', locale)
  const missing = missingGlyphs.slice(0, namedGlyphsMax)
  if (missing.length > 0) reply.header('Missing-Glyphs', missing.join(', '))
  reply
    .header('Content-Disposition', disposition(how, download ?? fileName(title)))
    .header('X-Content-Type-Options', 'nosniff')
  return sendBytes(reply, 'application/pdf', pdf)
}

// The number of a document can be of any length; clients refuse headers of more than about 16 KB.
const titleMax = 96

function fileName(title: string): string {
  const characters = [...title.slice(0, 2 * titleMax)]
  return `${characters.slice(0, titleMax).join('')}.pdf`
}

/**
 * RFC 6266: an ASCII name for old clients and, where it differs, the real one in UTF-8 (RFC 8187).
 */
function disposition(how: 'attachment' | 'inline', name: string): string {
  const plain = name.replace(/[^\w .-]/gu, '_')
  if (plain === name) return `${how}; filename="${plain}"`
  const encoded = [...Buffer.from(name)]
    .map((byte) =>
      /\w/.test(String.fromCharCode(byte)) && byte < 128
        ? String.fromCharCode(byte)
        : percent(byte),
    )
    .join('')
  return `${how}; filename="${plain}"; filename*=UTF-8''${encoded}`
}

function percent(byte: number): string {
  return `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
}
