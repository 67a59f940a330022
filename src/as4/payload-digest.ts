// The digest of a payload part after decryption, made as its sender made it (WSS SwA Profile 1.1,
// 5.4.3: the content is first brought into the canonical form of its MIME type).
import { sha256, startSha256 } from '../crypto/index.ts'
import { canonicalize, parseXml } from '../xml/index.ts'
import { bytesOf, type Content, sizeOf } from './content.ts'
import { As4Error } from './error.ts'
import type { PartInfo } from './user-message.ts'

// The canonical form of XML needs the whole tree in memory. Larger documents come compressed, and
// then as bytes.
const canonicalBytesMax = 20_000_000

/**
 * XML that is not compressed is digested in its exclusive canonical form, so comments and the XML
 * declaration are not covered; other text with CRLF as line ends; everything else byte by byte. The
 * type that counts is that of the unsigned EncryptedData, so it may only choose between bytes and
 * what the signed part property says too. Undefined when no such digest can be made. Throws
 * EBMS:0004 when text or XML is too large for it.
 */
export async function digestOf(
  content: Content,
  part: PartInfo,
  mimeType: string | undefined,
): Promise<Buffer | undefined> {
  const form = part.isCompressed ? 'bytes' : formOf(mimeType)
  if (form === 'bytes' || form !== formOf(part.mimeType)) return digestOfBytes(content)
  if (sizeOf(content) > canonicalBytesMax)
    throw new As4Error('EBMS:0004', 'a payload as large as this must be compressed')
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
