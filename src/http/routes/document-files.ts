// The files of a document and the attempts to deliver it, at paths that can be linked to.
import { z } from 'zod'
import { evidenceOf } from '../../core/evidence/evidence.ts'
import { attemptsOf, fileContent, filesPage, trackDocument } from '../../core/tracking/track.ts'
import { requestHeaders } from '../headers.ts'
import { inPages, pageHeaders, pageQuery, sendPage } from '../page-query.ts'
import { parseReference, pathReference } from '../reference-to-document.ts'
import { sendFile, sendZip } from '../send-bytes.ts'
import { type Route, routesOf } from '../zod.ts'
import { fileBody } from './document-schemas.ts'
import { attemptList, fileList } from './record.ts'

const tags = ['Documents']
const access = { scope: 'documents:read', testToken: 'read' } as const
const pathFile = pathReference.extend({
  fileId: z.uuid().meta({ description: 'The id of the file' }),
})

const listFilesRoute: Route = (app, { gateway }) =>
  app.get(
    '/api/v1/documents/:id/files',
    {
      config: {
        ...access,
        problems: ['document.not-found', 'request.invalid-field'],
        answerHeaders: pageHeaders,
      },
      schema: {
        operationId: 'listFiles',
        tags,
        summary: 'List the files of a document',
        description:
          'What was submitted, the UBL, the SBD, the AS4 request and the signed receipt, as ' +
          'far as they exist; 200 on a page.',
        headers: requestHeaders,
        params: pathReference,
        querystring: pageQuery,
        response: { 200: fileList },
      },
    },
    async ({ caller, params, query, url }, reply) => {
      const reference = parseReference(params.id)
      return sendPage(reply, url, await filesPage(gateway, caller, reference, inPages(query)))
    },
  )

const readFileRoute: Route = (app, { gateway }) =>
  app.get(
    '/api/v1/documents/:id/files/:fileId',
    {
      config: {
        ...access,
        problems: ['document.not-found', 'document.content-removed'],
        answerHeaders: {
          200: {
            'Content-Disposition': 'The name of the file',
            'Repr-Digest': 'SHA-256 of the bytes (RFC 9530)',
          },
        },
      },
      schema: {
        operationId: 'readFile',
        tags,
        summary: 'Read a file of a document',
        description: 'The bytes, with the media type they were stored with.',
        headers: requestHeaders,
        params: pathFile,
        response: {
          200: {
            description: 'The bytes',
            // A client takes a file for what the first of these is; but what was submitted as JSON
            // is answered as JSON.
            content: {
              'application/octet-stream': { schema: fileBody('The bytes') },
              'application/json': { schema: z.unknown() },
              '*/*': { schema: fileBody('The bytes') },
            },
          },
        },
      },
    },
    async (request, reply) => {
      const { caller, params } = request
      const { id } = await trackDocument(gateway, caller, parseReference(params.id))
      const { file, pieces } = await fileContent(gateway, caller, id, params.fileId)
      reply
        .header(
          'Content-Disposition',
          `attachment; filename="${file.name.replace(/[^\w.-]/g, '_')}"`,
        )
        .header('Repr-Digest', `sha-256=:${Buffer.from(file.sha256, 'hex').toString('base64')}:`)
        .header('X-Content-Type-Options', 'nosniff')
      return sendFile(reply, file, pieces)
    },
  )

const readEvidenceRoute: Route = (app, { gateway }) =>
  app.get(
    '/api/v1/documents/:id/evidence',
    {
      config: {
        ...access,
        problems: ['document.not-found', 'document.content-removed'],
        answerHeaders: { 200: { 'Content-Disposition': 'The name of the ZIP' } },
      },
      schema: {
        operationId: 'readEvidence',
        tags,
        summary: 'Read the evidence of a delivery',
        description:
          'One ZIP that proves to a third party what became of the document: everything that ' +
          'was submitted and sent, the signed receipt, the metadata that named the receiver, ' +
          'the audit log under a signed head, certificates, and a digest of each. ' +
          '`fourcorner evidence verify FILE` checks it without this gateway.',
        headers: requestHeaders,
        params: pathReference,
        response: {
          200: {
            description: 'The ZIP',
            content: { 'application/zip': { schema: fileBody('The ZIP') } },
          },
        },
      },
    },
    async (request, reply) => {
      const reference = parseReference(request.params.id)
      const { name, zip } = await evidenceOf(gateway, request.caller, reference)
      return sendZip(reply, name, zip)
    },
  )

const listAttemptsRoute: Route = (app, { gateway }) =>
  app.get(
    '/api/v1/documents/:id/attempts',
    {
      config: { ...access, problems: ['document.not-found'] },
      schema: {
        operationId: 'listAttempts',
        tags,
        summary: 'List the delivery attempts of a document',
        description:
          'Time, MessageId, endpoint, certificate fingerprint, HTTP status and ebMS errors of ' +
          'each attempt, first to last.',
        headers: requestHeaders,
        params: pathReference,
        response: { 200: attemptList },
      },
    },
    async (request) => ({
      data: await attemptsOf(gateway, request.caller, parseReference(request.params.id)),
    }),
  )

export const documentFiles = routesOf(
  listFilesRoute,
  readFileRoute,
  readEvidenceRoute,
  listAttemptsRoute,
)
