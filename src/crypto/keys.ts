// What an access point does with its private key. Local keys run in this thread; a hardware module
// would implement the same two promises.
import { constants, type KeyObject, privateDecrypt, sign, type X509Certificate } from 'node:crypto'

export type KeyProvider = {
  certificate: X509Certificate
  /** RSASSA-PKCS1-v1_5 with SHA-256. */
  sign(data: Uint8Array): Promise<Buffer>
  /**
   * RSA-OAEP with SHA-256 and MGF1-SHA-256, no label. Rejects with the same error whatever
   * is wrong.
   */
  unwrap(wrapped: Uint8Array): Promise<Buffer>
}

/**
 * A provider for a key in memory. An operation blocks the event loop for a quarter of a
 * millisecond; on the thread pool it cost no less, and the hops there and back took a third of the
 * gateway's throughput (measured on 2 cores).
 */
export function localKeys(pair: {
  certificate: X509Certificate
  privateKey: KeyObject
}): KeyProvider {
  const { certificate, privateKey: key } = pair
  return {
    certificate,
    sign: async (data) => sign('sha256', data, { key, padding: constants.RSA_PKCS1_PADDING }),
    async unwrap(wrapped) {
      try {
        return privateDecrypt(
          { key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' },
          wrapped,
        )
      } catch {
        throw new Error('The key cannot be unwrapped')
      }
    },
  }
}
