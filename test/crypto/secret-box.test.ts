import { describe, expect, test } from 'vitest'
import { hmacSha256, openSecret, sealSecret } from '../../src/crypto/index.ts'

const key = Buffer.alloc(32, 1)
const secret = Buffer.from('whsec_abc')

describe('a sealed secret', () => {
  const sealed = sealSecret(key, secret, 'webhook 1')

  test('opens with its key, for what it belongs to', () => {
    expect(openSecret(key, sealed, 'webhook 1')).toEqual(secret)
  })

  test('differs each time', () => {
    expect(sealSecret(key, secret, 'webhook 1')).not.toEqual(sealed)
  })

  test.each<[string, () => Buffer]>([
    ['another key', () => openSecret(Buffer.alloc(32, 2), sealed, 'webhook 1')],
    ['another owner', () => openSecret(key, sealed, 'webhook 2')],
    ['a missing byte', () => openSecret(key, sealed.subarray(0, -1), 'webhook 1')],
    ['nothing', () => openSecret(key, Buffer.alloc(0), 'webhook 1')],
  ])('does not open with %s', (_, open) => {
    expect(open).toThrow('The secret cannot be decrypted')
  })

  test('does not open with any bit changed', () => {
    for (let at = 0; at < sealed.length; at++) {
      const changed = Buffer.from(sealed)
      changed[at]! ^= 1
      expect(() => openSecret(key, changed, 'webhook 1')).toThrow()
    }
  })
})

// RFC 4231, test case 2.
test('HMAC-SHA256', () => {
  expect(hmacSha256(Buffer.from('Jefe'), 'what do ya want for nothing?').toString('hex')).toBe(
    '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
  )
})
