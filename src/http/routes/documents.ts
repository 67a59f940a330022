// Submitting and following one kind of document: the same three calls for invoices, credit
// notes and debit notes.
import { type Kind, kinds } from '../../billing/index.ts'
import { zipOfFiles } from '../../core/evidence/zip.ts'
import type { Gateway } from '../../core/gateway.ts'
import type { DocumentRecord } from '../../core/record.ts'
import {
  checkKept,
  fileContent,
  filesOf,
  historyOf,
  trackDocument,
} from '../../core/tracking/track.ts'
import { Problem } from '../../problem.ts'
import { choose } from '../accept.ts'
import { submittedBody } from '../body.ts'
import { requestHeaders, submitHeaders, submitSettings } from '../headers.ts'
import { inlineFiles } from '../inline-files.ts'
import type { LongPolls } from '../long-polls.ts'
import { submitQuery, toOptions } from '../query.ts'
import { filesExamples, statusExamples, submitExamples } from '../reference/examples.ts'
import { toReference } from '../reference-to-document.ts'
import { sendText, sendZip } from '../send-bytes.ts'
import { type Route, routesOf } from '../zod.ts'
import {
  byReference,
  documentForm,
  fileBody,
  filesWanted,
  jsonDocument,
  referenceProblems,
  schemaName,
  submitProblems,
  xml,
} from './document-schemas.ts'
import { documentRecord, fileList, history } from './record.ts'
import { submitAndAnswer, submittedHeaders } from './submit-and-answer.ts'

type DocumentsOptions = { gateway: Gateway; kind: Kind; longPolls: LongPolls }

/** How the calls of this kind are named in the reference. */
function namesOf(kind: Kind) {
  return {
    path: `/api/v1/${kind.path}`,
    title: kind.name === 'invoice' ? 'an invoice' : `a ${kind.title.toLowerCase()}`,
    name: schemaName(kind),
    tags: [`${kind.title}s`],
  }
}

const submitRoute: Route<DocumentsOptions> = (app, { gateway, kind, longPolls }) => {
  const { path, title, name, tags } = namesOf(kind)
  app.post(
    `${path}/submit`,
    {
      config: {
        scope: 'documents:write',
        testToken: 'test',
        takesDocument: true,
        problems: submitProblems,
        bodyExamples: submitExamples[kind.name],
        answerHeaders: submittedHeaders,
      },
      schema: {
        operationId: `submit${name}`,
        tags,
        summary: `Submit ${title}`,
        description:
          `Takes ${title} as JSON, or as UBL XML whose bytes travel unchanged. It is stored ` +
          'before the call is answered, and delivered in the background. Answers 200 instead of ' +
          `202 when \`Prefer: wait\` saw its final state.`,
        headers: submitHeaders,
        querystring: submitQuery,
        body: {
          content: {
            'application/json': { schema: jsonDocument(kind) },
            'application/xml': { schema: xml },
            'text/xml': { schema: xml },
            'multipart/form-data': { schema: documentForm },
          },
        },
        response: { 200: documentRecord, 202: documentRecord },
      },
    },
    async (request, reply) => {
      const { caller, query, headers } = request
      return submitAndAnswer(
        { gateway, longPolls },
        { request, reply },
        {
          caller,
          kind: kind.name,
          path: `${path}/submit`,
          body: submittedBody(request),
          options: toOptions(query),
          ...submitSettings(headers),
        },
      )
    },
  )
}

const statusRoute: Route<DocumentsOptions> = (app, { gateway, kind }) => {
  const { path, title, name, tags } = namesOf(kind)
  app.post(
    `${path}/status`,
    {
      bodyLimit: gateway.requests.referenceBytesMax,
      config: {
        scope: 'documents:read',
        testToken: 'read',
        problems: referenceProblems,
        bodyExamples: { 'application/json': statusExamples(kind) },
      },
      schema: {
        operationId: `status${name}`,
        tags,
        summary: `Follow ${title}`,
        description: 'Returns the record and its whole audit log, oldest first.',
        headers: requestHeaders,
        body: { content: { 'application/json': { schema: byReference } } },
        response: { 200: history },
      },
    },
    async (request) => {
      const found = await historyOf(gateway, request.caller, toReference(request.body))
      refuseOtherKind(kind, found.document)
      return found
    },
  )
}

const filesRoute: Route<DocumentsOptions> = (app, { gateway, kind }) => {
  const { path, title, name, tags } = namesOf(kind)
  app.post(
    `${path}/files`,
    {
      bodyLimit: gateway.requests.referenceBytesMax,
      config: {
        scope: 'documents:read',
        testToken: 'read',
        problems: [...referenceProblems, 'request.not-acceptable', 'document.content-removed'],
        bodyExamples: { 'application/json': filesExamples(kind) },
      },
      schema: {
        operationId: `files${name}`,
        tags,
        summary: `List the files of ${title}`,
        description:
          'What was submitted, the UBL, the SBD, the AS4 request and the signed receipt, as ' +
          'far as they exist. With `Accept: application/zip` all of them in one ZIP.',
        headers: requestHeaders,
        body: { content: { 'application/json': { schema: filesWanted } } },
        response: {
          200: {
            description: 'The list, or all files in one ZIP',
            content: {
              'application/json': { schema: fileList },
              'application/zip': { schema: fileBody('All files') },
            },
          },
        },
      },
    },
    async (request, reply) => {
      const mediaType = choose(request, reply, ['application/json', 'application/zip'])
      const { caller, body } = request
      const reference = toReference(body)
      refuseOtherKind(kind, await trackDocument(gateway, caller, reference))
      const list = await filesOf(gateway, caller, reference)
      const piecesOf = async (fileId: string) =>
        (await fileContent(gateway, caller, list.id, fileId)).pieces
      if (mediaType === 'application/zip' || body.inline) await checkKept(gateway, list.id)
      if (mediaType === 'application/zip')
        return sendZip(
          reply,
          `files-${list.id}.zip`,
          zipOfFiles(list.files, piecesOf, gateway.now()),
        )
      if (!body.inline) return list
      return sendText(reply, 'application/json', inlineFiles(list, piecesOf))
    },
  )
}

export const documents = routesOf<DocumentsOptions>(submitRoute, statusRoute, filesRoute)

function refuseOtherKind(kind: Kind, { id, type }: DocumentRecord): void {
  if (type === kind.name) return
  const paths =
    type === 'other'
      ? `GET /api/v1/status/${id} and GET /api/v1/documents/${id}/files`
      : `/api/v1/${kinds[type].path}`
  throw new Problem('document.type-mismatch', {
    detail: `The document is of the type '${type}'; use ${paths}.`,
  })
}
