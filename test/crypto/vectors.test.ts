// Canonical forms, signatures and encryption by xmlsec1 and
// openssl (test/fixtures/vectors/make.sh).
import { createPrivateKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import {
  algorithms,
  decodeBase64,
  decryptAes128Gcm,
  isSignatureValid,
  localKeys,
  parseCertificate,
  parseSignature,
  type SignatureReference,
  sha256,
} from '../../src/crypto/index.ts'
import {
  canonicalize,
  child,
  descend,
  parseXml,
  textOf,
  type XmlElement,
} from '../../src/xml/index.ts'

const read = (name: string) => readFileSync(`test/fixtures/vectors/${name}`)
const certificate = parseCertificate(read('certificate.pem'))
const signed = [
  'exclusive',
  'exclusive-prefixes',
  'inclusive',
  'enveloped-exclusive',
  'enveloped-inclusive',
]

function open(text: string): { root: XmlElement; signature: ReturnType<typeof parseSignature> } {
  const { root } = parseXml(Buffer.from(text), { instructions: 'keep' })
  return { root, signature: parseSignature(child(root, 'Signature')!) }
}

/** The digest of what a reference covers, by our own canonical form. */
function digestOf(root: XmlElement, { uri, transforms }: SignatureReference): Buffer {
  const { algorithm, inclusivePrefixes = [] } = transforms.at(-1)!
  const mode = algorithm === algorithms.exclusive ? 'exclusive' : 'inclusive'
  if (uri !== '') return sha256(canonicalize(child(root, 'Target')!, { mode, inclusivePrefixes }))
  return sha256(canonicalize(root, { mode, inclusivePrefixes, omit: child(root, 'Signature')! }))
}

describe('the vectors of xmlsec1', () => {
  test.each(signed)('are valid: %s', (name) => {
    const { root, signature } = open(read(`${name}.xml`).toString())
    expect(isSignatureValid(signature, certificate.publicKey)).toBe(true)
    expect(signature.references).toHaveLength(1)
    for (const reference of signature.references)
      expect(digestOf(root, reference)).toEqual(reference.digest)
  })

  test.each(signed)('are invalid once a character is changed: %s', (name) => {
    const text = read(`${name}.xml`).toString()
    const { root, signature } = open(text.replace('z="1"', 'z="3"'))
    expect(digestOf(root, signature.references[0]!)).not.toEqual(signature.references[0]!.digest)
    const other = open(
      text.replace(/(DigestValue>)(.)/, (_, tag, first) => `${tag}${first === 'A' ? 'B' : 'A'}`),
    )
    expect(isSignatureValid(other.signature, certificate.publicKey)).toBe(false)
  })

  test('decrypt to what was encrypted, and not with a bit changed', () => {
    const { root } = parseXml(read('encrypted.xml'))
    const sealed = decodeBase64(textOf(descend(root, 'CipherData', 'CipherValue')!))
    expect(decryptAes128Gcm(read('session-key.bin'), sealed)).toEqual(read('plain.bin'))
    sealed[20]! ^= 1
    expect(() => decryptAes128Gcm(read('session-key.bin'), sealed)).toThrow()
  })
})

describe('the key that openssl wrapped with SHA-256 in digest and mask', () => {
  const keys = localKeys({ certificate, privateKey: createPrivateKey(read('key.pem')) })

  test('is unwrapped, and not with a bit changed', async () => {
    const wrapped = read('wrapped-key.bin')
    expect(await keys.unwrap(wrapped)).toEqual(read('session-key.bin'))
    wrapped[20]! ^= 1
    await expect(keys.unwrap(wrapped)).rejects.toThrow()
  })
})
