// Secrets at rest: AES-256-GCM. IV (12 bytes), ciphertext, tag (16 bytes); the additional data name
// what the secret belongs to, so that one cannot be put in the place of another.
import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'

export const secretKeyBytes = 32
const ivBytes = 12
const tagBytes = 16

export function sealSecret(key: Uint8Array, plain: Uint8Array, about: string): Buffer {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', key, iv, { authTagLength: tagBytes })
  cipher.setAAD(Buffer.from(about))
  return Buffer.concat([iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

/** The plain bytes. Throws for another key, other bytes, or a secret about something else. */
export function openSecret(key: Uint8Array, sealed: Uint8Array, about: string): Buffer {
  try {
    const tagStart = sealed.length - tagBytes
    const iv = sealed.subarray(0, ivBytes)
    const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: tagBytes })
    decipher.setAAD(Buffer.from(about))
    decipher.setAuthTag(sealed.subarray(tagStart))
    return Buffer.concat([decipher.update(sealed.subarray(ivBytes, tagStart)), decipher.final()])
  } catch {
    throw new Error('The secret cannot be decrypted')
  }
}

export function hmacSha256(key: Uint8Array, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}
