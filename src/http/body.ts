// Bodies: documents stay the bytes that they came in, other JSON becomes values, everything else is refused before a byte
// of it is read.
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { SubmittedBody } from '../core/read-document.ts'
import { Problem } from '../problem.ts'
import { JsonError, type JsonValue, parseJson } from './json.ts'
import { type Multipart, type MultipartLimits, readMultipart } from './multipart.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** What came in a form: the files beside the document, and what the document is. */
    form: Pick<Multipart, 'attachments' | 'isXml'> | undefined
  }
  interface FastifyContextConfig {
    /** The body is a document: it stays bytes, whatever it is, and is read by whoever takes it (Intake). */
    takesDocument?: true
  }
}

const xmlMediaTypes = ['application/xml', 'text/xml']

/** Throws Problem `request.unsupported-media-type` and `request.malformed-json`; well-formedness of XML is `core`'s. */
export function useBodies(app: FastifyInstance, limits: MultipartLimits): void {
  app.decorateRequest('form')
  app.removeAllContentTypeParsers()
  app.addHook('preParsing', async (request) => refuseMediaType(request))
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async ({ routeOptions }: FastifyRequest, body: Buffer) =>
      routeOptions.config.takesDocument ? body : parseJsonBody(body),
  )
  app.addContentTypeParser(
    xmlMediaTypes,
    { parseAs: 'buffer' },
    async (_: FastifyRequest, body: Buffer) => body,
  )
  app.addContentTypeParser('multipart/form-data', async (request: FastifyRequest, body: IncomingMessage) => {
    const contentType = request.headers['content-type'] ?? ''
    const { document, ...form } = await readMultipart(contentType, body, limits)
    request.form = form
    return document
  })
}

/** The document of a call that takes one. */
export function submittedBody({ body, mediaType, form }: Submitting): SubmittedBody {
  const bytes = body as Buffer
  const isJson = form ? !form.isXml : mediaType === 'application/json'
  if (isJson) return { format: 'json', bytes, attached: form?.attachments ?? [] }
  return { format: 'xml', bytes, mediaType: mediaType === 'text/xml' ? mediaType : 'application/xml' }
}

type Submitting = Pick<FastifyRequest, 'form'> & { body: unknown; mediaType?: string | undefined }

type BodySchema = { content: Record<string, unknown> }

function refuseMediaType(request: FastifyRequest): void {
  const body = request.routeOptions.schema?.body as BodySchema | undefined
  if (!body) return
  const taken = Object.keys(body.content)
  const { 'content-type': contentType = '', 'content-encoding': contentEncoding = 'identity' } =
    request.headers
  if (!request.mediaType || !taken.includes(request.mediaType)) {
    throw unsupported(
      `This call takes ${taken.join(', ')}; what came is ${contentType || 'of no stated type'}.`,
    )
  }
  for (const [, charset] of contentType.matchAll(/;\s*charset\s*=\s*"?([^";\s]*)/gi)) {
    if (charset?.toLowerCase() !== 'utf-8') throw unsupported(`Bodies are UTF-8; what came is ${charset}.`)
  }
  if (contentEncoding.toLowerCase() !== 'identity') {
    throw unsupported(`Bodies are not compressed; what came is ${contentEncoding}.`)
  }
}

function unsupported(detail: string): Problem {
  return new Problem('request.unsupported-media-type', { detail })
}

/** Throws Problem `request.unsupported-media-type` for what is not UTF-8 and `request.malformed-json` with the place. */
export function parseJsonBody(body: Buffer): JsonValue {
  try {
    return parseJson(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch (cause) {
    if (cause instanceof JsonError) throw malformed(cause)
    throw new Problem('request.unsupported-media-type', { detail: 'The body is not valid UTF-8.', cause })
  }
}

function malformed(cause: JsonError): Problem {
  const { line, column, message } = cause
  const detail = `Line ${line}, column ${column}: ${message}.`
  return new Problem('request.malformed-json', { detail, errors: [{ line, column, message }], cause })
}
