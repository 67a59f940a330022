// xmlsec1 (Debian package of that name) as a third opinion: it verifies what we sign and decrypts
// what we encrypt.
import { execFileSync, spawnSync } from 'node:child_process'
import { createPrivateKey } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import {
  As4Error,
  buildErrorSignal,
  buildReceipt,
  receiveUserMessage,
} from '../../../src/as4/index.ts'
import {
  algorithms,
  buildSignature,
  encryptAes128Gcm,
  localKeys,
  newSessionKey,
  parseCertificate,
  sha256,
} from '../../../src/crypto/index.ts'
import { canonicalize, child, parseXml } from '../../../src/xml/index.ts'
import { compose, ns, toHttpMessage } from '../../as4/hostile/hostile-message.ts'
import { checkSigner, now, receiver, receiverKeys } from '../../as4/hostile/pki.ts'

const isHere = spawnSync('xmlsec1', ['--version']).status === 0
if (!isHere && process.env.CI) throw new Error('xmlsec1 is missing: apt-get install xmlsec1')

const folder = mkdtempSync(path.join(tmpdir(), 'xmlsec-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function file(name: string, content: string | Uint8Array): string {
  const at = path.join(folder, name)
  writeFileSync(at, content)
  return at
}

// xmlsec1 knows an id attribute only where it is told of one.
const ids = [`${ns.eb}:Messaging`, `${ns.S12}:Body`, 'urn:t:Target'].flatMap((node) => [
  '--id-attr:Id',
  node,
])

/**
 * Whether xmlsec1 finds the one signature of the document valid under the key of the certificate.
 */
function verifies(xml: string | Uint8Array, certificatePem: string): boolean {
  const [document, pem] = [file('document.xml', xml), file('certificate.pem', certificatePem)]
  return spawnSync('xmlsec1', ['--verify', '--pubkey-cert-pem', pem, ...ids, document]).status === 0
}

const facts = { keys: receiverKeys, messageId: 'signal@receiver.test', timestamp: now }
const receiverPem = receiver.certificate.toString()

describe.skipIf(!isHere)('xmlsec1 (needs apt-get install xmlsec1)', () => {
  test('verifies our receipts, and not changed ones', async () => {
    const message = await receiveUserMessage(toHttpMessage(compose()), {
      keys: [receiverKeys],
      checkSigner,
      limits: { bodyBytesMax: 1e6, inflatedBytesMax: 1e6, ratioMax: 100, partsMax: 2 },
    })
    const receipt = (await buildReceipt(message, facts)).body.toString()
    expect(verifies(receipt, receiverPem)).toBe(true)
    expect(verifies(receipt.replace('message-1@', 'message-2@'), receiverPem)).toBe(false)
  })

  test('verifies our error signals, and not under the key of another', async () => {
    const error = new As4Error('EBMS:0101', 'ein Grund: <zwölf> & €', {
      refToMessageId: 'message-1@sender.test',
    })
    const { body } = await buildErrorSignal(error, facts)
    expect(verifies(body, receiverPem)).toBe(true)
    expect(verifies(body, readFileSync('test/fixtures/vectors/certificate.pem', 'utf8'))).toBe(
      false,
    )
  })

  test.each(['exclusive', 'inclusive'] as const)(
    'verifies a signature of ours with %s canonicalisation',
    async (mode) => {
      const pem = readFileSync('test/fixtures/vectors/certificate.pem', 'utf8')
      const privateKey = createPrivateKey(readFileSync('test/fixtures/vectors/key.pem'))
      const keys = localKeys({ certificate: parseCertificate(pem), privateKey })
      const target =
        '<t:Target xmlns:t="urn:t" xmlns:A="urn:A" Id="target" A:b="&#9;&quot;"><x ' +
        'xmlns=""/>&#13;ö<![CDATA[<]]></t:Target>'
      const start = '<R xmlns="urn:r" xmlns:S="urn:s">'
      const { root } = parseXml(Buffer.from(`${start}${target}</R>`))
      const inclusivePrefixes = mode === 'exclusive' ? ['S', '#default'] : undefined
      const digest = sha256(
        canonicalize(child(root, 'Target')!, {
          mode,
          ...(inclusivePrefixes && { inclusivePrefixes }),
        }),
      )
      const transform = {
        algorithm: algorithms[mode],
        ...(inclusivePrefixes && { inclusivePrefixes }),
      }
      const signature = await buildSignature({
        canonicalization: mode,
        references: [
          { uri: '#target', transforms: [transform], digestMethod: algorithms.sha256, digest },
        ],
        keyInfo: '<ds:KeyName>vectors</ds:KeyName>',
        sign: keys.sign,
        inScope: { '': 'urn:r', S: 'urn:s' },
      })
      expect(verifies(`${start}${target}${signature}</R>`, pem)).toBe(true)
      expect(verifies(`${start}${target.replace('ö', 'o')}${signature}</R>`, pem)).toBe(false)
    },
  )

  test('decrypts what we encrypt', () => {
    const key = newSessionKey()
    const plain = Buffer.from('<Invoice>zwölf €</Invoice>\r\n')
    const value = encryptAes128Gcm(key, plain).toString('base64')
    const document = file(
      'encrypted.xml',
      `<xenc:EncryptedData xmlns:xenc="${ns.xenc}" xmlns:ds="${ns.ds}"><xenc:EncryptionMethod ` +
        `Algorithm="${ns.xenc11}aes128-gcm"/>` +
        `<ds:KeyInfo><ds:KeyName>session</ds:KeyName></ds:KeyInfo><xenc:CipherData>` +
        `<xenc:CipherValue>${value}</xenc:CipherValue></xenc:CipherData></xenc:EncryptedData>`,
    )
    const keyFile = file('session-key.bin', key)
    expect(execFileSync('xmlsec1', ['--decrypt', '--aeskey:session', keyFile, document])).toEqual(
      plain,
    )
  })

  test('finds the committed vectors valid, as it made them', () => {
    const pem = readFileSync('test/fixtures/vectors/certificate.pem', 'utf8')
    for (const name of [
      'exclusive',
      'exclusive-prefixes',
      'inclusive',
      'enveloped-exclusive',
      'enveloped-inclusive',
    ])
      expect([name, verifies(readFileSync(`test/fixtures/vectors/${name}.xml`), pem)]).toEqual([
        name,
        true,
      ])
  })
})
