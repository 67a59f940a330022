// PKCS#12 files: phase4's, our own, and those that cannot be used.
import { describe, expect, it } from 'vitest'
import {
  localKeys,
  parseCertificate,
  readKeystore,
  verifyRsaSha256,
} from '../../src/crypto/index.ts'
import { readCaptured } from '../as4/captured.ts'
import { makeCertificate, makeKeystore } from './authority.ts'

describe('the keystores of openssl and keytool', () => {
  it('open with their password and give key, certificate and chain', async () => {
    for (const owner of ['sender', 'receiver']) {
      const pair = readKeystore(readCaptured(`${owner}.p12`), 'testpki')
      const expected = [`${owner}.pem`, 'apca.pem', 'root.pem'].map(
        (file) => parseCertificate(readCaptured(file)).raw,
      )
      expect([pair.certificate, ...pair.chain].map((certificate) => certificate.raw)).toEqual(
        expected,
      )
      const signature = await localKeys(pair).sign(Buffer.from('data'))
      expect(verifyRsaSha256(pair.certificate.publicKey, 'data', signature)).toBe(true)
    }
  })

  it('do not open with another password', () => {
    for (const password of ['testpkj', '', 'TESTPKI']) {
      expect(() => readKeystore(readCaptured('sender.p12'), password)).toThrow(/password is wrong/)
    }
  })

  it('say so when they contain only certificates', () => {
    expect(() => readKeystore(readCaptured('truststore.p12'), 'testpki')).toThrow(/no private key/)
  })
})

describe('keystores', () => {
  const one = makeCertificate({ name: 'one' })
  const two = makeCertificate({ name: 'two' })

  it('open when key and certificate fit, also with an empty password', () => {
    for (const password of ['secret', '', 'a longer one, with spaces']) {
      const pair = readKeystore(makeKeystore([one], password), password)
      expect(pair.certificate.raw).toEqual(one.certificate.raw)
      expect(pair.privateKey.equals(one.privateKey)).toBe(true)
      expect(pair.chain).toEqual([])
    }
  })

  it('are refused when the certificate is that of another key', () => {
    const mixed = makeKeystore(
      [{ privateKey: one.privateKey, certificate: two.certificate }],
      'secret',
    )
    expect(() => readKeystore(mixed, 'secret')).toThrow(/no certificate for its private key/)
  })

  it('are refused with several keys, for none can be chosen', () => {
    expect(() => readKeystore(makeKeystore([one, two], 'secret'), 'secret')).toThrow(
      /several private keys/,
    )
  })

  it('are refused when damaged', () => {
    const keystore = makeKeystore([one], 'secret')
    for (const at of [100, 400, keystore.length - 30]) {
      const damaged = Buffer.from(keystore)
      damaged[at] = damaged[at]! ^ 1
      expect(() => readKeystore(damaged, 'secret')).toThrow(/^The keystore /)
    }
  })

  it('are refused when they are something else', () => {
    for (const other of ['', 'hello', '-----BEGIN CERTIFICATE-----']) {
      expect(() => readKeystore(Buffer.from(other), 'secret')).toThrow(/^The keystore /)
    }
    expect(() => readKeystore(one.certificate.raw, 'secret')).toThrow(/^The keystore /)
  })
})
