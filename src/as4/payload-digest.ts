// The digest of a decrypted payload part, computed as its sender did (WSS SwA Profile 1.1, 5.4.3:
// over the canonical form of its MIME type).
import { sha256, startSha256 } from '../crypto/index.ts'
import { canonicalize, parseXml } from '../xml/index.ts'
import { bytesOf, type Content, sizeOf } from './content.ts'
import { As4Error } from './error.ts'
import type { PartInfo } from './user-message.ts'

// Canonical XML needs the whole tree in memory. Larger documents must come compressed, and those
// are digested as bytes.
const canonicalBytesMax = 20_000_000

/**
 * Uncompressed XML is digested in its exclusive canonical form, which covers neither comments nor
 * the XML declaration; other text with CRLF line ends; everything else byte by byte. The type
 * comes from the unsigned EncryptedData, so it may only choose between bytes and the type in the
 * signed part property. Undefined when there is no such digest. Throws EBMS:0004 when text or XML
 * is too large.
 */
export async function digestOf(
  content: Content,
  part: PartInfo,
  mimeType: string | undefined,
): Promise<Buffer | undefined> {
  const form = part.isCompressed ? 'bytes' : formOf(mimeType)
  if (form === 'bytes' || form !== formOf(part.mimeType)) return digestOfBytes(content)
  if (sizeOf(content) > canonicalBytesMax)
    throw new As4Error('EBMS:0004', 'a payload of this size must be compressed')
  const bytes = await bytesOf(content)
  return form === 'text' ? digestOfText(bytes) : digestOfXml(bytes)
}

async function digestOfBytes(content: Content): Promise<Buffer> {
  if (Buffer.isBuffer(content)) return sha256(content)
  const digest = startSha256()
  for await (const chunk of content.read()) digest.update(chunk)
  return digest.digest()
}

function digestOfText(bytes: Buffer): Buffer {
  return sha256(Buffer.from(bytes.toString('latin1').replace(/\r\n|\r|\n/g, '\r\n'), 'latin1'))
}

function digestOfXml(bytes: Buffer): Buffer | undefined {
  try {
    return sha256(
      canonicalize(parseXml(bytes, { instructions: 'keep' }).root, { mode: 'exclusive' }),
    )
  } catch {
    return undefined
  }
}

function formOf(mimeType: string | undefined): 'xml' | 'text' | 'bytes' {
  const type = (mimeType ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
  if (
    type === 'text/xml' ||
    type === 'application/xml' ||
    /^(application|image)\/[^/]+\+xml$/.test(type)
  )
    return 'xml'
  return type.startsWith('text/') ? 'text' : 'bytes'
}
