// Digests, key wrapping, content encryption and base64: each as a round trip, and each with
// a fault.
import { createHash, generateKeyPairSync } from 'node:crypto'
import { describe, expect, it, test } from 'vitest'
import {
  decodeBase64,
  decryptAes128Gcm,
  encryptAes128Gcm,
  localKeys,
  newSessionKey,
  sha256,
  startAes128GcmDecryption,
  startAes128GcmEncryption,
  startSha256,
  verifyRsaSha256,
  wrapKey,
} from '../../src/crypto/index.ts'
import { makeCertificate } from './authority.ts'

const ours = makeCertificate({ name: 'ours' })
const theirs = makeCertificate({ name: 'theirs' })
const keys = localKeys(ours)
const weak = generateKeyPairSync('rsa', { modulusLength: 1024 })
const curve = generateKeyPairSync('ec', { namedCurve: 'P-256' })

function flipped(bytes: Uint8Array, at: number): Buffer {
  const copy = Buffer.from(bytes)
  copy[at] = copy[at]! ^ 1
  return copy
}

describe('sha256', () => {
  it('digests bytes and the UTF-8 of text alike', () => {
    expect(sha256('abc').toString('hex')).toBe(
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    )
    expect(sha256('é')).toEqual(sha256(Buffer.from([0xc3, 0xa9])))
    expect(sha256('é')).not.toEqual(createHash('sha256').update('é', 'latin1').digest())
  })
})

describe('signing', () => {
  it('makes signatures that the certificate verifies', async () => {
    const signature = await keys.sign(Buffer.from('data'))
    expect(verifyRsaSha256(ours.certificate.publicKey, 'data', signature)).toBe(true)
    expect(verifyRsaSha256(ours.certificate.publicKey, Buffer.from('data'), signature)).toBe(true)
  })

  it('does not verify other data, another key, or a changed or cut signature', async () => {
    const signature = await keys.sign(Buffer.from('data'))
    const { publicKey } = ours.certificate
    expect(verifyRsaSha256(publicKey, 'dat4', signature)).toBe(false)
    expect(verifyRsaSha256(theirs.certificate.publicKey, 'data', signature)).toBe(false)
    for (const at of [0, 100, 255])
      expect(verifyRsaSha256(publicKey, 'data', flipped(signature, at))).toBe(false)
    expect(verifyRsaSha256(publicKey, 'data', signature.subarray(1))).toBe(false)
    expect(verifyRsaSha256(publicKey, 'data', Buffer.alloc(0))).toBe(false)
  })

  it('does not verify with a weak key or a key of another kind, whatever they signed', async () => {
    const weakly = await localKeys({
      certificate: ours.certificate,
      privateKey: weak.privateKey,
    }).sign(Buffer.from('data'))
    expect(verifyRsaSha256(weak.publicKey, 'data', weakly)).toBe(false)
    expect(verifyRsaSha256(curve.publicKey, 'data', weakly)).toBe(false)
  })
})

describe('key wrapping', () => {
  it('unwraps what was wrapped for us', async () => {
    const key = newSessionKey()
    expect(key).toHaveLength(16)
    expect(await keys.unwrap(wrapKey(ours.certificate.publicKey, key))).toEqual(key)
  })

  it('rejects alike what was wrapped for another key, changed or cut', async () => {
    const wrapped = wrapKey(ours.certificate.publicKey, newSessionKey())
    const wrong = [
      wrapKey(theirs.certificate.publicKey, newSessionKey()),
      flipped(wrapped, 17),
      wrapped.subarray(0, 255),
      Buffer.concat([wrapped, Buffer.alloc(1)]),
      Buffer.alloc(0),
      Buffer.alloc(256, 0xff),
    ]
    for (const bytes of wrong) {
      await expect(keys.unwrap(bytes)).rejects.toThrow(/^The key cannot be unwrapped$/)
    }
    expect(await keys.unwrap(wrapped)).toHaveLength(16)
  })

  it('does not wrap for a weak key or a key of another kind', () => {
    expect(() => wrapKey(weak.publicKey, newSessionKey())).toThrow(/2048/)
    expect(() => wrapKey(curve.publicKey, newSessionKey())).toThrow(/RSA/)
  })
})

describe('content encryption', () => {
  const key = Buffer.from('000102030405060708090a0b0c0d0e0f', 'hex')
  const plain = Buffer.from('an invoice')

  it('lays out IV, ciphertext and tag, with a fresh IV each time', () => {
    const sealed = encryptAes128Gcm(key, plain)
    expect(sealed).toHaveLength(12 + plain.length + 16)
    expect(decryptAes128Gcm(key, sealed)).toEqual(plain)
    expect(encryptAes128Gcm(key, plain).subarray(0, 12)).not.toEqual(sealed.subarray(0, 12))
    expect(decryptAes128Gcm(key, encryptAes128Gcm(key, Buffer.alloc(0)))).toHaveLength(0)
  })

  it('reads a published vector (GCM specification, test case 3 without additional data)', () => {
    const sealed = Buffer.from(
      'cafebabefacedbaddecaf88842831ec2217774244b7221b784d0d49ce3aa212f2c02a4e035c17e2329aca12e21d514b25466931c7d8f6a5aac84aa051ba30b396a0aac973d58e091473f59854d5c2af327cd64a62cf35abd2ba6fab4',
      'hex',
    )
    const vectorKey = Buffer.from('feffe9928665731c6d6a8f9467308308', 'hex')
    expect(decryptAes128Gcm(vectorKey, sealed).toString('hex')).toBe(
      'd9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a721c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b391aafd255',
    )
  })

  it('refuses alike every changed byte, every cut and every other key', () => {
    const sealed = encryptAes128Gcm(key, plain)
    const wrong = Array.from(sealed, (_, at) => flipped(sealed, at))
    const cut = Array.from(sealed, (_, length) => sealed.subarray(0, length))
    for (const bytes of [
      ...wrong,
      ...cut,
      sealed.subarray(1),
      Buffer.concat([sealed, Buffer.alloc(1)]),
    ]) {
      expect(() => decryptAes128Gcm(key, bytes)).toThrow(/^The content cannot be decrypted$/)
    }
    for (const other of [newSessionKey(), key.subarray(1), Buffer.alloc(0), Buffer.alloc(32)]) {
      expect(() => decryptAes128Gcm(other, sealed)).toThrow(/^The content cannot be decrypted$/)
    }
  })
})

describe('content encryption in chunks', () => {
  const key = newSessionKey()
  const plain = Buffer.from(
    'an invoice that comes in chunks, some of them shorter than the tag of its encryption',
  )

  function* cut(bytes: Buffer, size: number): Generator<Buffer> {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
  }
  function decrypt(sealed: Buffer, size: number, own = key): Buffer {
    const decryption = startAes128GcmDecryption(own)
    return Buffer.concat([
      ...[...cut(sealed, size)].map((chunk) => decryption.update(chunk)),
      decryption.end(),
    ])
  }

  it('is the same as at once, both ways and however it is cut', () => {
    for (const size of [1, 5, 16, 27, 28, 29, 1000]) {
      const encryption = startAes128GcmEncryption(key)
      const chunks = [...cut(plain, size)].map((chunk) => encryption.update(chunk))
      const sealed = Buffer.concat([encryption.start, ...chunks, encryption.end()])
      expect(decryptAes128Gcm(key, sealed)).toEqual(plain)
      expect(decrypt(encryptAes128Gcm(key, plain), size)).toEqual(plain)
      expect(decrypt(encryptAes128Gcm(key, Buffer.alloc(0)), size)).toHaveLength(0)
    }
  })

  it('refuses alike every changed byte, every cut and every other key', () => {
    const sealed = encryptAes128Gcm(key, plain)
    const wrong = Array.from(sealed, (_, at) => flipped(sealed, at))
    const short = Array.from(sealed, (_, length) => sealed.subarray(0, length))
    for (const bytes of [
      ...wrong,
      ...short,
      sealed.subarray(1),
      Buffer.concat([sealed, Buffer.alloc(1)]),
    ])
      expect(() => decrypt(bytes, 7)).toThrow(/^The content cannot be decrypted$/)
    for (const other of [newSessionKey(), key.subarray(1), Buffer.alloc(0), Buffer.alloc(32)])
      expect(() => decrypt(sealed, 7, other)).toThrow(/^The content cannot be decrypted$/)
  })

  it('digests in chunks as at once', () => {
    const digest = startSha256()
    for (const chunk of cut(plain, 3)) digest.update(chunk)
    expect(digest.digest()).toEqual(sha256(plain))
  })
})

describe('base64', () => {
  it('takes white space anywhere', () => {
    expect(decodeBase64(' YW\r\nJj\tZA== \n').toString()).toBe('abcd')
  })

  test.each([
    '',
    ' ',
    'YWJjZA',
    'YWJjZA=',
    'YWJjZB==',
    'YW-j',
    'YWJj!',
    'YWJj=',
    'YQ==YQ==',
    'Y\u00a0WJj',
  ])('refuses %j', (text) => {
    expect(() => decodeBase64(text)).toThrow(/not base64/)
  })
})
