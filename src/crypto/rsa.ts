// RSA with SHA-256: RSASSA-PKCS1-v1_5 to verify, OAEP with MGF1-SHA-256 to wrap (XML Encryption 1.1, 5.5.2).
import { constants, type KeyObject, publicEncrypt, verify } from 'node:crypto'

const modulusBitsMin = 2048

/** Whether this is a plain RSA key of at least 2048 bits; no other key is used on the network. */
export function isStrongRsa(key: KeyObject): boolean {
  return key.asymmetricKeyType === 'rsa' && (key.asymmetricKeyDetails?.modulusLength ?? 0) >= modulusBitsMin
}

/** Whether the signature is this key's over the data (text as UTF-8). False for any key but a strong RSA key. */
export function verifyRsaSha256(
  publicKey: KeyObject,
  data: Uint8Array | string,
  signature: Uint8Array,
): boolean {
  if (!isStrongRsa(publicKey)) return false
  const bytes = typeof data === 'string' ? Buffer.from(data) : data
  return verify('sha256', bytes, { key: publicKey, padding: constants.RSA_PKCS1_PADDING }, signature)
}

/** Wraps a session key for the holder of the private key. OpenSSL takes the OAEP digest for the mask as well. */
export function wrapKey(publicKey: KeyObject, key: Uint8Array): Buffer {
  if (!isStrongRsa(publicKey)) throw new Error('The key is not an RSA key of 2048 bits or more')
  return publicEncrypt({ key: publicKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' }, key)
}
