// RSA with SHA-256: RSASSA-PKCS1-v1_5 to verify, OAEP with MGF1-SHA-256 to wrap (XML Encryption
// 1.1, 5.5.2).
import { constants, type KeyObject, publicEncrypt, verify } from 'node:crypto'

const modulusBitsMin = 2048
// Twice what the authorities of the network have. A longer key would only cost us time.
const modulusBitsMax = 8192
const [exponentMin, exponentMax] = [2n ** 16n, 2n ** 256n]

/**
 * Whether this is a plain RSA key of 2048 to 8192 bits whose exponent is odd and between 2^16
 * and 2^256 (FIPS 186-5, 5.1; with the exponent 1 anybody could sign). No other key is used on
 * the network.
 */
export function isStrongRsa(key: KeyObject): boolean {
  if (key.asymmetricKeyType !== 'rsa') return false
  const { modulusLength = 0, publicExponent = 0n } = key.asymmetricKeyDetails ?? {}
  const isSized = modulusLength >= modulusBitsMin && modulusLength <= modulusBitsMax
  return (
    isSized &&
    publicExponent > exponentMin &&
    publicExponent < exponentMax &&
    publicExponent % 2n === 1n
  )
}

/**
 * Whether this key made the signature over the data (a string as UTF-8). False unless the key is a
 * strong RSA key.
 */
export function verifyRsaSha256(
  publicKey: KeyObject,
  data: Uint8Array | string,
  signature: Uint8Array,
): boolean {
  if (!isStrongRsa(publicKey)) return false
  const bytes = typeof data === 'string' ? Buffer.from(data) : data
  return verify(
    'sha256',
    bytes,
    { key: publicKey, padding: constants.RSA_PKCS1_PADDING },
    signature,
  )
}

/**
 * Wraps a session key for the holder of the private key. OpenSSL uses the OAEP digest for the mask
 * as well.
 */
export function wrapKey(publicKey: KeyObject, key: Uint8Array): Buffer {
  if (!isStrongRsa(publicKey)) throw new Error('The key is not an RSA key of 2048 bits or more')
  return publicEncrypt(
    { key: publicKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' },
    key,
  )
}
