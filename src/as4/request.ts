// Reads the HTTP request in two steps: the SOAP part, into memory and under a limit of its own; and
// then, once that has been judged, the payload parts, into memory or, when they are large, into the
// spool. So no sender has to be trusted with more than a SOAP part.
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
  /**
   * Called when the signer is known to be a trusted access point and the signature holds for
   * everything but the payload parts, which are read only then.
   */
  onSignerKnown?(): void
}

/** `bodyBytesMax` is for the whole body; `partsMax` includes the SOAP part. */
export type RequestLimits = { bodyBytesMax: number; partsMax: number }

export type UnverifiedPart = { contentId: string | undefined; content: Content }

/** Call `close` when done, whatever happened. */
export type OpenedRequest = {
  soap: Buffer
  /** The payload parts of a message that came whole. */
  attachments?: UnverifiedPart[]
  readAttachments(spool: Spool | undefined): Promise<UnverifiedPart[]>
  close(): Promise<void>
}

// Before the SOAP part has ended: twice its size, as it may be base64.
const openingBytesMax = 2 * soapBytesMax

/**
 * Reads the SOAP part, which must come first; a message without payloads may be plain SOAP. Throws
 * EBMS:0007 for malformed MIME, EBMS:0009 when the SOAP part is too large, EBMS:0004 when the
 * message is; so does `readAttachments`.
 */
export async function openRequest(
  { contentType = '', body }: As4Request,
  limits: RequestLimits,
): Promise<OpenedRequest> {
  if (Buffer.isBuffer(body) && body.length > limits.bodyBytesMax) throw tooLarge()
  if (parseContentType(contentType).type === profile.soapType)
    return withoutMore(Buffer.isBuffer(body) ? body : await readSoapPart(body))
  if (!Buffer.isBuffer(body)) return openChunks(body, { ...readFraming(contentType), limits })
  const { root, attachments, isRootFirst } = parseMultipart({ contentType, body }, limits)
  if (!isRootFirst) throw soapNotFirst()
  const parts = attachments.map((part) => ({ contentId: part.contentId, content: part.body }))
  return withoutMore(root.body, parts)
}

function withoutMore(soap: Buffer, parts: UnverifiedPart[] = []): OpenedRequest {
  return { soap, attachments: parts, readAttachments: async () => parts, close: async () => {} }
}

async function openChunks(
  body: AsyncIterable<Uint8Array>,
  { boundary, isRoot, limits }: Framing & { limits: RequestLimits },
): Promise<OpenedRequest> {
  const opening = { isOver: false }
  const events = eventsOf(body, { boundary, limits, opening })
  const close = async () => void (await events.return())
  const parts = partsOf(events)
  try {
    const first = await parts.next()
    if (first === undefined) throw new As4Error('EBMS:0007', 'there is no root part')
    if (!isRoot(first, 0)) throw soapNotFirst()
    const soap = await readSoapPart(parts.content())
    opening.isOver = true
    return {
      soap,
      close,
      async readAttachments(spool) {
        const attachments: UnverifiedPart[] = []
        for (let part = await parts.next(); part; part = await parts.next()) {
          const { contentId } = part
          attachments.push({ contentId, content: await keep(parts.content(), spool) })
        }
        return attachments
      },
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** The parts one after another: the content of each must be read to its end before the next. */
function partsOf(events: AsyncGenerator<PartEvent, void>) {
  let at: IteratorResult<PartEvent, void> | undefined
  return {
    async next(): Promise<{ contentId: string | undefined } | undefined> {
      at ??= await events.next()
      return !at.done && at.value.kind === 'part' ? at.value : undefined
    },
    async *content(): AsyncGenerator<Buffer, void> {
      for (
        at = await events.next();
        !at.done && at.value.kind === 'bytes';
        at = await events.next()
      )
        yield at.value.bytes
    },
  }
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
  {
    boundary,
    limits,
    opening,
  }: { boundary: string; limits: RequestLimits; opening: { isOver: boolean } },
): AsyncGenerator<PartEvent, void> {
  const reader = newPartReader(boundary, limits)
  let length = 0
  for await (const chunk of body) {
    length += chunk.length
    if (length > limits.bodyBytesMax) throw tooLarge()
    yield* reader.read(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength))
    // A preamble, padding, and what follows a message without payloads.
    if (!opening.isOver && length > openingBytesMax) throw tooLarge()
  }
  yield* reader.end()
}

function soapNotFirst(): As4Error {
  return new As4Error('EBMS:0007', 'the SOAP part must be the first part')
}

function tooLarge(): As4Error {
  return new As4Error('EBMS:0004', 'the message is too large')
}
