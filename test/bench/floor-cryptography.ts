// What a document cannot do without, for the floor of `npm run bench -- pipeline`: its bytes, and
// RSA, AES, SHA-256 and gzip as in one AS4 message and its receipt.
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  generateKeyPairSync,
  privateDecrypt,
  publicEncrypt,
  randomBytes,
  sign,
  verify,
} from 'node:crypto'
import { gunzipSync, gzipSync } from 'node:zlib'

/** Bytes of the files of a small invoice, as `pipeline --two` sends it. */
export const sizes = { submitted: 700, ubl: 3_400, sbd: 5_000, request: 12_000, receipt: 5_900 }

type Cryptography = {
  /** Of the sender, for a message and for its receipt. */
  build(): void
  judge(): void
  /** Of the receiver, its receipt included. */
  receive(): void
}

/** With keys of its own; each call does the same work again. */
export function cryptography(): Cryptography {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const oaep = { oaepHash: 'sha256' }
  const signedInfo = randomBytes(1_500)
  const signature = sign('sha256', signedInfo, privateKey)
  const line = () => `<cbc:ID>${randomBytes(8).toString('hex')}</cbc:ID>`
  const sbd = Buffer.from(Array.from({ length: sizes.sbd / 33 }, line).join(''))
  const sessionKey = randomBytes(16)
  const wrapped = publicEncrypt({ key: publicKey, ...oaep }, sessionKey)
  const nonce = randomBytes(12)
  const encrypt = () => {
    const cipher = createCipheriv('aes-128-gcm', sessionKey, nonce)
    return { bytes: Buffer.concat([cipher.update(gzipSync(sbd)), cipher.final()]), cipher }
  }
  const { bytes, cipher } = encrypt()
  const tag = cipher.getAuthTag()
  const digest = (content: Buffer) => createHash('sha256').update(content).digest()
  const judge = () => void verify('sha256', signedInfo, publicKey, signature)
  return {
    build() {
      for (const content of [sbd, bytes]) digest(content)
      sign('sha256', signedInfo, privateKey)
      publicEncrypt({ key: publicKey, ...oaep }, sessionKey)
      encrypt()
    },
    judge,
    receive() {
      judge()
      const key = privateDecrypt({ key: privateKey, ...oaep }, wrapped)
      const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(tag)
      const zipped = Buffer.concat([decipher.update(bytes), decipher.final()])
      for (const content of [zipped, gunzipSync(zipped)]) digest(content)
      sign('sha256', signedInfo, privateKey)
    },
  }
}
