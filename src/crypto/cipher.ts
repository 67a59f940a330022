// AES-128-GCM as XML Encryption 1.1, 5.2.4 lays it out: IV (12 bytes), ciphertext, tag (16 bytes),
// no additional data.
import { createCipheriv, createDecipheriv, type DecipherGCM, randomBytes } from 'node:crypto'

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

/**
 * The plain bytes. A wrong key, changed bytes and missing bytes all throw the same error, so an
 * attacker learns nothing.
 */
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

/**
 * Encrypts chunk by chunk. `start`, every `update` and `end`, concatenated, are what
 * encryptAes128Gcm gives.
 */
export type Encryption = { start: Buffer; update(plain: Uint8Array): Buffer; end(): Buffer }

/** An encryption with a fresh IV, which is `start`. */
export function startAes128GcmEncryption(key: Uint8Array): Encryption {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv('aes-128-gcm', key, iv, { authTagLength: tagBytes })
  return {
    start: iv,
    update: (plain) => cipher.update(plain),
    end: () => Buffer.concat([cipher.final(), cipher.getAuthTag()]),
  }
}

/**
 * Decrypts chunk by chunk. No output may be used before `end` has returned; it throws the same
 * error for every fault.
 */
export type Decryption = { update(sealed: Uint8Array): Buffer; end(): Buffer }

/** A decryption that takes the IV from the first bytes and holds back what may be the tag. */
export function startAes128GcmDecryption(key: Uint8Array): Decryption {
  if (key.length !== keyBytes) throw new Error('The content cannot be decrypted')
  let held = Buffer.alloc(0)
  let decipher: DecipherGCM | undefined
  return {
    update(sealed) {
      const all = Buffer.concat([held, sealed])
      const tagStart = all.length - tagBytes
      const start = decipher ? 0 : ivBytes
      if (tagStart <= start) {
        held = all
        return Buffer.alloc(0)
      }
      decipher ??= createDecipheriv('aes-128-gcm', key, all.subarray(0, ivBytes), {
        authTagLength: tagBytes,
      })
      held = all.subarray(tagStart)
      return decipher.update(all.subarray(start, tagStart))
    },
    end() {
      try {
        if (!decipher) return decryptAes128Gcm(key, held)
        decipher.setAuthTag(held)
        return decipher.final()
      } catch {
        throw new Error('The content cannot be decrypted')
      }
    },
  }
}
