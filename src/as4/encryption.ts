// The encryption of a received message (XML Encryption 1.1; Peppol AS4 Profile 2.0.3). All
// decryption failures look alike from outside.
import {
  algorithms,
  decodeBase64,
  decryptAes128Gcm,
  type KeyProvider,
  startAes128GcmDecryption,
} from '../crypto/index.ts'
import { attributeOf, children, textOf, type XmlElement } from '../xml/index.ts'
import { type Content, keep, type Spool, type Spooled } from './content.ts'
import { As4Error } from './error.ts'
import { contentIdOf } from './mime.ts'
import { namespaces as ns, securityUris as uris } from './profile.ts'
import { readToken, readTokenReference } from './security-token.ts'
import { elementAt, onlyChild, type Soap } from './soap.ts'

export type Attachment = { contentId: string; content: Content }

/**
 * `parts` maps each Content-ID to the MIME type in its EncryptedData, which decides how the digest
 * is computed.
 */
export type Encryption = {
  /** The certificate that the sender encrypted for, as DER. */
  recipient: Buffer
  /** Base64. */
  wrappedKey: string
  parts: Map<string, { mimeType: string | undefined }>
}

/**
 * Reads EncryptedKey and every EncryptedData it references: only algorithms of the profile, and
 * every part of `contentIds` encrypted once. Throws EBMS:0102, or EBMS:0103 when a key is not
 * referenced as it should be.
 */
export function readEncryption(soap: Soap, contentIds: string[]): Encryption {
  const key = oneKey(soap)
  checkKeyMethod(key)
  const recipient = readToken(soap, onlyNamed(key, 'KeyInfo', ns.ds))
  const cipherValue = onlyChild(onlyNamed(key, 'CipherData', ns.xenc), 'CipherValue', ns.xenc)
  if (cipherValue === undefined) throw refused('the encrypted key')
  const parts = new Map<string, { mimeType: string | undefined }>()
  for (const data of namedData(soap, key)) {
    const contentId = readData(data, key, soap)
    if (parts.has(contentId)) throw refused('the encryption of a part')
    parts.set(contentId, { mimeType: attributeOf(data, 'MimeType', '') })
  }
  if (contentIds.some((id) => !parts.has(id)))
    throw new As4Error('EBMS:0102', 'a payload part is not encrypted')
  if (parts.size > contentIds.length)
    throw new As4Error('EBMS:0102', 'an encrypted part is missing')
  return { recipient, wrappedKey: textOf(cipherValue), parts }
}

/** The key pair that the message was encrypted for. Throws EBMS:0102. */
export function chooseKeys(keys: KeyProvider[], recipient: Buffer): KeyProvider {
  const chosen = keys.find((own) => own.certificate.raw.equals(recipient))
  if (chosen === undefined) throw undecryptable()
  return chosen
}

/** Decrypts the parts, by Content-ID. Throws EBMS:0102. */
export async function decryptParts(
  encryption: Encryption,
  keys: KeyProvider,
  attachments: Attachment[],
  spool: Spool | undefined,
): Promise<Map<string, Content>> {
  const key = await unwrap(encryption, keys)
  const contents = new Map<string, Content>()
  for (const { contentId, content } of attachments) {
    contents.set(
      contentId,
      Buffer.isBuffer(content)
        ? decryptInline(key, content)
        : await keep(decrypted(key, content), spool),
    )
  }
  return contents
}

async function unwrap(encryption: Encryption, keys: KeyProvider): Promise<Buffer> {
  try {
    return await keys.unwrap(decodeBase64(encryption.wrappedKey))
  } catch (error) {
    throw undecryptable(error)
  }
}

function decryptInline(key: Buffer, sealed: Buffer): Buffer {
  return orUndecryptable(() => decryptAes128Gcm(key, sealed))
}

// Disk errors are not caught: they are our own fault, not a decryption failure.
async function* decrypted(key: Buffer, sealed: Spooled): AsyncGenerator<Buffer> {
  const decryption = orUndecryptable(() => startAes128GcmDecryption(key))
  for await (const chunk of sealed.read()) yield decryption.update(chunk)
  yield orUndecryptable(() => decryption.end())
}

function orUndecryptable<Result>(decrypt: () => Result): Result {
  try {
    return decrypt()
  } catch (error) {
    throw undecryptable(error)
  }
}

function oneKey(soap: Soap): XmlElement {
  const [first, ...others] =
    soap.security === undefined ? [] : children(soap.security, 'EncryptedKey', ns.xenc)
  if (first === undefined) throw new As4Error('EBMS:0102', 'the message is not encrypted')
  if (others.length > 0) throw new As4Error('EBMS:0102', 'there must be only one encrypted key')
  return first
}

// XML Encryption 1.1, 5.5.2: a missing DigestMethod or MGF means SHA-1, OAEPparams means a label.
// The profile allows neither, so exactly these two children must be present.
function checkKeyMethod(key: XmlElement): void {
  const method = onlyNamed(key, 'EncryptionMethod', ns.xenc)
  const parameters = children(method)
  const [digest] = children(method, 'DigestMethod', ns.ds)
  const [mask] = children(method, 'MGF', ns.xenc11)
  const isAllowed =
    attributeOf(method, 'Algorithm', '') === uris.rsaOaep &&
    parameters.length === 2 &&
    parameters.every((parameter) => children(parameter).length === 0) &&
    digest !== undefined &&
    attributeOf(digest, 'Algorithm', '') === algorithms.sha256 &&
    mask !== undefined &&
    attributeOf(mask, 'Algorithm', '') === uris.mgf1Sha256
  if (!isAllowed) throw refused('the encryption of the key')
}

/**
 * All EncryptedData elements. The key's ReferenceList must name each exactly once, and
 * nothing else.
 */
function namedData(soap: Soap, key: XmlElement): XmlElement[] {
  const all = soap.security === undefined ? [] : children(soap.security, 'EncryptedData', ns.xenc)
  const named = children(onlyNamed(key, 'ReferenceList', ns.xenc), 'DataReference', ns.xenc)
    .map((reference) => elementAt(soap, attributeOf(reference, 'URI', '')))
    .filter((data) => data !== undefined)
  const once = new Set(named)
  const isComplete = named.length === all.length && all.every((data) => once.has(data))
  if (!isComplete) throw refused('the list of encrypted parts')
  return all
}

/** The Content-ID of the part that an EncryptedData describes. */
function readData(data: XmlElement, key: XmlElement, soap: Soap): string {
  const method = onlyNamed(data, 'EncryptionMethod', ns.xenc)
  if (attributeOf(method, 'Algorithm', '') !== uris.aes128Gcm)
    throw refused('the encryption of a part')
  if (children(method).length > 0) throw refused('the encryption of a part')
  if (attributeOf(data, 'Type', '') !== uris.attachmentContentOnly)
    throw refused('the encryption of a part')
  const reference = readTokenReference(onlyNamed(data, 'KeyInfo', ns.ds))
  if (reference === undefined || elementAt(soap, attributeOf(reference, 'URI', '')) !== key)
    throw new As4Error('EBMS:0103', 'an encrypted part must reference the encrypted key')
  const cipher = onlyChild(onlyNamed(data, 'CipherData', ns.xenc), 'CipherReference', ns.xenc)
  const transform = onlyChild(onlyChild(cipher, 'Transforms', ns.xenc), 'Transform', ns.ds)
  const contentId = cipher && contentIdOf(attributeOf(cipher, 'URI', '') ?? '')
  if (contentId === undefined || transform === undefined) throw refused('the encryption of a part')
  if (attributeOf(transform, 'Algorithm', '') !== uris.attachmentCiphertext)
    throw refused('the encryption of a part')
  return contentId
}

function onlyNamed(parent: XmlElement, local: string, namespace: string): XmlElement {
  const [first, ...others] = children(parent, local, namespace)
  if (first === undefined || others.length > 0) throw refused(`xenc:${parent.local}`)
  return first
}

function refused(what: string): As4Error {
  return new As4Error('EBMS:0102', `${what} does not match the profile`)
}

function undecryptable(cause?: unknown): As4Error {
  return new As4Error('EBMS:0102', 'the message could not be decrypted', { cause })
}
