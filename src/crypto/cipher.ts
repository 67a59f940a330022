// AES-128-GCM as XML Encryption 1.1, 5.2.4 lays it out: IV (12 bytes), ciphertext, tag (16 bytes), no additional data.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const keyBytes = 16
const ivBytes = 12
const tagBytes = 16

/** A fresh AES-128 key for one message. */
export function newSessionKey(): Buffer {
  return randomBytes(keyBytes)
}

/** IV, ciphertext and tag; the IV is fresh on each call. */
export function encryptAes128Gcm(key: Uint8Array, plain: Uint8Array): Buffer {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv('aes-128-gcm', key, iv, { authTagLength: tagBytes })
  return Buffer.concat([iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

/** The plain bytes. Wrong key, changed bytes and missing bytes all throw the same error: a stranger learns nothing. */
export function decryptAes128Gcm(key: Uint8Array, sealed: Uint8Array): Buffer {
  try {
    if (sealed.length < ivBytes + tagBytes) throw new Error('Too short for an IV and a tag')
    const tagStart = sealed.length - tagBytes
    const decipher = createDecipheriv('aes-128-gcm', key, sealed.subarray(0, ivBytes), {
      authTagLength: tagBytes,
    })
    decipher.setAuthTag(sealed.subarray(tagStart))
    return Buffer.concat([decipher.update(sealed.subarray(ivBytes, tagStart)), decipher.final()])
  } catch {
    throw new Error('The content cannot be decrypted')
  }
}
