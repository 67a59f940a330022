import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { buildReceipt, type HttpMessage, profile } from '../../src/as4/index.ts'
import { buildSecurity, referencesOf } from '../../src/as4/security.ts'
import { buildBody, buildSoap } from '../../src/as4/soap.ts'
import { sha256 } from '../../src/crypto/index.ts'

import {
  buildMessageWith,
  type MessageChanges,
  newMessage,
  partOf,
  soapOf,
  withSoap,
} from './peer.ts'
import { buildHonestMessage, keys, outcomeOf, receive } from './receive.ts'

const toTestService = (xml: string) =>
  xml
    .replace(/<eb:Service .*<\/eb:Service>/, `<eb:Service>${profile.testService}</eb:Service>`)
    .replace(/(<eb:Action>)[^<]*/, `$1${profile.testAction}`)
const withoutPayload = (xml: string) => xml.replace(/<eb:PayloadInfo>.*<\/eb:PayloadInfo>/, '')

/** A signed message without payloads, as plain SOAP. */
async function sendAlone(change: (messaging: string) => string): Promise<HttpMessage> {
  const messaging = withoutPayload(
    change(partOf(soapOf(await buildHonestMessage()), 'eb:Messaging')),
  )
  const body = buildBody()
  const security = await buildSecurity(
    referencesOf({ messaging, body, attachments: [] }),
    keys.sender,
  )
  return {
    contentType: 'application/soap+xml;charset=UTF-8',
    body: buildSoap({ security, messaging, body }),
  }
}

describe('the test service', () => {
  test('is told apart from every other, with a payload and without', async () => {
    const withPayload = await receive(await buildMessageWith(keys, { messaging: toTestService }))
    expect([withPayload.isTest, withPayload.payloads.length]).toEqual([true, 1])
    const alone = await receive(await sendAlone(toTestService))
    expect([alone.isTest, alone.payloads, alone.messageId]).toEqual([
      true,
      [],
      newMessage.messageId,
    ])
    expect((await receive(await buildHonestMessage())).isTest).toBe(false)
  })

  test('gets its receipt', async () => {
    const message = await receive(await sendAlone(toTestService))
    const facts = {
      keys: keys.receiver,
      messageId: 'r@x.y',
      timestamp: new Date('2026-11-21T12:00:00Z'),
    }
    const receipt = soapOf(await buildReceipt(message, facts))
    expect(receipt.match(/<ebbp:MessagePartNRInformation>/g)).toHaveLength(2)
  })

  const refused: [string, () => Promise<HttpMessage>, string][] = [
    [
      'another service without a payload',
      () => sendAlone((xml) => xml),
      'EBMS:0009 eb:PayloadInfo is missing',
    ],
    [
      'its action at another service',
      () => sendAlone((xml) => xml.replace(/(<eb:Action>)[^<]*/, `$1${profile.testAction}`)),
      'EBMS:0009 eb:PayloadInfo is missing',
    ],
    [
      'a test for somebody else',
      () => sendAlone((xml) => toTestService(xml).replace('POP000002', 'POP000003')),
      'EBMS:0003 the party in eb:To',
    ],
    [
      'a test that is not signed',
      async () =>
        withSoap(await sendAlone(toTestService), (soap) =>
          soap.replace(partOf(soap, 'ds:Signature'), ''),
        ),
      'EBMS:0101 the message is not signed',
    ],
  ]
  test.each(refused)('refuses %s', async (_name, send, expected) => {
    expect((await outcomeOf(receive(await send()))).slice(0, expected.length)).toBe(expected)
  })
})

describe('the digest of what is not compressed', () => {
  const content = Buffer.from('<?xml version="1.0"?>\n<a  b="1"><!-- x --><c/>\r\nä</a>\n')
  const canonical = '<a b="1"><c></c>\nä</a>'
  const plain = (mimeType: string, signedType = mimeType): MessageChanges => ({
    content,
    mimeType,
    messaging: (xml) =>
      xml.replace(
        /(<eb:PartProperties>).*(<\/eb:PartProperties>)/,
        `$1<eb:Property name="MimeType">${signedType}</eb:Property>$2`,
      ),
  })
  const crlf = content.toString('latin1').replace(/\r?\n/g, '\r\n')

  const accepted: [string, MessageChanges, Buffer][] = [
    ['XML in its canonical form', plain('application/xml'), sha256(canonical)],
    ['XML with parameters', plain('Text/XML; charset=utf-8'), sha256(canonical)],
    ['XML of some kind', plain('application/ubl+xml'), sha256(canonical)],
    ['text with CRLF', plain('text/plain'), sha256(Buffer.from(crlf, 'latin1'))],
    ['bytes', plain('application/octet-stream'), sha256(content)],
    [
      'bytes, when only the unsigned header says XML',
      plain('application/xml', 'application/pdf'),
      sha256(content),
    ],
    [
      'bytes, when only the signed header says XML',
      plain('application/octet-stream', 'application/xml'),
      sha256(content),
    ],
  ]
  test.each(accepted)('is that of %s', async (_name, changes, digest) => {
    const message = await receive(await buildMessageWith(keys, { ...changes, digest }))
    expect(message.payloads[0]?.content).toEqual(content)
    const other = await buildMessageWith(keys, {
      ...changes,
      digest: Buffer.from(digest.map((byte) => byte ^ 1)),
    })
    expect(await outcomeOf(receive(other))).toBe(
      'EBMS:0101 the digest of a payload part does not match',
    )
  })

  test('is not computed over more XML than a tree may take', async () => {
    const huge = Buffer.from(`<a>${' '.repeat(20_000_000)}</a>`)
    const roomy = {
      bodyBytesMax: 30_000_000,
      inflatedBytesMax: 30_000_000,
      ratioMax: 1e6,
      partsMax: 3,
    }
    const refused = await buildMessageWith(keys, { ...plain('application/xml'), content: huge })
    expect(await outcomeOf(receive(refused, { limits: roomy }))).toMatch(
      /^EBMS:0004 .* must be compressed/,
    )
    const compressed = await buildMessageWith(keys, { content: gzipSync(huge) })
    expect(await outcomeOf(receive(compressed, { limits: { ...roomy, ratioMax: 2000 } }))).toBe(
      'accepted',
    )
  })
})

describe('a wsu:Timestamp', () => {
  const now = () => new Date('2026-11-21T12:00:00Z')
  const stamp = (created: string, expires: string) =>
    '<wsu:Timestamp ' +
    `wsu:Id="time"><wsu:Created>${created}</wsu:Created><wsu:Expires>${expires}</wsu:Expires>` +
    `</wsu:Timestamp>`
  const good = stamp('2026-11-21T11:59:00Z', '2026-11-21T12:04:00Z')
  let honest: HttpMessage
  beforeAll(async () => {
    honest = await buildHonestMessage()
  })
  const stamped = (...stamps: string[]) =>
    withSoap(honest, (soap) =>
      soap.replace('<wsse:BinarySecurityToken', (tag) => stamps.join('') + tag),
    )

  test('is accepted while it is valid', async () => {
    expect(await outcomeOf(receive(stamped(good), { now }))).toBe('accepted')
    const created = '<wsu:Timestamp><wsu:Created>2026-11-21T12:04:59Z</wsu:Created></wsu:Timestamp>'
    expect(await outcomeOf(receive(stamped(created), { now }))).toBe('accepted')
  })

  const refused: [string, string[], string][] = [
    ['has expired', [stamp('2026-11-21T11:00:00Z', '2026-11-21T11:54:00Z')], 'has expired'],
    [
      'is in the future',
      [stamp('2026-11-21T12:06:00Z', '2026-11-21T12:10:00Z')],
      'is in the future',
    ],
    ['occurs twice', [good, good.replace('"time"', '"again"')], 'there must be only one'],
    ['is no time', [stamp('today', '2026-11-21T12:10:00Z')], 'cannot be parsed'],
  ]
  test.each(refused)('is refused when it %s', async (_name, stamps, expected) => {
    const outcome = await outcomeOf(receive(stamped(...stamps), { now }))
    expect(outcome).toContain('EBMS:0101')
    expect(outcome).toContain(expected)
  })

  test('is refused without a clock to judge it by', async () => {
    expect(await outcomeOf(receive(stamped(good)))).toBe(
      'EBMS:0101 a wsu:Timestamp cannot be checked here',
    )
    expect(await outcomeOf(receive(honest))).toBe('accepted')
  })
})
