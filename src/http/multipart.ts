// A document with its attachments as files (RFC 7578): the part `document`, and any number of
// parts `attachments`. The result is the JSON that a caller without files would have sent, or
// the XML as received.
import type { IncomingMessage } from 'node:http'
import { Busboy, type BusboyInstance, Dicer } from '@fastify/busboy'
import { nearestName } from '../billing/index.ts'
import type { Attached } from '../intake/index.ts'
import { Problem } from '../problem.ts'
import { joinInSlices } from '../threads/index.ts'

export type MultipartLimits = {
  /** For the document alone. */
  bodyBytesMax: number
  /** For all parts together. */
  multipartBytesMax: number
  attachmentsMax: number
}

export type Multipart = {
  document: Buffer
  /** What the document's part says of it. */
  file: { name: string; mediaType: string }
  isXml: boolean
  attachments: Attached[]
}

type Part = { field: string; filename?: string; mediaType: string; bytes: Buffer }
type PartInPieces = Omit<Part, 'bytes'> & { pieces: Buffer[] }

/**
 * Throws Problem `request.too-large`, `request.missing-field`, `request.unknown-field`,
 * `request.invalid-field`.
 */
export async function readMultipart(
  contentType: string,
  body: IncomingMessage,
  limits: MultipartLimits,
): Promise<Multipart> {
  const parts: Part[] = []
  for (const { pieces, ...part } of await readParts(contentType, body, limits))
    parts.push({ ...part, bytes: await joinInSlices(pieces) })
  const [document, ...others] = parts.filter(({ field }) => field === 'document')
  const unknown = parts.find(({ field }) => field !== 'document' && field !== 'attachments')
  if (unknown)
    throw refused(
      'request.unknown-field',
      `There is no part named '${unknown.field.slice(0, 100)}' here: ` +
        partMeant(unknown, document),
    )
  if (!document)
    throw refused('request.missing-field', "The part 'document' is missing: JSON or UBL.")
  if (others.length > 0)
    throw refused('request.invalid-field', "The part 'document' must appear once only.")
  if (document.bytes.length > limits.bodyBytesMax)
    throw refused('request.too-large', `A document may have at most ${limits.bodyBytesMax} bytes.`)
  const attachments = parts
    .filter((part) => part.field === 'attachments' && !isNoFile(part))
    .map(toAttached)
  const isXml = document.bytes
    .toString('latin1', 0, 100)
    .replace(/^\u00ef\u00bb\u00bf/, '')
    .trimStart()
    .startsWith('<')
  if (isXml && attachments.length > 0) {
    const detail =
      'Attachments as files go with JSON: XML is sent as received, so it contains its own.'
    throw refused('request.invalid-field', detail)
  }
  const file = { name: document.filename ?? '', mediaType: mediaTypeOf(document) }
  return { document: document.bytes, file, isXml, attachments }
}

/** What browsers send for a field in which no file was chosen. */
function isNoFile({ filename, bytes }: Part): boolean {
  return !filename && bytes.length === 0
}

/** A form has two parts: the document, and files. Without a document any other is meant as one. */
function partMeant({ field, filename }: Part, document: Part | undefined): string {
  const isFile = filename !== undefined && filename !== ''
  const other = document ? isFile && 'attachments' : 'document'
  const meant = nearestName(field, ['document', 'attachments']) ?? other
  return meant ? `write ${meant}` : 'leave it out'
}

// The media type of clients that do not know the file's.
const anyBytes = 'application/octet-stream'
const byEnding = new Map([
  ['pdf', 'application/pdf'],
  ['png', 'image/png'],
  ['jpg', 'image/jpeg'],
  ['jpeg', 'image/jpeg'],
  ['csv', 'text/csv'],
  ['xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  ['ods', 'application/vnd.oasis.opendocument.spreadsheet'],
])

function toAttached(part: Part): Attached {
  const { filename, bytes } = part
  if (!filename)
    throw refused('request.invalid-field', "A part 'attachments' must be a file with a name.")
  return { name: filename, mediaType: mediaTypeOf(part), bytes }
}

function mediaTypeOf({ filename = '', mediaType }: Part): string {
  const ending = filename.slice(filename.lastIndexOf('.') + 1).toLowerCase()
  const known = mediaType === anyBytes ? byEnding.get(ending) : undefined
  return known ?? mediaType
}

function refused(code: ConstructorParameters<typeof Problem>[0], detail: string): Problem {
  return new Problem(code, { detail, errors: [{ message: detail }] })
}

// Any other would have to be decoded, or a receiver gets a file's base64 in place of the file. None
// is in use (RFC 7578, 4.7).
const plainEncodings = ['7bit', '8bit', 'binary']

function readParts(
  contentType: string,
  body: IncomingMessage,
  { multipartBytesMax, attachmentsMax }: MultipartLimits,
): Promise<PartInPieces[]> {
  return new Promise((resolve, reject) => {
    const parts: PartInPieces[] = []
    const boundary = boundaryOf(contentType)
    const parser = openParser(boundary, attachmentsMax)
    const heads = new Dicer({ boundary, ...headLimits })
    let size = 0
    let seen = 0
    let unfinished = 2
    const fail = (problem: Problem) => {
      body.unpipe()
      body.resume()
      reject(problem)
    }
    const tooLarge = () =>
      fail(
        refused(
          'request.too-large',
          `A document with attachments may have at most ${multipartBytesMax} bytes and ` +
            `${attachmentsMax} files.`,
        ),
      )
    const invalid = (detail: string) => fail(refused('request.invalid-field', detail))
    const malformed = () => invalid('The multipart body is broken or ends too early.')
    parser.on('file', (field: string | undefined, content, filename, encoding, mediaType) => {
      if (!plainEncodings.includes(encoding))
        invalid(`Parts must not be encoded; one is in ${encoding.slice(0, 50)}.`)
      const pieces: Buffer[] = []
      content.on('data', (chunk: Buffer) => {
        size += chunk.length
        if (size > multipartBytesMax) tooLarge()
        else pieces.push(chunk)
      })
      content.on('error', malformed)
      content.on('end', () => parts.push({ field: field ?? '', filename, mediaType, pieces }))
    })
    // Busboy silently skips a part whose headers it cannot read, and truncates headers that are too
    // large: a file could get lost, or the header that says it is encoded. So the parser that
    // busboy itself is built on also reads the parts and their headers.
    heads.on('part', (part) => {
      seen++
      part.on('header', (head) => {
        if (isTooLarge(head as Head)) fail(refused('request.too-large', headTooLarge))
        else if (!isOfForm(head as Head)) invalid(notOfForm)
      })
      part.on('error', malformed)
      part.resume()
    })
    const finish = () => {
      if (--unfinished > 0) return
      if (seen === parts.length) resolve(parts)
      else invalid(notOfForm)
    }
    parser.on('partsLimit', tooLarge)
    for (const reader of [parser, heads]) {
      reader.on('error', malformed)
      reader.on('finish', finish)
      body.pipe(reader)
    }
    body.on('error', malformed)
  })
}

/** Names in lower case; Dicer's own types say `object`. */
type Head = Record<string, string[]>

const headBytesMax = 8192
const headLinesMax = 20
const headTooLarge =
  `The headers of a part may have at most ${headBytesMax} bytes and ` + `${headLinesMax} lines.`

// A head that is cut there is still too large for us.
const headLimits = { maxHeaderPairs: headLinesMax + 1, maxHeaderSize: 2 * headBytesMax }

function isTooLarge(head: Head): boolean {
  const lines = Object.entries(head).flatMap(([name, values]) =>
    values.map((value) => `${name}: ${value}\r\n`),
  )
  return lines.length > headLinesMax || lines.join('').length > headBytesMax
}

const notOfForm = 'Each part needs a Content-Disposition of form-data, and names of one line.'

/** Busboy skips other parts, and waits for ever for the end of one of over 16 KB. */
function isOfForm({ 'content-disposition': values }: Head): boolean {
  const [disposition = ''] = values ?? []
  return /^form-data\b/i.test(disposition) && !/[\r\n]|\*=.*%0[ad]/i.test(disposition)
}

function boundaryOf(contentType: string): string {
  const [, quoted, bare] = /;\s*boundary=(?:"([^"\\]+)"|([^\s;"]+))/i.exec(contentType) ?? []
  const boundary = quoted ?? bare
  if (boundary) return boundary
  const detail = 'A multipart body needs a boundary in its Content-Type.'
  throw new Problem('request.unsupported-media-type', { detail })
}

function openParser(boundary: string, attachmentsMax: number): BusboyInstance {
  return new Busboy({
    headers: { 'content-type': `multipart/form-data; boundary="${boundary}"` },
    isPartAFile: () => true,
    limits: {
      parts: attachmentsMax + 1,
      headerPairs: headLimits.maxHeaderPairs,
      headerSize: headLimits.maxHeaderSize,
    },
  })
}
