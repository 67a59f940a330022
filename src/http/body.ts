// Request bodies: documents stay bytes as received, other JSON becomes values, everything else is
// refused before a byte of it is read.
import type { IncomingMessage } from 'node:http'
import { errorCodes, type FastifyInstance, type FastifyRequest } from 'fastify'
import type { SubmittedBody, SubmittedFile } from '../intake/index.ts'
import { parseJsonBody } from '../intake/index.ts'
import { Problem } from '../problem.ts'
import { joinInSlices } from '../threads/index.ts'
import { type Multipart, type MultipartLimits, readMultipart } from './multipart.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** What a form contained beside the bytes of the document. */
    form: Pick<Multipart, 'attachments' | 'file' | 'isXml'> | undefined
  }
  interface FastifyContextConfig {
    /** The body is a document: it stays bytes, whatever its type, until Intake reads it. */
    takesDocument?: true
    /** What to do with a body of a type that the call does not take, as the end of a sentence. */
    instead?: (mediaType: string) => string
    /** No body is taken as `{}`: every field of it may be absent. */
    bodyMayBeAbsent?: true
  }
}

const xmlMediaTypes = ['application/xml', 'text/xml']

/**
 * Throws Problem `request.unsupported-media-type` and `request.malformed-json`; well-formedness
 * of XML is `core`'s.
 */
export function useBodies(app: FastifyInstance, limits: MultipartLimits): void {
  app.decorateRequest('form')
  app.removeAllContentTypeParsers()
  app.addHook('preParsing', async (request) => refuseBody(request, limits))
  app.addContentTypeParser(
    'application/json',
    async (request: FastifyRequest, stream: IncomingMessage) => {
      const body = await readBody(request, stream)
      const { takesDocument, bodyMayBeAbsent } = request.routeOptions.config
      if (bodyMayBeAbsent && body.length === 0) return {}
      return takesDocument ? body : parseJsonBody(body)
    },
  )
  app.addContentTypeParser(xmlMediaTypes, readBody)
  app.addContentTypeParser(
    'multipart/form-data',
    async (request: FastifyRequest, body: IncomingMessage) => {
      const contentType = request.headers['content-type'] ?? ''
      const { document, ...form } = await readMultipart(contentType, body, limits)
      request.form = form
      return document
    },
  )
}

/** Reads the whole body. Fastify would join 20 MB in one tick. */
async function readBody(request: FastifyRequest, stream: IncomingMessage): Promise<Buffer> {
  const bytesMax = request.routeOptions.bodyLimit
  const stated = Number(request.headers['content-length'])
  // A failed stream emits no error to listeners added later.
  if (stream.destroyed) throw endedEarly()
  const pieces = await new Promise<Buffer[]>((resolve, reject) => {
    const pieces: Buffer[] = []
    let size = 0
    const take = (piece: Buffer) => {
      size += piece.length
      pieces.push(piece)
      if (size > bytesMax) end(tooLarge(bytesMax))
    }
    const end = (error?: Error) => {
      stream.off('data', take).off('end', end).off('error', endEarly)
      if (error) reject(error)
      else if (size !== (stated || size))
        reject(new errorCodes.FST_ERR_CTP_INVALID_CONTENT_LENGTH())
      else resolve(pieces)
    }
    const endEarly = (cause: Error) => end(cause instanceof Problem ? cause : endedEarly(cause))
    stream.on('data', take).on('end', end).on('error', endEarly)
  })
  return joinInSlices(pieces)
}

function tooLarge(bytesMax: number, stated?: number): Problem {
  const size = stated === undefined ? `more than ${bytesMax}` : String(stated)
  return new Problem('request.too-large', {
    detail: `The body has ${size} bytes: this call takes at most ${bytesMax}.`,
  })
}

/** The document of a call that takes one. */
export function submittedBody({ body, mediaType, form }: Submitting): SubmittedBody {
  const bytes = body as Buffer
  const isJson = form ? !form.isXml : mediaType === 'application/json'
  if (isJson) return { format: 'json', bytes, attached: form?.attachments ?? [] }
  return {
    format: 'xml',
    bytes,
    mediaType: mediaType === 'text/xml' ? mediaType : 'application/xml',
  }
}

type XmlBody = Extract<SubmittedBody, { format: 'xml' }>

/** The document of a call that takes any: XML, or in a form a file of another media type. */
export function submittedXmlOrFile(request: Submitting): XmlBody | SubmittedFile {
  const { form } = request
  const bytes = request.body as Buffer
  if (!form) return submittedBody(request) as XmlBody
  const { name, mediaType } = form.file
  if (form.attachments.length > 0)
    throw invalid("A document of any type is one file: the part 'document', without attachments.")
  if (bytes.length === 0) throw invalid("The part 'document' is empty.")
  if (xmlMediaTypes.includes(mediaType) || (form.isXml && unknownMediaTypes.includes(mediaType)))
    return { format: 'xml', bytes, mediaType: 'application/xml' }
  if (mediaType === 'application/json')
    throw unsupported(
      'JSON is for invoices, credit notes and debit notes, which have calls of their own.',
    )
  if (!name || mediaType === 'application/octet-stream' || !mediaTypeForm.test(mediaType))
    throw invalid(
      "The part 'document' needs the media type of its file, such as application/pdf, and a name.",
    )
  return { format: 'file', name: shortName(name), mediaType, bytes }
}

/** What forms say of a part whose media type was not given. */
const unknownMediaTypes = ['application/octet-stream', 'text/plain']
// RFC 6838, 4.2.
const mediaTypeForm = /^[a-z0-9][a-z0-9!#$&^_.+-]{0,126}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,126}$/

/** Forms give names without folders. A control character would end up in a header. */
function shortName(name: string): string {
  return [...name.replace(/\p{Cc}/gu, '_')].slice(0, 255).join('')
}

function invalid(detail: string): Problem {
  return new Problem('request.invalid-field', { detail, errors: [{ message: detail }] })
}

type Submitting = Pick<FastifyRequest, 'form'> & { body: unknown; mediaType?: string | undefined }

type BodySchema = { content: Record<string, unknown> }

function refuseBody(request: FastifyRequest, { multipartBytesMax }: MultipartLimits): void {
  const body = request.routeOptions.schema?.body as BodySchema | undefined
  if (!body) return
  const taken = Object.keys(body.content)
  const { 'content-type': contentType = '', 'content-encoding': contentEncoding = 'identity' } =
    request.headers
  const { instead, bodyMayBeAbsent } = request.routeOptions.config
  if (bodyMayBeAbsent && !contentType && hasNoBody(request)) {
    request.headers['content-type'] = 'application/json'
    return
  }
  if (!request.mediaType || !taken.includes(request.mediaType)) {
    const remedy = contentType && instead ? `: ${instead(request.mediaType ?? '')}` : ''
    throw unsupported(
      `This call takes ${taken.join(', ')}, not ` +
        `${contentType || 'a body without a Content-Type'}${remedy}.`,
    )
  }
  for (const [, charset] of contentType.matchAll(/;\s*charset\s*=\s*"?([^";\s]*)/gi)) {
    if (charset?.toLowerCase() !== 'utf-8')
      throw unsupported(`Bodies must be UTF-8, not ${charset}.`)
  }
  if (contentEncoding.toLowerCase() !== 'identity') {
    throw unsupported(`Bodies must not be compressed; Content-Encoding is ${contentEncoding}.`)
  }
  const isForm = request.mediaType === 'multipart/form-data'
  // The parts are counted as they come; what is around them is small.
  const bytesMax = isForm ? multipartBytesMax + aroundPartsMax : request.routeOptions.bodyLimit
  const stated = Number(request.headers['content-length'])
  if (stated > bytesMax) throw tooLarge(isForm ? multipartBytesMax : bytesMax, stated)
  // A failed stream emits no error to listeners added later.
  if (request.raw.destroyed) throw endedEarly()
}

/** RFC 9112, 6.3: a request without either header has no body. */
function hasNoBody({ headers }: FastifyRequest): boolean {
  const { 'content-length': length = '0', 'transfer-encoding': coding } = headers
  return length === '0' && coding === undefined
}

const aroundPartsMax = 1_000_000

/** A client that disconnects in the middle of a request is not our fault. */
function endedEarly(cause?: Error): Problem {
  return new Problem('request.header-invalid', { detail: 'The body ended early.', cause })
}

function unsupported(detail: string): Problem {
  return new Problem('request.unsupported-media-type', { detail })
}
