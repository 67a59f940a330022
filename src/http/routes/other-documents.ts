// Submitting a document of any type that the network has: XML, or a file.
import { kinds } from '../../billing/index.ts'
import type { Gateway } from '../../core/gateway.ts'
import { submittedXmlOrFile } from '../body.ts'
import { submitHeaders, submitSettings } from '../headers.ts'
import type { LongPolls } from '../long-polls.ts'
import { submitOtherQuery, toOptions } from '../query.ts'
import { otherExamples } from '../reference/other-examples.ts'
import type { Routes } from '../zod.ts'
import { fileForm, submitProblems, xmlBody } from './document-schemas.ts'
import { documentRecord } from './record.ts'
import { submitAndAnswer, submittedHeaders } from './submit-and-answer.ts'

const path = '/api/v1/documents/submit'

const xml = xmlBody('XML in UTF-8, sent on byte for byte')

export const otherDocuments: Routes<{ gateway: Gateway; longPolls: LongPolls }> = async (
  app,
  { gateway, longPolls },
) => {
  app.post(
    path,
    {
      config: {
        scope: 'documents:write',
        testToken: 'test',
        takesDocument: true,
        instead: (mediaType) => instead[mediaType] ?? asFile,
        problems: submitProblems.filter((code) => !ofJson.includes(code)),
        bodyExamples: otherExamples,
        answerHeaders: submittedHeaders,
      },
      schema: {
        operationId: 'submitDocument',
        tags: ['Documents'],
        summary: 'Submit a document of any type',
        description:
          'Takes an order, a despatch advice, a response, a catalogue, or XML of any other type ' +
          'that the receiver is registered for; in a form also a file that is not XML. The ' +
          'record says `type: other`, unless the document is an invoice, credit note or debit ' +
          'note. What the document does not say (document type, process, parties, country) is ' +
          'given in the query; a problem names what is missing.',
        headers: submitHeaders,
        querystring: submitOtherQuery,
        body: {
          content: {
            'application/xml': { schema: xml },
            'text/xml': { schema: xml },
            'multipart/form-data': { schema: fileForm },
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
          path,
          body: submittedXmlOrFile(request),
          options: toOptions(query),
          ...submitSettings(headers),
        },
      )
    },
  )
}

const paths = Object.values(kinds).map((kind) => `/api/v1/${kind.path}/submit`)
const instead: Record<string, string> = {
  'application/json': `JSON goes to ${paths.join(', ')}`,
}
const asFile = "a file that is not XML goes into a form, as its part 'document'"

const ofJson: readonly string[] = ['request.malformed-json', 'document.totals-inconsistent']
