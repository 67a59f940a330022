import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { isSameDigest, sha256, startSha256 } from '../../src/crypto/index.ts'

it('is the same digest only if every byte is', () => {
  const digest = sha256('ä')
  expect(isSameDigest(digest, Buffer.from(digest))).toBe(true)
  expect(isSameDigest(digest, sha256('a'))).toBe(false)
  expect(isSameDigest(digest, digest.subarray(1))).toBe(false)
  expect(isSameDigest(digest, Buffer.alloc(0))).toBe(false)
})

it('is the same digest in one piece and in several', () => {
  const several = startSha256()
  for (const byte of Buffer.from('ä')) several.update(Buffer.of(byte))
  expect(several.digest()).toEqual(sha256('ä'))
  expect(sha256('ä')).toEqual(createHash('sha256').update('ä').digest())
})
