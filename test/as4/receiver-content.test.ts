import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import type { HttpMessage } from '../../src/as4/index.ts'
import { namespaces as ns } from '../../src/as4/profile.ts'
import { readMessage } from './captured.ts'
import { buildMessageWith, type MessageChanges, newMessage, payload, withBytes } from './peer.ts'
import { buildHonestMessage, keys, limits, outcomeOf, receive } from './receive.ts'

type Change = (message: HttpMessage) => HttpMessage

const text =
  (change: (body: string) => string): Change =>
  (message) =>
    withBytes(message, (bytes) => Buffer.from(change(bytes.toString('latin1')), 'latin1'))
const contentStart = (body: string) => body.indexOf('\r\n\r\n', body.indexOf('Content-ID')) + 4
const contentEnd = (body: string) => body.lastIndexOf('\r\n--')
const withContent = (make: (content: string) => string): Change =>
  text((body) => {
    const content = body.slice(contentStart(body), contentEnd(body))
    return body.slice(0, contentStart(body)) + make(content) + body.slice(contentEnd(body))
  })
const flip =
  (at: (body: string) => number): Change =>
  (message) =>
    withBytes(message, (bytes) => {
      const index = at(bytes.toString('latin1'))
      bytes[index] = bytes[index]! ^ 1
      return bytes
    })
const withPart = (part: string): Change =>
  text((body) => {
    const boundary = body.slice(0, body.indexOf('\r\n'))
    return body.replace(`${boundary}--`, `${boundary}\r\n${part}\r\n${boundary}--`)
  })

const wrapped: [string, Change, string][] = [
  [
    'a bit of the ciphertext flipped',
    flip((body) => contentEnd(body) - 40),
    'EBMS:0102 the message could not be decrypted',
  ],
  ['a bit of the IV flipped', flip(contentStart), 'EBMS:0102 the message could not be decrypted'],
  [
    'a bit of the tag flipped',
    flip((body) => contentEnd(body) - 1),
    'EBMS:0102 the message could not be decrypted',
  ],
  [
    'a truncated tag',
    withContent((content) => content.slice(0, -4)),
    'EBMS:0102 the message could not be decrypted',
  ],
  [
    'a payload shorter than IV and tag',
    withContent((content) => content.slice(0, 20)),
    'EBMS:0102 the message could not be decrypted',
  ],
  ['an empty payload', withContent(() => ''), 'EBMS:0102 the message could not be decrypted'],
  [
    'the payload in the clear',
    withContent(() => gzipSync(payload).toString('latin1')),
    'EBMS:0102 the message could not be decrypted',
  ],
  [
    'a part that nobody signed',
    withPart('Content-ID: <evil@x>\r\n\r\nevil'),
    'EBMS:0011 a part is not referenced by any eb:PartInfo',
  ],
  [
    'a part without an id',
    withPart('\r\nevil'),
    'EBMS:0011 a part is not referenced by any eb:PartInfo',
  ],
  [
    'a second part of the same id',
    withPart(`Content-ID: <${newMessage.contentId}>\r\n\r\nevil`),
    'EBMS:0007 two parts have the same Content-ID',
  ],
  [
    'another content id',
    text((body) => body.replace('Content-ID: <p', 'Content-ID: <q')),
    'EBMS:0011 a payload part is missing',
  ],
  [
    'no content type',
    (message) => ({ ...message, contentType: '' }),
    'EBMS:0007 the message is not multipart/related',
  ],
  [
    'an empty body',
    (message) => ({ ...message, body: Buffer.of() }),
    'EBMS:0007 the closing boundary is missing',
  ],
]

const other = (from: string | RegExp, to: string): MessageChanges => ({
  messaging: (xml) => xml.replace(from, to),
})
const property = (name: string, value: string) =>
  `<eb:Property name="${name}">${value}</eb:Property>`
const properties = /(<eb:PartProperties>).*(<\/eb:PartProperties>)/
const uncompressed = (mimeType: string) =>
  other(properties, `$1${property('MimeType', mimeType)}$2`)
const partInfo = /<eb:PartInfo.*<\/eb:PartInfo>/
const userMessage = /<eb:UserMessage>.*<\/eb:UserMessage>/
const charset = (name: string) =>
  other('</eb:PartProperties>', `${property('CharacterSet', name)}</eb:PartProperties>`)
const description = '<eb:Description xml:lang="en">an invoice</eb:Description>'
const extension = '<x:Extension xmlns:x="urn:x"><x:Any>words</x:Any></x:Extension>'

const signed: [string, MessageChanges, string][] = [
  [
    'comes from another party than its signer',
    other('POP000001', 'POP000003'),
    'EBMS:0003 the party in eb:From',
  ],
  [
    'goes to another party than its recipient',
    other('POP000002', 'POP000003'),
    'EBMS:0003 the party in eb:To',
  ],
  ['names another agreement', other('ap_provider<', 'other<'), 'EBMS:0010 eb:AgreementRef'],
  [
    'names a P-Mode',
    other('<eb:AgreementRef', '<eb:AgreementRef pmode="a"'),
    'EBMS:0010 eb:AgreementRef',
  ],
  [
    'names a P-Mode beside an empty type of agreement',
    other('<eb:AgreementRef', '<eb:AgreementRef type="" pmode="a"'),
    'EBMS:0010 eb:AgreementRef',
  ],
  [
    'has another type of party',
    other('2017:identifiers:ap', 'x'),
    'EBMS:0010 the type of an eb:PartyId',
  ],
  ['has another role', other('/initiator<', '/other<'), 'EBMS:0010 an eb:Role'],
  [
    'has two ids of a party',
    other(/<eb:PartyId.*?<\/eb:PartyId>/, '$&$&'),
    'EBMS:0003 eb:PartyId occurs twice',
  ],
  ['has two user messages', other(userMessage, '$&$&'), 'EBMS:0003 eb:UserMessage occurs twice'],
  [
    'has a part with two descriptions',
    other('<eb:PartProperties>', `${description}${description}$&`),
    'EBMS:0003 eb:Description occurs twice',
  ],
  [
    'has two lists of properties',
    other(/<eb:PartProperties>.*<\/eb:PartProperties>/, '$&$&'),
    'EBMS:0003 eb:PartProperties occurs twice',
  ],
  [
    'has a part before its property list ends',
    other(/(<eb:PartInfo[^>]*>)(.*)(<\/eb:PartInfo>)/, `$1$2${description}$3`),
    'EBMS:0009 eb:PartInfo contains',
  ],
  [
    'has its parties in another order',
    other(/(<eb:From>.*<\/eb:From>)(<eb:To>.*<\/eb:To>)/, '$2$1'),
    'EBMS:0009 eb:PartyInfo contains',
  ],
  [
    'has words between its parties',
    other('</eb:From>', '$&words'),
    'EBMS:0009 eb:PartyInfo contains text',
  ],
  [
    'has text after its message',
    other('</eb:UserMessage>', '$&words'),
    'EBMS:0009 eb:Messaging contains text',
  ],
  [
    'has an extension without a namespace',
    other('</eb:UserMessage>', '$&<Foo></Foo>'),
    'EBMS:0009 eb:Messaging contains',
  ],
  [
    'gives its prefix another meaning on the way',
    other('<eb:To>', '<eb:To xmlns:eb="urn:x">'),
    'EBMS:0009 eb:To is missing',
  ],
  [
    'takes its namespace away on the way',
    {
      messaging: (xml) =>
        xml
          .replace(/ xmlns:eb="[^"]*"/, '')
          .replaceAll('eb:', '')
          .replace('<Messaging', `<Messaging xmlns="${ns.eb}"`)
          .replace('<Service ', '<Service xmlns="" '),
    },
    'EBMS:0009 eb:Service is missing',
  ],
  [
    'has an extension before its message',
    other('<eb:UserMessage>', `${extension}$&`),
    'EBMS:0009 eb:Messaging contains something',
  ],
  [
    'has an invention beside its message',
    other('</eb:UserMessage>', '$&<eb:Foo></eb:Foo>'),
    'EBMS:0003 there must be exactly one eb:UserMessage',
  ],
  [
    'has a signal beside',
    other(userMessage, '$&<eb:SignalMessage></eb:SignalMessage>'),
    'EBMS:0003 there must be exactly one eb:UserMessage',
  ],
  [
    'has another channel',
    other('<eb:UserMessage', '<eb:UserMessage mpc="x"'),
    'EBMS:0003 the message partition channel',
  ],
  ['has no user message', other(userMessage, ''), 'EBMS:0009 eb:UserMessage is missing'],
  [
    'has a MessageId without @',
    other('@fourcorner.test</eb:MessageId>', '</eb:MessageId>'),
    'EBMS:0009 eb:MessageId',
  ],
  [
    'has a MessageId with a comma',
    other('<eb:MessageId>', '<eb:MessageId>a,'),
    'EBMS:0009 eb:MessageId',
  ],
  [
    'has an endless MessageId',
    other('<eb:MessageId>', `<eb:MessageId>${'a'.repeat(600)}`),
    'EBMS:0009 eb:MessageId',
  ],
  [
    'has no timestamp',
    other(/<eb:Timestamp>.*?<\/eb:Timestamp>/, ''),
    'EBMS:0009 eb:Timestamp is missing',
  ],
  [
    'has a timestamp that is none',
    other('2026-11-21T10', '2026-11-21 10'),
    'EBMS:0009 eb:Timestamp',
  ],
  ['has a day that is none', other('2026-11-21T', '2026-13-41T'), 'EBMS:0009 eb:Timestamp'],
  ['has an empty action', other(/(<eb:Action>)[^<]*/, '$1'), 'EBMS:0009 eb:Action is empty'],
  [
    'has no original sender',
    other(/<eb:Property name="originalSender".*?<\/eb:Property>/, ''),
    'EBMS:0010 the property originalSender',
  ],
  [
    'has two final recipients',
    other(/<eb:Property name="finalRecipient".*?<\/eb:Property>/, '$&$&'),
    'EBMS:0009 an eb:Property',
  ],
  ['has no payload', other(partInfo, ''), 'EBMS:0009 there is no eb:PartInfo'],
  ['names a part twice', other(partInfo, '$&$&'), 'EBMS:0003 two eb:PartInfo'],
  [
    'links to its payload',
    other(/href="[^"]*"/, 'href="https://127.0.0.1/a"'),
    'EBMS:0011 a payload must be a part',
  ],
  [
    'names a part that is not there',
    other(/href="[^"]*"/, 'href="cid:x@y"'),
    'EBMS:0011 a payload part is missing',
  ],
  [
    'is compressed otherwise',
    other('application/gzip', 'application/zip'),
    'EBMS:0003 the CompressionType',
  ],
  [
    'hides what was compressed',
    other(property('MimeType', 'application/xml'), ''),
    'EBMS:0003 a compressed part needs a MimeType',
  ],
  ['has an invalid character set', charset('!utf*'), 'EBMS:0003 the CharacterSet'],
  ['is no gzip', { content: payload }, 'EBMS:0303 the payload could not be decompressed'],
  [
    'is a damaged gzip',
    { content: gzipSync(payload).fill(0, 20, 40) },
    'EBMS:0303 the payload could not be decompressed',
  ],
  [
    'is a truncated gzip',
    { content: gzipSync(payload).subarray(0, -9) },
    'EBMS:0303 the payload could not be decompressed',
  ],
  [
    'is a bomb by its size',
    { content: gzipSync(Buffer.alloc(2_000_001, 'a1b2c3'), { level: 1 }) },
    'EBMS:0303 the payload could not be decompressed',
  ],
  [
    'is called XML and cannot be read',
    { ...uncompressed('text/xml'), content: Buffer.from('<a>'), mimeType: 'application/xml' },
    'EBMS:0101 the digest of a payload part',
  ],
]

const valid: [string, MessageChanges][] = [
  ['tells its time with an offset', other('T10:11:12.345Z', 'T11:11:12.345+01:00')],
  [
    'names the default channel',
    other(
      '<eb:UserMessage',
      '<eb:UserMessage ' +
        'mpc="http://docs.oasis-open.org/ebxml-msg/ebms/v3.0/ns/core/200704/defaultMPC"',
    ),
  ],
  ['has an empty type of agreement', other('<eb:AgreementRef', '<eb:AgreementRef type=""')],
  ['encodes its content id', other('payload-1@', 'payload-1%40')],
  ['names its character set', charset('utf-8')],
  ['calls its ciphertext an octet stream', { mimeType: 'application/octet-stream' }],
  [
    'is not compressed',
    { ...uncompressed('application/xml'), content: payload, mimeType: 'application/octet-stream' },
  ],
  [
    'is not compressed and has no properties',
    { ...other(properties, '$1$2'), content: payload, mimeType: 'application/octet-stream' },
  ],
  [
    'is spread over lines',
    other(
      /(<\/?eb:(UserMessage|MessageInfo|PartyInfo|From|PartInfo|PartProperties)( [^>]*)?>)/g,
      '\n  $1\n',
    ),
  ],
  [
    'describes its part',
    other('<eb:PartProperties>', `<eb:Schema location="urn:s"></eb:Schema>${description}$&`),
  ],
  [
    'refers to another message',
    other('</eb:MessageId>', '$&<eb:RefToMessageId>a@b</eb:RefToMessageId>'),
  ],
  [
    'has extensions after its message, where the schema allows them',
    other('</eb:UserMessage>', `$&${extension}${extension}`),
  ],
  [
    'needs no prefix',
    {
      messaging: (xml) =>
        xml
          .replace(/ xmlns:eb="[^"]*"/, '')
          .replaceAll('eb:', '')
          .replace('<Messaging', `<Messaging xmlns="${ns.eb}"`),
    },
  ],
  [
    'has another prefix for its parties',
    {
      messaging: (xml) =>
        xml.replace(/<eb:PartyInfo>.*<\/eb:PartyInfo>/, (parties) =>
          parties
            .replaceAll('eb:', 'q:')
            .replace('<q:PartyInfo', `<q:PartyInfo xmlns:q="${ns.eb}"`),
        ),
    },
  ],
  ['has properties without a type', other(/ type="iso6523-actorid-upis"/g, '')],
]

describe('the receiver', () => {
  let honest: HttpMessage
  beforeAll(async () => {
    honest = await buildHonestMessage()
  })

  test.each(wrapped)('refuses %s', async (_name, change, expected) => {
    expect(await outcomeOf(receive(change(honest)))).toBe(expected)
  })

  test.each(signed)(
    'refuses what is well signed and encrypted, but %s',
    async (_name, changes, expected) => {
      const outcome = await outcomeOf(receive(await buildMessageWith(keys, changes)))
      expect(outcome.slice(0, expected.length)).toBe(expected)
    },
  )

  const parents =
    'UserMessage MessageInfo PartyInfo From To CollaborationInfo MessageProperties PayloadInfo ' +
    'PartInfo PartProperties Timestamp MessageId PartyId Role AgreementRef Service Action ' +
    'ConversationId Property'
  test.each(parents.split(' '))(
    'refuses what the schema does not allow in eb:%s, though signed',
    async (parent) => {
      for (const invented of [
        '<eb:Foo></eb:Foo>',
        '<eb:Foo>words</eb:Foo>',
        extension,
        '<Foo></Foo>',
      ]) {
        const changes = other(new RegExp(`</eb:${parent}>`), `${invented}$&`)
        expect(await outcomeOf(receive(await buildMessageWith(keys, changes)))).toMatch(
          /^EBMS:0009 eb:\w+ (contains something|must)/,
        )
      }
    },
  )

  test.each(valid)('accepts what %s', async (_name, changes) => {
    const received = await receive(await buildMessageWith(keys, changes))
    expect(received.payloads[0]?.content).toEqual(payload)
    expect(received.timestamp).toEqual(newMessage.timestamp)
  })

  test('refuses a large bomb by its ratio, and takes what is well compressed below', async () => {
    const roomy = { ...limits, inflatedBytesMax: 300_000_000 }
    const bomb = (bytes: number) =>
      buildMessageWith(keys, { content: gzipSync(Buffer.alloc(bytes)) })
    expect(await outcomeOf(receive(await bomb(10_000_000), { limits: roomy }))).toBe('accepted')
    expect(await outcomeOf(receive(await bomb(10_000_001), { limits: roomy }))).toBe(
      'EBMS:0303 the payload could not be decompressed',
    )
    expect(await outcomeOf(receive(await bomb(2_000_001)))).toBe(
      'EBMS:0303 the payload could not be decompressed',
    )
  })

  test('refuses one part or one byte more than it may take', async () => {
    const exact = {
      ...limits,
      bodyBytesMax: honest.body.length,
      partsMax: 2,
      inflatedBytesMax: payload.length,
    }
    expect(await outcomeOf(receive(honest, { limits: exact }))).toBe('accepted')
    for (const name of ['bodyBytesMax', 'partsMax', 'inflatedBytesMax'] as const) {
      const outcome = await outcomeOf(
        receive(honest, { limits: { ...exact, [name]: exact[name] - 1 } }),
      )
      expect(outcome).toMatch(/^EBMS:0004|^EBMS:0007|^EBMS:0303/)
    }
  })

  const captured: [string, string, string][] = [
    ['Messaging', '9915:receiver', 'EBMS:0101 the digest of Messaging does not match'],
    [
      'the signature value',
      '<ds:SignatureValue>i0yByHEY',
      'EBMS:0101 the signature value is wrong',
    ],
    ['the digest of the payload', '46dyFMyj0M7gHMG0jCR', 'EBMS:0101 the signature value is wrong'],
  ]
  test.each(captured)(
    'refuses the message of phase4 with a bit of %s flipped',
    async (_name, found, expected) => {
      const message = flip((body) => body.indexOf(found) + found.length - 1)(
        readMessage('phase4-user-message', 'mime'),
      )
      expect(await outcomeOf(receive(message))).toBe(expected)
    },
  )
})
