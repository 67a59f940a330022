// The wsse:Security header that we write, in the order in which other stacks process it:
// recipient's token, encrypted key, encrypted data, signer's token, signature (WSS SOAP Message
// Security 1.1).
import type { X509Certificate } from 'node:crypto'
import {
  algorithms,
  buildSignature,
  type KeyProvider,
  newSessionKey,
  type SignatureReference,
  sha256,
  wrapKey,
} from '../crypto/index.ts'
import { element } from '../xml/index.ts'
import { namespaces as ns, securityUris as uris } from './profile.ts'
import { buildToken, buildTokenReference } from './security-token.ts'

/**
 * `mimeType` tells the receiver how the digest was computed (WSS SwA Profile 1.1, 5.4.3): gzip byte
 * by byte.
 */
export type EncryptedPart = { contentId: string; mimeType: string }

/**
 * The canonical XML of Messaging and Body as they will be in the envelope, and what else is signed.
 */
export type ToSign = {
  messaging: string
  body: string
  /** The digest covers what will be encrypted: the compressed bytes of the payload. */
  attachments: { contentId: string; digest: Buffer }[]
}

/** The references of the signature, in order: Messaging, Body, attachments. */
export function referencesOf(toSign: ToSign): SignatureReference[] {
  return [
    elementReference('#messaging', toSign.messaging),
    elementReference('#body', toSign.body),
    ...toSign.attachments.map(({ contentId, digest }) => ({
      uri: `cid:${contentId}`,
      transforms: [{ algorithm: algorithms.attachmentContent }],
      digestMethod: algorithms.sha256,
      digest,
    })),
  ]
}

/**
 * wsse:Security with any `encryption`, then the signer's token and a signature over `references`.
 */
export async function buildSecurity(
  references: SignatureReference[],
  keys: KeyProvider,
  encryption: string[] = [],
): Promise<string> {
  const signature = await buildSignature({
    id: 'signature',
    canonicalization: 'exclusive',
    references,
    keyInfo: buildTokenReference('signer-token'),
    sign: (data) => keys.sign(data),
  })
  return element(
    'wsse:Security',
    { 'xmlns:wsse': ns.wsse, 'xmlns:wsu': ns.wsu, 'S12:mustUnderstand': 'true' },
    ...encryption,
    buildToken('signer-token', keys.certificate),
    signature,
  )
}

/** A fresh session key for one part and one access point, and its elements of wsse:Security. */
export function startEncryption(
  receiver: X509Certificate,
  part: EncryptedPart,
): { key: Buffer; header: string[] } {
  const key = newSessionKey()
  const wrapped = wrapKey(receiver.publicKey, key)
  return {
    key,
    header: [buildToken('recipient-token', receiver), encryptedKey(wrapped), encryptedData(part)],
  }
}

function elementReference(uri: string, canonical: string): SignatureReference {
  return {
    uri,
    transforms: [{ algorithm: algorithms.exclusive }],
    digestMethod: algorithms.sha256,
    digest: sha256(canonical),
  }
}

function encryptedKey(wrapped: Uint8Array): string {
  return element(
    'xenc:EncryptedKey',
    { 'xmlns:xenc': ns.xenc, Id: 'encrypted-key' },
    element(
      'xenc:EncryptionMethod',
      { Algorithm: uris.rsaOaep },
      element('ds:DigestMethod', { 'xmlns:ds': ns.ds, Algorithm: algorithms.sha256 }),
      element('xenc11:MGF', { 'xmlns:xenc11': ns.xenc11, Algorithm: uris.mgf1Sha256 }),
    ),
    element('ds:KeyInfo', { 'xmlns:ds': ns.ds }, buildTokenReference('recipient-token')),
    element(
      'xenc:CipherData',
      undefined,
      element('xenc:CipherValue', undefined, Buffer.from(wrapped).toString('base64')),
    ),
    element(
      'xenc:ReferenceList',
      undefined,
      element('xenc:DataReference', { URI: '#encrypted-data' }),
    ),
  )
}

function encryptedData(part: EncryptedPart): string {
  const keyReference = element(
    'wsse:SecurityTokenReference',
    { 'xmlns:wsse11': ns.wsse11, 'wsse11:TokenType': uris.encryptedKeyToken },
    element('wsse:Reference', { URI: '#encrypted-key' }),
  )
  const transform = element('ds:Transform', {
    'xmlns:ds': ns.ds,
    Algorithm: uris.attachmentCiphertext,
  })
  return element(
    'xenc:EncryptedData',
    {
      'xmlns:xenc': ns.xenc,
      Id: 'encrypted-data',
      MimeType: part.mimeType,
      Type: uris.attachmentContentOnly,
    },
    element('xenc:EncryptionMethod', { Algorithm: uris.aes128Gcm }),
    element('ds:KeyInfo', { 'xmlns:ds': ns.ds }, keyReference),
    element(
      'xenc:CipherData',
      undefined,
      element(
        'xenc:CipherReference',
        { URI: `cid:${part.contentId}` },
        element('xenc:Transforms', undefined, transform),
      ),
    ),
  )
}
