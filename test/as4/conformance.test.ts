// The assertions of the CEF AS4 Conformance Test Assertions 1.2 that the message itself decides:
// each under its own id, for the sender (S) and the receiver (R). What the network or the gateway
// decides is tested there.
import type { X509Certificate } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import {
  buildReceipt,
  buildUserMessage,
  judgeAnswer,
  profile,
  receiveUserMessage,
} from '../../src/as4/index.ts'
import { parseMultipart } from '../../src/as4/mime.ts'
import { localKeys, sha256 } from '../../src/crypto/index.ts'
import { parseSbdTree } from '../../src/peppol/index.ts'
import { child, children, descend, parseXml, textOf, type XmlElement } from '../../src/xml/index.ts'
import {
  compose,
  documentType,
  edit,
  type HostileMessage,
  part,
  resign,
  sbd,
  service,
  toHttpMessage,
} from './hostile/hostile-message.ts'
import {
  checkSigner,
  leaf,
  neighbour,
  receiver,
  receiverKeys,
  selfSigned,
  sender,
  strangerKey,
} from './hostile/pki.ts'
import { newMessage } from './peer.ts'
import { limits, outcomeOf } from './receive.ts'

const receive = (testMessage: HostileMessage) =>
  receiveUserMessage(toHttpMessage(testMessage), { keys: [receiverKeys], checkSigner, limits })
const refused = (testMessage: HostileMessage) => outcomeOf(receive(testMessage))
const payload = Buffer.from(sbd())
const facts = {
  keys: receiverKeys,
  messageId: 'receipt@receiver.test',
  timestamp: new Date('2026-06-15T12:00:00Z'),
}
const send = () =>
  buildUserMessage({ ...newMessage, payload }, localKeys(sender), receiver.certificate)
const resigned = (testMessage: HostileMessage, change: (soap: string) => string) =>
  resign(edit(testMessage, change))

async function sentSoap(): Promise<XmlElement> {
  return parseXml(parseMultipart(await send(), { partsMax: 2 }).root.body).root
}

const userMessage = (root: XmlElement) => descend(root, 'Header', 'Messaging', 'UserMessage')
const valuesOf = (properties: XmlElement | undefined) =>
  Object.fromEntries(
    (properties ? children(properties) : []).map((node) => [
      node.attributes[0]?.value,
      textOf(node),
    ]),
  )

describe('the sender (S)', () => {
  test('AS4_CP_TA03: names exactly one origin and one destination', async () => {
    const party = child(userMessage(await sentSoap()), 'PartyInfo')
    expect(['From', 'To'].map((side) => party && children(party, side).length)).toEqual([1, 1])
    expect(textOf(descend(party, 'From', 'PartyId')!)).toBe('POP000001')
    expect(textOf(descend(party, 'To', 'PartyId')!)).toBe('POP000002')
  })

  test(
    'AS4_CP_TA05, TA06, SBDH_TA01: carries the SBD compressed in the first MIME part and ' +
      'nothing in the Body',
    async () => {
      const message = await send()
      const { root, attachments } = parseMultipart(message, { partsMax: 2 })
      expect(descend(parseXml(root.body).root, 'Body')?.children).toEqual([])
      const parts = children(descend(userMessage(parseXml(root.body).root), 'PayloadInfo')!)
      expect(parts.map((info) => info.attributes[0]?.value)).toEqual([
        `cid:${attachments[0]?.contentId}`,
      ])
      const opened = await receiveUserMessage(message, {
        keys: [receiverKeys],
        checkSigner,
        limits,
      })
      expect(parseSbdTree(opened.payloads[0]?.content as Buffer).header.documentType.value).toBe(
        documentType,
      )
    },
  )

  test(
    'AS4_CP_TA12: signs Messaging, the empty Body and the payload with RSA-SHA256 under its ' +
      'own certificate',
    async () => {
      const root = await sentSoap()
      const info = descend(root, 'Header', 'Security', 'Signature', 'SignedInfo')!
      expect(child(info, 'SignatureMethod')?.attributes[0]?.value).toMatch(/#rsa-sha256$/)
      expect(children(info, 'Reference').map((node) => node.attributes[0]?.value)).toEqual([
        '#messaging',
        '#body',
        `cid:${newMessage.contentId}`,
      ])
      for (const node of children(info, 'Reference'))
        expect(child(node, 'DigestMethod')?.attributes[0]?.value).toBe(
          'http://www.w3.org/2001/04/xmlenc#sha256',
        )
      const opened = await receiveUserMessage(await send(), {
        keys: [receiverKeys],
        checkSigner,
        limits,
      })
      expect(opened.signer.raw.equals(sender.certificate.raw)).toBe(true)
    },
  )

  test('AS4_CP_TA13: encrypts with AES-128-GCM under the certificate of the receiver', async () => {
    const security = descend(await sentSoap(), 'Header', 'Security')
    expect(descend(security, 'EncryptedData', 'EncryptionMethod')?.attributes[0]?.value).toBe(
      'http://www.w3.org/2009/xmlenc11#aes128-gcm',
    )
    const opened = await receiveUserMessage(await send(), {
      keys: [receiverKeys],
      checkSigner,
      limits,
    })
    expect(payload.equals(opened.payloads[0]?.content as Buffer)).toBe(true)
    const other = { keys: [localKeys(neighbour)], checkSigner, limits }
    expect(await outcomeOf(receiveUserMessage(await send(), other))).toMatch(/^EBMS:0102/)
  })

  test('AS4_CP_TA18: always sets a ConversationId', async () => {
    expect(
      textOf(descend(userMessage(await sentSoap()), 'CollaborationInfo', 'ConversationId')!),
    ).toBe(newMessage.conversationId)
    expect(
      await refused(
        resigned(compose(), (soap) => soap.replace(/(<eb:ConversationId>)[^<]+/, '$1')),
      ),
    ).toMatch(/^EBMS:0009/)
  })

  test('AS4_CP_TA23, TA24, TA25: compresses with gzip and says so, with the MimeType', async () => {
    const info = descend(userMessage(await sentSoap()), 'PayloadInfo', 'PartInfo', 'PartProperties')
    expect(valuesOf(info)).toEqual({
      MimeType: 'application/xml',
      CompressionType: 'application/gzip',
    })
  })

  test('4CT_TA01, 4CT_TA03: names C1 and C4 as properties, access points as parties', async () => {
    const message = userMessage(await sentSoap())
    expect(valuesOf(child(message, 'MessageProperties'))).toEqual({
      originalSender: newMessage.originalSender.value,
      finalRecipient: newMessage.finalRecipient.value,
    })
    expect(textOf(descend(message, 'PartyInfo', 'From', 'Role')!)).toBe(profile.initiatorRole)
    expect(textOf(descend(message, 'PartyInfo', 'To', 'Role')!)).toBe(profile.responderRole)
  })

  test('AS4_CP_TA22: takes the receipt for its message, and no other', async () => {
    const request = await send()
    const opened = await receiveUserMessage(request, { keys: [receiverKeys], checkSigner, limits })
    const answer = {
      kind: 'answered',
      status: 200,
      ...(await buildReceipt(opened, facts)),
    } as const
    const expected = { receiver: receiver.certificate, checkSigner }
    expect((await judgeAnswer(request.sent, answer, expected)).kind).toBe('receipt')
    expect((await judgeAnswer((await send()).sent, answer, expected)).kind).toBe('receipt')
    const other = await buildUserMessage(
      { ...newMessage, payload: Buffer.from('<other/>') },
      localKeys(sender),
      receiver.certificate,
    )
    expect(await judgeAnswer(other.sent, answer, expected)).toMatchObject({
      code: 'as4.receipt-digest-mismatch',
    })
  })

  test('DS_TA03: refuses a receipt of another access point, or of an untrusted one', async () => {
    const request = await send()
    const opened = await receiveUserMessage(request, {
      keys: [receiverKeys],
      checkSigner,
      limits,
    })
    for (const impostor of [neighbour, leaf({ name: 'POP000002', to: '2026-06-14T00:00:00Z' })]) {
      const receipt = await buildReceipt(opened, { ...facts, keys: localKeys(impostor) })
      const answer = { kind: 'answered', status: 200, ...receipt } as const
      expect(
        await judgeAnswer(request.sent, answer, { receiver: receiver.certificate, checkSigner }),
      ).toMatchObject({
        code: 'as4.receipt-signature-invalid',
      })
    }
  })
})

describe('the receiver (R)', () => {
  const plain = (content: Buffer, properties: Record<string, string>) => ({
    content,
    properties,
    encryptedAs: 'application/octet-stream',
  })

  test('AS4_CP_TA01, TA21: answers a push with a receipt over every reference', async () => {
    const message = await receive(compose())
    const receipt = parseXml((await buildReceipt(message, facts)).body).root
    const signal = descend(receipt, 'Header', 'Messaging', 'SignalMessage')
    expect(textOf(descend(signal, 'MessageInfo', 'RefToMessageId')!)).toBe(message.messageId)
    const parts = children(descend(signal, 'Receipt', 'NonRepudiationInformation')!)
    expect(parts.map((node) => textOf(descend(node, 'Reference', 'DigestValue')!))).toEqual(
      message.references.map((reference) => reference.digest.toString('base64')),
    )
  })

  test('AS4_CP_TA04: accepts a payload that is not compressed', async () => {
    const message = await receive(
      compose({ parts: [part(payload, plain(payload, { MimeType: 'application/xml' }))] }),
    )
    expect(payload.equals(message.payloads[0]?.content as Buffer)).toBe(true)
  })

  test(
    'AS4_CP_TA07, TA32, TA33, TA45: gives every payload decompressed, in the order of ' +
      'PartInfo',
    async () => {
      const testMessage = compose({
        parts: [
          part(payload),
          part('second', { contentId: 'b@sender.test' }),
          part('third', { contentId: 'c@x' }),
        ],
      })
      const turned = { ...testMessage, parts: [...testMessage.parts].reverse() }
      for (const one of [testMessage, turned]) {
        const contents = (await receive(one)).payloads.map(({ content }) =>
          (content as Buffer).toString(),
        )
        expect(contents).toEqual([payload.toString(), 'second', 'third'])
      }
    },
  )

  test('AS4_CP_TA08: answers a hyperlink as payload with an error', async () => {
    const linked = resigned(compose(), (soap) =>
      soap.replace('href="cid:payload@sender.test"', 'href="http://127.0.0.1/payload"'),
    )
    expect(await refused(linked)).toBe('EBMS:0011 a payload must be a part of the message')
  })

  test('AS4_CP_TA16, TA17: tells a message to the test service from one to deliver', async () => {
    const ping = compose({
      service: { type: '', value: profile.testService },
      action: profile.testAction,
    })
    expect((await receive(ping)).isTest).toBe(true)
    expect((await receive(compose({ service }))).isTest).toBe(false)
  })

  test('AS4_CP_TA20, TA44: accepts properties with and without a type', async () => {
    const typed = resigned(compose(), (soap) =>
      soap.replace('name="MimeType"', 'name="MimeType" type="string"'),
    )
    expect((await receive(typed)).payloads).toHaveLength(1)
    const untyped = resigned(compose(), (soap) =>
      soap.replaceAll(' type="iso6523-actorid-upis"', ''),
    )
    expect((await receive(untyped)).originalSender).toEqual({ scheme: '', value: '9915:sender' })
  })

  test('AS4_CP_TA26: refuses a compressed payload without its MimeType', async () => {
    const testMessage = compose({
      parts: [part(payload, { properties: { CompressionType: 'application/gzip' } })],
    })
    expect(await refused(testMessage)).toBe('EBMS:0003 a compressed part needs a MimeType')
  })

  test('AS4_CP_TA29: refuses an invalid CharacterSet, and takes valid ones', async () => {
    const inCharset = (CharacterSet: string) =>
      compose({
        parts: [
          part(payload, {
            properties: {
              MimeType: 'application/xml',
              CompressionType: 'application/gzip',
              CharacterSet,
            },
          }),
        ],
      })
    expect(await refused(inCharset('!utf*'))).toBe('EBMS:0003 the CharacterSet is not valid')
    for (const valid of ['utf-8', 'UTF-16'])
      expect(await refused(inCharset(valid))).toBe('accepted')
  })

  test('AS4_CP_TA30, TA31: refuses a damaged gzip with EBMS:0303', async () => {
    const damaged = gzipSync(payload)
    damaged.fill(0, 20, 40)
    expect(await refused(compose({ parts: [part('', { content: damaged })] }))).toMatch(
      /^EBMS:0303/,
    )
  })

  test('AS4_CP_TA34, TA36, TA38: accepts compressed, then signed, then encrypted', async () => {
    expect(await refused(compose())).toBe('accepted')
  })

  test('AS4_CP_TA35: refuses what was signed before it was compressed', async () => {
    const testMessage = compose({ parts: [part(payload, { digest: sha256(payload) })] })
    expect(await refused(testMessage)).toBe('EBMS:0101 the digest of a payload part does not match')
  })

  test('AS4_CP_TA37: refuses what was encrypted before it was compressed', async () => {
    const testMessage = compose({
      parts: [part(payload, { content: payload, digest: sha256(gzipSync(payload)) })],
    })
    const turned = {
      ...testMessage,
      parts: testMessage.parts.map((one) => ({ ...one, body: gzipSync(one.body) })),
    }
    expect(await refused(turned)).toBe('EBMS:0102 the message could not be decrypted')
  })

  test('4CT_TA02: lets further message properties pass', async () => {
    const tracked = resigned(compose(), (soap) =>
      soap.replace(
        '</eb:MessageProperties>',
        '<eb:Property name="trackingIdentifier">t-1</eb:Property>$&',
      ),
    )
    expect(await refused(tracked)).toBe('accepted')
  })

  test(
    'DR_TA01, DR_TA02, DR_TA03: accepts a trusted signer it never met, refuses a stranger and ' +
      'an expired one',
    async () => {
      const signedAs = (certificate: X509Certificate, from: string) =>
        compose({ signer: { privateKey: strangerKey, certificate }, token: certificate, from })
      const met = leaf({ name: 'POP000777', privateKey: strangerKey })
      expect(await refused(signedAs(met.certificate, 'POP000777'))).toBe('accepted')
      const expired = leaf({
        name: 'POP000777',
        privateKey: strangerKey,
        to: '2026-06-14T00:00:00Z',
      })
      const untrusted = 'EBMS:0101 the signer is not a trusted access point'
      expect(await refused(signedAs(expired.certificate, 'POP000777'))).toBe(untrusted)
      expect(await refused(signedAs(selfSigned.certificate, 'POP000001'))).toBe(untrusted)
    },
  )
})
