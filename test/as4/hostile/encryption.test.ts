// Every payload encrypted for us, by AES-128-GCM under a key wrapped with RSA-OAEP; whatever else,
// and looking alike.
import { createCipheriv, publicEncrypt, randomBytes, constants as rsa } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { As4Error, buildErrorSignal } from '../../../src/as4/index.ts'
import { encryptAes128Gcm, localKeys } from '../../../src/crypto/index.ts'
import { both, byStranger, drop, inElement, partOf, swap } from './edits.ts'
import {
  compose,
  edit,
  type HostileMessage,
  ns,
  type Plan,
  part,
  sbd,
  wrapOaep,
} from './hostile-message.ts'
import { type Case, receive, refuseAll, reportCosts } from './judge.ts'
import * as pki from './pki.ts'

const methodOf = (element: string) => (uri: string) =>
  inElement(element, /(<xenc:EncryptionMethod Algorithm=")[^"]*/, `$1${uri}`)
const keyMethod = methodOf('xenc:EncryptedKey')
const dataMethod = methodOf('xenc:EncryptedData')
const oaepOf2001 = `${ns.xenc}rsa-oaep-mgf1p`
const digestMethod = /<ds:DigestMethod [^>]*\/>/
const mask = /<xenc11:MGF [^>]*\/>/
const inKey = (from: string | RegExp, to: string) => inElement('xenc:EncryptedKey', from, to)
const inData = (from: string | RegExp, to: string) => inElement('xenc:EncryptedData', from, to)

const wrapWith =
  (padding: number, oaepHash?: string): Plan['wrap'] =>
  (key, recipient) =>
    publicEncrypt({ key: recipient.publicKey, padding, ...(oaepHash && { oaepHash }) }, key)
const sha1 = wrapWith(rsa.RSA_PKCS1_OAEP_PADDING, 'sha1')
const sealWith =
  (
    name: 'aes-128-cbc' | 'aes-256-cbc' | 'aes-256-gcm' | 'aes-192-gcm' | 'aes-128-ctr',
  ): Plan['seal'] =>
  (key, content) => {
    const iv = randomBytes(name.endsWith('gcm') ? 12 : 16)
    const cipher = createCipheriv(name as 'aes-128-gcm', key, iv)
    const sealed = [iv, cipher.update(content), cipher.final()]
    return Buffer.concat(name.endsWith('gcm') ? [...sealed, cipher.getAuthTag()] : sealed)
  }
const sealed = (change: (bytes: Buffer) => Buffer) => (): HostileMessage => {
  const hostileMessage = compose()
  return {
    ...hostileMessage,
    parts: hostileMessage.parts.map((one) => ({ ...one, body: change(Buffer.from(one.body)) })),
  }
}
const flip = (at: number) => (bytes: Buffer) => {
  bytes[at < 0 ? bytes.length + at : at]! ^= 1
  return bytes
}
const plain = () => compose({ seal: (_key, content) => content })
const second = 'second@sender.test'
const twoParts = (changes: Partial<Plan> = {}) =>
  compose({ parts: [part(sbd()), part('<Attachment/>', { contentId: second })], ...changes })
const bothParts = () => twoParts()
const once = (seal: Plan['seal']): Plan['seal'] => {
  let count = 0
  return (key, content) => (count++ === 0 ? seal(key, content) : content)
}
const withKey = (sessionKey: Buffer, seal: Plan['seal']) => () => compose({ sessionKey, seal })
const evilKey = (xml: string) => xml.replace(' Id="key"', ' Id="evil"')
const undecryptable = 'EBMS:0102 the message could not be decrypted'
const wrongKey = 'EBMS:0102 the encryption of the key does not match the profile'
const wrongData = 'EBMS:0102 the encryption of a part does not match the profile'
const second0 = (soap: string) => partOf(soap, 'xenc:EncryptedData')

const cases: Case[] = [
  {
    name: 'a message that is not encrypted',
    forge: () => edit(plain(), both(drop('xenc:EncryptedKey'), drop('xenc:EncryptedData'))),
    outcome: 'EBMS:0102 the message is not encrypted',
  },
  {
    name: 'a lone EncryptedKey over a plain payload',
    forge: () => edit(plain(), both(drop('xenc:EncryptedData'), drop('xenc:ReferenceList'))),
    outcome: 'EBMS:0102',
  },
  {
    name: 'an EncryptedKey with an empty list over a plain payload',
    forge: () =>
      edit(plain(), both(drop('xenc:EncryptedData'), swap(/<xenc:DataReference [^>]*\/>/, ''))),
    outcome: 'EBMS:0102 a payload part is not encrypted',
  },
  { name: 'a plain payload that is called encrypted', forge: plain, outcome: undecryptable },
  {
    name: 'one of two payloads plain',
    forge: () =>
      edit(
        twoParts({ seal: once((key, content) => encryptAes128Gcm(key, content)) }),
        both(
          (soap) =>
            soap.replace(/<xenc:EncryptedData [^>]*Id="data-1".*?<\/xenc:EncryptedData>/, ''),
          swap('<xenc:DataReference URI="#data-1"/>', ''),
        ),
      ),
    outcome: 'EBMS:0102 a payload part is not encrypted',
    twin: bothParts,
  },
  {
    name: 'one of two payloads plain and called encrypted',
    forge: () => twoParts({ seal: once((key, content) => encryptAes128Gcm(key, content)) }),
    outcome: undecryptable,
    twin: bothParts,
  },
  {
    name: 'EncryptedData without an EncryptedKey',
    forge: byStranger(drop('xenc:EncryptedKey')),
    outcome: 'EBMS:0102 the message is not encrypted',
  },
  {
    name: 'EncryptedData that the key does not list',
    forge: byStranger(swap(/<xenc:DataReference [^>]*\/>/, '')),
    outcome: 'EBMS:0102 the list of encrypted parts',
  },
  {
    name: 'EncryptedData that the key lists twice',
    forge: byStranger(swap(/<xenc:DataReference [^>]*\/>/, '$&$&')),
    outcome: 'EBMS:0102 the list of encrypted parts',
  },
  {
    name: 'a list that names something else',
    forge: byStranger(swap('DataReference URI="#data-0"', 'DataReference URI="#signer"')),
    outcome: 'EBMS:0102 the list of encrypted parts',
  },
  {
    name: 'a list that names the web',
    forge: byStranger(swap('DataReference URI="#data-0"', 'DataReference URI="http://127.0.0.1/"')),
    outcome: 'EBMS:0102 the list of encrypted parts',
  },
  {
    name: 'two EncryptedKeys',
    forge: byStranger((soap) =>
      soap.replace(partOf(soap, 'xenc:EncryptedKey'), (xml) => xml + evilKey(xml)),
    ),
    outcome: 'EBMS:0102 there must be only one encrypted key',
  },
  {
    name: 'an EncryptedKey inside EncryptedData',
    forge: byStranger((soap) =>
      inData(
        '<wsse:SecurityTokenReference ',
        `${evilKey(partOf(soap, 'xenc:EncryptedKey'))}<wsse:SecurityTokenReference `,
      )(soap),
    ),
    outcome: 'EBMS:0101 EncryptedKey is in the wrong place',
  },
  {
    name: 'EncryptedData inside EncryptedData',
    forge: byStranger((soap) =>
      swap(
        '</xenc:EncryptedData>',
        `${second0(soap).replace('Id="data-0"', 'Id="evil"')}</xenc:EncryptedData>`,
      )(soap),
    ),
    outcome: 'EBMS:0101 EncryptedData is in the wrong place',
  },
  {
    name: 'two EncryptedData for one part',
    forge: byStranger((soap) =>
      both(
        swap(second0(soap), second0(soap) + second0(soap).replace('"data-0"', '"data-1"')),
        swap(/<xenc:DataReference [^>]*\/>/, '$&<xenc:DataReference URI="#data-1"/>'),
      )(soap),
    ),
    outcome: wrongData,
  },
  {
    name: 'EncryptedData about a part that is not there',
    forge: byStranger(swap('CipherReference URI="cid:payload', 'CipherReference URI="cid:nowhere')),
    outcome: 'EBMS:0102 a payload part is not encrypted',
  },
  {
    name: 'EncryptedData about the web',
    forge: byStranger(
      swap(/CipherReference URI="[^"]*"/, 'CipherReference URI="http://127.0.0.1/payload"'),
    ),
    outcome: wrongData,
  },
  {
    name: 'EncryptedData about a file',
    forge: byStranger(
      swap(/CipherReference URI="[^"]*"/, 'CipherReference URI="file:///etc/passwd"'),
    ),
    outcome: wrongData,
  },
  {
    name: 'EncryptedData that contains its own ciphertext',
    forge: byStranger(
      inData(
        /<xenc:CipherReference.*<\/xenc:CipherReference>/,
        '<xenc:CipherValue>AAAA</xenc:CipherValue>',
      ),
    ),
    outcome: wrongData,
  },
  {
    name: 'EncryptedData with two ciphertexts',
    forge: byStranger(
      inData(
        '</xenc:CipherReference>',
        '</xenc:CipherReference><xenc:CipherValue>AAAA</xenc:CipherValue>',
      ),
    ),
    outcome: wrongData,
  },
  {
    name: 'EncryptedData under the key of somebody else',
    forge: byStranger(inData('URI="#key"', 'URI="#signer"')),
    outcome: 'EBMS:0103',
  },
  {
    name: 'EncryptedData under no key',
    forge: byStranger(inData(/<ds:KeyInfo .*<\/ds:KeyInfo>/, '')),
    outcome: 'EBMS:0102',
  },
  {
    name: 'EncryptedData under a named key',
    forge: byStranger(
      inData(
        /<wsse:SecurityTokenReference .*<\/wsse:SecurityTokenReference>/,
        '<ds:KeyName>key</ds:KeyName>',
      ),
    ),
    outcome: 'EBMS:0103',
  },
  {
    name: 'EncryptedData that covers the MIME headers too',
    forge: byStranger(inData('Attachment-Content-Only', 'Attachment-Complete')),
    outcome: wrongData,
  },
  {
    name: 'EncryptedData without a type',
    forge: byStranger(inData(/ Type="[^"]*"/, '')),
    outcome: wrongData,
  },
  {
    name: 'EncryptedData of an XML element',
    forge: byStranger(inData(/ Type="[^"]*"/, ` Type="${ns.xenc}Element"`)),
    outcome: wrongData,
  },
  {
    name: 'another transform of the ciphertext',
    forge: byStranger(
      inData('Attachment-Ciphertext-Transform', 'Attachment-Content-Signature-Transform'),
    ),
    outcome: wrongData,
  },
  {
    name: 'no transform of the ciphertext',
    forge: byStranger(inData(/<xenc:Transforms>.*<\/xenc:Transforms>/, '')),
    outcome: wrongData,
  },
  {
    name: 'a second transform of the ciphertext',
    forge: byStranger(
      inData(
        '</xenc:Transforms>',
        `<ds:Transform xmlns:ds="${ns.ds}" ` +
          `Algorithm="http://www.w3.org/2000/09/xmldsig#base64"/></xenc:Transforms>`,
      ),
    ),
    outcome: wrongData,
  },
  {
    name: 'AES in CBC',
    forge: () =>
      edit(
        compose({ sessionKey: randomBytes(16), seal: sealWith('aes-128-cbc') }),
        dataMethod(`${ns.xenc}aes128-cbc`),
      ),
    outcome: wrongData,
  },
  {
    name: 'AES in CBC that is called GCM',
    forge: () => compose({ sessionKey: randomBytes(16), seal: sealWith('aes-128-cbc') }),
    outcome: undecryptable,
  },
  {
    name: 'AES-256 in CBC',
    forge: () =>
      edit(
        compose({ sessionKey: randomBytes(32), seal: sealWith('aes-256-cbc') }),
        dataMethod(`${ns.xenc}aes256-cbc`),
      ),
    outcome: wrongData,
  },
  {
    name: 'AES-256 in GCM',
    forge: () =>
      edit(
        compose({ sessionKey: randomBytes(32), seal: sealWith('aes-256-gcm') }),
        dataMethod(`${ns.xenc11}aes256-gcm`),
      ),
    outcome: wrongData,
  },
  {
    name: 'AES-192 in GCM',
    forge: () =>
      edit(
        compose({ sessionKey: randomBytes(24), seal: sealWith('aes-192-gcm') }),
        dataMethod(`${ns.xenc11}aes192-gcm`),
      ),
    outcome: wrongData,
  },
  {
    name: 'AES-256 in GCM that is called AES-128',
    forge: withKey(randomBytes(32), sealWith('aes-256-gcm')),
    outcome: undecryptable,
  },
  {
    name: 'Triple DES',
    forge: byStranger(dataMethod(`${ns.xenc}tripledes-cbc`)),
    outcome: wrongData,
  },
  {
    name: 'no method for the data',
    forge: byStranger(inData(/<xenc:EncryptionMethod .*?\/>/, '')),
    outcome: 'EBMS:0102',
  },
  {
    name: 'two methods for the data',
    forge: byStranger(inData(/<xenc:EncryptionMethod .*?\/>/, '$&$&')),
    outcome: 'EBMS:0102',
  },
  {
    name: 'a key size for the data',
    forge: byStranger(
      inData(
        /(<xenc:EncryptionMethod [^>]*)\/>/,
        '$1><xenc:KeySize>8</xenc:KeySize></xenc:EncryptionMethod>',
      ),
    ),
    outcome: wrongData,
  },
  {
    name: 'RSA 1.5',
    forge: () =>
      edit(compose({ wrap: wrapWith(rsa.RSA_PKCS1_PADDING) }), keyMethod(`${ns.xenc}rsa-1_5`)),
    outcome: wrongKey,
  },
  {
    name: 'RSA 1.5 that is called OAEP',
    forge: () => compose({ wrap: wrapWith(rsa.RSA_PKCS1_PADDING) }),
    outcome: undecryptable,
  },
  {
    name: 'OAEP of 2001',
    forge: () =>
      edit(
        compose({ wrap: sha1 }),
        both(keyMethod(oaepOf2001), inKey(mask, ''), inKey(digestMethod, '')),
      ),
    outcome: wrongKey,
  },
  {
    name: 'OAEP of 2001 with SHA-256',
    forge: () => edit(compose(), both(keyMethod(oaepOf2001), inKey(mask, ''))),
    outcome: wrongKey,
  },
  {
    name: 'OAEP with SHA-1 and its mask',
    forge: () =>
      edit(
        compose({ wrap: sha1 }),
        both(
          inKey(
            digestMethod,
            `<ds:DigestMethod xmlns:ds="${ns.ds}" ` +
              `Algorithm="http://www.w3.org/2000/09/xmldsig#sha1"/>`,
          ),
          inKey('mgf1sha256', 'mgf1sha1'),
        ),
      ),
    outcome: wrongKey,
  },
  {
    name: 'OAEP with SHA-1 that is called SHA-256',
    forge: () => compose({ wrap: sha1 }),
    outcome: undecryptable,
  },
  {
    name: 'OAEP with SHA-512',
    forge: () =>
      edit(
        compose({ wrap: wrapWith(rsa.RSA_PKCS1_OAEP_PADDING, 'sha512') }),
        both(inKey(`${ns.xenc}sha256`, `${ns.xenc}sha512`), inKey('mgf1sha256', 'mgf1sha512')),
      ),
    outcome: wrongKey,
  },
  {
    name: 'OAEP with the mask of SHA-1',
    forge: byStranger(inKey('mgf1sha256', 'mgf1sha1')),
    outcome: wrongKey,
  },
  { name: 'OAEP without a mask', forge: byStranger(inKey(mask, '')), outcome: wrongKey },
  { name: 'OAEP with two masks', forge: byStranger(inKey(mask, '$&$&')), outcome: wrongKey },
  { name: 'OAEP without a digest', forge: byStranger(inKey(digestMethod, '')), outcome: wrongKey },
  {
    name: 'OAEP with two digests',
    forge: byStranger(inKey(digestMethod, '$&$&')),
    outcome: wrongKey,
  },
  {
    name: 'OAEP with two digests and no mask',
    forge: byStranger(both(inKey(digestMethod, '$&$&'), inKey(mask, ''))),
    outcome: wrongKey,
  },
  {
    name: 'OAEP with a label that is declared',
    forge: () =>
      edit(
        compose({ wrap: (key, to) => wrapOaep(key, to, Buffer.from('x')) }),
        inKey(
          '</xenc:EncryptionMethod>',
          '<xenc:OAEPparams>eA==</xenc:OAEPparams></xenc:EncryptionMethod>',
        ),
      ),
    outcome: wrongKey,
  },
  {
    name: 'OAEP with a label that is not declared',
    forge: () => compose({ wrap: (key, to) => wrapOaep(key, to, Buffer.from('x')) }),
    outcome: undecryptable,
  },
  {
    name: 'OAEP with an empty label that is declared',
    forge: byStranger(
      inKey('</xenc:EncryptionMethod>', '<xenc:OAEPparams/></xenc:EncryptionMethod>'),
    ),
    outcome: wrongKey,
  },
  {
    name: 'parameters of the mask',
    forge: byStranger(inKey(/(<xenc11:MGF [^>]*)\/>/, '$1><w:X xmlns:w="urn:w"/></xenc11:MGF>')),
    outcome: wrongKey,
  },
  {
    name: 'parameters of the digest',
    forge: byStranger(
      inKey(/(<ds:DigestMethod [^>]*)\/>/, '$1><w:X xmlns:w="urn:w"/></ds:DigestMethod>'),
    ),
    outcome: wrongKey,
  },
  {
    name: 'a mask of another namespace',
    forge: byStranger(inKey(`xmlns:xenc11="${ns.xenc11}"`, 'xmlns:xenc11="urn:evil"')),
    outcome: wrongKey,
  },
  {
    name: 'no method for the key',
    forge: byStranger(inKey(/<xenc:EncryptionMethod .*<\/xenc:EncryptionMethod>/, '')),
    outcome: 'EBMS:0102',
  },
  {
    name: 'a session key of 15 bytes',
    forge: () => compose({ sessionKey: randomBytes(15), seal: () => randomBytes(60) }),
    outcome: undecryptable,
  },
  {
    name: 'an empty session key',
    forge: () => compose({ sessionKey: Buffer.of(), seal: () => randomBytes(60) }),
    outcome: undecryptable,
  },
  {
    name: 'a changed wrapped key',
    forge: byStranger(inKey(/(<xenc:CipherValue>)..../, '$1AAAA')),
    outcome: undecryptable,
  },
  {
    name: 'a wrapped key of zeros',
    forge: byStranger(
      inKey(/(<xenc:CipherValue>)[^<]*/, `$1${Buffer.alloc(256).toString('base64')}`),
    ),
    outcome: undecryptable,
  },
  {
    name: 'a wrapped key that is too short',
    forge: byStranger(inKey(/(<xenc:CipherValue>)[^<]*/, '$1AAAA')),
    outcome: undecryptable,
  },
  {
    name: 'a wrapped key larger than the modulus',
    forge: byStranger(
      inKey(/(<xenc:CipherValue>)[^<]*/, `$1${Buffer.alloc(256, 255).toString('base64')}`),
    ),
    outcome: undecryptable,
  },
  {
    name: 'a wrapped key that is no base64',
    forge: byStranger(inKey('<xenc:CipherValue>', '<xenc:CipherValue>*')),
    outcome: undecryptable,
  },
  {
    name: 'no wrapped key',
    forge: byStranger(inKey(/(<xenc:CipherValue>)[^<]*/, '$1')),
    outcome: undecryptable,
  },
  {
    name: 'two wrapped keys',
    forge: byStranger(inKey(/<xenc:CipherValue>.*<\/xenc:CipherValue>/, '$&$&')),
    outcome: 'EBMS:0102 the encrypted key',
  },
  {
    name: 'a message for somebody else',
    forge: () => compose({ recipient: pki.neighbour.certificate }),
    outcome: undecryptable,
  },
  {
    name: 'a message for somebody else that says it is for us',
    forge: () =>
      compose({
        recipient: pki.neighbour.certificate,
        wrap: (key) => wrapOaep(key, pki.receiver.certificate),
      }),
    outcome: undecryptable,
  },
  {
    name: 'a key of somebody else under our certificate',
    forge: () => compose({ wrap: (key) => wrapOaep(key, pki.neighbour.certificate) }),
    outcome: undecryptable,
  },
  {
    name: 'a certificate for our key that is not ours',
    forge: () =>
      compose({
        recipient: pki.leaf({ name: 'POP000002', privateKey: pki.receiver.privateKey }).certificate,
      }),
    outcome: undecryptable,
  },
  {
    name: 'a recipient named by an identifier',
    forge: byStranger(
      inKey(/<wsse:Reference [^>]*\/>/, '<wsse:KeyIdentifier>AAAA</wsse:KeyIdentifier>'),
    ),
    outcome: 'EBMS:0103',
  },
  {
    name: 'no recipient',
    forge: byStranger(inKey(/<ds:KeyInfo .*<\/ds:KeyInfo>/, '')),
    outcome: 'EBMS:0102',
  },
  {
    name: 'a truncated tag',
    forge: sealed((bytes) => bytes.subarray(0, -4)),
    outcome: undecryptable,
  },
  {
    name: 'a tag of twelve bytes and the rest as ciphertext',
    forge: sealed((bytes) => Buffer.concat([bytes.subarray(0, -16), bytes.subarray(-16, -4)])),
    outcome: undecryptable,
  },
  { name: 'no tag', forge: sealed((bytes) => bytes.subarray(0, -16)), outcome: undecryptable },
  {
    name: 'a tag of zeros',
    forge: sealed((bytes) => bytes.fill(0, bytes.length - 16)),
    outcome: undecryptable,
  },
  { name: 'a changed tag', forge: sealed(flip(-1)), outcome: undecryptable },
  { name: 'a changed IV', forge: sealed(flip(0)), outcome: undecryptable },
  { name: 'a changed ciphertext', forge: sealed(flip(40)), outcome: undecryptable },
  {
    name: 'a ciphertext with a trailing line end',
    forge: sealed((bytes) => Buffer.concat([bytes, Buffer.from('\r\n')])),
    outcome: undecryptable,
  },
  {
    name: 'a ciphertext of 27 bytes',
    forge: sealed((bytes) => bytes.subarray(0, 27)),
    outcome: undecryptable,
  },
  { name: 'an empty ciphertext', forge: sealed(() => Buffer.of()), outcome: undecryptable },
  {
    name: 'a ciphertext in counter mode',
    forge: () => compose({ sessionKey: randomBytes(16), seal: sealWith('aes-128-ctr') }),
    outcome: undecryptable,
  },
]

const alike = cases.filter(({ outcome }) => outcome === undecryptable)

describe('encryption', () => {
  refuseAll('encryption', cases)
  reportCosts('encryption')

  test('shows nobody from outside which step of decryption failed', async () => {
    const facts = {
      keys: localKeys(pki.receiver),
      messageId: 'error@receiver.test',
      timestamp: pki.now,
    }
    const answers = new Set<string>()
    for (const { forge } of alike) {
      const refusal = await receive(forge()).catch((error: unknown) => error)
      expect(refusal).toBeInstanceOf(As4Error)
      answers.add((await buildErrorSignal(refusal as As4Error, facts)).body.toString())
    }
    expect(alike.length).toBeGreaterThan(20)
    expect(answers.size).toBe(1)
  })
})
