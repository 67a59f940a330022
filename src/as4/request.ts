// Reads the HTTP request: the SOAP part into memory, under a limit of its own; payload parts into
// memory or, when they are large, into the spool.
import { type Content, keep, type Spool } from './content.ts'
import { parseContentType } from './content-type.ts'
import { As4Error } from './error.ts'
import { type Framing, parseMultipart, readFraming } from './mime.ts'
import { newPartReader, type PartEvent } from './part-reader.ts'
import { profile } from './profile.ts'
import { soapBytesMax } from './soap.ts'

export type As4Request = {
  contentType: string | undefined
  body: Buffer | AsyncIterable<Uint8Array>
}

/** `bodyBytesMax` is for the whole body; `partsMax` includes the SOAP part. */
export type RequestLimits = { bodyBytesMax: number; partsMax: number }

export type UnverifiedParts = {
  soap: Buffer
  attachments: { contentId: string | undefined; content: Content }[]
}

/**
 * Reads the whole body; a message without payloads may be plain SOAP. Throws EBMS:0007 for
 * malformed MIME, EBMS:0009 when the SOAP part is too large, EBMS:0004 when the message is.
 */
export async function readRequest(
  { contentType = '', body }: As4Request,
  limits: RequestLimits,
  spool: Spool | undefined,
): Promise<UnverifiedParts> {
  if (Buffer.isBuffer(body) && body.length > limits.bodyBytesMax) throw tooLarge()
  if (parseContentType(contentType).type === profile.soapType)
    return { soap: Buffer.isBuffer(body) ? body : await readSoapPart(body), attachments: [] }
  if (Buffer.isBuffer(body)) {
    const { root, attachments } = parseMultipart({ contentType, body }, limits)
    return {
      soap: root.body,
      attachments: attachments.map((part) => ({ contentId: part.contentId, content: part.body })),
    }
  }
  return readChunks(body, { ...readFraming(contentType), limits, spool })
}

async function readChunks(
  body: AsyncIterable<Uint8Array>,
  {
    boundary,
    isRoot,
    limits,
    spool,
  }: Framing & { limits: RequestLimits; spool: Spool | undefined },
): Promise<UnverifiedParts> {
  const events = eventsOf(body, boundary, limits)
  const attachments: UnverifiedParts['attachments'] = []
  let soap: Buffer | undefined
  try {
    let next = await events.next()
    // The content of each part is read to its end before the next part.
    async function* contentOfPart(): AsyncGenerator<Buffer, void> {
      for (
        next = await events.next();
        !next.done && next.value.kind === 'bytes';
        next = await events.next()
      )
        yield next.value.bytes
    }
    for (let index = 0; !next.done && next.value.kind === 'part'; index++) {
      const { contentId } = next.value
      if (isRoot({ contentId }, index)) soap = await readSoapPart(contentOfPart())
      else attachments.push({ contentId, content: await keep(contentOfPart(), spool) })
    }
  } finally {
    await events.return()
  }
  if (soap === undefined) throw new As4Error('EBMS:0007', 'there is no root part')
  return { soap, attachments }
}

async function readSoapPart(content: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of content) {
    length += chunk.length
    if (length > soapBytesMax) throw new As4Error('EBMS:0009', 'the SOAP part is too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** A part, then its bytes, then the next part. */
async function* eventsOf(
  body: AsyncIterable<Uint8Array>,
  boundary: string,
  limits: RequestLimits,
): AsyncGenerator<PartEvent, void> {
  const reader = newPartReader(boundary, limits)
  let length = 0
  for await (const chunk of body) {
    length += chunk.length
    if (length > limits.bodyBytesMax) throw tooLarge()
    yield* reader.read(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength))
  }
  yield* reader.end()
}

function tooLarge(): As4Error {
  return new As4Error('EBMS:0004', 'the message is too large')
}
